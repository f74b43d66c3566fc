// SPDX-License-Identifier: Apache-2.0
// Byte strings, each kept once and numbered from 0 in the order in which they came.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::properties::kafka {

/// Stands for no operation, no message, no key.
inline constexpr std::uint32_t none = UINT32_MAX;

/// Spreads the bits of a number over all of it, for tables in memory.
std::uint64_t mixed(std::uint64_t bits);

/// One spelling for each JSON value: the keys of objects are sorted, nothing is written that could
/// steer a terminal.
std::string spelling_of(const Json& value);

class Texts {
 public:
  /// The number of the text, which is added if it is new.
  std::uint32_t intern(std::string_view text);
  /// `none` if it is not there.
  std::uint32_t find(std::string_view text) const;
  /// Valid until the next text is added.
  std::string_view text(std::uint32_t number) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::uint64_t bytes() const;

 private:
  std::size_t slot_of(std::string_view text) const;
  void grow();

  std::string bytes_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16, none);
};

}  // namespace fencepost::properties::kafka
