// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/folded_state.hpp"

#include <xxhash.h>

#include <algorithm>

namespace fencepost::sut {
namespace {

constexpr std::size_t least_cells = 16;
/// A list that says it is longer gets its room as it comes.
constexpr std::uint32_t most_taken_on_trust = 1 << 20;

}  // namespace

void FoldedState::clear() {
  keys_.clear();
  cells_.clear();
  without_value_ = 0;
}

FoldedState::Key& FoldedState::claim(std::string_view name) {
  if (2 * (keys_.size() + 1) > cells_.size()) grow(keys_.size() + 1);
  const auto hash = static_cast<std::uint32_t>(XXH3_64bits(name.data(), name.size()) >> 32U);
  Cell& cell = cells_[find(hash, name)];
  if (cell.key == 0) {
    keys_.push_back({std::string(name), {}, hash});
    cell = {hash, static_cast<std::uint32_t>(keys_.size())};
    ++without_value_;
  }
  return keys_[cell.key - 1];
}

std::size_t FoldedState::find(std::uint32_t hash, std::string_view name) const {
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = hash & mask;
  for (; cells_[at].key != 0; at = (at + 1) & mask)
    if (cells_[at].hash == hash && keys_[cells_[at].key - 1].name == name) break;
  return at;
}

void FoldedState::grow(std::size_t more) {
  std::erase_if(keys_, [](const Key& key) { return key.value.empty(); });
  without_value_ = 0;
  std::size_t size = least_cells;
  while (size < 2 * (keys_.size() + more)) size *= 2;
  cells_.assign(size, {});
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    std::size_t at = keys_[number].hash & (size - 1);
    while (cells_[at].key != 0) at = (at + 1) & (size - 1);
    cells_[at] = {keys_[number].hash, number + 1};
  }
}

void FoldedState::put(std::string_view name, std::string_view value) {
  Key& key = claim(name);
  const bool had_one = !key.value.empty();
  if (value.front() == static_cast<char>(Tag::null)) {
    key.value.clear();
    if (had_one) ++without_value_;
    return;
  }
  key.value.assign(value);
  if (!had_one) --without_value_;
}

void FoldedState::add(std::string_view name, std::int64_t value) {
  const std::string& old = claim(name).value;
  Tape sum;
  sum.number(value + (old.empty() ? 0 : TapeReader(std::string_view(old)).time()));
  put(name, sum.bytes());
}

void FoldedState::write(Tape& tape) const {
  std::vector<const Key*> sorted;
  sorted.reserve(size());
  for (const Key& key : keys_)
    if (!key.value.empty()) sorted.push_back(&key);
  const auto by_name = [](const Key* a, const Key* b) { return a->name < b->name; };
  // What was read and got no new key since is in order.
  if (!std::is_sorted(sorted.begin(), sorted.end(), by_name))
    std::sort(sorted.begin(), sorted.end(), by_name);
  tape.list(static_cast<std::uint32_t>(sorted.size()));
  for (const Key* key : sorted) tape.list(2).text(key->name).raw(key->value);
}

bool FoldedState::read(TapeReader& tape) {
  clear();
  std::uint32_t left = tape.list();
  grow(std::min(left, most_taken_on_trust) + 1);
  for (; left > 0 && tape.good(); --left) {
    if (tape.list() != 2) return false;
    const std::string_view name = tape.text();
    TapeReader value = tape;
    tape.peek() == Tag::number ? static_cast<void>(tape.time()) : static_cast<void>(tape.text());
    if (tape.good()) put(name, value.raw());
  }
  return tape.good();
}

}  // namespace fencepost::sut
