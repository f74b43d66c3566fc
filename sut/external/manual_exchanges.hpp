// SPDX-License-Identifier: Apache-2.0
// One story for each workload, as bodies without `msg_id` and `in_reply_to`: the examples of the
// protocol's manual. A test plays every story to the model and asks for the same replies.
#pragma once

#include <span>
#include <string_view>

namespace fencepost::sut {

struct Exchange {
  std::string_view request;
  std::string_view reply;
};

struct Story {
  std::string_view workload;
  /// As in `init`.
  std::string_view parameters;
  /// From the empty state on, in this order.
  std::span<const Exchange> exchanges;
};

/// In the order of the workloads page. Every command is asked and every refusal given at least
/// once.
std::span<const Story> stories();

}  // namespace fencepost::sut
