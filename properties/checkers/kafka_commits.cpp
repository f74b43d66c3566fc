// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_commits.hpp"

#include <algorithm>

namespace fencepost::properties::kafka {
namespace {

constexpr std::uint64_t node_bytes = 48;

std::string told(const Commits::Teller& teller, const Messages& messages, KeyId key,
                 std::optional<std::int64_t> offset) {
  return "process " + std::to_string(teller.process) + " was told " +
         (offset ? "committed offset " + std::to_string(*offset) : "no committed offset") + " of " +
         messages.key_text(key);
}

}  // namespace

Commits::Key& Commits::key(KeyId id) {
  while (keys_.size() <= id) {
    keys_.emplace_back();
    bytes_ += 2 * sizeof(Key);
  }
  return keys_[id];
}

void Commits::commit_invoked(const std::vector<Row>& rows, std::uint32_t process) {
  has_commits_ = true;
  for (const Row& row : rows) {
    Key& key = this->key(row.key);
    if (key.offsets[row.offset]++ == 0) bytes_ += node_bytes;
    key.open[process] = row.offset;
  }
}

void Commits::commit_ended(const std::vector<Row>& rows, std::uint32_t process,
                           Operation::Type type, std::uint64_t began, std::uint64_t ended) {
  for (const Row& row : rows) {
    Key& key = this->key(row.key);
    key.open.erase(process);
    if (type == Operation::Type::ok)
      succeeded(key, row.offset, began, ended);
    else if (type == Operation::Type::fail)
      withdraw(key, row.offset);
    else
      key.lowest_unknown = std::min(key.lowest_unknown, row.offset);
  }
}

void Commits::succeeded(Key& key, std::int64_t offset, std::uint64_t began, std::uint64_t ended) {
  while (!key.lowest.empty() && key.lowest.back().offset >= offset) key.lowest.pop_back();
  const std::size_t room = key.lowest.capacity();
  key.lowest.push_back({.at = ended, .offset = offset});
  bytes_ += (key.lowest.capacity() - room) * sizeof(Ended);
  key.latest = std::max(key.latest, static_cast<std::int64_t>(began));
}

void Commits::withdraw(Key& key, std::int64_t offset) {
  const auto found = key.offsets.find(offset);
  if (--found->second > 0) return;
  key.offsets.erase(found);
  bytes_ -= node_bytes;
}

Commits::Asked Commits::asked(KeyId key) { return {.key = key, .latest = this->key(key).latest}; }

Commits::Ended Commits::least(const Key& key, std::int64_t latest) {
  Ended least =
      *std::ranges::lower_bound(key.lowest, static_cast<std::uint64_t>(latest), {}, &Ended::at);
  least.offset = std::min(least.offset, key.lowest_unknown);
  for (const auto& [process, offset] : key.open) least.offset = std::min(least.offset, offset);
  return least;
}

void Commits::listed(const Asked& asked, std::optional<std::int64_t> offset, Teller teller,
                     std::uint64_t began, const Messages& messages, Findings& findings) {
  Key& key = this->key(asked.key);
  if (offset && !key.offsets.contains(*offset)) {
    strangers_.push_back({.row = {.key = asked.key, .offset = *offset}, .teller = teller});
    bytes_ += 2 * sizeof(Stranger);
    return;
  }
  if (asked.latest >= 0) {
    const Ended least = Commits::least(key, asked.latest);
    const std::int64_t shown = offset.value_or(-1);
    if (shown < least.offset) {
      found(findings, anomaly::committed_offset_regression,
            static_cast<std::uint64_t>(least.offset - shown), {least.at, teller.place}, [&] {
              return told(teller, messages, asked.key, offset) + "; " +
                     std::to_string(least.offset) +
                     " was committed before it asked, and nothing lower since";
            });
      return;
    }
  }
  if (offset) succeeded(key, *offset, began, teller.place);
}

std::int64_t Commits::end(KeyId key) const {
  if (key >= keys_.size() || keys_[key].offsets.empty()) return 0;
  return end_after(keys_[key].offsets.rbegin()->first);
}

void Commits::judge_origins(const std::vector<std::int64_t>& polled_ends, const Messages& messages,
                            Findings& findings) const {
  for (const Stranger& stranger : strangers_) {
    const KeyId key = stranger.row.key;
    const std::int64_t offset = stranger.row.offset;
    if (!has_commits_ && offset < polled_ends[key]) continue;
    found(findings, anomaly::committed_beyond_polled, static_cast<std::uint64_t>(offset),
          {stranger.teller.place}, [&] {
            return told(stranger.teller, messages, key, offset) +
                   (has_commits_ ? ", which nobody had committed" : ", which nobody polled");
          });
  }
}

}  // namespace fencepost::properties::kafka
