// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/list_versions.hpp"

#include <algorithm>

namespace fencepost::properties {

std::uint32_t ListVersions::key(const Json& key) {
  const std::uint32_t name = table_.id(key);
  const std::uint32_t id = key_ids_.at(name, keys());
  if (id == keys()) keys_.push_back({.name = name});
  return id;
}

std::uint32_t ListVersions::element(std::uint32_t key, const Json& value) {
  const std::uint32_t number = table_.id(value);
  const auto next = static_cast<std::uint32_t>(elements_.size());
  const std::uint32_t id = element_ids_.at(pair_of(key, number), next);
  if (id == next) elements_.push_back({.key = key, .value = number});
  return id;
}

/// Whether the shorter one of the two begins the other.
bool ListVersions::extends(std::uint32_t branch, std::span<const Json> list) const {
  const auto& known = branches_[branch].elements;
  const std::size_t size = std::min(known.size(), list.size());
  for (std::size_t i = size; i-- > 0;)
    if (!table_.is(elements_[known[i]].value, list[i])) return false;
  return true;
}

void ListVersions::grow(std::uint32_t branch, std::span<const Json> list, std::uint32_t reader) {
  const std::uint32_t key = branches_[branch].key;
  for (auto i = static_cast<std::uint32_t>(branches_[branch].elements.size()); i < list.size();
       ++i) {
    const std::uint32_t id = element(key, list[i]);
    Branch& into = branches_[branch];
    std::uint32_t& place =
        into.is_first ? elements_[id].place : in_branch_.at(pair_of(branch, id), i);
    if (place == none) place = i;
    if (place == i && into.distinct == i) ++into.distinct;
    elements_[id].read = true;
    into.elements.push_back(id);
    into.reader = reader;
    ++elements_in_branches_;
  }
}

Version ListVersions::read(std::uint32_t key, std::span<const Json> list, std::uint32_t reader) {
  const auto length = static_cast<std::uint32_t>(list.size());
  std::uint32_t branch = none;
  for (const std::uint32_t known : {keys_[key].longest, keys_[key].recent})
    if (known != none && branch == none && extends(known, list)) branch = known;
  if (branch == none) {
    branch = static_cast<std::uint32_t>(branches_.size());
    const bool is_first = keys_[key].longest == none;
    branches_.push_back({.key = key, .is_first = is_first, .elements = {}, .reader = reader});
    keys_[key].recent = branch;
    if (is_first) keys_[key].longest = branch;
  }
  grow(branch, list, reader);
  if (length > branches_[keys_[key].longest].elements.size()) keys_[key].longest = branch;
  return {branch, length};
}

void ListVersions::settle() {
  position_.assign(elements_.size(), none);
  for (const Key& key : keys_) {
    if (key.longest == none) continue;
    const auto& order = branches_[key.longest].elements;
    for (auto i = static_cast<std::uint32_t>(order.size()); i-- > 0;) position_[order[i]] = i;
  }
  for (Branch& branch : branches_) {
    const auto& order = this->order(branch.key);
    const auto apart = std::ranges::mismatch(branch.elements, order);
    branch.agreed = static_cast<std::uint32_t>(apart.in1 - branch.elements.begin());
  }
}

std::string ListVersions::words(Version version) const {
  std::vector<std::uint32_t> values;
  for (const std::uint32_t element : list(version)) values.push_back(elements_[element].value);
  return table_.words(values);
}

std::uint64_t ListVersions::bytes() const {
  return table_.bytes() + key_ids_.bytes() + element_ids_.bytes() + in_branch_.bytes() +
         keys_.capacity() * sizeof(Key) + elements_.capacity() * (sizeof(Element) + 4) +
         branches_.capacity() * sizeof(Branch) + elements_in_branches_ * 6;
}

}  // namespace fencepost::properties
