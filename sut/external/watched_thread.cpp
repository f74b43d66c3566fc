// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/watched_thread.hpp"

#include <unistd.h>

#include <string>
#include <string_view>

namespace fencepost::sut {
namespace {

/// From `run time, waiting time, times that it came to run`.
std::uint64_t turns_in_schedstat(std::string_view text) {
  for (int other = 0; other < 2; ++other) take_number(text);
  return take_number(text);
}

std::uint64_t number_after(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + name.size());
  return take_number(text);
}

std::uint64_t sleeps_in_status(std::string_view text) {
  return number_after(text, "\nvoluntary_ctxt_switches:\t");
}

/// One more than its switches, so that it is not 0.
std::uint64_t turns_in_status(std::string_view text) {
  if (text.empty()) return 0;
  return 1 + sleeps_in_status(text) + number_after(text, "\nnonvoluntary_ctxt_switches:\t");
}

std::string_view text_of_ours(const char* name) {
  return ProcFile(std::string("/proc/thread-self/") + name, false).read();
}

WaysToAsk find_ways() {
  WaysToAsk ways;
  std::string_view stat = text_of_ours("stat");
  ways.is_blind = take_number(stat) != static_cast<std::size_t>(gettid());
  ways.has_schedstat = turns_in_schedstat(text_of_ours("schedstat")) > 0;
  if (!ways.has_schedstat && turns_in_status(text_of_ours("status")) == 0) ways.is_blind = true;
  ways.has_syscall = !text_of_ours("syscall").empty();
  return ways;
}

std::string path_of(ThreadName name, const char* file) {
  return "/proc/" + std::to_string(name.process) + "/task/" + std::to_string(name.thread) + '/' +
         file;
}

char letter_in(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string_view::npos || stat.size() < name_end + 3 ? '\0'
                                                                          : stat[name_end + 2];
}

bool is_asleep(char state) {
  return state != 0 && std::string_view("STtZX").find(state) != std::string_view::npos;
}

}  // namespace

char state_of(ThreadName name) { return letter_in(ProcFile(path_of(name, "stat"), false).read()); }

const WaysToAsk& WaysToAsk::here() {
  static const WaysToAsk ways = find_ways();
  return ways;
}

WatchedThread::WatchedThread(ThreadName name, bool keeps_files)
    : name_(name),
      turns_(path_of(name, WaysToAsk::here().has_schedstat ? "schedstat" : "status"), keeps_files),
      place_(path_of(name, "wchan"), keeps_files),
      call_(path_of(name, "syscall"), keeps_files),
      state_(path_of(name, "stat"), keeps_files) {}

std::uint64_t WatchedThread::turns() {
  const std::string_view text = turns_.read();
  return WaysToAsk::here().has_schedstat ? turns_in_schedstat(text) : turns_in_status(text);
}

std::chrono::nanoseconds WatchedThread::run_time() {
  if (!WaysToAsk::here().has_schedstat) return {};
  std::string_view text = turns_.read();
  return std::chrono::nanoseconds(take_number(text));
}

std::uint64_t WatchedThread::sleeps() const {
  return sleeps_in_status(ProcFile(path_of(name_, "status"), false).read());
}

WatchedThread::Seen WatchedThread::look() {
  // The count first: should it run after that, it is too small, and `has_slept_on` says so.
  const std::uint64_t turns_now = turns();
  if (turns_now == 0) return Seen::gone;
  if (turns_now == turns_when_asleep_) return Seen::asleep;
  // Who is woken before it has left its processor goes on without being counted. `syscall` waits
  // until it has left. But it takes those for asleep that have just been woken; `stat` does not.
  if (WaysToAsk::here().has_syscall && call_.read().starts_with("running")) return Seen::working;
  const char state = letter_in(state_.read());
  if (!is_asleep(state)) return state == 0 ? Seen::gone : Seen::working;
  turns_when_asleep_ = turns_now;
  return Seen::asleep;
}

bool WatchedThread::is_still_off() {
  // Where it waits in the kernel; 0 of who has been woken, but also of who has ended.
  const std::string_view place = place_.read();
  is_napping_ = false;
  if (place.empty() || place == "0") return is_asleep(letter_in(state_.read()));
  if (place.find("nanosleep") == std::string_view::npos || !WaysToAsk::here().has_syscall)
    return true;
  const Sleep sleep = sleep_of(name_.process, call_.read());
  is_napping_ = sleep == Sleep::nap;
  return sleep != Sleep::none;
}

Sleep WatchedThread::timer(std::chrono::nanoseconds longest) {
  if (!WaysToAsk::here().has_syscall) return Sleep::real;
  return timer_of(name_.process, call_.read(), longest);
}

}  // namespace fencepost::sut
