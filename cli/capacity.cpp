// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/capacity.hpp"

#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/worked_example.hpp"

namespace fencepost::cli {

ExitCode capacity(const Flags& flags, Console& console) {
  std::vector<properties::CapacityInput> inputs;
  for (const std::uint64_t partitions : flags.partition_counts) {
    inputs.push_back(flags.sizing);
    inputs.back().partitions = partitions;
  }
  console.out.write(reports::capacity_text(inputs));
  return ExitCode::ok;
}

}  // namespace fencepost::cli
