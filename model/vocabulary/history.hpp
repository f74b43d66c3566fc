// SPDX-License-Identifier: Apache-2.0
// What happened, in one total order: asked and answered, trouble that struck, recoveries.
// Properties read it, reports print it, its digest identifies it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/digest.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {

struct Event {
  enum class Kind : std::uint8_t {
    answered,      ///< a message was delivered and the system answered (perhaps *unknown*)
    request_lost,  ///< a message was dropped on its way
    crashed,       ///< memory and unsynced writes were lost; the system runs again
    node_lost,     ///< everything but the log was lost; the system runs again
    bit_flipped,   ///< a stored bit was flipped
    damage_found,  ///< on starting, the system reported that what it stored is damaged; the run
                   ///< ends
    calm_began,
  };
  enum class Copy : std::uint8_t { first, duplicate, late };

  Kind kind = Kind::answered;
  Copy copy = Copy::first;
  /// Index into Scenario::steps of the step that made it happen.
  std::uint32_t step = 0;
  /// Index into Scenario::steps of the command; equal to `step` unless an exception moved it.
  std::uint32_t message = 0;
  /// Its client saw the outcome.
  bool told = true;
  /// crashed: while a message was handled (`message`), so that it may or may not have had its
  /// effect.
  bool in_message = false;
  /// crashed, node_lost: the recovery was itself struck by a power loss.
  bool twice = false;
  /// A disk fault struck while the message was handled.
  bool disk_struck = false;
  /// crashed: how many unsynced writes were lost whole, and how many bytes were kept of a torn one.
  std::uint32_t writes_lost = 0;
  std::uint32_t torn_bytes = 0;
  /// answered: what the system said. damage_found: its words.
  Outcome outcome;
  /// Of this event and all before it.
  Digest digest;

  /// Back to an event with default fields, but for the bytes of the outcome, which are to be
  /// overwritten.
  void renew();
};

/// A reusable list of events: clearing keeps the memory, so that a campaign runs without
/// allocating.
class History {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Event& operator[](std::size_t i) const { return events_[i]; }
  const Event& back() const { return events_[size_ - 1]; }
  const Event* begin() const { return events_.data(); }
  const Event* end() const { return events_.data() + size_; }
  /// A new last event, renewed.
  Event& add();
  /// The event being written; only its writer may use it.
  Event& last() { return events_[size_ - 1]; }
  /// The digest of the whole history.
  Digest digest() const { return size_ == 0 ? Digest{} : back().digest; }

 private:
  std::vector<Event> events_;
  std::size_t size_ = 0;
};

}  // namespace fencepost
