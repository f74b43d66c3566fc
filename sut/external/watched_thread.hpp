// SPDX-License-Identifier: Apache-2.0
// One thread of another process, as the kernel tells of it in /proc: whether it sleeps, and whether
// it has run in between.
#pragma once

#include <cstdint>
#include <optional>

#include "fencepost/sut/external/proc_file.hpp"
#include "fencepost/sut/external/threads_below.hpp"

namespace fencepost::sut {

/// The letter of /proc/P/task/T/stat: R, S, D, T, Z, ...; 0 if the thread is gone.
char state_of(ThreadName name);

/// What the kernel tells us here, found out once.
struct WaysToAsk {
  /// `schedstat` counts how often a thread came to run; without it `status` counts its switches.
  bool has_schedstat = false;
  /// `syscall` says `running` of a thread that is not off its processor; without it only `stat`
  /// tells, which for an instant calls a thread asleep that is about to be.
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

  /// `keeps_files`: two files stay open, which makes questions cheap.
  WatchedThread(ThreadName name, bool keeps_files);

  const ThreadName& name() const { return name_; }
  bool keeps_files() const { return turns_file_.stays_open(); }
  /// Looks whether it is asleep.
  Seen look();
  /// True only if it has been asleep at every instant since `look` last found it so.
  bool has_slept_on() { return is_off() && turns() == turns_when_asleep_; }
  /// A number that grows when it runs; 0 if it is gone.
  std::uint64_t turns();
  /// What that was when `look` last found it asleep.
  std::uint64_t turns_when_asleep() const { return turns_when_asleep_; }

 private:
  bool is_off();

  ThreadName name_;
  ProcFile turns_file_;
  /// Empty if we may not read it.
  std::optional<ProcFile> syscall_file_;
  std::uint64_t turns_when_asleep_ = 0;
};

}  // namespace fencepost::sut
