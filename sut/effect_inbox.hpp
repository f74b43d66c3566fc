// SPDX-License-Identifier: Apache-2.0
// The ids of the effects that a sink has, so that it takes each once: a bit a record, and a ring of
// those that are kept where their number is bounded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/sut/packed.hpp"

namespace fencepost::sut {

class EffectInbox {
 public:
  struct Id {
    std::int64_t partition;
    std::int64_t offset;
  };

  /// Keeps this many ids, the newest; 0 for all.
  explicit EffectInbox(std::int64_t bound) : bound_(static_cast<std::size_t>(bound)) {}

  /// False for an id that is kept; any other is kept from now on.
  bool admit(Id id);
  bool is_full() const { return bound_ != 0 && order_.size() == bound_; }
  bool knows(Id id) const;
  /// The oldest first; sorted by partition and offset where all are kept.
  std::vector<Id> ids() const;

  void clear();
  void save(std::string& state) const;
  bool load(Unpacker& fields);

 private:
  void set(Id id, bool known);

  std::size_t bound_;
  /// By partition, a bit an offset.
  std::vector<std::vector<std::uint64_t>> known_;
  std::vector<Id> order_;
  std::size_t oldest_ = 0;
};

}  // namespace fencepost::sut
