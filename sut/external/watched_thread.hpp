// SPDX-License-Identifier: Apache-2.0
// One thread of another process, as the kernel tells of it in /proc: whether it sleeps, and whether
// it has run in between.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "fencepost/sut/external/naps.hpp"
#include "fencepost/sut/external/proc_file.hpp"
#include "fencepost/sut/external/threads_below.hpp"

namespace fencepost::sut {

/// The letter of /proc/P/task/T/stat: R, S, D, T, Z, ...; 0 if the thread is gone.
char state_of(ThreadName name);

/// What the kernel tells us here, found out once.
struct WaysToAsk {
  /// `schedstat` counts how often a thread came to run; without it `status` counts its switches.
  bool has_schedstat = false;
  /// `syscall` waits for who is about to leave its processor, and tells who naps.
  bool has_syscall = false;
  /// Nothing can be known: /proc is missing, or is that of other process numbers than ours.
  bool is_blind = true;

  static const WaysToAsk& here();
};

class WatchedThread {
 public:
  enum class Seen : std::uint8_t {
    asleep,   ///< it waits for something, is stopped, or has ended
    working,  ///< it runs, or is about to, or waits for a disk
    gone,
  };
  static constexpr std::size_t files = 4;

  /// `keeps_files`: so many files stay open, which makes questions cheap.
  WatchedThread(ThreadName name, bool keeps_files);

  const ThreadName& name() const { return name_; }
  bool keeps_files() const { return turns_.stays_open(); }
  /// Looks whether it is asleep.
  Seen look();
  /// True only if it has been asleep at every instant since `look` last found it so.
  bool has_slept_on() { return is_still_off() && turns() == turns_when_asleep_; }
  /// Whether it was taking a nap (see naps.hpp) when that was last asked.
  bool is_napping() const { return is_napping_; }
  /// Whether it sleeps for a time of at most `longest` (see timer_of); real if that cannot be
  /// known.
  Sleep timer(std::chrono::nanoseconds longest);
  /// A number that grows when it runs; 0 if it is gone.
  std::uint64_t turns();
  /// What that was when `look` last found it asleep.
  std::uint64_t turns_when_asleep() const { return turns_when_asleep_; }
  /// How long it has run; 0 if that cannot be known.
  std::chrono::nanoseconds run_time();
  /// How often it has gone to sleep of its own accord.
  std::uint64_t sleeps() const;

 private:
  bool is_still_off();

  ThreadName name_;
  ProcFile turns_, place_, call_, state_;
  std::uint64_t turns_when_asleep_ = 0;
  bool is_napping_ = false;
};

}  // namespace fencepost::sut
