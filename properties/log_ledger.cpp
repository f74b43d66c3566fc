// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/log_ledger.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::properties {

std::string to_text(std::string_view key, std::string_view value) {
  return quote(key) + "=" + to_text(TapeReader(value));
}

std::string to_text(const LedgerRecord& record) {
  return "record " + std::to_string(record.offset) + " (" + to_text(record.key, record.payload) +
         ")";
}

void LogLedger::appended(std::int64_t offset, const Append& append, std::uint32_t event) {
  settle_open(offset, event);
  insert(offset, append, event);
  surely_ends_ = perhaps_ends_ = offset + 1;
  LedgerKey& key = latest(append.key);
  key.payload = append.payload;
  key.shown_at = event;
  forget_alternatives(append.key);
}

void LogLedger::settle_open(std::int64_t offset, std::uint32_t event) {
  const auto open = static_cast<std::int64_t>(open_.size());
  const bool all_had_effect = offset - surely_ends_ == open && perhaps_ends_ - surely_ends_ == open;
  if (all_had_effect) {
    for (std::int64_t i = 0; i < open; ++i) {
      insert(surely_ends_ + i, open_[static_cast<std::size_t>(i)], event);
      LedgerRecord& record = records[find(surely_ends_ + i)];
      record.perhaps_superseded = true;
      record.perhaps_gone = perhaps_clean_ > record.offset;
    }
  } else if (offset != surely_ends_) {
    lose_order();
  }
  open_.clear();
}

void LogLedger::lose_order() {
  ghosts_.insert(ghosts_.end(), open_.begin(), open_.end());
  open_.clear();
}

void LogLedger::insert(std::int64_t offset, const Append& append, std::uint32_t event) {
  const std::size_t place = find(offset);
  LedgerRecord record{
      .offset = offset, .key = append.key, .payload = append.payload, .shown_at = event};
  for (std::size_t i = 0; i < place; ++i) {
    if (records[i].key != append.key) continue;
    records[i].superseded = records[i].perhaps_superseded = true;
  }
  for (std::size_t i = place; i < records.size(); ++i)
    record.superseded |= records[i].key == append.key;
  record.perhaps_superseded = record.superseded;
  records.insert(records.begin() + static_cast<std::ptrdiff_t>(place), record);
}

void LogLedger::perhaps_appended(const Append& append) {
  for (LedgerRecord& record : records) record.perhaps_superseded |= record.key == append.key;
  latest(append.key);
  alternatives_.push_back(append);
  open_.push_back(append);
  ++perhaps_ends_;
}

void LogLedger::compacted(std::int64_t upto, std::uint32_t event) {
  mark_perhaps_gone(upto);
  for (LedgerRecord& record : records) {
    if (record.offset >= upto || record.gone) continue;
    if (!record.superseded && !outlived(record, surely_clean_, surely_ends_)) continue;
    record.gone = true;
    record.gone_at = event;
  }
  if (upto > surely_ends_) lose_order();
  surely_ends_ = std::max(surely_ends_, upto);
  surely_clean_ = std::max(surely_clean_, upto);
  perhaps_clean_ = std::max(perhaps_clean_, upto);
}

void LogLedger::perhaps_compacted(std::int64_t upto) {
  if (upto > perhaps_ends_) return;
  mark_perhaps_gone(upto);
  perhaps_clean_ = std::max(perhaps_clean_, upto);
}

void LogLedger::mark_perhaps_gone(std::int64_t upto) {
  for (LedgerRecord& record : records) {
    if (record.offset >= upto) continue;
    record.perhaps_gone |=
        record.perhaps_superseded || outlived(record, perhaps_clean_, perhaps_ends_);
  }
}

bool LogLedger::outlived(const LedgerRecord& record, std::int64_t clean_below,
                         std::int64_t end) const {
  return record.is_tombstone() && retention_ != for_ever && record.offset < clean_below &&
         end - record.offset > retention_;
}

bool LogLedger::is_retained(const LedgerRecord& tombstone) const {
  return retention_ != for_ever && perhaps_ends_ - tombstone.offset <= retention_;
}

void LogLedger::ends_below(std::int64_t upto) {
  perhaps_ends_ = std::clamp(upto - 1, surely_ends_, perhaps_ends_);
  if (perhaps_ends_ == surely_ends_) open_.clear();
}

bool LogLedger::adopt(std::int64_t offset, const Append& append, std::uint32_t event) {
  const auto same = [&append](const Append& other) {
    return other.key == append.key && other.payload == append.payload;
  };
  lose_order();
  const auto found = std::ranges::find_if(ghosts_, same);
  if (found == ghosts_.end() || offset >= perhaps_ends_) return false;
  const Append owned = *found;
  ghosts_.erase(found);
  insert(offset, owned, event);
  LedgerRecord& record = records[find(offset)];
  record.perhaps_superseded |= std::ranges::find(ghosts_, owned.key, &Append::key) != ghosts_.end();
  surely_ends_ = std::max(surely_ends_, offset + 1);
  return true;
}

bool LogLedger::settle(std::string_view key, std::string_view payload, std::uint32_t event) {
  LedgerKey& known = latest(key);
  if (payload != known.payload && std::ranges::none_of(alternatives_, [&](const Append& other) {
        return other.key == key && other.payload == payload;
      }))
    return false;
  known.payload = payload;
  known.shown_at = event;
  forget_alternatives(key);
  return true;
}

LedgerKey& LogLedger::latest(std::string_view key) {
  const auto found = std::ranges::find(keys, key, &LedgerKey::key);
  return found != keys.end() ? *found : keys.emplace_back(LedgerKey{key, no_payload});
}

void LogLedger::forget_alternatives(std::string_view key) {
  std::erase_if(alternatives_, [key](const Append& append) { return append.key == key; });
}

std::size_t LogLedger::find(std::int64_t offset) const {
  const auto found = std::ranges::lower_bound(records, offset, {}, &LedgerRecord::offset);
  return static_cast<std::size_t>(found - records.begin());
}

std::int64_t LogLedger::fewest() const {
  return std::ranges::count_if(records,
                               [](const LedgerRecord& r) { return !r.gone && !r.perhaps_gone; });
}

std::int64_t LogLedger::most() const {
  return std::ranges::count(records, false, &LedgerRecord::gone) +
         static_cast<std::int64_t>(open_.size() + ghosts_.size());
}

}  // namespace fencepost::properties
