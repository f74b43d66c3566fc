// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/offset_window.hpp"

#include <gtest/gtest.h>

#include <set>

#include "fencepost/faults/chance.hpp"
#include "fencepost/sut/offset_commit_bugs.hpp"

namespace fencepost::sut {
namespace {

constexpr NoBugs no_bugs;

struct Window : OffsetWindow<NoBugs, OffsetCommitBug> {
  bool add(std::int64_t offset) { return OffsetWindow::add(offset, no_bugs); }
  std::int64_t reach() const { return OffsetWindow::reach(no_bugs); }
  /// Takes in an offset and moves on as far as that allows.
  std::int64_t process(std::int64_t offset) {
    if (offset >= next()) add(offset);
    advance(reach());
    return next();
  }
  std::vector<std::int64_t> waiting() const {
    std::vector<std::int64_t> all;
    for_each([&all](std::int64_t offset) { all.push_back(offset); });
    return all;
  }
};

using Offsets = std::vector<std::int64_t>;

TEST(OffsetWindow, says_whether_an_offset_is_fresh) {
  Window window;
  EXPECT_TRUE(window.add(3));
  EXPECT_FALSE(window.add(3));
  EXPECT_TRUE(window.add(INT64_MAX));
  EXPECT_FALSE(window.add(INT64_MAX));
  EXPECT_EQ(window.held(), 2);
  EXPECT_EQ(window.waiting(), (Offsets{3, INT64_MAX}));
}

TEST(OffsetWindow, reaches_over_words) {
  Window window;
  for (std::int64_t offset = 1; offset < 200; ++offset) window.add(offset);
  EXPECT_EQ(window.reach(), 0);
  EXPECT_EQ(window.process(0), 200);
  EXPECT_EQ(window.held(), 0);
}

TEST(OffsetWindow, does_not_take_the_end_of_the_ring_for_its_beginning) {
  Window window;
  for (std::int64_t offset = 0; offset < 10; ++offset) window.process(offset);
  for (std::int64_t offset = 11; offset < 74; ++offset) EXPECT_TRUE(window.add(offset));
  EXPECT_EQ(window.reach(), 10);
  EXPECT_EQ(window.process(10), 74);
  EXPECT_EQ(window.waiting(), Offsets{});
}

TEST(OffsetWindow, carries_over_what_waits_when_it_grows) {
  Window window;
  for (std::int64_t offset = 0; offset < 40; ++offset) window.process(offset);
  for (const std::int64_t offset : {41, 63, 64, 100, 103, 104, 5000}) window.add(offset);
  EXPECT_EQ(window.waiting(), (Offsets{41, 63, 64, 100, 103, 104, 5000}));
  EXPECT_EQ(window.held(), 7);
}

TEST(OffsetWindow, takes_back_what_was_added) {
  Window window;
  window.add(5);
  window.add(std::int64_t{1} << 62);
  window.take_back(5);
  window.take_back(std::int64_t{1} << 62);
  EXPECT_EQ(window.held(), 0);
  EXPECT_EQ(window.waiting(), Offsets{});
}

TEST(OffsetWindow, draws_far_offsets_in_as_it_comes_near) {
  Window window;
  const std::int64_t far = (std::int64_t{1} << 17) + 70;
  window.add(far);
  window.add(far + 1);
  for (std::int64_t offset = 0; offset < far; ++offset) window.process(offset);
  EXPECT_EQ(window.next(), far + 2);
  EXPECT_EQ(window.held(), 0);
}

TEST(OffsetWindow, grows_with_what_it_holds) {
  constexpr std::int64_t count = 1'000'000;
  Window window;
  for (std::int64_t offset = count; offset-- > 1;) window.add(offset);
  EXPECT_EQ(window.held(), count - 1);
  EXPECT_EQ(window.process(0), count);
}

TEST(OffsetWindow, is_a_set_with_a_lower_bound) {
  const faults::Chance chance(7);
  Window window;
  std::set<std::int64_t> model;
  std::int64_t next = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const std::int64_t width = std::int64_t{1} << chance.below(12, "width", i);
    const std::int64_t offset =
        next + chance.between(0, chance.percent(40, "next", i) ? 0 : width, "offset", i);
    ASSERT_EQ(window.add(offset), model.insert(offset).second);
    for (; model.contains(next); ++next) model.erase(next);
    window.advance(window.reach());
    ASSERT_EQ(window.next(), next);
    ASSERT_EQ(window.held(), static_cast<std::int64_t>(model.size()));
  }
  EXPECT_EQ(window.waiting(), Offsets(model.begin(), model.end()));
}

}  // namespace
}  // namespace fencepost::sut
