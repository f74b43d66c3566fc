// SPDX-License-Identifier: Apache-2.0
// The services that nodes may call, as Maelstrom has them: seq-kv, lin-kv, lww-kv and lin-tso. Each
// takes one request at a time. On a calm day all answer from their newest state; a scenario may ask
// for the anomalies that each is allowed: an older state of seq-kv within sequential consistency,
// the other replica of lww-kv. docs/clusters.md has the rules.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/json_tree.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost::faults {

/// Keys and values by their canonical text, so that 1, 1.0 and "1" differ, 1.5 and 1.50 do not, and
/// the order of an object's keys does not matter.
using Shelf = std::map<std::string, Json>;

/// A linearizable store: one state.
class LinearStore {
 public:
  Json answer(const Json& request);

 private:
  Shelf shelf_;
};

/// A sequentially consistent store: a caller may see an old state, but never one older than it has
/// seen, and what changes the state happens to the newest one.
class SequentialStore {
 public:
  /// The newest state and so many before it are kept; an older one is never answered from.
  static constexpr std::size_t most_states = 1 + most_back;

  /// `back`: how many states ago, as far as the caller may see.
  Json answer(std::string_view caller, const Json& request, std::uint32_t back);

 private:
  std::deque<Shelf> states_{Shelf{}};
  /// The number of the oldest state kept.
  std::uint64_t first_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> seen_;
};

/// Two replicas where the last writer by a Lamport clock wins.
class LastWriterStore {
 public:
  /// `back`: 0 merges the replicas first; an odd number asks the second replica as it is, an even
  /// one the first as it is.
  Json answer(const Json& request, std::uint32_t back);

 private:
  struct Stamped {
    std::uint64_t time;
    Json value;
  };
  struct Replica {
    std::uint64_t clock = 0;
    std::map<std::string, Stamped> shelf;
  };
  static void merge(const Replica& from, Replica& into);

  Replica replicas_[2];
};

class Services {
 public:
  static bool has(std::string_view name);
  /// The body of the reply, without `in_reply_to`; nothing for a request that the service does not
  /// know, which it leaves unanswered.
  std::optional<Json> answer(std::string_view service, std::string_view caller, const Json& request,
                             std::uint32_t back);
  void clear() { *this = {}; }

 private:
  LinearStore linear_;
  SequentialStore sequential_;
  LastWriterStore last_writer_;
  std::int64_t next_timestamp_ = 0;
};

}  // namespace fencepost::faults
