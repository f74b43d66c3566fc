// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

#include "fencepost/cli/exit_code.hpp"

namespace fencepost::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// When the first signal came; 0 before it.
std::atomic<std::int64_t> first_at{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds_now() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void take_signal(int) {
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  if (!first_at.compare_exchange_strong(first, now)) {
    if (now - first > 250) _exit(static_cast<int>(ExitCode::interrupted));
    return;
  }
  interrupted = true;
  constexpr std::string_view words =
      "\nfencepost: interrupted; finishing what has begun (again to leave at once)\n";
  [[maybe_unused]] const ssize_t ignored = ::write(2, words.data(), words.size());
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = take_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace fencepost::cli
