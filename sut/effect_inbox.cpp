// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/effect_inbox.hpp"

#include <algorithm>

namespace fencepost::sut {

bool EffectInbox::knows(Id id) const {
  const auto partition = static_cast<std::size_t>(id.partition);
  const auto word = static_cast<std::size_t>(id.offset / 64);
  if (partition >= known_.size() || word >= known_[partition].size()) return false;
  return (known_[partition][word] >> (id.offset % 64) & 1U) != 0;
}

void EffectInbox::set(Id id, bool known) {
  const auto partition = static_cast<std::size_t>(id.partition);
  const auto word = static_cast<std::size_t>(id.offset / 64);
  if (partition >= known_.size()) known_.resize(partition + 1);
  if (word >= known_[partition].size()) known_[partition].resize(word + 1);
  const std::uint64_t bit = std::uint64_t{1} << (id.offset % 64);
  known_[partition][word] = (known_[partition][word] & ~bit) | (known ? bit : 0);
}

bool EffectInbox::admit(Id id) {
  if (knows(id)) return false;
  set(id, true);
  if (!is_full()) {
    if (bound_ != 0) order_.push_back(id);
    return true;
  }
  set(order_[oldest_], false);
  order_[oldest_] = id;
  oldest_ = (oldest_ + 1) % bound_;
  return true;
}

std::vector<EffectInbox::Id> EffectInbox::ids() const {
  std::vector<Id> all = order_;
  std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(oldest_), all.end());
  if (bound_ != 0) return all;
  for (std::size_t partition = 0; partition < known_.size(); ++partition)
    for (std::size_t offset = 0; offset < 64 * known_[partition].size(); ++offset) {
      const Id id{static_cast<std::int64_t>(partition), static_cast<std::int64_t>(offset)};
      if (knows(id)) all.push_back(id);
    }
  return all;
}

void EffectInbox::clear() {
  known_.clear();
  order_.clear();
  oldest_ = 0;
}

void EffectInbox::save(std::string& state) const {
  const std::vector<Id> all = ids();
  pack(state, static_cast<std::uint64_t>(all.size()));
  for (const Id& id : all) pack(state, id);
}

bool EffectInbox::load(Unpacker& fields) {
  clear();
  for (auto left = fields.number<std::uint64_t>(); left > 0 && fields.good(); --left) {
    const auto id = fields.number<Id>();
    if (id.partition < 0 || id.offset < 0 || !admit(id)) return false;
  }
  return fields.good();
}

}  // namespace fencepost::sut
