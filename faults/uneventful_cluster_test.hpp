// SPDX-License-Identifier: Apache-2.0
// A cluster for tests to which nothing happens: no process, no folder, no end and no time.
#pragma once

#include <string>
#include <vector>

#include "fencepost/sut/ports/cluster.hpp"

namespace fencepost::faults {

class UneventfulCluster : public sut::Cluster {
 public:
  void move_in(std::uint32_t) override {}
  std::string start(std::uint32_t) override { return {}; }
  void kill(std::uint32_t) override {}
  void lose_folder(std::uint32_t) override {}
  void pause(std::uint32_t) override {}
  void resume(std::uint32_t) override {}
  bool wait_for_a_line(std::uint32_t) override { return false; }
  bool stirred() override { return false; }
  bool has_timers() override { return false; }
  std::uint64_t milliseconds() const override { return 0; }
  std::string end(std::uint32_t) const override { return {}; }
  std::string last_words(std::uint32_t) const override { return {}; }
};

}  // namespace fencepost::faults
