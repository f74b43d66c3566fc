// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/sim_disk.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::faults {

using sut::DiskResult;

void SimDisk::clear() {
  for (std::size_t i = 0; i < used_; ++i) {
    contents_[i].bytes.clear();
    contents_[i].appends.clear();
  }
  used_ = 0;
  names_.clear();
  durable_names_.clear();
  unsynced_.clear();
  begin_message();
}

void SimDisk::begin_message() {
  operations_ = writes_ = syncs_ = 0;
  power_loss_at_ = failing_write_ = failing_write_bytes_ = failing_sync_ = 0;
  full_ = struck_ = false;
}

void SimDisk::fail_write(std::uint32_t number, std::uint32_t torn_bytes) {
  failing_write_ = number;
  failing_write_bytes_ = torn_bytes;
}

void SimDisk::operate() {
  if (++operations_ != power_loss_at_) return;
  struck_ = true;
  throw sut::PowerLoss{};
}

const SimDisk::Entry* SimDisk::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name, &Entry::name);
  return found == names_.end() ? nullptr : &*found;
}

SimDisk::File SimDisk::open(std::string_view name) {
  if (const Entry* entry = find(name)) return entry->file;
  if (used_ == contents_.size()) contents_.emplace_back();
  const auto file = static_cast<File>(used_++);
  names_.push_back({std::string(name), file});
  return file;
}

bool SimDisk::exists(std::string_view name) const { return find(name) != nullptr; }

std::vector<std::string> SimDisk::names() const {
  std::vector<std::string> sorted;
  for (const Entry& entry : names_) sorted.push_back(entry.name);
  std::ranges::sort(sorted);
  return sorted;
}

std::uint64_t SimDisk::size(File file) const { return contents_[file].bytes.size(); }

void SimDisk::read(File file, std::string& bytes) const { bytes = contents_[file].bytes; }

DiskResult SimDisk::append(File file, std::string_view bytes) {
  operate();
  Content& content = contents_[file];
  const std::uint64_t start = content.bytes.size();
  const bool fails = ++writes_ == failing_write_;
  if (fails || full_) {
    struck_ = true;
    bytes = bytes.substr(0, fails ? failing_write_bytes_ : bytes.size() / 2);
  }
  if (!bytes.empty()) {
    content.bytes.append(bytes);
    content.appends.push_back({start, bytes.size()});
    unsynced_.push_back({file, false, false, start, bytes.size(), {}});
  }
  return fails ? DiskResult::failed : full_ ? DiskResult::full : DiskResult::ok;
}

DiskResult SimDisk::truncate(File file, std::uint64_t size) {
  operate();
  Content& content = contents_[file];
  if (size >= content.bytes.size()) return DiskResult::ok;
  unsynced_.push_back(
      {file, true, false, size, content.bytes.size() - size, content.bytes.substr(size)});
  cut(content, size);
  return DiskResult::ok;
}

void SimDisk::cut(Content& content, std::uint64_t size) {
  content.bytes.resize(size);
  while (!content.appends.empty() && content.appends.back().start >= size)
    content.appends.pop_back();
  if (content.appends.empty()) return;
  Extent& last = content.appends.back();
  last.size = std::min(last.size, size - last.start);
}

DiskResult SimDisk::sync(File file) {
  operate();
  if (++syncs_ == failing_sync_) {
    // It can still be read, and the next power loss takes it, whatever a later sync claims.
    for (Unsynced& write : unsynced_) write.doubtful |= write.file == file;
    struck_ = true;
    return DiskResult::failed;
  }
  std::erase_if(unsynced_,
                [file](const Unsynced& write) { return write.file == file && !write.doubtful; });
  return DiskResult::ok;
}

DiskResult SimDisk::rename(std::string_view from, std::string_view to) {
  operate();
  std::erase_if(names_, [to](const Entry& entry) { return entry.name == to; });
  const auto moved = std::ranges::find(names_, from, &Entry::name);
  CHECK(moved != names_.end());
  moved->name = to;
  return DiskResult::ok;
}

DiskResult SimDisk::remove(std::string_view name) {
  operate();
  std::erase_if(names_, [name](const Entry& entry) { return entry.name == name; });
  return DiskResult::ok;
}

DiskResult SimDisk::sync_names() {
  operate();
  durable_names_ = names_;
  return DiskResult::ok;
}

void SimDisk::undo(const Unsynced& write) {
  Content& content = contents_[write.file];
  if (write.truncation) {
    content.bytes.append(write.removed);
    content.appends.push_back({write.start, write.size});
  } else {
    cut(content, write.start);
  }
}

SimDisk::Lost SimDisk::crash(const Loss& loss) {
  Lost lost;
  const auto doubtful = std::ranges::find(unsynced_, true, &Unsynced::doubtful);
  const auto kept =
      std::min<std::size_t>(loss.kept, static_cast<std::size_t>(doubtful - unsynced_.begin()));
  for (std::size_t i = unsynced_.size(); i-- > kept;) {
    const Unsynced& write = unsynced_[i];
    const bool torn = i == kept && loss.torn > 0 && !write.truncation && loss.torn < write.size;
    if (!torn) {
      undo(write);
      ++lost.writes;
      continue;
    }
    Content& content = contents_[write.file];
    cut(content, write.start + loss.torn);
    lost.torn_bytes = loss.torn;
    if (!loss.zeros) continue;
    content.bytes.resize(write.start + write.size, '\0');
    content.appends.back().size = write.size;
  }
  if (loss.names)
    names_ = durable_names_;
  else
    durable_names_ = names_;
  unsynced_.clear();
  begin_message();
  return lost;
}

void SimDisk::lose_node() {
  crash({.kept = 0, .torn = 0, .zeros = false, .names = true});
  std::erase_if(names_, [](const Entry& entry) { return !entry.name.starts_with(log_prefix); });
  durable_names_ = names_;
}

bool SimDisk::flip_bit(std::uint32_t write, std::uint64_t bit) {
  std::uint64_t stored = 0;
  for (const Entry& entry : names_) stored += contents_[entry.file].appends.size();
  if (stored == 0) return false;
  std::uint64_t number = (write + stored - 1) % stored;
  for (const Entry& entry : names_) {
    Content& content = contents_[entry.file];
    if (number >= content.appends.size()) {
      number -= content.appends.size();
      continue;
    }
    const Extent& extent = content.appends[number];
    bit %= extent.size * 8;
    char& byte = content.bytes[extent.start + bit / 8];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << (bit % 8)));
    return true;
  }
  return false;
}

}  // namespace fencepost::faults
