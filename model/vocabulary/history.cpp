// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/history.hpp"

namespace fencepost {

void Event::renew() {
  kind = Kind::answered;
  copy = Copy::first;
  step = message = 0;
  told = true;
  in_message = twice = disk_struck = false;
  writes_lost = torn_bytes = 0;
  outcome.status = Status::unknown;
  digest = {};
}

Event& History::add() {
  if (size_ == events_.size()) events_.emplace_back();
  Event& event = events_[size_++];
  event.renew();
  return event;
}

}  // namespace fencepost
