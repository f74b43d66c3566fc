// SPDX-License-Identifier: Apache-2.0
// Classes as a user might write them, right and wrong, each with another kind of storage.
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "fencepost/ports/home.hpp"
#include "fencepost/ports/offset_commit.hpp"

namespace fencepost::suite {

using Offset = ports::Offset;
using Partition = ports::Partition;
template <class Result>
using Reply = ports::Reply<Result>;

class InMemory : public ports::OffsetCommit {
 public:
  Reply<Offset> processed(Partition partition, Offset offset) override {
    Progress& progress = partitions_[partition];
    if (offset > progress.committed) progress.waiting.insert(offset);
    while (progress.waiting.erase(progress.committed + 1) > 0) ++progress.committed;
    return progress.committed;
  }
  Reply<Offset> committed(Partition partition) override { return partitions_[partition].committed; }

 protected:
  struct Progress {
    Offset committed = -1;
    std::set<Offset> waiting;
  };
  std::map<Partition, Progress> partitions_;
};

/// Commits over gaps.
class Hasty : public InMemory {
  Reply<Offset> processed(Partition partition, Offset offset) override {
    Offset& committed = partitions_[partition].committed;
    return committed = std::max(committed, offset);
  }
};

/// A line `partition committed` a commit, appended to one file.
class OnDisk : public InMemory {
 public:
  OnDisk(const Settings&, sut::Disk& disk) : disk_(disk), log_(disk.open("log")) {
    std::string text;
    disk_.read(log_, text);
    const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    text.resize(whole);
    // A torn line is cut off, so that the next one does not continue it.
    if (disk_.truncate(log_, whole) != sut::DiskResult::ok) throw ports::Damaged("cannot truncate");
    for (std::size_t at = 0; at < whole; at = text.find('\n', at) + 1) load(text.substr(at));
  }

  Reply<Offset> processed(Partition partition, Offset offset) override {
    const Offset before = partitions_[partition].committed;
    const Reply<Offset> reply = InMemory::processed(partition, offset);
    if (reply.result() != before && !store(line(partition, reply.result())))
      return ports::Uncertain{};
    return reply;
  }

 protected:
  virtual bool store(const std::string& text) {
    return disk_.append(log_, text) == sut::DiskResult::ok &&
           disk_.sync(log_) == sut::DiskResult::ok && disk_.sync_names() == sut::DiskResult::ok;
  }
  static std::string line(Partition partition, Offset committed) {
    const std::string text = std::to_string(partition) + ' ' + std::to_string(committed);
    return text + ' ' + std::to_string(checksum(text)) + '\n';
  }
  static unsigned checksum(const std::string& text) {
    unsigned sum = 2166136261U;
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
    return sum;
  }
  void load(const std::string& text) {
    Partition partition = 0;
    Offset committed = 0;
    std::sscanf(text.c_str(), "%ld %ld", &partition, &committed);
    if (text.substr(0, text.find('\n') + 1) != line(partition, committed))
      throw ports::Damaged("a line of the log has another checksum");
    partitions_[partition].committed = committed;
  }

  sut::Disk& disk_;
  sut::Disk::File log_;
};

/// The same lines in a file of its own.
class InAFolder : public InMemory {
 public:
  InAFolder(const Settings&, const ports::Folder& folder) : path_(folder.path + "/log") {
    std::ifstream log(path_);
    Partition partition = 0;
    for (Offset committed = 0; log >> partition >> committed;)
      partitions_[partition].committed = committed;
  }

  Reply<Offset> processed(Partition partition, Offset offset) override {
    const Reply<Offset> reply = InMemory::processed(partition, offset);
    std::ofstream(path_, std::ios::app) << partition << ' ' << reply.result() << '\n';
    return reply;
  }

 private:
  std::string path_;
};

}  // namespace fencepost::suite
