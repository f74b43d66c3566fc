// SPDX-License-Identifier: Apache-2.0
// A disk in memory that remembers what was not synced, loses it when the power goes, and fails when
// told to. Nothing goes wrong that was not armed. Operations (appends, truncations, syncs, renames,
// removals, syncs of names) are counted from 1 since `begin_message`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/scenario.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::faults {

class SimDisk final : public sut::Disk {
 public:
  /// Back to an empty disk, keeping the memory.
  void clear();

  // What the world arms. All of it is disarmed by `begin_message`.
  void begin_message();
  void lose_power_before(std::uint32_t operation) { power_loss_at_ = operation; }
  void fail_write(std::uint32_t number, std::uint32_t torn_bytes);
  void fail_sync(std::uint32_t number) { failing_sync_ = number; }
  /// Half of what is appended to a full disk finds room.
  void set_full(bool full) { full_ = full; }
  /// An armed failure has happened since `begin_message`.
  bool struck() const { return struck_; }
  /// Operations since `begin_message`.
  std::uint32_t operations() const { return operations_; }

  struct Lost {
    std::uint32_t writes = 0;
    std::uint32_t torn_bytes = 0;
  };
  /// Power loss: keeps what was synced and what `loss` says of the rest.
  Lost crash(const Loss& loss);
  /// Only the log is left, as far as it was synced.
  void lose_node();
  /// Flips a bit of the stored append number `write` (from 1, over all files' synced appends,
  /// modulo their number); false if nothing is stored.
  bool flip_bit(std::uint32_t write, std::uint64_t bit);

  // The port.
  File open(std::string_view name) override;
  bool exists(std::string_view name) const override;
  std::vector<std::string> names() const override;
  std::uint64_t size(File file) const override;
  void read(File file, std::string& bytes) const override;
  sut::DiskResult append(File file, std::string_view bytes) override;
  sut::DiskResult truncate(File file, std::uint64_t size) override;
  sut::DiskResult sync(File file) override;
  sut::DiskResult rename(std::string_view from, std::string_view to) override;
  sut::DiskResult remove(std::string_view name) override;
  sut::DiskResult sync_names() override;

 private:
  struct Extent {
    std::uint64_t start;
    std::uint64_t size;
  };
  struct Content {
    std::string bytes;
    /// Where each append that is still stored begins and ends; what `flip_bit` counts.
    std::vector<Extent> appends;
  };
  struct Entry {
    std::string name;
    File file;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  /// A write that power loss may undo.
  struct Unsynced {
    File file;
    bool truncation;
    /// A sync of it failed.
    bool doubtful;
    std::uint64_t start;
    std::uint64_t size;
    /// What a truncation removed.
    std::string removed;
  };

  /// Counts an operation and loses power if it is the armed one.
  void operate();
  const Entry* find(std::string_view name) const;
  void cut(Content& content, std::uint64_t size);
  void undo(const Unsynced& write);

  std::vector<Content> contents_;
  std::size_t used_ = 0;
  std::vector<Entry> names_;
  std::vector<Entry> durable_names_;
  std::vector<Unsynced> unsynced_;
  std::uint32_t operations_ = 0;
  std::uint32_t writes_ = 0;
  std::uint32_t syncs_ = 0;
  std::uint32_t power_loss_at_ = 0;
  std::uint32_t failing_write_ = 0;
  std::uint32_t failing_write_bytes_ = 0;
  std::uint32_t failing_sync_ = 0;
  bool full_ = false;
  bool struck_ = false;
};

}  // namespace fencepost::faults
