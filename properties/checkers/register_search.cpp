// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/register_search.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace fencepost::properties {
namespace {

using Kind = RegisterCall::Kind;
constexpr std::size_t none = SIZE_MAX;

class RegisterSearch {
 public:
  /// `watched`: a read or cas, of which it is wanted what it could have found.
  RegisterSearch(const std::vector<RegisterCall>& calls, std::uint64_t most_memory,
                 const std::function<bool()>& enough, std::size_t watched = none)
      : calls_(calls),
        most_memory_(most_memory),
        enough_(enough),
        watched_(watched),
        bit_(calls.size()),
        twin_(calls.size(), none),
        now_(before_all()),
        seen_(now_),
        next_(now_),
        scratch_(now_.words()) {
    now_.insert(scratch_);
  }

  RegisterAnswer search() {
    for (const auto& [at, call, completes] : events_) {
      if (!completes)
        invoked(call);
      else if (!completed(call))
        return {.kind = gave_up_ ? RegisterAnswer::Kind::gave_up : RegisterAnswer::Kind::impossible,
                .call = call,
                .values = {values_.begin(), values_.end()}};
    }
    return {};
  }

 private:
  struct Event {
    std::uint64_t at;
    std::size_t call;
    bool completes;
  };

  /// Draws up the events and gives each call its bit.
  Configurations before_all() {
    const std::size_t open = assign_bits();
    return {open, indeterminate_};
  }

  /// How many may be open at once.
  std::size_t assign_bits() {
    find_wanted();
    std::map<std::tuple<Kind, std::uint32_t, std::uint32_t>, std::size_t> last;
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      const RegisterCall& it = calls_[call];
      if (it.indeterminate && !wanted_.contains(it.value)) continue;
      events_.push_back({it.invoked_at, call, false});
      if (it.indeterminate) {
        bit_[call] = indeterminate_++;
        const auto [twin, is_first] = last.try_emplace({it.kind, it.from, it.value}, call);
        if (!is_first) twin_[call] = std::exchange(twin->second, call);
      } else {
        events_.push_back({it.completed_at, call, true});
      }
    }
    std::ranges::sort(events_, {}, &Event::at);
    return assign_open_bits();
  }

  std::size_t assign_open_bits() {
    std::vector<std::size_t> free;
    std::size_t bits = 0;
    for (const Event& event : events_) {
      if (calls_[event.call].indeterminate) continue;
      if (event.completes) {
        free.push_back(bit_[event.call]);
        continue;
      }
      if (free.empty()) free.push_back(bits++);
      bit_[event.call] = free.back();
      free.pop_back();
    }
    return bits;
  }

  /// An indeterminate write of what nobody reads and no cas starts from need not have happened.
  void find_wanted() {
    for (const RegisterCall& call : calls_) {
      if (call.kind == Kind::read) wanted_.insert(call.value);
      if (call.kind == Kind::cas) wanted_.insert(call.from);
    }
  }

  void invoked(std::size_t call) {
    const RegisterCall& it = calls_[call];
    if (it.indeterminate) {
      open_indeterminate_.push_back(call);
      return;
    }
    (it.kind == Kind::read ? open_reads_ : open_).push_back(call);
    watching_ |= call == watched_;
    if (it.kind != Kind::read && !watching_) return;
    next_.clear();
    for (std::size_t i = 0; i < now_.size(); ++i) {
      take(now_[i]);
      serve_reads();
      next_.insert(scratch_);
    }
    std::swap(now_, next_);
  }

  /// False if no configuration is left, or the search must end.
  bool completed(std::size_t call) {
    seen_.clear();
    next_.clear();
    for (std::size_t i = 0; i < now_.size(); ++i) {
      take(now_[i]);
      reach(call);
    }
    // It grows while it is read.
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (must_stop()) return false;
      go_on(i, call);
    }
    std::erase(calls_[call].kind == Kind::read ? open_reads_ : open_, call);
    std::swap(now_, next_);
    return now_.size() > 0;
  }

  void go_on(std::size_t i, std::size_t call) {
    for (const auto* const open : {&open_, &open_indeterminate_})
      for (const std::size_t other : *open) {
        take(seen_[i]);
        if (!apply(other)) continue;
        serve_reads();
        reach(call);
      }
  }

  /// What is in `scratch_` either has the call behind it, or must go on.
  void reach(std::size_t call) {
    if (!now_.has_open(scratch_, bit_[call])) {
      seen_.insert(scratch_);
      return;
    }
    now_.set_open(scratch_, bit_[call], false);
    next_.insert(scratch_);
  }

  void take(std::span<const Configurations::Word> it) { std::ranges::copy(it, scratch_.begin()); }

  /// Lets a call have its effect in `scratch_`, if it can.
  bool apply(std::size_t call) {
    const RegisterCall& it = calls_[call];
    const bool done = it.indeterminate ? now_.has_taken(scratch_, bit_[call])
                                       : now_.has_open(scratch_, bit_[call]);
    if (done || (it.kind == Kind::cas && Configurations::value(scratch_) != it.from)) return false;
    if (it.indeterminate) {
      // Of equal ones the first is taken first.
      if (twin_[call] != none && !now_.has_taken(scratch_, bit_[twin_[call]])) return false;
      if (Configurations::value(scratch_) == it.value) return false;
      now_.set_taken(scratch_, bit_[call]);
    } else {
      now_.set_open(scratch_, bit_[call], true);
    }
    Configurations::set_value(scratch_, it.value);
    return true;
  }

  /// A read that can have its value can have it at once: it changes nothing.
  void serve_reads() {
    if (watching_) values_.insert(Configurations::value(scratch_));
    for (const std::size_t read : open_reads_)
      if (calls_[read].value == Configurations::value(scratch_))
        now_.set_open(scratch_, bit_[read], true);
  }

  bool must_stop() {
    const std::uint64_t bytes = now_.bytes() + next_.bytes() + seen_.bytes();
    gave_up_ = bytes > most_memory_ || (++steps_ % 64 == 0 && enough_ && enough_());
    return gave_up_;
  }

  const std::vector<RegisterCall>& calls_;
  std::uint64_t most_memory_;
  const std::function<bool()>& enough_;
  std::size_t watched_;
  std::vector<Event> events_;
  /// Of each call: its bit; the one before it that is indeterminate and the same.
  std::vector<std::size_t> bit_, twin_;
  std::set<std::uint32_t> wanted_;
  std::size_t indeterminate_ = 0;
  Configurations now_, seen_, next_;
  std::vector<Configurations::Word> scratch_;
  std::vector<std::size_t> open_, open_reads_, open_indeterminate_;
  std::uint64_t steps_ = 0;
  bool gave_up_ = false;
  bool watching_ = false;
  /// Of the register while the watched call was open.
  std::set<std::uint32_t> values_;
};

}  // namespace

RegisterAnswer search_register(const std::vector<RegisterCall>& calls, std::uint64_t most_memory,
                               const std::function<bool()>& enough) {
  const RegisterAnswer answer = RegisterSearch(calls, most_memory, enough).search();
  if (answer.kind != RegisterAnswer::Kind::impossible) return answer;
  // It ended before; so it ends again.
  const std::function<bool()> never;
  return RegisterSearch(calls, UINT64_MAX, never, answer.call).search();
}

}  // namespace fencepost::properties
