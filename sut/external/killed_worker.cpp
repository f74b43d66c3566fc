// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/killed_worker.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace fencepost::sut {

void die() {
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

namespace {

/// A fork whose child dies of SIGINT and SIGTERM, without a moment in which our handlers are its
/// own.
pid_t fork_unhandled() {
  sigset_t ours, before;
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ours, &before);
  const pid_t worker = ::fork();
  if (worker == 0) {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return worker;
}

}  // namespace

Result<std::uint32_t> work_through_kills(const std::function<void(std::uint32_t)>& work,
                                         std::uint32_t most_lives,
                                         const std::function<bool()>& stopped) {
  for (std::uint32_t life = 0; life < most_lives; ++life) {
    const pid_t worker = fork_unhandled();
    if (worker < 0)
      return Failure{std::string("a worker cannot be started: ") + std::strerror(errno)};
    if (worker == 0) {
      work(life);
      ::_exit(0);
    }
    int status = 0;
    while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return life;
    if (stopped()) return Failure{"it was stopped in life " + std::to_string(life + 1)};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) continue;
    return Failure{WIFSIGNALED(status)
                       ? "a worker was ended by signal " + std::to_string(WTERMSIG(status))
                       : "a worker ended with exit code " + std::to_string(WEXITSTATUS(status))};
  }
  return Failure{"the work was not done after " + std::to_string(most_lives) + " lives"};
}

}  // namespace fencepost::sut
