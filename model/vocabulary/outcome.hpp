// SPDX-License-Identifier: Apache-2.0
// What a system answers to a command. Exactly one of three (conventions page): *done* with a
// result, *refused* with a code (it surely had no effect), *unknown* (it may or may not have had
// its effect).
#pragma once

#include <cstdint>
#include <string_view>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost {

/// The refusal codes of the contracts, spelled as on the wire.
namespace refusal {
inline constexpr std::string_view malformed = "malformed";
inline constexpr std::string_view beyond_end = "beyond_end";
inline constexpr std::string_view fenced = "fenced";
inline constexpr std::string_view out_of_order = "out_of_order";
inline constexpr std::string_view no_transaction = "no_transaction";
inline constexpr std::string_view unfinished = "unfinished";
inline constexpr std::string_view no_state = "no_state";
inline constexpr std::string_view no_such_snapshot = "no_such_snapshot";
inline constexpr std::string_view not_a_replacement_log = "not_a_replacement_log";
inline constexpr std::string_view suffix_lost = "suffix_lost";
/// A rebuild needs a snapshot that is no longer what was written: nothing was changed. Legal only
/// after a stored bit was flipped, in the place of a rebuild that would have been done.
inline constexpr std::string_view snapshot_damaged = "snapshot_damaged";
inline constexpr std::string_view already_replayed = "already_replayed";
inline constexpr std::string_view no_such_letter = "no_such_letter";
/// The disk had no room: nothing was changed. Legal only while the world's disk is full.
inline constexpr std::string_view disk_full = "disk_full";
}  // namespace refusal

enum class Status : std::uint8_t { done, refused, unknown };

/// A reusable answer: filling it again keeps its memory, so that a system answers without
/// allocating.
struct Outcome {
  Status status = Status::unknown;
  /// done: the result's fields in the order of the contract. refused: the code. unknown: the
  /// reason.
  Tape body;

  /// Becomes *done*; the caller writes the result's fields onto the returned tape.
  Tape& done() { return become(Status::done); }
  void refuse(std::string_view code) { become(Status::refused).text(code); }
  void unknown(std::string_view reason) { become(Status::unknown).text(reason); }

  bool is_done() const { return status == Status::done; }
  /// The refusal code or the reason; empty if done.
  std::string_view code() const { return is_done() ? std::string_view{} : TapeReader(body).text(); }
  bool is_refused(std::string_view code_) const {
    return status == Status::refused && code() == code_;
  }

  friend bool operator==(const Outcome&, const Outcome&) = default;

 private:
  Tape& become(Status status_) {
    status = status_;
    body.clear();
    return body;
  }
};

}  // namespace fencepost
