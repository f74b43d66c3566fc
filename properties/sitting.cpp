// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/sitting.hpp"

#include "fencepost/properties/sequel.hpp"

namespace fencepost::properties {

const Verdict& Sitting::play(std::uint64_t seed) {
  if (!has_begun_ || !judge_.can_go_on()) {
    has_begun_ = true;
    story_ = draw_(seed, given_);
    return judge_.run(story_);
  }
  const std::uint32_t first = append_sequel(draw_(seed, story_.parameters), story_);
  return judge_.go_on(story_, first);
}

}  // namespace fencepost::properties
