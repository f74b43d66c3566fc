// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_anomalies.hpp"

namespace fencepost::properties::kafka {

using namespace anomaly;

Findings no_findings() {
  return {
      bad_offset,
      inconsistent_offsets,
      phantom,
      g1a,
      lost_write,
      duplicate,
      precommitted_read,
      g1c,
      g1c_process,
      g1c_realtime,
      int_nonmonotonic_poll,
      int_poll_skip,
      nonmonotonic_poll,
      poll_skip,
      poll_below_asked,
      poll_past_asked,
      int_nonmonotonic_send,
      nonmonotonic_send,
      committed_offset_regression,
      committed_beyond_polled,
      assign_skip,
      unseen,
      empty_transaction_graph,
      int_send_skip,
      g0,
      g0_process,
      g0_realtime,
  };
}

bool is_allowed(std::string_view name, const CheckerOptions& options) {
  if (name == int_send_skip || name == g0 || name == g0_process || name == g0_realtime) return true;
  if (name == poll_skip || name == nonmonotonic_poll) return options.subscribe;
  if (name == g1c || name == g1c_process || name == g1c_realtime) return options.ww_edges;
  return false;
}

}  // namespace fencepost::properties::kafka
