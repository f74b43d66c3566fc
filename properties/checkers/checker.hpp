// SPDX-License-Identifier: Apache-2.0
// A checker judges what clients of a cluster saw, without a model that answers: it accepts or
// rejects a list of operations. One a workload; each takes the operations one by one, so that a
// history of any length is read once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost::properties {

/// One thing that must not be.
struct Anomaly {
  /// Its usual name: `lost-write`, `G1a`, `int-poll-skip`, ...
  std::string name;
  /// What a person would say, with the values of this history; lower case, no full stop.
  std::string sentence;
  /// Indices (from 0, of the list that was added) of the operations that show it, in their order;
  /// of a cycle, in the order of the cycle.
  std::vector<std::uint64_t> operations;
};

struct Judgement {
  enum class Verdict : std::uint8_t { held, violated, undecided };

  Verdict verdict = Verdict::held;
  /// violated: the worst first; at most `most_examples` of each name.
  std::vector<Anomaly> anomalies;
  /// How many of each name there are, in the order of `anomalies`.
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  /// Found but legal under the options (a poll skip under `subscribe`), or only measured; never
  /// decides.
  std::vector<Anomaly> notes;
  /// undecided: why, and what would decide it.
  std::string why;

  static constexpr std::size_t most_examples = 8;
};

struct CheckerOptions {
  /// kafka: consumers subscribed, so that rebalances may move positions; write-write edges are
  /// inferred from the order of offsets.
  bool subscribe = false;
  bool ww_edges = false;
  /// The consistency model of transactions: `read-uncommitted`, `read-committed`,
  /// `snapshot-isolation`, `serializable`, `strict-serializable`.
  std::string model = "strict-serializable";
  /// About this many bytes may be used before the verdict is *undecided*.
  std::uint64_t most_memory = std::uint64_t{2} << 30U;
  /// Asked now and then in a long search, which ends as *undecided* when it says so.
  std::function<bool()> enough;
};

class Checker {
 public:
  virtual ~Checker() = default;
  /// The next operation of the history. Says what makes it impossible to judge (a completion
  /// without an invocation, a value of the wrong form); the reason completes a sentence that begins
  /// with "it". Empty if all is well.
  virtual std::string add(const Operation& operation) = 0;
  /// After the last operation; once.
  virtual Judgement finish() = 0;
};

/// The checker of a workload (echo, unique-ids, broadcast, g-set, g-counter, pn-counter, kafka,
/// lin-kv, txn-list-append, txn-rw-register); null for another name.
std::unique_ptr<Checker> make_checker(std::string_view workload,
                                      const CheckerOptions& options = {});

}  // namespace fencepost::properties
