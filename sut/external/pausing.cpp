// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/pausing.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include "fencepost/sut/external/threads_below.hpp"
#include "fencepost/sut/external/watched_thread.hpp"

namespace fencepost::sut {
namespace {

constexpr std::chrono::microseconds between_looks{100};
constexpr int most_looks = 2000;

bool stands_still(const ThreadName& name) {
  return std::string_view("TtZX").find(state_of(name)) != std::string_view::npos;
}

}  // namespace

void stop_below(pid_t root) {
  std::set<pid_t> told{root};
  for (int look = 0; look < most_looks; ++look) {
    bool still = true;
    for (const ThreadName& name : threads_below(root)) {
      // Whoever is new here was born before its parent stood still.
      if (told.insert(name.process).second) kill(name.process, SIGSTOP);
      still = still && (name.process == root || stands_still(name));
    }
    if (still) return;
    std::this_thread::sleep_for(between_looks);
  }
}

void let_go_below(pid_t root) {
  std::set<pid_t> told{root};
  for (const ThreadName& name : threads_below(root))
    if (told.insert(name.process).second) kill(name.process, SIGCONT);
}

}  // namespace fencepost::sut
