// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "fencepost/cli/exit_code.hpp"

namespace fencepost::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void take_signal(int) {
  if (interrupted.exchange(true)) _exit(static_cast<int>(ExitCode::interrupted));
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
