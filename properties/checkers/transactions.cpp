// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/transactions.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "fencepost/properties/checkers/consistency_models.hpp"
#include "fencepost/properties/checkers/order_edges.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {

std::string read_micro_ops(const Json& value, std::string_view write,
                           std::vector<MicroOp>& micro_ops) {
  micro_ops.clear();
  if (!value.is(Json::Kind::list)) return "has a transaction that is no list: " + in_words(value);
  for (const Json& item : value.items) {
    const bool named = item.is(Json::Kind::list) && item.items.size() == 3 &&
                       item.items[0].is(Json::Kind::text) &&
                       (item.items[0].text == "r" || item.items[0].text == write);
    if (!named)
      return "has a micro-op that is neither [\"r\",key,value] nor [\"" + std::string(write) +
             "\",key,value]: " + in_words(item);
    micro_ops.push_back(
        {.writes = item.items[0].text == write, .key = &item.items[1], .value = &item.items[2]});
  }
  return "";
}

std::string TxnLog::add(const Operation& operation, std::string_view write) {
  if (std::string why = calls_.add(operation); !why.empty()) return why;
  Call& call = calls_.call();
  if (operation.type == Operation::Type::invoke) {
    if (std::string why = read_micro_ops(operation.value, write, micro_ops_); !why.empty())
      return calls_.refuse(why);
    number_ = call.number = static_cast<std::uint32_t>(txns_.size());
    txns_.push_back({.invoked_at = calls_.index(), .process = operation.process});
    return "";
  }
  number_ = call.number;
  micro_ops_.clear();
  if (operation.type == Operation::Type::ok) {
    if (std::string why = read_micro_ops(operation.value, write, micro_ops_); !why.empty())
      return why;
    if (std::string why = answers(call.value, write); !why.empty()) return why;
  }
  txns_[number_].type = operation.type;
  txns_[number_].completed_at = calls_.index();
  return "";
}

std::string TxnLog::answers(const Json& invoked, std::string_view write) {
  read_micro_ops(invoked, write, asked_);
  const auto same = [](const MicroOp& asked, const MicroOp& answered) {
    return asked.writes == answered.writes && is_same(*asked.key, *answered.key) &&
           (!asked.writes || is_same(*asked.value, *answered.value));
  };
  if (std::ranges::equal(asked_, micro_ops_, same)) return "";
  return "has a transaction whose completion is not an answer to what was asked: " +
         in_words(invoked);
}

void TxnLog::draw_order(Graph& graph) const {
  struct Event {
    std::uint64_t at;
    std::uint32_t txn;
    bool completes;
  };
  std::vector<Event> events;
  events.reserve(2 * txns_.size());
  std::map<std::int64_t, std::uint32_t> last;
  for (std::uint32_t txn = 0; txn < txns_.size(); ++txn) {
    const Txn& made = txns_[txn];
    if (made.is(Operation::Type::fail)) continue;
    events.push_back({made.invoked_at, txn, false});
    if (const auto before = last.find(made.process); before != last.end())
      graph.add(before->second, txn, EdgeKind::process);
    if (!made.is(Operation::Type::ok)) continue;
    events.push_back({made.completed_at, txn, true});
    last[made.process] = txn;
  }
  std::ranges::sort(events, {}, &Event::at);
  RealTime time(graph);
  for (const Event& event : events)
    event.completes ? time.completed(event.txn) : time.invoked(event.txn);
}

std::uint64_t TxnLog::bytes() const { return txns_.capacity() * sizeof(Txn); }

std::vector<std::uint32_t> by_key(const std::vector<std::uint32_t>& keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return keys[i]; });
  return order;
}

void add_cycles(Findings& findings, const CycleFinding& finding, const TxnLog& txns,
                const std::function<std::string(const Step& step, const std::string& from,
                                                const std::string& to)>& describe) {
  for (const Cycle& cycle : finding.examples)
    findings.add(finding.name, UINT64_MAX - cycle.size(), [&] {
      Anomaly anomaly{.name = {}, .sentence = in_words(cycle, describe), .operations = {}};
      for (const Step& step : cycle) anomaly.operations.push_back(txns[step.from].shown_at());
      return anomaly;
    });
  findings.add_unseen(finding.name, finding.knots - finding.examples.size());
}

Judgement judged_by_model(Findings& findings, std::string_view model, std::string_view unclear) {
  const std::uint64_t count = findings.count(unclear);
  Judgement judgement =
      findings.judgement([&](std::string_view name) { return is_forbidden(name, model); });
  if (judgement.verdict == Judgement::Verdict::held && count > 0) {
    judgement.verdict = Judgement::Verdict::undecided;
    judgement.why = counted(count, "value") +
                    " written more than once cannot be followed; judge a history in which every "
                    "write has a value of its own";
  }
  return judgement;
}

}  // namespace fencepost::properties
