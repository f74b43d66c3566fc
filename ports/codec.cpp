// SPDX-License-Identifier: Apache-2.0
#include "fencepost/ports/codec.hpp"

namespace fencepost::ports {

Range range_of(Kind kind, std::int64_t last_partition) {
  switch (kind) {
    case Kind::partition: return {0, last_partition};
    case Kind::epoch: return {0, INT32_MAX};
    case Kind::value: return {INT32_MIN, INT32_MAX};
    case Kind::last_offset: return {-1, INT64_MAX};
    case Kind::sum:
    case Kind::time:
    case Kind::watermark: return {INT64_MIN, INT64_MAX};
    default: return {0, INT64_MAX};
  }
}

std::string_view to_text(Refusal code) {
  switch (code) {
    case Refusal::already_replayed: return refusal::already_replayed;
    case Refusal::beyond_end: return refusal::beyond_end;
    case Refusal::fenced: return refusal::fenced;
    case Refusal::no_state: return refusal::no_state;
    case Refusal::no_such_letter: return refusal::no_such_letter;
    case Refusal::no_such_snapshot: return refusal::no_such_snapshot;
    case Refusal::no_transaction: return refusal::no_transaction;
    case Refusal::not_a_replacement_log: return refusal::not_a_replacement_log;
    case Refusal::out_of_order: return refusal::out_of_order;
    case Refusal::suffix_lost: return refusal::suffix_lost;
    case Refusal::unfinished: return refusal::unfinished;
    case Refusal::disk_full: return refusal::disk_full;
    case Refusal::snapshot_damaged: return refusal::snapshot_damaged;
  }
  return "a refusal that is none";
}

Datum read_datum(TapeReader& tape) {
  if (tape.peek() == Tag::text) return std::string(tape.text());
  return tape.value();
}

bool read_nothing(TapeReader& tape, Kind kind) {
  const bool may_be_absent = kind == Kind::snapshot && tape.peek() == Tag::absent;
  if (!may_be_absent) return tape.null();
  if (!tape.at_end()) tape.raw();
  return true;
}

}  // namespace fencepost::ports
