// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/naps.hpp"

#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <optional>
#include <string>
#include <thread>

namespace fencepost::sut {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

/// The arguments of a call, after its number: ` 0x1 0x2 ...`.
std::uint64_t argument(std::string_view text, int which) {
  for (int i = 0; i <= which; ++i) {
    const std::size_t at = text.find(" 0x");
    if (at == std::string_view::npos) return 0;
    text.remove_prefix(at + 3);
  }
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

/// What stands at an address of the process; negative if we may not look.
nanoseconds time_at(pid_t process, std::uint64_t address) {
  timespec time{};
  const iovec here{&time, sizeof time};
  const iovec there{reinterpret_cast<void*>(address), sizeof time};
  if (process_vm_readv(process, &here, 1, &there, 1, 0) != sizeof time) return nanoseconds(-1);
  return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

nanoseconds time_of(std::uint64_t clock) {
  timespec time{};
  clock_gettime(static_cast<clockid_t>(clock), &time);
  return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

}  // namespace

nanoseconds longest_nap() {
  static const bool has_one_processor = [] {
    const char* const told = std::getenv("GOMAXPROCS");
    return std::thread::hardware_concurrency() == 1 ||
           (told != nullptr && told == std::string("1"));
  }();
  return has_one_processor ? milliseconds(10) : milliseconds(1);
}

namespace {

/// Calls that wait for at most so long, and where they are told.
struct TimedCall {
  long number;
  int argument;
  /// The argument is a count of milliseconds, negative for ever; else the address of a time, 0 for
  /// ever.
  bool counts;
};
constexpr TimedCall timed_calls[] = {
#ifdef SYS_poll
    {SYS_poll, 2, true},
#endif
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, 3, true},
#endif
#ifdef SYS_select
    {SYS_select, 4, false},
#endif
    {SYS_epoll_pwait, 3, true},
    {SYS_ppoll, 2, false},
    {SYS_pselect6, 4, false},
    {SYS_futex, 3, false},
    {SYS_rt_sigtimedwait, 2, false},
    {SYS_nanosleep, 0, false},
    {SYS_clock_nanosleep, 2, false}};

/// The clock whose time is told instead of a length of time, if one is.
std::optional<std::uint64_t> clock_in(long number, std::string_view syscall) {
  constexpr std::uint64_t command_bits = 0x7f, wait_bitset = 9, by_real_time = 256;
  const std::uint64_t how = argument(syscall, 1);
  if (number == SYS_futex && (how & command_bits) == wait_bitset)
    return (how & by_real_time) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  if (number == SYS_clock_nanosleep && (how & TIMER_ABSTIME) != 0) return argument(syscall, 0);
  return std::nullopt;
}

bool waits_for_a_time(pid_t process, std::string_view syscall, nanoseconds longest) {
  long number = -1;
  std::from_chars(syscall.data(), syscall.data() + syscall.size(), number);
  const auto* const call = std::ranges::find(timed_calls, number, &TimedCall::number);
  if (call == std::end(timed_calls)) return syscall.empty();
  const std::uint64_t told = argument(syscall, call->argument);
  if (call->counts) {
    const auto count = static_cast<std::int32_t>(static_cast<std::uint32_t>(told));
    return count >= 0 && milliseconds(count) <= longest;
  }
  if (told == 0) return false;
  nanoseconds time = time_at(process, told);
  if (time.count() < 0) return true;  // we may not look
  if (const auto clock = clock_in(number, syscall)) time -= time_of(*clock);
  return time <= longest;
}

/// Sleeping for at most `longest` is a nap.
Sleep sleep_of(pid_t process, std::string_view syscall, nanoseconds longest) {
  static const std::string nanosleep = std::to_string(SYS_nanosleep) + ' ';
  static const std::string clock_nanosleep = std::to_string(SYS_clock_nanosleep) + ' ';
  nanoseconds time{-1};
  if (syscall.starts_with(nanosleep)) {
    time = time_at(process, argument(syscall, 0));
  } else if (syscall.starts_with(clock_nanosleep)) {
    time = time_at(process, argument(syscall, 2));
    const bool is_instant = (argument(syscall, 1) & TIMER_ABSTIME) != 0;
    if (is_instant && time.count() >= 0)
      time = std::max(time - time_of(argument(syscall, 0)), nanoseconds(0));
  } else {
    return Sleep::none;
  }
  return time.count() >= 0 && time <= longest ? Sleep::nap : Sleep::real;
}

}  // namespace

Sleep sleep_of(pid_t process, std::string_view syscall) {
  return sleep_of(process, syscall, longest_nap());
}

Sleep timer_of(pid_t process, std::string_view syscall, nanoseconds longest) {
  constexpr milliseconds longest_idle_nap(10);
  if (syscall.starts_with("running")) return Sleep::nap;
  if (!waits_for_a_time(process, syscall, longest)) return Sleep::none;
  return sleep_of(process, syscall, longest_idle_nap) == Sleep::nap ? Sleep::nap : Sleep::real;
}

}  // namespace fencepost::sut
