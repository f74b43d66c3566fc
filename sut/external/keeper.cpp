// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <ctime>

#include "fencepost/sut/external/work_folder.hpp"

namespace fencepost::sut {
namespace {

constexpr int control = 3;
/// A pipe that nothing is written to: it ends when the child has become its program.
constexpr int born = 4, unborn = 5;
/// What cannot be killed within this many rounds of a millisecond is left (a process of another
/// user).
constexpr int most_rounds = 2000;

void report(KeeperReport::Kind kind, int value) {
  const KeeperReport what{kind, value};
  static_cast<void>(send(control, &what, sizeof what, MSG_NOSIGNAL));
}

/// Standard streams to 0, 1, 2, the control socket to 3, and nothing else stays open: pipes of
/// other children, forked away by another thread, would never report their end.
void place_streams(const KeeperOrder& order) {
  constexpr int above = 10;
  const int from[] = {order.input, order.output, order.errors, order.control};
  int aside[4];
  for (int i = 0; i < 4; ++i) aside[i] = fcntl(from[i], F_DUPFD, above);
  for (int i = 0; i < 4; ++i) dup2(aside[i], i);
  if (syscall(SYS_close_range, 4U, ~0U, 0U) == 0) return;
  for (int file = 4; file < 65536; ++file) close(file);
}

[[noreturn]] void become_child(const KeeperOrder& order) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  fcntl(control, F_SETFD, FD_CLOEXEC);  // as the pipe's ends are
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(order.folder) != 0) {
    report(KeeperReport::Kind::no_folder, errno);
  } else {
    execvp(order.argv[0], order.argv);
    report(KeeperReport::Kind::no_exec, errno);
  }
  _exit(127);
}

/// The parent of a process, from the text of /proc/N/stat: `N (name) state parent ...`.
pid_t parent_in(const char* stat) {
  const char* at = std::strrchr(stat, ')');
  if (at == nullptr || std::strlen(at) < 5) return 0;
  pid_t parent = 0;
  for (at += 4; *at >= '0' && *at <= '9'; ++at) parent = parent * 10 + (*at - '0');
  return parent;
}

void kill_if_mine(const char* name) {
  char path[32] = "/proc/";
  pid_t number = 0;
  std::size_t end = 6;
  for (const char* at = name; *at != 0; ++at) {
    if (*at < '0' || *at > '9' || end > 16) return;
    number = number * 10 + (*at - '0');
    path[end++] = *at;
  }
  std::memcpy(path + end, "/stat", 6);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char stat[512];
  const ssize_t size = read(file, stat, sizeof stat - 1);
  close(file);
  if (size <= 0) return;
  stat[size] = 0;
  if (parent_in(stat) == getpid()) kill(number, SIGKILL);
}

/// Kills our direct children; theirs become ours and fall in the next round.
void kill_children() {
  struct Entry {  // as getdents64 writes it
    std::uint64_t inode;
    std::int64_t next;
    unsigned short size;
    unsigned char type;
    char name[1];
  };
  const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  alignas(Entry) char buffer[8192];
  for (;;) {
    const long size = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      unsigned short entry = 0;
      std::memcpy(&entry, buffer + at + offsetof(Entry, size), sizeof entry);
      kill_if_mine(buffer + at + offsetof(Entry, name));
      at += entry;
    }
  }
  close(folder);
}

/// True when no process is left below us. Tells the child's end; from then on its number may be
/// another's, so `child` becomes 0.
bool reap(pid_t& child) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == child && child != 0) {
      report(KeeperReport::Kind::ended, status);
      child = 0;
    }
    if (ended < 0 && errno != EINTR) return true;
    if (ended == 0) return false;
  }
}

void end_all(pid_t& child) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  for (int round = 0; round < most_rounds; ++round) {
    if (child != 0) kill(-child, SIGKILL);
    // The first rounds are for the ordinary child, which leaves nobody behind.
    if (round >= 4 || child == 0) kill_children();
    if (reap(child)) return;
    const timespec pause{0, 1'000'000};
    sigtimedwait(&ends, nullptr, &pause);  // over as soon as somebody has ended
  }
}

/// Returns when we are to end everything.
void wait_for_the_order(pid_t& child, int ends) {
  pollfd files[] = {{control, POLLIN, 0}, {ends, POLLIN, 0}, {born, POLLIN, 0}};
  while ((files[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) {
    if (poll(files, 3, -1) < 0) continue;
    if (files[2].revents != 0) {
      report(KeeperReport::Kind::started, 0);
      close(born);
      files[2] = {-1, 0, 0};
    }
    signalfd_siginfo signal_;
    if ((files[1].revents & POLLIN) != 0 && read(ends, &signal_, sizeof signal_) > 0) reap(child);
  }
}

}  // namespace

void keep(const KeeperOrder& order) {
  sigset_t ends;
  sigfillset(&ends);
  sigprocmask(SIG_SETMASK, &ends, nullptr);  // nothing but SIGKILL interrupts a keeper
  setsid();
  prctl(PR_SET_NAME, "fencepost-keep");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  place_streams(order);
  int birth[2];
  if (pipe2(birth, O_CLOEXEC) != 0) _exit(1);  // never: only four files are open
  pid_t child = fork();
  if (child == 0) become_child(order);
  if (child < 0) {
    report(KeeperReport::Kind::no_child, errno);
    _exit(1);
  }
  close(unborn);
  setpgid(child, child);  // as the child does: whoever comes first
  for (int stream = 0; stream < control; ++stream) close(stream);
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  wait_for_the_order(child, signalfd(-1, &ends, 0));
  char word = 0;
  const bool asked = recv(control, &word, sizeof word, MSG_DONTWAIT) == sizeof word;
  end_all(child);
  if (!asked && WorkFolder::is_one(order.folder))
    execl("/bin/rm", "rm", "-rf", "--", order.folder, nullptr);
  _exit(0);
}

}  // namespace fencepost::sut
