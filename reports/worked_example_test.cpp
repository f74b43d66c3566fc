// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/worked_example.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fencepost::reports {
namespace {

using properties::BillingOptions;
using properties::CapacityInput;
using properties::StrategyRow;

std::string table(const BillingOptions& options, bool further) {
  const auto log = draw_billing_log(options);
  std::vector<StrategyRow> rows;
  for (const auto strategy : properties::all_strategies)
    rows.push_back(run_strategy(strategy, log, options));
  return strategies_text(log, options, rows, further);
}

TEST(WorkedExample, prints_the_strategies_to_the_digit) {
  EXPECT_EQ(
      table({}, false),
      R"(20,000 usage events, 4 partitions, 40,298,184 tokens; consumer crashes in 2% of batches; 100 runs per strategy

strategy              events applied   tokens billed vs true   tenants wrong   extra state
commit-first          19,516-20,000   -2.42% to  +0.00%       50/50     -
commit-after          20,000-20,491   +0.00% to  +2.58%       50/50     -
commit-after+dedupe   20,000-20,000   +0.00% to  +0.00%        0/50     20,000 ids kept
transactional         20,000-20,000   +0.00% to  +0.00%        0/50     offsets in sink
)");
}

TEST(WorkedExample, prints_further_columns_when_asked) {
  BillingOptions options;
  options.runs = 3;
  options.random_key = true;
  const std::string text = table(options, true);
  EXPECT_NE(text.find("billed twice   out of order\n"), std::string::npos);
  EXPECT_NE(text.find("50/50\n"), std::string::npos);
}

TEST(WorkedExample, prints_the_capacities_to_the_digit) {
  std::vector<CapacityInput> inputs;
  for (const std::uint64_t partitions : {8ULL, 12ULL, 16ULL})
    inputs.push_back({30'000, 4'000, partitions, 600});
  const std::string text = capacity_text(inputs);
  EXPECT_EQ(text.substr(0, text.find("\n\n") + 1),
            R"(sizing: 30,000 events/s produced; one consumer handles 4,000 events/s per partition
   8 partitions: capacity 32,000/s, utilization 93.8%, 10-minute outage drains in 150.0 min
  12 partitions: capacity 48,000/s, utilization 62.5%, 10-minute outage drains in  16.7 min
  16 partitions: capacity 64,000/s, utilization 46.9%, 10-minute outage drains in   8.8 min
)");
}

TEST(WorkedExample, says_so_when_a_queue_never_drains) {
  const CapacityInput behind{40'000, 4'000, 8, 600};
  const std::string text = capacity_text({&behind, 1});
  EXPECT_NE(text.find("drains in never"), std::string::npos);
  EXPECT_NE(text.find("reaches the retention 35.0 days after"), std::string::npos) << text;
}

}  // namespace
}  // namespace fencepost::reports
