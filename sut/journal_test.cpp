// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/journal.hpp"

#include <gtest/gtest.h>

#include "fencepost/faults/sim_disk.hpp"

namespace fencepost::sut {
namespace {

/// Remembers its records; a checkpoint is all of them, each ended by a line feed.
struct Notebook final : Recoverable {
  std::string lines;
  bool load(std::string_view state) override {
    lines = state;
    return true;
  }
  void redo(std::string_view record) override { lines.append(record) += '\n'; }
  void reset() override { lines.clear(); }
  void save(std::string& state) const override { state += lines; }
};

struct Writer {
  explicit Writer(Disk& disk) : journal(disk), damage(journal.recover(notebook)) {}

  bool write(const std::string& record) {
    if (!journal.commit(record, outcome)) return false;
    notebook.redo(record);
    journal.checkpoint_if_due(notebook);
    return true;
  }

  Notebook notebook;
  Journal journal;
  std::string damage;
  Outcome outcome;
};

std::string record(int n) { return "record number " + std::to_string(n); }

std::string lines(int records) {
  std::string text;
  for (int n = 0; n < records; ++n) text += record(n) + '\n';
  return text;
}

TEST(Journal, keeps_what_was_committed_through_a_crash) {
  faults::SimDisk disk;
  Writer writer(disk);
  for (int n = 0; n < 200; ++n) ASSERT_TRUE(writer.write(record(n)));
  disk.crash({.names = true});
  EXPECT_EQ(Writer(disk).notebook.lines, lines(200));
}

TEST(Journal, rebuilds_everything_from_the_log_alone) {
  faults::SimDisk disk;
  Writer writer(disk);
  for (int n = 0; n < 200; ++n) ASSERT_TRUE(writer.write(record(n)));
  disk.lose_node();
  EXPECT_EQ(disk.names(), std::vector<std::string>{"log"});
  EXPECT_EQ(Writer(disk).notebook.lines, lines(200));
}

TEST(Journal, loses_nothing_and_invents_nothing_when_power_goes_before_any_disk_operation) {
  for (std::uint32_t at = 1; at < 400; ++at)
    for (const Loss& loss : {Loss{}, Loss{.kept = 1}, Loss{.torn = 9},
                             Loss{.torn = 9, .zeros = true}, Loss{.names = true}}) {
      faults::SimDisk disk;
      int told = 0;
      try {
        Writer writer(disk);
        disk.begin_message();
        disk.lose_power_before(at);
        for (; told < 150; ++told) ASSERT_TRUE(writer.write(record(told)));
      } catch (const PowerLoss&) {
      }
      disk.crash(loss);
      // Once more in the middle of the recovery.
      try {
        disk.lose_power_before(1 + at % 3);
        const Writer first(disk);
      } catch (const PowerLoss&) {
        disk.crash({});
      }
      disk.begin_message();
      const Writer second(disk);
      EXPECT_EQ(second.damage, "");
      EXPECT_TRUE(second.notebook.lines == lines(told) || second.notebook.lines == lines(told + 1))
          << at;
    }
}

TEST(Journal, reports_a_flipped_bit_of_the_log_or_does_without_the_checkpoint) {
  faults::SimDisk fresh;
  Writer writer(fresh);
  for (int n = 0; n < 60; ++n) ASSERT_TRUE(writer.write(record(n)));
  int reported = 0, bypassed = 0;
  for (std::uint32_t write = 1; write <= 64; ++write) {
    faults::SimDisk disk = fresh;
    ASSERT_TRUE(disk.flip_bit(write, 31 * write));
    disk.crash({});
    const Writer again(disk);
    if (again.damage.empty()) {
      EXPECT_EQ(again.notebook.lines, lines(60));
      ++bypassed;
    } else {
      EXPECT_NE(again.damage.find("is damaged, at byte"), std::string::npos);
      ++reported;
    }
  }
  EXPECT_GE(reported, 60);
  EXPECT_GE(bypassed, 1);
}

TEST(Journal, refuses_a_record_when_the_disk_is_full_and_goes_on_afterwards) {
  faults::SimDisk disk;
  Writer writer(disk);
  ASSERT_TRUE(writer.write(record(0)));
  disk.begin_message();
  disk.set_full(true);
  EXPECT_FALSE(writer.write("too much"));
  EXPECT_TRUE(writer.outcome.is_refused(refusal::disk_full));
  disk.begin_message();
  EXPECT_TRUE(writer.write(record(1)));
  disk.crash({});
  EXPECT_EQ(Writer(disk).notebook.lines, lines(2));
}

TEST(Journal, is_uncertain_after_a_failed_write_or_sync) {
  for (const bool sync : {false, true}) {
    faults::SimDisk disk;
    Writer writer(disk);
    ASSERT_TRUE(writer.write(record(0)));
    disk.begin_message();
    if (sync)
      disk.fail_sync(1);
    else
      disk.fail_write(1, 5);
    EXPECT_FALSE(writer.write(record(1)));
    EXPECT_EQ(writer.outcome.status, Status::unknown);
    disk.crash({.kept = 9});
    const Writer again(disk);
    EXPECT_EQ(again.damage, "");
    EXPECT_EQ(again.notebook.lines, lines(1));
  }
}

}  // namespace
}  // namespace fencepost::sut
