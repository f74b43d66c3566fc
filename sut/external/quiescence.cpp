// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/quiescence.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace fencepost::sut {

bool Quiescence::take_list() {
  const std::vector<ThreadName> names = threads_below(root_);
  const auto is_same = [](const Watched& watched, const ThreadName& name) {
    return watched.thread.name() == name;
  };
  if (std::equal(threads_.begin(), threads_.end(), names.begin(), names.end(), is_same))
    return true;
  std::vector<Watched> old = std::exchange(threads_, {});
  auto known = old.begin();
  auto kept = static_cast<std::size_t>(std::count_if(
      old.begin(), old.end(), [](const Watched& watched) { return watched.thread.keeps_files(); }));
  for (const ThreadName name : names) {
    while (known != old.end() && known->thread.name() < name) ++known;
    const bool is_known = known != old.end() && known->thread.name() == name;
    const bool keep = !is_known && kept < most_kept_;
    kept += keep ? 1 : 0;
    threads_.push_back(is_known ? std::move(*known) : Watched{WatchedThread(name, keep)});
  }
  return false;
}

bool Quiescence::nobody_works() {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    busiest_ = (busiest_ + (i > 0 ? 1 : 0)) % threads_.size();
    const WatchedThread::Seen seen = threads_[busiest_].thread.look();
    if (seen == WatchedThread::Seen::asleep) continue;
    if (seen == WatchedThread::Seen::gone)
      threads_.erase(threads_.begin() + static_cast<std::ptrdiff_t>(busiest_));
    return false;
  }
  return true;
}

bool Quiescence::nobody_is_missing(std::uint64_t births) {
  if (births != 0 && births == complete_at_) return true;
  return take_list() && take_list();
}

bool Quiescence::naps_are_idle() {
  constexpr std::uint64_t enough = 2;
  std::uint64_t others = threads_.size();
  bool any = false;
  for (const Watched& watched : threads_) {
    if (watched.thread.is_napping())
      any = true;
    else
      others += watched.thread.turns_when_asleep();
  }
  if (!any) return true;
  const bool have_moved = others != std::exchange(turns_of_others_, others);
  bool all = true;
  for (Watched& watched : threads_) {
    if (!watched.thread.is_napping()) continue;
    const std::uint64_t sleeps = watched.thread.sleeps();
    if (have_moved) watched.sleeps_before = sleeps;
    all = all && sleeps >= watched.sleeps_before + enough;
  }
  return all;
}

bool Quiescence::is_quiet() {
  if (is_blind() || !nobody_works()) return false;
  const std::uint64_t births = births_.last();
  if (!nobody_is_missing(births) || threads_.empty()) return false;
  for (Watched& watched : threads_)
    if (!watched.thread.has_slept_on()) return false;
  if (!naps_are_idle()) return false;
  for (Watched& watched : threads_) watched.turns_known = watched.thread.turns_when_asleep();
  complete_at_ = births;
  return true;
}

Sleep Quiescence::look_for_timers(std::chrono::nanoseconds longest) {
  static_cast<void>(nobody_is_missing(births_.last()));
  Sleep most = Sleep::none;
  for (Watched& watched : threads_) {
    most = std::max(most, watched.thread.timer(longest));
    if (most == Sleep::real) break;
  }
  return most;
}

bool Quiescence::has_timers(std::chrono::nanoseconds longest) {
  if (is_blind()) return true;
  // An idle runtime soon stops to nap, Go's after some 20 ms; who looks for work does not.
  constexpr int most_looks = 50, enough_without = 3;
  Sleep timer = look_for_timers(longest);
  if (timer == Sleep::none) return false;
  for (int looks = 1, without = 0; looks < most_looks && timer != Sleep::real; ++looks) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    timer = look_for_timers(longest);
    without = timer == Sleep::none ? without + 1 : 0;
    if (without == enough_without) return false;
  }
  return true;
}

std::optional<std::chrono::nanoseconds> Quiescence::run_time() {
  if (is_blind() || !WaysToAsk::here().has_schedstat) return std::nullopt;
  std::chrono::nanoseconds sum{0};
  for (Watched& watched : threads_) sum += watched.thread.run_time();
  return sum;
}

bool Quiescence::has_stirred() {
  if (is_blind()) return true;
  bool any = !nobody_is_missing(births_.last());
  for (Watched& watched : threads_) {
    const std::uint64_t turns = watched.thread.turns();
    any = any || turns != watched.turns_known;
    watched.turns_known = turns;
  }
  return any;
}

}  // namespace fencepost::sut
