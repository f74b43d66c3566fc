// SPDX-License-Identifier: Apache-2.0
// A lockstep world plays a scenario: it delivers messages to one system in the order of the plan,
// lets the planned trouble strike, starts the system again after every crash, and writes the
// history. It knows the ports of a system, never its insides, and nothing of what would be right: a
// witness decides that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::faults {

/// Sees every event as it happens.
class Witness {
 public:
  virtual ~Witness() = default;
  /// False stops the world: nothing after this event could be judged.
  virtual bool saw(const Scenario& scenario, const Event& event) = 0;
};

/// How a world ended.
struct End {
  enum class Kind : std::uint8_t {
    played,         ///< to the last step
    stopped,        ///< the witness had seen enough
    damage_found,   ///< the system reported that stored data are damaged, as it should after a
                    ///< flipped bit
    system_failed,  ///< the system broke outside the plan (an external one that died or hangs)
    paused,         ///< at the step asked for
  };
  Kind kind = Kind::played;
  /// damage_found, system_failed: its words.
  std::string words;
  /// Messages delivered, copies included.
  std::uint32_t deliveries = 0;
  /// Exceptions that struck, by family.
  std::array<std::uint32_t, family_count> struck{};
  /// The first exception that found nothing to strike (index into steps): since it was written the
  /// system has changed, or its number was only a guess.
  std::optional<std::uint32_t> idle_exception;
};

class World {
 public:
  /// Plays the scenario, which must be playable, in `home`. `history` is cleared first. Stops
  /// before step number `until` (index into steps) if given. The system is kept until the next
  /// play, for `system()`.
  const End& play(const Scenario& scenario, sut::Home& home, Witness& witness, History& history,
                  std::uint32_t until = UINT32_MAX);

  /// The system as it stood at the end; null if it could not be started.
  const sut::System* system() const { return system_.get(); }

 private:
  /// What the plan holds for a message, as indices into steps; 0xffffffff for nothing.
  struct Trouble {
    static constexpr std::uint32_t nothing = UINT32_MAX;
    std::uint32_t late = nothing, drop_request = nothing, drop_reply = nothing, crash_in = nothing;
    std::uint32_t fail_write = nothing, fail_sync = nothing, disk_full = nothing;
  };

  void gather_trouble();
  /// Where the message with this id was sent.
  std::uint32_t step_of_message(std::uint32_t id) const;
  /// Of the message sent at this step; null for none.
  Trouble* trouble_of(std::uint32_t step) {
    return trouble_at_[step] == 0 ? nullptr : &trouble_[trouble_at_[step] - 1];
  }
  Trouble& make_trouble_of(std::uint32_t step);
  bool is_late(std::uint32_t step) {
    return trouble_of(step) != nullptr && trouble_of(step)->late != Trouble::nothing;
  }
  bool take(std::uint32_t step);
  bool deliver(std::uint32_t message, std::uint32_t step, Event::Copy copy);
  bool crash(std::uint32_t step, std::uint32_t message, bool in_message, const Step& plan);
  bool lose_node(std::uint32_t step);
  bool start(std::uint32_t step);
  /// Starts the system only to lose power before this disk operation of its recovery, which leaves
  /// so many of its unsynced writes.
  bool dies_recovering(std::uint32_t at, std::uint32_t kept);
  bool report(Event& event);
  void strike(std::uint32_t step);

  SimDisk disk_;
  DigestChain digest_;
  End end_;
  /// Of the messages that have any, and where it is for the message sent at a step, plus one; 0 for
  /// none.
  std::vector<Trouble> trouble_;
  std::vector<std::uint32_t> trouble_at_;
  /// The steps at which messages were sent; their ids rise, but may leave gaps of any size.
  std::vector<std::uint32_t> sent_at_;
  std::vector<bool> has_struck_;
  const Scenario* scenario_ = nullptr;
  sut::Home* home_ = nullptr;
  Witness* witness_ = nullptr;
  History* history_ = nullptr;
  std::unique_ptr<sut::System> system_;
};

}  // namespace fencepost::faults
