// SPDX-License-Identifier: Apache-2.0
// The lists that were read of each key. A list that only grows is read as prefixes of one list, so
// that a read is kept as a length; reads that contradict each other branch off.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fencepost/properties/checkers/id_map.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {

inline constexpr std::uint32_t none = IdMap::none;

/// A value appended to a key, or read of it.
struct Element {
  std::uint32_t key = 0;
  std::uint32_t value = 0;
  /// The transaction that appends it; `none` if nobody does.
  std::uint32_t writer = none;
  /// The next one that the same transaction appends to the same key.
  std::uint32_t next_of_writer = none;
  /// Its place in the first branch of its key; `none` if it is not there.
  std::uint32_t place = none;
  /// Somebody has read it.
  bool read = false;
  /// It was appended more than once, so that nobody knows whose it is that is read.
  bool ambiguous = false;
};

/// What was read: the first `length` elements of a branch.
struct Version {
  std::uint32_t branch = 0;
  std::uint32_t length = 0;
};

struct Branch {
  std::uint32_t key = 0;
  bool is_first = false;
  std::vector<std::uint32_t> elements;
  /// The transaction that read all of it, and the first to.
  std::uint32_t reader = 0;
  /// How many elements stand before the first that is in it a second time.
  std::uint32_t distinct = 0;
  /// How many it shares with the order of its key. After `settle`.
  std::uint32_t agreed = 0;
};

class ListVersions {
 public:
  std::uint32_t key(const Json& key);
  std::uint32_t element(std::uint32_t key, const Json& value);
  /// Takes in a list that was read; in the length of the list.
  Version read(std::uint32_t key, std::span<const Json> list, std::uint32_t reader);

  /// Where an element stands in a branch, the first time; `none` if nowhere.
  std::uint32_t place(std::uint32_t element, std::uint32_t branch) const {
    return branches_[branch].is_first ? elements_[element].place
                                      : in_branch_.find(pair_of(branch, element));
  }

  /// Takes the longest list of each key for its order, the first of several. After the last read.
  void settle();
  /// The order of a key: the elements of its longest branch.
  const std::vector<std::uint32_t>& order(std::uint32_t key) const {
    return branches_[keys_[key].longest].elements;
  }
  bool was_read(std::uint32_t key) const { return keys_[key].longest != none; }
  /// The branch that is the order of the key; `none` if it was not read.
  std::uint32_t longest(std::uint32_t key) const { return keys_[key].longest; }
  /// Where an element stands in the order of its key; `none` if nowhere. After `settle`.
  std::uint32_t position(std::uint32_t element) const { return position_[element]; }

  std::uint32_t keys() const { return static_cast<std::uint32_t>(keys_.size()); }
  std::vector<Element>& elements() { return elements_; }
  const std::vector<Element>& elements() const { return elements_; }
  const std::vector<Branch>& branches() const { return branches_; }
  std::span<const std::uint32_t> list(Version version) const {
    return std::span(branches_[version.branch].elements).first(version.length);
  }

  std::string key_words(std::uint32_t key) const { return table_.words(keys_[key].name); }
  std::string words(std::uint32_t element) const { return table_.words(elements_[element].value); }
  std::string words(Version version) const;
  std::uint64_t bytes() const;

 private:
  struct Key {
    std::uint32_t name = 0;
    std::uint32_t longest = none, recent = none;
  };
  bool extends(std::uint32_t branch, std::span<const Json> list) const;
  void grow(std::uint32_t branch, std::span<const Json> list, std::uint32_t reader);

  ValueTable table_;
  /// By the name of the key; by key and value; by branch and element, of branches after a key's
  /// first.
  IdMap key_ids_, element_ids_, in_branch_;
  std::vector<Key> keys_;
  std::vector<Element> elements_;
  std::vector<Branch> branches_;
  std::vector<std::uint32_t> position_;
  /// Of all branches.
  std::uint64_t elements_in_branches_ = 0;
};

}  // namespace fencepost::properties
