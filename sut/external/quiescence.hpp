// SPDX-License-Identifier: Apache-2.0
// Knows whether a program and all that it started is quiet: no thread of it runs or is about to, so
// that nothing can happen any more unless something comes from outside or a timer rings. The kernel
// is asked, nothing is guessed, no time passes.
//
// Every thread is looked at twice. Who slept through from its first look to its second was asleep
// when the first round was over; so if all did, all of them were asleep at that one instant.
// Between the rounds it is made sure that there are no others: while all that are known sleep, one
// that is not known can hide from a look through the tree only by losing its parent meanwhile, and
// then stands right below the root at the next; so two looks must find the same.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fencepost/sut/external/threads_below.hpp"
#include "fencepost/sut/external/watched_thread.hpp"

namespace fencepost::sut {

class Quiescence {
 public:
  /// Of this process and all below it. For so many threads files are kept open.
  Quiescence(pid_t root, Births& births, std::size_t most_kept)
      : root_(root), births_(births), most_kept_(most_kept) {}

  /// True only if at some instant during the call nothing ran; false if not, or if that could not
  /// be made sure of: then ask again.
  bool is_quiet();
  /// Whether anything has run since `is_quiet` last was true or this was last asked.
  bool has_stirred();
  /// Whether any thread sleeps for a time of at most `longest`; true if that cannot be known. Takes
  /// up to 50 looks, a millisecond apart, to tell an idle runtime from one that looks for work.
  bool has_timers(std::chrono::nanoseconds longest);
  /// How long the threads that are known have run, together; nothing if that cannot be known.
  std::optional<std::chrono::nanoseconds> run_time();
  std::size_t threads() const { return threads_.size(); }

  /// /proc does not tell: `is_quiet` is always false, `has_stirred` always true.
  static bool is_blind() { return WaysToAsk::here().is_blind; }

 private:
  struct Watched {
    WatchedThread thread;
    /// When it was last seen quiet.
    std::uint64_t turns_known = 0;
    /// How often it had gone to sleep when the others slept, if it naps.
    std::uint64_t sleeps_before = 0;
  };
  /// The first round.
  bool nobody_works();
  /// Two looks through the tree that find what is known, unless there were no births since it was
  /// complete; else the list is renewed.
  bool nobody_is_missing(std::uint64_t births);
  bool take_list();
  /// The most that any thread waits for (see timer_of), by one look.
  Sleep look_for_timers(std::chrono::nanoseconds longest);
  /// Whoever naps has looked twice for something to do since the others sleep.
  bool naps_are_idle();

  pid_t root_;
  Births& births_;
  std::size_t most_kept_;
  std::vector<Watched> threads_;
  /// The list was complete when so many had been born. 0: it is not known to have been.
  std::uint64_t complete_at_ = 0;
  /// What tells whether any has run of those who do not nap.
  std::uint64_t turns_of_others_ = 0;
  /// Who was found at work last is asked first.
  std::size_t busiest_ = 0;
};

}  // namespace fencepost::sut
