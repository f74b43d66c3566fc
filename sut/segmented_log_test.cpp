// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/segmented_log.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::sut {
namespace {

/// A log on a disk of its own.
class Store {
 public:
  Store() { start(); }

  bool append(std::string_view key, std::int64_t value) {
    Tape tape;
    return log_->append(key, tape.number(value).bytes(), outcome_);
  }
  bool bury(std::string_view key) {
    Tape tape;
    return log_->append(key, tape.null().bytes(), outcome_);
  }
  bool truncate(std::int64_t start) {
    LogBounds bounds = log_->bounds();
    bounds.start = start;
    return log_->note(bounds, outcome_);
  }
  bool compact(std::int64_t upto, std::int64_t retention = SegmentedLog::for_ever) {
    return log_->compact(log_->plan(upto, retention), outcome_);
  }
  void start() {
    disk_.begin_message();
    log_ = std::make_unique<SegmentedLog>(disk_);
    damage_ = log_->recover();
  }
  void lose_power(const Loss& loss = {}) {
    disk_.crash(loss);
    start();
  }
  std::string text() const {
    std::string text = std::to_string(log_->bounds().start) + ".." + std::to_string(log_->end());
    for (std::size_t i = 0; i < log_->size(); ++i)
      text += " " + std::to_string(log_->offset(i)) + std::string(log_->key(i)) + "=" +
              to_text(TapeReader(log_->payload(i)));
    return text;
  }
  SegmentedLog& log() { return *log_; }
  faults::SimDisk& disk() { return disk_; }
  const std::string& damage() const { return damage_; }
  const Outcome& outcome() const { return outcome_; }

