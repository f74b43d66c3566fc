// SPDX-License-Identifier: Apache-2.0
// What a history implies about the fold of all records: the values that each key may have. Where
// the fate of an append is open it has several; what a state tells settles them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::properties {

class FoldLedger {
 public:
  /// `adds`: values are added to the key's, instead of replacing it.
  explicit FoldLedger(bool adds) : adds_(adds) {}

  void appended(std::string_view key, std::string_view payload);
  void perhaps_appended(std::string_view key, std::string_view payload);

  /// A value that a told state has wrong.
  struct Wrong {
    /// `the state has "a"=2, but "a"=1 is right`
    std::string sentence;
    /// It is a right sum and one value of the key's records more.
    bool one_twice = false;
    /// A key is there that has no value, because its latest record deletes it.
    bool deleted_is_back = false;
  };
  /// Takes over a told state, a list of [key, value], unless it is wrong.
  std::optional<Wrong> told(TapeReader state);

 private:
  /// With more than this many values a key is not judged until a state tells it.
  static constexpr std::size_t most_values = 64;

  struct Key {
    /// Tape values; empty for none.
    std::vector<std::string> possible = {{}};
    std::vector<std::int64_t> values;
    bool anything = false;
  };

  std::string after(const std::string& before, std::string_view payload) const;
  Key& note(std::string_view key, std::string_view payload);
  bool allows(const Key& key, std::string_view value) const;
  Wrong wrong(const std::string& name, const Key& key, std::string_view value) const;

  bool adds_;
  std::map<std::string, Key, std::less<>> keys_;
};

}  // namespace fencepost::properties
