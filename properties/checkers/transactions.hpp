// SPDX-License-Identifier: Apache-2.0
// What the two checkers of transactions have in common: the form of a transaction, who made it and
// when.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/operation.hpp"
#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/cycle_anomalies.hpp"
#include "fencepost/properties/checkers/findings.hpp"

namespace fencepost::properties {

struct MicroOp {
  bool writes = false;
  const Json* key = nullptr;
  /// What was written; what was read, null for nothing.
  const Json* value = nullptr;
};

/// Reads `[["r",k,v],[WRITE,k,v],...]` into `micro_ops`, which point into `value`. Says what is
/// wrong with it; the reason completes a sentence that begins with "it".
std::string read_micro_ops(const Json& value, std::string_view write,
                           std::vector<MicroOp>& micro_ops);

struct Txn {
  std::uint64_t invoked_at = 0;
  /// Only if it has completed.
  std::uint64_t completed_at = 0;
  std::int64_t process = 0;
  /// `invoke` while it is open.
  Operation::Type type = Operation::Type::invoke;

  bool is(Operation::Type wanted) const { return type == wanted; }
  /// The operation that shows it: its completion if there is one.
  std::uint64_t shown_at() const { return is(Operation::Type::invoke) ? invoked_at : completed_at; }
};

/// All transactions, numbered by their invocations.
class TxnLog {
 public:
  /// The transaction begins or ends. `write` is the name of its micro-ops that write. Says what is
  /// wrong with it: its form, or an ok that is not an answer to what was asked. Otherwise empty;
  /// then `number()` and `micro_ops()` are those of the operation.
  std::string add(const Operation& operation, std::string_view write);
  std::uint32_t number() const { return number_; }
  const std::vector<MicroOp>& micro_ops() const { return micro_ops_; }

  const std::vector<Txn>& txns() const { return txns_; }
  const Txn& operator[](std::uint32_t txn) const { return txns_[txn]; }

  /// Edges for the order of each client and for real time.
  void draw_order(Graph& graph) const;
  std::uint64_t bytes() const;

 private:
  std::string answers(const Json& invoked, std::string_view write);

  Calls calls_{"txn"};
  std::vector<Txn> txns_;
  std::uint32_t number_ = 0;
  std::vector<MicroOp> micro_ops_, asked_;
};

/// The micro-ops, as places in the list, key by key: those of one key in their order, one after the
/// other. `keys` has the key of each.
std::vector<std::uint32_t> by_key(const std::vector<std::uint32_t>& keys);

/// Adds the cycles of one name, in words; see in_words of cycle_anomalies.hpp.
void add_cycles(Findings& findings, const CycleFinding& finding, const TxnLog& txns,
                const std::function<std::string(const Step& step, const std::string& from,
                                                const std::string& to)>& describe);

/// What the consistency model makes of it. `unclear` is the name of what makes some values
/// impossible to follow, so that nothing found does not mean that all is well.
Judgement judged_by_model(Findings& findings, std::string_view model, std::string_view unclear);

}  // namespace fencepost::properties
