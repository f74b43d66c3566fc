// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/sim_disk.hpp"

#include <gtest/gtest.h>

namespace fencepost::faults {
namespace {

using sut::DiskResult;

std::string content(const SimDisk& disk, SimDisk::File file) {
  std::string bytes;
  disk.read(file, bytes);
  return bytes;
}

struct Fixture : testing::Test {
  SimDisk disk;
  SimDisk::File log = disk.open("log");
  Fixture() {
    EXPECT_EQ(disk.sync_names(), DiskResult::ok);
    write("synced ");
    EXPECT_EQ(disk.sync(log), DiskResult::ok);
  }
  void write(std::string_view bytes) { EXPECT_EQ(disk.append(log, bytes), DiskResult::ok); }
};
using SimDiskTest = Fixture;

TEST_F(SimDiskTest, loses_every_unsynced_write_by_default) {
  write("one ");
  write("two ");
  EXPECT_EQ(disk.crash({}).writes, 2U);
  EXPECT_EQ(content(disk, log), "synced ");
}

TEST_F(SimDiskTest, keeps_a_prefix_of_the_unsynced_writes_and_tears_the_next) {
  write("one ");
  write("two ");
  write("three ");
  const auto lost = disk.crash({.kept = 1, .torn = 2});
  EXPECT_EQ(lost.writes, 1U);
  EXPECT_EQ(lost.torn_bytes, 2U);
  EXPECT_EQ(content(disk, log), "synced one tw");
}

TEST_F(SimDiskTest, may_leave_zeros_where_a_torn_write_was_to_be) {
  write("two ");
  disk.crash({.torn = 1, .zeros = true});
  EXPECT_EQ(content(disk, log), std::string("synced t\0\0\0", 11));
}

TEST_F(SimDiskTest, undoes_an_unsynced_truncation) {
  EXPECT_EQ(disk.truncate(log, 2), DiskResult::ok);
  EXPECT_EQ(content(disk, log), "sy");
  disk.crash({});
  EXPECT_EQ(content(disk, log), "synced ");
}

TEST_F(SimDiskTest, forgets_names_only_if_they_were_not_synced) {
  const auto fresh = disk.open("fresh");
  EXPECT_EQ(disk.append(fresh, "x"), DiskResult::ok);
  EXPECT_EQ(disk.sync(fresh), DiskResult::ok);
  EXPECT_EQ(disk.rename("fresh", "log"), DiskResult::ok);
  disk.crash({.names = true});
  EXPECT_EQ(disk.names(), std::vector<std::string>{"log"});
  EXPECT_EQ(content(disk, disk.open("log")), "synced ");
}

TEST_F(SimDiskTest, does_not_trust_a_sync_after_a_failed_one) {
  disk.begin_message();
  disk.fail_sync(1);
  write("doubtful");
  EXPECT_EQ(disk.sync(log), DiskResult::failed);
  EXPECT_EQ(disk.sync(log), DiskResult::ok);
  disk.crash({.kept = 5});
  EXPECT_EQ(content(disk, log), "synced ");
}

TEST_F(SimDiskTest, fails_the_armed_write_after_the_bytes_asked_for) {
  disk.begin_message();
  disk.fail_write(2, 3);
  write("one ");
  EXPECT_EQ(disk.append(log, "two "), DiskResult::failed);
  EXPECT_EQ(content(disk, log), "synced one two");
  EXPECT_TRUE(disk.struck());
}

TEST_F(SimDiskTest, loses_power_before_the_armed_operation) {
  disk.begin_message();
  disk.lose_power_before(2);
  write("one ");
  EXPECT_THROW(static_cast<void>(disk.sync(log)), sut::PowerLoss);
  disk.crash({});
  EXPECT_EQ(content(disk, log), "synced ");
}

TEST_F(SimDiskTest, leaves_only_the_log_when_the_node_is_lost) {
  EXPECT_EQ(disk.sync(disk.open("checkpoint.3")), DiskResult::ok);
  EXPECT_EQ(disk.sync_names(), DiskResult::ok);
  disk.lose_node();
  EXPECT_EQ(disk.names(), std::vector<std::string>{"log"});
  EXPECT_EQ(content(disk, log), "synced ");
}

TEST_F(SimDiskTest, flips_exactly_one_stored_bit) {
  EXPECT_TRUE(disk.flip_bit(1, 8));
  EXPECT_EQ(content(disk, log), "sxnced ");
  EXPECT_TRUE(disk.flip_bit(2, 8));
  EXPECT_EQ(content(disk, log), "synced ");
  SimDisk empty;
  EXPECT_FALSE(empty.flip_bit(1, 1));
}

}  // namespace
}  // namespace fencepost::faults
