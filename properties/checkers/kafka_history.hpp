// SPDX-License-Identifier: Apache-2.0
// What clients of a partitioned log did, as small numbers: operations in the order in which they
// ended, and what each sent, polled or was assigned.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/properties/checkers/kafka_messages.hpp"

namespace fencepost::properties::kafka {

enum class Kind : std::uint8_t { work, assign, subscribe, crash, commit, committed, other };

/// One thing that an operation did, with a message or a key, in four bytes.
class Item {
 public:
  /// `key`: one that was assigned; of work: one whose partitions moved meanwhile.
  enum class What : std::uint8_t { sent, polled, key };

  Item(What what, std::uint32_t id) : bits_(id << 2U | static_cast<std::uint32_t>(what)) {}
  What what() const { return static_cast<What>(bits_ & 3U); }
  std::uint32_t id() const { return bits_ >> 2U; }

  static constexpr std::uint32_t most = UINT32_MAX >> 2U;

 private:
  std::uint32_t bits_;
};

struct Op {
  /// Places in the list that was judged; `completed` is `none` if the history ends before.
  std::uint32_t invoked = 0;
  std::uint32_t completed = none;
  /// A place in `History::processes`.
  std::uint32_t process = 0;
  std::uint32_t first_item = 0;
  /// info: also of what never completed.
  Operation::Type type = Operation::Type::info;
  Kind kind = Kind::work;
  /// An assignment that goes back to the beginning.
  bool seeks = false;

  /// Where it is shown: its completion, if it has one.
  std::uint32_t place() const { return completed == none ? invoked : completed; }
};

/// Where a client begins to poll a key that it was assigned.
struct Start {
  OpId op = 0;
  KeyId key = 0;
  std::int64_t position = 0;
  /// One more than the highest offset that anyone may have committed by then; 0 for none.
  std::int64_t committed_end = 0;
};

/// An offset told for a value of which nobody knows whether it was sent.
struct Doubtful {
  OpId op = 0;
  MessageId message = 0;
  std::int64_t offset = 0;
};

struct History {
  Messages messages;
  std::vector<Op> ops;
  std::vector<Item> items;
  /// In the order of their operations.
  std::vector<Start> starts;
  /// Their numbers as they were given.
  std::vector<std::int64_t> processes;
  /// Offsets of a message besides its first, and who showed them.
  std::map<std::pair<MessageId, std::int64_t>, OpId> more_offsets;
  std::vector<Doubtful> doubtful;

  std::span<const Item> items_of(OpId id) const;
  /// For people: the number of the process.
  std::int64_t process_of(OpId id) const { return processes[ops[id].process]; }
  /// An operation of which nobody knows whether it happened, and one of whose values was seen,
  /// happened.
  bool is_committed(OpId id) const;
  void place(MessageId id, std::int64_t offset, OpId by);
  /// Once all polls are known: places what is doubtful and was committed after all.
  void settle();
  std::uint64_t bytes() const;
};

}  // namespace fencepost::properties::kafka
