// SPDX-License-Identifier: Apache-2.0
// The passes over a whole history, each of which looks for a family of anomalies. All are linear.
#pragma once

#include <cstdint>
#include <functional>

#include "fencepost/properties/checkers/kafka_anomalies.hpp"
#include "fencepost/properties/checkers/kafka_history.hpp"
#include "fencepost/properties/checkers/kafka_log.hpp"

namespace fencepost::properties::kafka {

/// inconsistent-offsets, duplicate.
void judge_log(const History& history, const Log& log, Findings& findings);

/// phantom, G1a, precommitted-read, lost-write, unseen; empty-transaction-graph.
void judge_reads(const History& history, const Log& log, Findings& findings);

/// Positions of clients and the order within an operation: (int-)poll-skip,
/// (int-)nonmonotonic-poll, int-send-skip, (int-)nonmonotonic-send, poll-below-asked,
/// poll-past-asked, assign-skip.
void judge_order(const History& history, const Log& log, Findings& findings);

/// Cycles. Says why it had to give up, otherwise empty.
/// `spare_memory`: how many bytes the graph may take.
std::string judge_cycles(const History& history, const Log& log, const CheckerOptions& options,
                         std::uint64_t spare_memory, Findings& findings);

}  // namespace fencepost::properties::kafka
