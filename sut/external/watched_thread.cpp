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

/// One more than its switches, so that it is not 0.
std::uint64_t turns_in_status(std::string_view text) {
  std::uint64_t turns = 1;
  for (const std::string_view name :
       {"\nvoluntary_ctxt_switches:\t", "\nnonvoluntary_ctxt_switches:\t"}) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) return 0;
    std::string_view number = text.substr(at + name.size());
    turns += take_number(number);
  }
  return turns;
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
  ways.has_syscall = text_of_ours("syscall").starts_with("running");
  return ways;
}

std::string path_of(ThreadName name, const char* file) {
  return "/proc/" + std::to_string(name.process) + "/task/" + std::to_string(name.thread) + '/' +
         file;
}

bool is_asleep(char state) {
  return state != 0 && std::string_view("STtZX").find(state) != std::string_view::npos;
}

}  // namespace

char state_of(ThreadName name) {
  const std::string_view text = ProcFile(path_of(name, "stat"), false).read();
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string_view::npos || text.size() < name_end + 3 ? '\0'
                                                                          : text[name_end + 2];
}

const WaysToAsk& WaysToAsk::here() {
  static const WaysToAsk ways = find_ways();
  return ways;
}

WatchedThread::WatchedThread(ThreadName name, bool keeps_files)
    : name_(name),
      turns_file_(path_of(name, WaysToAsk::here().has_schedstat ? "schedstat" : "status"),
                  keeps_files) {
  if (WaysToAsk::here().has_syscall) syscall_file_.emplace(path_of(name, "syscall"), keeps_files);
}

std::uint64_t WatchedThread::turns() {
  const std::string_view text = turns_file_.read();
  return WaysToAsk::here().has_schedstat ? turns_in_schedstat(text) : turns_in_status(text);
}

bool WatchedThread::is_off() {
  if (syscall_file_) {
    const std::string_view text = syscall_file_->read();
    if (!text.empty()) return !text.starts_with("running");
    syscall_file_.reset();
  }
  return is_asleep(state_of(name_));
}

WatchedThread::Seen WatchedThread::look() {
  // The count first: should it run after that, it is too small, and `has_slept_on` says so.
  const std::uint64_t turns_now = turns();
  if (turns_now == 0) return Seen::gone;
  if (turns_now == turns_when_asleep_) return Seen::asleep;
  if (!is_off()) return Seen::working;
  const char state = state_of(name_);
  if (!is_asleep(state)) return state == 0 ? Seen::gone : Seen::working;
  turns_when_asleep_ = turns_now;
  return Seen::asleep;
}

}  // namespace fencepost::sut
