// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <system_error>
#include <utility>

#include "fencepost/sut/external/command_line.hpp"
#include "fencepost/sut/external/keeper.hpp"
#include "fencepost/sut/external/orphans.hpp"

namespace fencepost::sut {
namespace {

constexpr std::size_t read_at_once = std::size_t{64} << 10U;

std::string words_of(int error) { return std::generic_category().message(error); }

void shut(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

/// The eight ends of three pipes and a socket pair; those not taken are closed.
struct Ends {
  int of[8] = {-1, -1, -1, -1, -1, -1, -1, -1};

  bool open() {
    return pipe2(of, O_CLOEXEC) == 0 && pipe2(of + 2, O_CLOEXEC) == 0 &&
           pipe2(of + 4, O_CLOEXEC) == 0 &&
           socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, of + 6) == 0;
  }
  /// Ours, without blocking: that is a property of this end alone.
  int take(int which) {
    fcntl(of[which], F_SETFL, O_NONBLOCK);
    return std::exchange(of[which], -1);
  }
  ~Ends() {
    for (int& file : of) shut(file);
  }
};

std::string words_of_status(int status) {
  if (WIFEXITED(status)) return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  const char* const name = sigabbrev_np(WTERMSIG(status));
  return "was killed by " + (name == nullptr ? "signal " + std::to_string(WTERMSIG(status))
                                             : "SIG" + std::string(name));
}

}  // namespace

bool poll_for(std::vector<pollfd>& files, std::chrono::nanoseconds longest) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const timespec time{seconds.count(), (longest - seconds).count()};
  return ppoll(files.data(), files.size(), &time, nullptr) > 0;
}

Result<std::unique_ptr<Process>> Process::start(std::vector<std::string> argv, std::string folder,
                                                std::size_t most_line_bytes) {
  static std::once_flag pipe_signal;
  std::call_once(pipe_signal, [] { std::signal(SIGPIPE, SIG_IGN); });
  if (argv.empty()) return Failure{"cannot start a program: its name is missing"};
  Ends ends;
  if (!ends.open())
    return Failure{"cannot start " + argv[0] + ": no pipe to it: " + words_of(errno)};
  std::vector<char*> words;
  for (std::string& word : argv) words.push_back(word.data());
  words.push_back(nullptr);
  const KeeperOrder order{words.data(), folder.c_str(), ends.of[0],
                          ends.of[3],   ends.of[5],     ends.of[7]};
  const pid_t keeper = fork();
  if (keeper == 0) keep(order);
  if (keeper < 0)
    return Failure{"cannot start " + argv[0] + ": no new process: " + words_of(errno)};
  std::unique_ptr<Process> process(new Process(most_line_bytes));
  process->name_ = argv[0];
  process->folder_ = std::move(folder);
  process->keeper_ = keeper;
  process->input_ = ends.take(1);
  process->output_ = ends.take(2);
  process->stderr_ = ends.take(4);
  process->control_ = ends.take(6);
  return process;
}

void Process::flush() {
  while (has_unsent() && input_ >= 0) {
    const ssize_t size = write(input_, unsent_.data() + sent_, unsent_.size() - sent_);
    if (size > 0) {
      sent_ += static_cast<std::size_t>(size);
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      shut(input_);
    }
  }
  if (has_unsent()) return;
  unsent_.clear();
  sent_ = 0;
}

bool Process::has_unread() const {
  int bytes = 0;
  return input_ >= 0 && ioctl(input_, FIONREAD, &bytes) == 0 && bytes > 0;
}

template <class Sink>
bool Process::read_some(int& file, Sink& sink, std::size_t most) {
  char bytes[read_at_once];
  const std::uint64_t before = said_bytes_;
  while (most > 0 && file >= 0) {
    const ssize_t size = read(file, bytes, std::min(most, sizeof bytes));
    if (size > 0) {
      sink.add({bytes, static_cast<std::size_t>(size)});
      said_bytes_ += static_cast<std::uint64_t>(size);
      most -= static_cast<std::size_t>(size);
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
      shut(file);
    } else if (errno == EAGAIN) {
      break;
    }
  }
  return said_bytes_ > before;
}

void Process::learn_end(const KeeperReport& what) {
  using Kind = KeeperReport::Kind;
  never_started_ = what.kind != Kind::ended && what.kind != Kind::started;
  switch (what.kind) {
    case Kind::started: break;
    case Kind::ended: end_ = words_of_status(what.value); break;
    case Kind::no_folder: end_ = "cannot enter " + folder_ + ": " + words_of(what.value); break;
    case Kind::no_exec:
      end_ = "cannot start " + name_ + ": " + words_of(what.value) + hint_about(name_);
      break;
    case Kind::no_child:
      end_ = "cannot start " + name_ + ": no new process: " + words_of(what.value);
      break;
  }
}

void Process::read_report() {
  KeeperReport what;
  const ssize_t size = recv(control_, &what, sizeof what, MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size != sizeof what) {
    shut(control_);
    if (end_.empty()) end_ = "was lost: the process that watches over it is gone";
  } else if (end_.empty()) {
    started_ = what.kind == KeeperReport::Kind::started || started_;
    learn_end(what);
    if (end_.empty()) return;
  }
  // What it said before it ended is already here; what its heirs go on saying is not waited for.
  read_some(output_, lines_, LineReader::most_line_bytes);
  read_some(stderr_, errors_, LineReader::most_line_bytes);
}

void Process::add_files(std::vector<pollfd>& files) const {
  // An end that nobody reads reports POLLERR even if nothing is to be written.
  files.push_back({input_, static_cast<short>(has_unsent() ? POLLOUT : 0), 0});
  for (const int file : {output_, stderr_, control_}) files.push_back({file, POLLIN, 0});
}

bool Process::pump(std::chrono::nanoseconds longest) {
  flush();
  files_.clear();
  add_files(files_);
  if (!poll_for(files_, longest)) return false;
  if ((files_[0].revents & POLLERR) != 0) shut(input_);
  if (files_[0].revents != 0) flush();
  bool anything = files_[3].revents != 0;
  if (files_[1].revents != 0) anything = read_some(output_, lines_, read_at_once) || anything;
  if (files_[2].revents != 0) anything = read_some(stderr_, errors_, read_at_once) || anything;
  if (files_[3].revents != 0) read_report();
  return anything;
}

bool Process::wait(Clock::time_point deadline) {
  const auto left = deadline - Clock::now();
  pump(std::max(left, left.zero()));
  return Clock::now() < deadline;
}

void Process::order_end() {
  const char word = 1;  // we are not merely gone
  if (control_ >= 0) static_cast<void>(::send(control_, &word, sizeof word, MSG_NOSIGNAL));
  shut(control_);
}

void Process::kill() {
  if (keeper_ == 0) return;
  order_end();
  siginfo_t end{};
  while (waitid(P_PID, static_cast<id_t>(keeper_), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  if (end.si_code != CLD_EXITED) kill_orphans(keeper_, folder_);
  // Only now may its number, which is that of the session, become another's.
  waitpid(keeper_, nullptr, 0);
  keeper_ = 0;
  // Not before: the child must not learn from its streams that it ends.
  for (int* const file : {&input_, &output_, &stderr_}) shut(*file);
}

}  // namespace fencepost::sut
