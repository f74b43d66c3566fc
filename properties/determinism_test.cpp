// SPDX-License-Identifier: Apache-2.0
// The same seeds give the same histories: on gcc and clang, with and without optimisation, with one
// thread and with two. The digests stand in seeds/golden/digests.txt; every build must find them
// again.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "fencepost/properties/campaign.hpp"
#include "fencepost/sut/engine.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint64_t seeds_each = 1250;  // 10,000 over eight workloads

Digest digest_of(const Workload& workload, unsigned jobs) {
  Plan plan;
  plan.seeds = seeds_each;
  plan.jobs = jobs;
  Listener nobody;
  return run_campaign(
             workload, [&] { return sut::make_engine(workload.contract->name); }, plan, nobody)
      .digest;
}

std::map<std::string, std::string> stored_digests() {
  std::ifstream file(FENCEPOST_SOURCE_DIR "/seeds/golden/digests.txt");
  std::map<std::string, std::string> digests;
  for (std::string workload, digest; file >> workload >> digest;) digests[workload] = digest;
  return digests;
}

TEST(Determinism, ten_thousand_seeds_give_the_stored_digests_with_one_thread_and_with_two) {
  const auto stored = stored_digests();
  std::uint64_t seeds = 0;
  for (const Workload& workload : workloads()) {
    const std::string name(workload.contract->name);
    const auto found = stored.find(name);
    ASSERT_NE(found, stored.end()) << name;
    EXPECT_EQ(to_text(digest_of(workload, 1)), found->second) << name;
    EXPECT_EQ(to_text(digest_of(workload, 2)), found->second) << name << " with two threads";
    seeds += seeds_each;
  }
  EXPECT_GE(seeds, 10'000U);
}

}  // namespace
}  // namespace fencepost::properties
