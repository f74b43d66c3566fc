// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the state-rebuild workload once, judges every answer by what the
// answers before it imply, and notes the marks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/properties/fold_ledger.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class StateRebuildReading {
 public:
  enum class Rule : std::uint8_t { deleted, applies_once, refused, equal, gone, survives };
  enum class Mark : std::uint8_t {
    suffix_replayed,
    rebuilt_from_empty,
    rebuilt_after_compaction,
    lost_by_retention,
    lost_by_expiry,
    regained,
    snapshot_interrupted,
    increments_rebuilt,
    increments_not_compacted,
    damaged_snapshot_refused,
    no_state_refused,
    no_such_snapshot_refused,
    beyond_end_refused,
    malformed_refused,
    torn_tail_cut,
    damage_reported,
  };

  /// Forgets what it read before.
  void read(const Scenario& scenario, const History& history);
  /// The first event that breaks the rule, unless one before it breaks another.
  std::optional<Broken> find(Rule rule) const;
  bool reached(Mark mark) const { return (marks_ >> static_cast<unsigned>(mark) & 1U) != 0; }

 private:
  static constexpr std::size_t rule_count = 6;
  enum class Held : std::uint8_t { yes, no, perhaps };

  struct Tombstone {
    std::int64_t offset;
    std::string key;
    bool seen = false;
  };

  void see(const Event& event, const Command& command);
  void note_refusal(const Event& event, const Command& command);
  void append(const Event& event, TapeReader fields, bool open);
  void compact(const Event& event, TapeReader fields, bool open);
  void compacted(std::int64_t upto, std::int64_t kept);
  void truncate(const Event& event, TapeReader fields, bool open);
  void snapshot(const Event& event, bool open);
  void lose_node(const Event& event, bool open);
  void rebuild(const Event& event, TapeReader fields, bool open);
  void rebuild_refused(const Event& event, std::optional<std::int64_t> id, std::int64_t next);
  void rebuilt(TapeReader result, std::optional<std::int64_t> id, std::optional<std::int64_t> next);
  void state(const Event& event);
  void asked_for_state(const Event& event);

  void breaks(Rule rule, std::string sentence);
  void mark(Mark mark) { marks_ |= 1U << static_cast<unsigned>(mark); }

  bool adds_ = false;
  std::optional<std::int64_t> retention_;
  FoldLedger ledger_{false};
  /// Index of the event being seen.
  std::uint32_t now_ = 0;
  Held held_ = Held::yes;
  bool bit_flipped_ = false;
  /// A rebuild was refused, and no state has been told since.
  bool rebuild_refused_ = false;
  bool was_lost_ = false;
  std::int64_t surely_ends_ = 0;
  std::int64_t surely_starts_ = 0;
  std::int64_t perhaps_starts_ = 0;
  bool perhaps_compacted_ = false;
  bool thinned_out_ = false;
  /// Of the tombstones whose offset was told, those that are surely the last of their key.
  std::vector<Tombstone> tombstones_;
  /// Above every tombstone that is known to have been dropped when its time was over.
  std::int64_t expired_below_ = 0;
  /// `next` by id, where it was told.
  std::map<std::int64_t, std::int64_t> snapshots_;
  std::array<std::optional<Broken>, rule_count> broken_;
  bool is_broken_ = false;
  std::uint32_t marks_ = 0;
};

}  // namespace fencepost::properties
