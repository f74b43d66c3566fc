// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/history.hpp"

#include <utility>

namespace fencepost {

Event& History::add() {
  if (size_ == events_.size()) {
    events_.emplace_back();
  } else {
    Event fresh;
    fresh.outcome = std::move(events_[size_].outcome);
    events_[size_] = std::move(fresh);
  }
  return events_[size_++];
}

}  // namespace fencepost
