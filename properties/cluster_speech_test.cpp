// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/cluster_speech.hpp"

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

TEST(ClusterSpeech, takes_an_integer_in_every_spelling) {
  const auto whole = [](std::string_view text) { return whole_number(*read_json(text)); };
  for (const char* const text : {"120", "120.0", "1.2E2", "1.20e+2", "12000e-2"})
    EXPECT_EQ(whole(text), 120) << text;
  EXPECT_EQ(whole("-1.0E7"), -10'000'000);
  EXPECT_EQ(whole("9223372036854775807.0"), INT64_MAX);
  EXPECT_EQ(whole("-0.0"), 0);
  for (const char* const text :
       {"1.5", "1e-1", "1e19", "1e300", "9223372036854775808", "\"7\"", "null", "[7]"})
    EXPECT_FALSE(whole(text)) << text;
}

}  // namespace
}  // namespace fencepost::properties