 private:
  faults::SimDisk disk_;
  std::unique_ptr<SegmentedLog> log_;
  std::string damage_;
  Outcome outcome_;
};

void fill(Store& store, int records) {
  for (int i = 0; i < records; ++i) store.append("k" + std::to_string(i % 7), i);
}

TEST(SegmentedLog, reads_back_what_stands_in_many_segments) {
  Store store;
  fill(store, 100);
  EXPECT_GT(store.disk().names().size(), 3U);
  const std::string before = store.text();
  store.lose_power();
  EXPECT_EQ(store.damage(), "");
  EXPECT_EQ(store.text(), before);
  fill(store, 3);
  const std::string after = store.text();
  store.lose_power();
  EXPECT_EQ(store.text(), after);
}

TEST(SegmentedLog, deletes_whole_segments_and_answers_exactly) {
  Store store;
  fill(store, 100);
  const std::size_t files = store.disk().names().size();
  for (const std::int64_t start : {1, 40, 41, 99, 100}) {
    ASSERT_TRUE(store.truncate(start));
    EXPECT_EQ(store.log().size(), static_cast<std::size_t>(100 - start));
    EXPECT_EQ(store.log().find(0), 0U);
    const std::string before = store.text();
    store.lose_power();
    ASSERT_EQ(store.damage(), "");
    EXPECT_EQ(store.text(), before);
  }
  EXPECT_LT(store.disk().names().size(), files);
  EXPECT_EQ(store.disk().names().size(), 1U);
  store.append("z", 1);
  EXPECT_EQ(store.text(), "100..101 100z=1");
}

TEST(SegmentedLog, keeps_its_bounds_when_the_segments_that_told_them_are_gone) {
  Store store;
  LogBounds bounds;
  bounds.has_state = false;
  bounds.checkpoint = 5;
  bounds.snapshots = {0, 0, 3};
  Outcome outcome;
  ASSERT_TRUE(store.log().note(bounds, outcome));
  fill(store, 60);
  ASSERT_TRUE(store.truncate(50));
  store.lose_power({.kept = 0, .torn = 0, .zeros = false, .names = true});
  EXPECT_EQ(store.damage(), "");
  EXPECT_FALSE(store.log().bounds().has_state);
  EXPECT_EQ(store.log().bounds().checkpoint, 5);
  EXPECT_EQ(store.log().bounds().snapshots, (std::vector<std::int64_t>{0, 0, 3}));
  EXPECT_EQ(store.log().bounds().start, 50);
}

TEST(SegmentedLog, compacts_into_one_segment) {
  Store store;
  fill(store, 100);
  ASSERT_TRUE(store.compact(100));
  EXPECT_EQ(store.log().size(), 7U);
  EXPECT_EQ(store.disk().names().size(), 1U);
  store.lose_power({.kept = 9, .torn = 0, .zeros = false, .names = true});
  EXPECT_EQ(store.damage(), "");
  EXPECT_EQ(store.log().size(), 7U);
  EXPECT_EQ(store.log().offset(0), 93);
  EXPECT_EQ(store.log().bounds().clean_below, 100);
}

TEST(SegmentedLog, says_up_to_where_tombstones_have_expired) {
  Store store;
  store.append("a", 1), store.bury("a"), store.append("b", 1);
  ASSERT_TRUE(store.compact(2, 0));
  EXPECT_EQ(store.log().bounds().expired_below, 0);
  ASSERT_TRUE(store.compact(2, 0));
  EXPECT_EQ(store.text(), "0..3 2b=1");
  store.lose_power();
  EXPECT_EQ(store.log().bounds().expired_below, 2);
}

TEST(SegmentedLog, survives_power_loss_at_every_operation_of_an_append) {
  // Somewhere among these an append begins a new segment.
  for (int records = 0; records < 30; ++records) {
    for (std::uint32_t operation = 1; operation < 6; ++operation) {
      for (const std::uint32_t torn : {0U, 8U, 30U, 90U}) {
        Store store;
        fill(store, records);
        const std::string before = store.text();
        store.disk().begin_message();
        store.disk().lose_power_before(operation);
        bool lost = false;
        try {
          store.append("z", 1);
        } catch (const PowerLoss&) {
          lost = true;
        }
        store.lose_power(
            {.kept = operation % 3, .torn = torn, .zeros = torn == 8, .names = torn == 0});
        ASSERT_EQ(store.damage(), "") << records << " " << operation << " " << torn;
        const std::size_t found = store.log().size();
        EXPECT_TRUE(lost ? found >= static_cast<std::size_t>(records)
                         : found == static_cast<std::size_t>(records) + 1);
        if (found == static_cast<std::size_t>(records)) {
          EXPECT_EQ(store.text(), before);
        }
        ASSERT_TRUE(store.append("y", 2));
        const std::string after = store.text();
        store.lose_power();
        EXPECT_EQ(store.text(), after);
        if (!lost) break;
      }
    }
  }
}

TEST(SegmentedLog, refuses_on_a_full_disk_and_changes_nothing) {
  for (int records = 0; records < 30; ++records) {
    Store store;
    fill(store, records);
    const std::string before = store.text();
    store.disk().set_full(true);
    EXPECT_FALSE(store.append("z", 1));
    EXPECT_EQ(store.outcome().code(), refusal::disk_full);
    EXPECT_FALSE(store.truncate(records));
    EXPECT_EQ(store.outcome().code(), refusal::disk_full);
    EXPECT_EQ(store.text(), before);
    store.lose_power();
    EXPECT_EQ(store.text(), before);
    EXPECT_TRUE(store.append("z", 1));
  }
}

TEST(SegmentedLog, reports_every_flipped_bit) {
  for (std::uint32_t write = 1; write <= 14; ++write) {
    for (std::uint64_t bit = 0; bit < 60 * 8; bit += 3) {
      Store store;
      fill(store, 12);
      ASSERT_TRUE(store.disk().flip_bit(write, bit));
      store.lose_power();
      EXPECT_NE(store.damage().find("damaged"), std::string::npos) << write << " " << bit;
    }
  }
}

TEST(SegmentedLog, reports_a_segment_that_is_missing) {
  Store store;
  fill(store, 100);
  EXPECT_EQ(store.disk().remove("log.2"), DiskResult::ok);
  store.start();
  EXPECT_EQ(store.damage(), "a segment of the log is missing");
}

}  // namespace
}  // namespace fencepost::sut
