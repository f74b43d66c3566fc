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
/// Configurations that are gone on from, in all.
constexpr std::uint64_t most_steps = 20'000'000;

class RegisterSearch {
 public:
  /// `watched`: a read or cas, of which it is wanted what it could have found.
  RegisterSearch(const std::vector<RegisterCall>& calls, std::uint64_t most_memory,
                 const std::function<bool()>& enough, std::size_t most_alike,
                 std::size_t watched = none)
      : calls_(calls),
        most_memory_(most_memory),
        enough_(enough),
        most_alike_(most_alike),
        watched_(watched),
        bit_(calls.size()),
        now_(before_all()),
        seen_(now_),
        next_(now_),
        scratch_(now_.words()) {
    now_.insert(scratch_);
  }

  /// Whether something was forgotten, so that *impossible* means nothing.
  bool forgot() const { return now_.forgot() || next_.forgot() || seen_.forgot(); }

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
  /// Indeterminate calls that do the same.
  struct Equals {
    /// The first of them.
    std::size_t call = 0;
    std::size_t count = 0, open = 0;
  };

  /// Draws up the events and gives each call its bit.
  Configurations before_all() {
    const std::size_t open = assign_bits();
    return {open, kinds_.size(), most_alike_};
  }

  /// How many may be open at once.
  std::size_t assign_bits() {
    find_wanted();
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      const RegisterCall& it = calls_[call];
      if (it.indeterminate && !wanted_.contains(it.value)) continue;
      events_.push_back({it.invoked_at, call, false});
      if (it.indeterminate)
        bit_[call] = kind_of(call);
      else
        events_.push_back({it.completed_at, call, true});
    }
    std::ranges::sort(events_, {}, &Event::at);
    return assign_open_bits();
  }

  /// Equal ones are of one kind, as far as they can be counted together.
  std::size_t kind_of(std::size_t call) {
    const RegisterCall& it = calls_[call];
    const auto next = kinds_.size();
    const auto known = known_.try_emplace({it.kind, it.from, it.value}, next).first;
    if (known->second == next || kinds_[known->second].count == Configurations::most_of_a_kind) {
      known->second = next;
      kinds_.push_back({.call = call});
    }
    ++kinds_[known->second].count;
    return known->second;
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
      if (kinds_[bit_[call]].open++ == 0) open_kinds_.push_back(bit_[call]);
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
    for (const std::size_t other : open_) {
      take(seen_[i]);
      if (apply(other)) go_on_to(call);
    }
    for (const std::size_t kind : open_kinds_) {
      take(seen_[i]);
      if (take_one(kind)) go_on_to(call);
    }
  }

  void go_on_to(std::size_t call) {
    serve_reads();
    reach(call);
  }

  /// What is in `scratch_` either has the call behind it, or must go on.
  void reach(std::size_t call) {
    if (!Configurations::has_open(scratch_, bit_[call])) {
      seen_.insert(scratch_);
      return;
    }
    Configurations::set_open(scratch_, bit_[call], false);
    next_.insert(scratch_);
  }

  void take(std::span<const Configurations::Word> it) { std::ranges::copy(it, scratch_.begin()); }

  /// Lets a call have its effect in `scratch_`, if it can.
  bool apply(std::size_t call) {
    if (Configurations::has_open(scratch_, bit_[call]) || !can_come(calls_[call])) return false;
    Configurations::set_open(scratch_, bit_[call], true);
    Configurations::set_value(scratch_, calls_[call].value, false);
    return true;
  }

  /// The same of an indeterminate one of a kind.
  bool take_one(std::size_t kind) {
    const RegisterCall& it = calls_[kinds_[kind].call];
    if (now_.taken(scratch_, kind) == kinds_[kind].open || !can_come(it)) return false;
    if (Configurations::value(scratch_) == it.value) return false;
    now_.take(scratch_, kind);
    Configurations::set_value(scratch_, it.value, true);
    return true;
  }

  /// An indeterminate one whose value is written over before anything makes use of it need not have
  /// happened.
  bool can_come(const RegisterCall& it) const {
    return it.kind == Kind::cas ? Configurations::value(scratch_) == it.from
                                : !Configurations::owes(scratch_);
  }

  /// A read that can have its value can have it at once: it changes nothing.
  void serve_reads() {
    const std::uint32_t value = Configurations::value(scratch_);
    if (watching_) values_.insert(value);
    for (const std::size_t read : open_reads_) {
      if (calls_[read].value != value || Configurations::has_open(scratch_, bit_[read])) continue;
      Configurations::set_open(scratch_, bit_[read], true);
      Configurations::set_value(scratch_, value, false);
    }
  }

  bool must_stop() {
    const std::uint64_t bytes = now_.bytes() + next_.bytes() + seen_.bytes();
    gave_up_ =
        bytes > most_memory_ || ++steps_ > most_steps || (steps_ % 64 == 0 && enough_ && enough_());
    return gave_up_;
  }

  const std::vector<RegisterCall>& calls_;
  std::uint64_t most_memory_;
  const std::function<bool()>& enough_;
  std::size_t most_alike_, watched_;
  std::vector<Event> events_;
  /// Of each call: its bit, or its kind.
  std::vector<std::size_t> bit_;
  std::set<std::uint32_t> wanted_;
  std::vector<Equals> kinds_;
  std::map<std::tuple<Kind, std::uint32_t, std::uint32_t>, std::size_t> known_;
  Configurations now_, seen_, next_;
  std::vector<Configurations::Word> scratch_;
  std::vector<std::size_t> open_, open_reads_, open_kinds_;
  std::uint64_t steps_ = 0;
  bool gave_up_ = false;
  bool watching_ = false;
  /// Of the register while the watched call was open.
  std::set<std::uint32_t> values_;
};

}  // namespace

RegisterAnswer search_register(const std::vector<RegisterCall>& calls, std::uint64_t most_memory,
                               const std::function<bool()>& enough) {
  // A linearization is found sooner if not all are looked for.
  for (const std::size_t most_alike : {std::size_t{4}, std::size_t{64}}) {
    RegisterSearch search(calls, most_memory, enough, most_alike);
    const RegisterAnswer answer = search.search();
    if (answer.kind == RegisterAnswer::Kind::linearizable) return answer;
    if (answer.kind == RegisterAnswer::Kind::gave_up) return answer;
    if (!search.forgot()) break;
  }
  const RegisterAnswer answer = RegisterSearch(calls, most_memory, enough, SIZE_MAX).search();
  if (answer.kind != RegisterAnswer::Kind::impossible) return answer;
  // The same once more, with an eye on what the call could have found.
  const RegisterAnswer explained =
      RegisterSearch(calls, UINT64_MAX, enough, SIZE_MAX, answer.call).search();
  return explained.kind == RegisterAnswer::Kind::impossible ? explained : answer;
}

}  // namespace fencepost::properties
