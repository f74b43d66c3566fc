// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/campaign.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace fencepost::properties {
namespace {

TEST(Campaign, throws_what_a_thread_threw) {
  const HomeMaker nowhere = []() -> std::unique_ptr<sut::Home> {
    throw std::runtime_error("no home");
  };
  for (const unsigned jobs : {1U, 4U}) {
    Plan plan;
    plan.seeds = 100;
    plan.jobs = jobs;
    Listener nobody;
    EXPECT_THROW(run_campaign(workloads().front(), nowhere, plan, nobody), std::runtime_error)
        << jobs;
  }
}

}  // namespace
}  // namespace fencepost::properties
