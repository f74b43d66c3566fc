// SPDX-License-Identifier: Apache-2.0
// The anomalies of partitioned logs by their usual names, and by names of ours where there are
// none; docs/checkers.md has the condition of each.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/checker.hpp"
#include "fencepost/properties/checkers/findings.hpp"

namespace fencepost::properties::kafka {

namespace anomaly {

inline constexpr std::string_view bad_offset = "bad-offset";
inline constexpr std::string_view inconsistent_offsets = "inconsistent-offsets";
inline constexpr std::string_view phantom = "phantom";
inline constexpr std::string_view g1a = "G1a";
inline constexpr std::string_view lost_write = "lost-write";
inline constexpr std::string_view duplicate = "duplicate";
inline constexpr std::string_view precommitted_read = "precommitted-read";
inline constexpr std::string_view g1c = "G1c";
inline constexpr std::string_view g1c_process = "G1c-process";
inline constexpr std::string_view g1c_realtime = "G1c-realtime";
inline constexpr std::string_view int_nonmonotonic_poll = "int-nonmonotonic-poll";
inline constexpr std::string_view int_poll_skip = "int-poll-skip";
inline constexpr std::string_view nonmonotonic_poll = "nonmonotonic-poll";
inline constexpr std::string_view poll_skip = "poll-skip";
inline constexpr std::string_view poll_below_asked = "poll-below-asked";
inline constexpr std::string_view poll_past_asked = "poll-past-asked";
inline constexpr std::string_view int_nonmonotonic_send = "int-nonmonotonic-send";
inline constexpr std::string_view nonmonotonic_send = "nonmonotonic-send";
inline constexpr std::string_view committed_offset_regression = "committed-offset-regression";
inline constexpr std::string_view committed_beyond_polled = "committed-beyond-polled";
inline constexpr std::string_view assign_skip = "assign-skip";
inline constexpr std::string_view unseen = "unseen";
inline constexpr std::string_view empty_transaction_graph = "empty-transaction-graph";
inline constexpr std::string_view int_send_skip = "int-send-skip";
inline constexpr std::string_view g0 = "G0";
inline constexpr std::string_view g0_process = "G0-process";
inline constexpr std::string_view g0_realtime = "G0-realtime";

}  // namespace anomaly

/// Findings of all these. What makes others doubtful counts as worse: where offsets conflict, skips
/// depend on which value is taken.
Findings no_findings();

/// Whether a history that shows it may still be right.
bool is_allowed(std::string_view anomaly, const CheckerOptions& options);

/// Counts one. `sentence()` is called only if it becomes an example.
template <class Sentence>
void found(Findings& findings, std::string_view anomaly, std::uint64_t badness,
           std::vector<std::uint64_t> operations, Sentence sentence) {
  findings.add(anomaly, badness, [&] {
    return Anomaly{.name = {}, .sentence = sentence(), .operations = std::move(operations)};
  });
}

}  // namespace fencepost::properties::kafka
