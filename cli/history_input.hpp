// SPDX-License-Identifier: Apache-2.0
// Where a recorded history comes from: a file, or `-` for standard input. Throws a Refusal.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::cli {

class HistoryInput {
 public:
  /// When `is_over` says so, the stream ends at the next byte.
  HistoryInput(std::string path, std::optional<recorded::Format> format,
               std::function<bool()> is_over);

  /// From the beginning.
  recorded::Opened open() const;
  /// It is a file, which can be read a second time.
  bool is_file() const { return is_file_; }
  /// The operations with these numbers (from 0, those of a nemesis not counted), from a second
  /// reading; what cannot be had any more is left out.
  std::map<std::uint64_t, recorded::Recorded> fetch(const std::set<std::uint64_t>& wanted) const;
  /// The path, or `standard input`.
  const std::string& name() const { return name_; }

 private:
  Result<recorded::Opened> try_open() const;

  std::string path_;
  std::optional<recorded::Format> format_;
  std::function<bool()> is_over_;
  bool is_file_ = false;
  std::string name_;
};

}  // namespace fencepost::cli
