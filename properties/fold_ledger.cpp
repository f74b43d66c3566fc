// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/fold_ledger.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::properties {
namespace {

std::int64_t number_of(std::string_view value) {
  return value.empty() ? 0 : TapeReader(value).time();
}

std::string value_text(std::string_view key, std::string_view value) {
  return value.empty() ? "nothing of " + quote(key) : quote(key) + "=" + to_text(TapeReader(value));
}

void sort_out(std::vector<std::string>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

std::string FoldLedger::after(const std::string& before, std::string_view payload) const {
  if (payload.front() == static_cast<char>(Tag::null)) return {};
  if (!adds_) return std::string(payload);
  Tape sum;
  sum.number(number_of(before) + number_of(payload));
  return std::string(sum.bytes());
}

FoldLedger::Key& FoldLedger::note(std::string_view name, std::string_view payload) {
  Key& key = keys_.try_emplace(std::string(name)).first->second;
  if (adds_) key.values.push_back(number_of(payload));
  return key;
}

void FoldLedger::appended(std::string_view name, std::string_view payload) {
  Key& key = note(name, payload);
  for (std::string& value : key.possible) value = after(value, payload);
  if (!adds_) key.anything = false;
  sort_out(key.possible);
}

void FoldLedger::perhaps_appended(std::string_view name, std::string_view payload) {
  Key& key = note(name, payload);
  const std::size_t before = key.possible.size();
  for (std::size_t i = 0; i < before; ++i) key.possible.push_back(after(key.possible[i], payload));
  sort_out(key.possible);
  if (key.possible.size() <= most_values) return;
  key.anything = true;
  key.possible.resize(1);
}

bool FoldLedger::allows(const Key& key, std::string_view value) const {
  return key.anything || std::ranges::find(key.possible, value) != key.possible.end();
}

std::optional<FoldLedger::Wrong> FoldLedger::told(TapeReader state) {
  std::map<std::string, std::string, std::less<>> values;
  for (std::uint32_t left = state.list(); left > 0 && state.good(); --left) {
    state.list();
    const std::string_view name = state.text();
    values[std::string(name)] = state.raw();
  }
  for (const auto& [name, value] : values) keys_.try_emplace(name);
  for (const auto& [name, key] : keys_)
    if (!allows(key, values[name])) return wrong(name, key, values[name]);
  for (auto& [name, key] : keys_) {
    key.possible = {values[name]};
    key.anything = false;
  }
  return std::nullopt;
}

FoldLedger::Wrong FoldLedger::wrong(const std::string& name, const Key& key,
                                    std::string_view value) const {
  Wrong wrong;
  wrong.sentence = "the state has " + value_text(name, value) + ", but the records fold to " +
                   value_text(name, key.possible.front());
  wrong.deleted_is_back = !value.empty() && key.possible == std::vector<std::string>{{}};
  for (const std::string& right : key.possible) {
    const std::int64_t excess = number_of(adds_ ? value : right) - number_of(right);
    wrong.one_twice |= excess != 0 && std::ranges::find(key.values, excess) != key.values.end();
  }
  return wrong;
}

}  // namespace fencepost::properties
