// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/register_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fencepost/properties/checkers/id_map.hpp"

namespace fencepost::properties {
namespace {

using Kind = RegisterCall::Kind;
using Calls = std::vector<RegisterCall>;
using enum RegisterAnswer::Kind;
const std::function<bool()> never;
constexpr std::uint64_t plenty = std::uint64_t{1} << 30U;

RegisterCall read(std::uint32_t value, std::uint64_t from, std::uint64_t to) {
  return {.kind = Kind::read, .value = value, .invoked_at = from, .completed_at = to};
}
RegisterCall write(std::uint32_t value, std::uint64_t from, std::uint64_t to) {
  return {.kind = Kind::write, .value = value, .invoked_at = from, .completed_at = to};
}
RegisterCall unknown_write(std::uint32_t value, std::uint64_t from) {
  return {.kind = Kind::write, .indeterminate = true, .value = value, .invoked_at = from};
}

/// By trying every order.
bool has_order(const Calls& calls, std::vector<bool>& done, std::uint32_t value) {
  std::uint64_t first_end = UINT64_MAX;
  bool all = true;
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!done[i] && !calls[i].indeterminate) {
      first_end = std::min(first_end, calls[i].completed_at);
      all = false;
    }
  if (all) return true;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const RegisterCall& call = calls[i];
    if (done[i] || call.invoked_at > first_end) continue;
    if (call.kind == Kind::read && call.value != value) continue;
    if (call.kind == Kind::cas && call.from != value) continue;
    done[i] = true;
    const bool found = has_order(calls, done, call.value);
    done[i] = false;
    if (found) return true;
  }
  return false;
}

/// At most seven calls of three clients on three values.
Calls drawn(std::uint64_t seed) {
  struct Open {
    std::size_t call = SIZE_MAX;
  };
  Calls calls;
  std::array<Open, 3> clients;
  std::uint64_t now = 0;
  for (std::uint64_t i = 0; i < 14; ++i) {
    const std::uint64_t bits = mixed(seed * 64 + i + 1);
    Open& client = clients[bits % 3];
    ++now;
    if (client.call != SIZE_MAX) {
      RegisterCall& call = calls[client.call];
      if (bits / 8 % 8 > 0 || call.kind == Kind::read) {
        call.completed_at = now;
        call.indeterminate = false;
      }
      client.call = SIZE_MAX;
    } else if (calls.size() < 7) {
      client.call = calls.size();
      calls.push_back({.kind = static_cast<Kind>(bits / 64 % 3),
                       .indeterminate = true,
                       .from = static_cast<std::uint32_t>(bits / 1024 % 3),
                       .value = static_cast<std::uint32_t>(bits / 65536 % 3),
                       .invoked_at = now});
    }
  }
  std::erase_if(calls,
                [](const RegisterCall& c) { return c.indeterminate && c.kind == Kind::read; });
  return calls;
}

TEST(RegisterSearch, agrees_with_trying_every_order) {
  int linearizable_ones = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    const Calls calls = drawn(seed);
    std::vector<bool> done(calls.size());
    const bool expected = has_order(calls, done, RegisterCall::absent);
    const auto kind = search_register(calls, plenty, never).kind;
    ASSERT_EQ(kind, expected ? linearizable : impossible) << "seed " << seed;
    linearizable_ones += expected ? 1 : 0;
  }
  EXPECT_GT(linearizable_ones, 2'000);
  EXPECT_LT(linearizable_ones, 18'000);
}

TEST(RegisterSearch, says_what_could_have_been_read) {
  const RegisterAnswer answer = search_register(
      {write(1, 0, 1), write(2, 2, 5), read(7, 3, 6), unknown_write(3, 4), read(3, 7, 8)}, plenty,
      never);
  EXPECT_EQ(answer.kind, impossible);
  EXPECT_EQ(answer.call, 2);
  EXPECT_EQ(answer.values, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(RegisterSearch, is_quick_on_long_histories_and_many_equal_unknowns) {
  Calls calls;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const auto value = static_cast<std::uint32_t>(i % 5);
    calls.push_back(write(value, 4 * i, 4 * i + 2));
    calls.push_back(read(value, 4 * i + 1, 4 * i + 3));
    if (i % 400 == 0) calls.push_back(unknown_write((value + 1) % 5, 4 * i + 1));
  }
  EXPECT_EQ(search_register(calls, plenty, never).kind, linearizable);
}

TEST(RegisterSearch, gives_up_when_it_must) {
  Calls calls;
  for (std::uint32_t i = 0; i < 40; ++i) calls.push_back(write(i + 1, i, 100 + i));
  calls.push_back(read(99, 200, 201));
  EXPECT_EQ(search_register(calls, 1'000'000, never).kind, gave_up);
  EXPECT_EQ(search_register(calls, plenty, [] { return true; }).kind, gave_up);
}

TEST(RegisterSearch, that_is_stopped_while_it_explains_still_knows_that_there_is_no_order) {
  Calls calls{write(1, 0, 1)};
  for (std::uint32_t from = 1; from < 7; ++from)
    for (std::uint32_t to = 1; to < 7; ++to)
      if (from != to)
        calls.push_back({.kind = Kind::cas,
                         .indeterminate = true,
                         .from = from,
                         .value = to,
                         .invoked_at = 2 + calls.size()});
  calls.push_back(read(9, 50, 51));
  calls.push_back(
      {.kind = Kind::cas, .indeterminate = true, .from = 8, .value = 9, .invoked_at = 49});
  std::ranges::sort(calls, {}, &RegisterCall::invoked_at);
  std::uint64_t asked = 0;
  const RegisterAnswer whole = search_register(calls, plenty, [&] { return ++asked == 0; });
  EXPECT_EQ(whole.kind, impossible);
  EXPECT_EQ(whole.values, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}));
  ASSERT_GT(asked, 3U);
  const RegisterAnswer stopped = search_register(calls, plenty, [&] { return --asked == 0; });
  EXPECT_EQ(stopped.kind, impossible);
  EXPECT_EQ(stopped.call, whole.call);
  EXPECT_TRUE(stopped.values.empty());
}

}  // namespace
}  // namespace fencepost::properties
