// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/billing_ledger.hpp"

#include <gtest/gtest.h>

#include <map>

namespace fencepost::sut {
namespace {

TEST(BillingLedger, sums_by_window_and_tenant_and_sorts_by_name) {
  InternedNames names;
  const std::uint32_t b = names.use("b");
  const std::uint32_t a = names.use("a");
  BillingLedger ledger;
  ledger.add(10, b, 5);
  ledger.add(-10, b, 1);
  ledger.add(10, a, 7);
  ledger.add(10, b, -2);
  const auto accounts = ledger.accounts(names);
  ASSERT_EQ(accounts.size(), 3U);
  EXPECT_EQ(accounts[0].window, -10);
  EXPECT_EQ(accounts[1].tenant, a);
  EXPECT_EQ(accounts[2].tokens, 3);
  EXPECT_EQ(accounts[2].events, 2);
}

TEST(BillingLedger, is_the_sorted_map_that_it_stands_for) {
  InternedNames names;
  for (int i = 0; i < 50; ++i) names.use("t" + std::to_string(100 + i));
  BillingLedger ledger;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> right;
  std::uint64_t random = 1;
  for (int i = 0; i < 5000; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const auto tenant = static_cast<std::uint32_t>(random >> 33U) % 50;
    const std::int64_t window = static_cast<std::int64_t>(random >> 50U) % 40 * 60'000 - 1'200'000;
    ledger.add(window, tenant, i);
    right[{window, tenant}] += i;
  }
  std::string state;
  ledger.save(state);
  BillingLedger loaded;
  Unpacker fields(state);
  ASSERT_TRUE(loaded.load(fields));
  const auto accounts = loaded.accounts(names);
  ASSERT_EQ(accounts.size(), right.size());
  std::size_t at = 0;
  for (const auto& [key, tokens] : right) {
    EXPECT_EQ(accounts[at].window, key.first);
    EXPECT_EQ(accounts[at].tenant, key.second);
    EXPECT_EQ(accounts[at++].tokens, tokens);
  }
}

TEST(BillingLedger, refuses_bytes_that_make_no_sense) {
  BillingLedger ledger;
  ledger.add(0, 0, 1);
  std::string state;
  ledger.save(state);
  Unpacker cut(std::string_view(state).substr(0, state.size() - 1));
  EXPECT_FALSE(ledger.load(cut));
  const std::string nothing(state.size() - 8, '\0');
  state.replace(8, nothing.size(), nothing);
  Unpacker free(state);
  EXPECT_FALSE(ledger.load(free));
}

}  // namespace
}  // namespace fencepost::sut
