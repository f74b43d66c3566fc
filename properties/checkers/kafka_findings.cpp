// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_findings.hpp"

namespace fencepost::properties::kafka {

const char* to_text(Name name) {
  switch (name) {
    case Name::bad_offset: return "bad-offset";
    case Name::inconsistent_offsets: return "inconsistent-offsets";
    case Name::phantom: return "phantom";
    case Name::g1a: return "G1a";
    case Name::lost_write: return "lost-write";
    case Name::duplicate: return "duplicate";
    case Name::precommitted_read: return "precommitted-read";
    case Name::g1c: return "G1c";
    case Name::g1c_process: return "G1c-process";
    case Name::g1c_realtime: return "G1c-realtime";
    case Name::int_nonmonotonic_poll: return "int-nonmonotonic-poll";
    case Name::int_poll_skip: return "int-poll-skip";
    case Name::nonmonotonic_poll: return "nonmonotonic-poll";
    case Name::poll_skip: return "poll-skip";
    case Name::poll_below_asked: return "poll-below-asked";
    case Name::poll_past_asked: return "poll-past-asked";
    case Name::int_nonmonotonic_send: return "int-nonmonotonic-send";
    case Name::nonmonotonic_send: return "nonmonotonic-send";
    case Name::committed_offset_regression: return "committed-offset-regression";
    case Name::committed_beyond_polled: return "committed-beyond-polled";
    case Name::assign_skip: return "assign-skip";
    case Name::unseen: return "unseen";
    case Name::empty_transaction_graph: return "empty-transaction-graph";
    case Name::int_send_skip: return "int-send-skip";
    case Name::g0: return "G0";
    case Name::g0_process: return "G0-process";
    case Name::g0_realtime: return "G0-realtime";
    case Name::count: break;
  }
  return "";
}

bool is_allowed(Name name, const CheckerOptions& options) {
  switch (name) {
    case Name::int_send_skip:
    case Name::g0:
    case Name::g0_process:
    case Name::g0_realtime: return true;
    case Name::poll_skip:
    case Name::nonmonotonic_poll: return options.subscribe;
    case Name::g1c:
    case Name::g1c_process:
    case Name::g1c_realtime: return options.ww_edges;
    default: return false;
  }
}

void Findings::Found::take(std::uint64_t weight, Anomaly anomaly) {
  const auto heavier = [](std::uint64_t left, const auto& right) { return left > right.first; };
  worst.emplace(std::upper_bound(worst.begin(), worst.end(), weight, heavier), weight,
                std::move(anomaly));
  if (worst.size() > Judgement::most_examples) worst.pop_back();
}

Judgement Findings::judgement(const CheckerOptions& options) {
  Judgement judgement;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    Found& found = found_[i];
    if (found.count == 0) continue;
    const auto name = static_cast<Name>(i);
    const bool allowed = is_allowed(name, options);
    auto& anomalies = allowed ? judgement.notes : judgement.anomalies;
    for (auto& [weight, anomaly] : found.worst) anomalies.push_back(std::move(anomaly));
    if (!allowed) judgement.counts.emplace_back(to_text(name), found.count);
  }
  if (!judgement.anomalies.empty()) judgement.verdict = Judgement::Verdict::violated;
  return judgement;
}

}  // namespace fencepost::properties::kafka
