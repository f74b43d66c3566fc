// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/set_full.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/final_reads.hpp"
#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint64_t never = UINT64_MAX;

struct Member {
  std::uint64_t invoked_at = never;
  /// Since when it must be there: it was acknowledged, or read.
  std::uint64_t known_at = never;
  bool may_be_there = false;
  bool phantom = false;
  /// Open adds of it, whose end nobody knows yet.
  std::uint32_t open = 0;
  /// The first read that had it.
  std::uint32_t read = UINT32_MAX;
};

class SetChecker final : public Checker {
 public:
  SetChecker(std::string_view add, const CheckerOptions& options)
      : add_(add), most_memory_(options.most_memory), calls_{add, "read"} {}

  std::string add(const Operation& operation) override {
    if (std::string why = calls_.add(operation); !why.empty()) return why;
    if (full_) return "";
    full_ = calls_.index() % 1024 == 0 && memory() > most_memory_;
    return calls_.refuse(operation.f == add_ ? added(operation) : read(operation));
  }

  Judgement finish() override {
    if (full_ || memory() > most_memory_) return out_of_memory(most_memory_);
    for (Member& member : members_) member.may_be_there |= member.open > 0;
    find_phantoms();
    const auto finals = final_reads(reads_, added_at_, any_flagged_);
    find_missing(finals);
    note_stale();
    Judgement judgement = findings_.judgement();
    if (finals.empty() && added_at_ > 0 && judgement.verdict == Judgement::Verdict::held) {
      judgement.verdict = Judgement::Verdict::undecided;
      judgement.why = no_final_reads();
    }
    return judgement;
  }

 private:
  std::uint32_t id_of(const Json& value) {
    const std::uint32_t id = table_.id(value);
    if (id == members_.size()) members_.emplace_back();
    return id;
  }

  std::string added(const Operation& operation) {
    added_at_ = calls_.index() + 1;
    Call& call = calls_.call();
    if (operation.type == Operation::Type::invoke) call.number = id_of(operation.value);
    Member& member = members_[call.number];
    switch (operation.type) {
      case Operation::Type::invoke:
        member.invoked_at = std::min(member.invoked_at, calls_.index());
        ++member.open;
        return "";
      case Operation::Type::ok:
        member.known_at = std::min(member.known_at, calls_.index());
        member.may_be_there = true;
        break;
      case Operation::Type::info: member.may_be_there = true; break;
      case Operation::Type::fail: break;
    }
    --member.open;
    return "";
  }

  std::string read(const Operation& operation) {
    Call& call = calls_.call();
    const bool flagged = is_flagged_final(operation);
    any_flagged_ |= flagged;
    if (operation.type == Operation::Type::invoke) call.number = flagged ? 1 : 0;
    if (operation.type != Operation::Type::ok) return "";
    if (!operation.value.is(Json::Kind::list) && !operation.value.is(Json::Kind::null))
      return "has a read that is no list: " + in_words(operation.value);
    const auto number = static_cast<std::uint32_t>(reads_.size());
    reads_.push_back({.invoked_at = call.invoked_at,
                      .completed_at = calls_.index(),
                      .client = operation.process,
                      .flagged = flagged || call.number == 1});
    begins_.push_back(elements_.size());
    for (const Json& value : operation.value.items) take_in(id_of(value), number);
    return "";
  }

  void take_in(std::uint32_t id, std::uint32_t read) {
    elements_.push_back(id);
    Member& member = members_[id];
    if (member.read == UINT32_MAX) member.read = read;
    if (member.invoked_at == never) member.phantom = true;
    member.known_at = std::min(member.known_at, reads_[read].completed_at);
  }

  std::span<const std::uint32_t> list(std::size_t read) const {
    const std::size_t end = read + 1 < begins_.size() ? begins_[read + 1] : elements_.size();
    return std::span(elements_).subspan(begins_[read], end - begins_[read]);
  }
  std::string reader(std::size_t read) const {
    return "client " + std::to_string(reads_[read].client);
  }

  void find_phantoms() {
    for (std::uint32_t id = 0; id < members_.size(); ++id) {
      const Member& member = members_[id];
      if (member.read == UINT32_MAX || (!member.phantom && member.may_be_there)) continue;
      findings_.add("phantom", 0, [&] {
        return Anomaly{.name = {},
                       .sentence = reader(member.read) + " read " + table_.words(id) +
                                   (member.phantom ? ", which nobody had added"
                                                   : ", though adding it had failed"),
                       .operations = {reads_[member.read].completed_at}};
      });
    }
  }

  /// Of each element: how many final reads that were invoked once it was known have it.
  void find_missing(const std::vector<std::size_t>& finals) {
    std::vector<std::uint32_t> seen(members_.size()), any(members_.size()), last(members_.size());
    std::vector<std::uint64_t> invoked;
    for (const std::size_t read : finals) {
      invoked.push_back(reads_[read].invoked_at);
      for (const std::uint32_t id : list(read)) {
        if (last[id] == invoked.size()) continue;
        last[id] = static_cast<std::uint32_t>(invoked.size());
        ++any[id];
        if (members_[id].known_at < reads_[read].invoked_at) ++seen[id];
      }
    }
    for (std::uint32_t id = 0; id < members_.size(); ++id) {
      const auto from = std::ranges::upper_bound(invoked, members_[id].known_at);
      const auto wanted = static_cast<std::uint64_t>(invoked.end() - from);
      if (members_[id].phantom || seen[id] >= wanted) continue;
      findings_.add(any[id] == 0 ? "lost" : "not-converged", wanted - seen[id],
                    [&] { return missing(id, finals, wanted, seen[id]); });
    }
  }

  Anomaly missing(std::uint32_t id, const std::vector<std::size_t>& finals, std::uint64_t wanted,
                  std::uint32_t seen) const {
    const Member& member = members_[id];
    std::size_t without = 0;
    for (const std::size_t read : finals)
      if (reads_[read].invoked_at > member.known_at && !has(read, id)) without = read;
    const bool was_read =
        member.read != UINT32_MAX && member.known_at == reads_[member.read].completed_at;
    const std::string how =
        was_read ? " had been read by " + reader(member.read) : " had been acknowledged";
    return {.name = {},
            .sentence = table_.words(id) + how + ", but " + counted(wanted - seen, "final read") +
                        " of " + std::to_string(wanted) + " did not have it, that of " +
                        reader(without) + " for one",
            .operations = {member.known_at, reads_[without].completed_at}};
  }

  bool has(std::size_t read, std::uint32_t id) const {
    return std::ranges::find(list(read), id) != list(read).end();
  }

  /// Which elements were missing from a read though they were known: from the last read to the
  /// first, since what is missing once need not be looked for again.
  void note_stale() {
    std::vector<std::size_t> order(reads_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, std::greater{}, [&](std::size_t i) { return reads_[i].invoked_at; });
    std::vector<std::uint32_t> unseen, last(members_.size());
    for (std::uint32_t id = 0; id < members_.size(); ++id) unseen.push_back(id);
    std::uint64_t stale = 0, longest = 0;
    std::uint32_t pass = 0;
    for (const std::size_t read : order) {
      ++pass;
      for (const std::uint32_t id : list(read)) last[id] = pass;
      std::erase_if(unseen, [&](std::uint32_t id) {
        const std::uint64_t known = members_[id].known_at;
        if (known > reads_[read].invoked_at) return true;
        if (last[id] == pass) return false;
        ++stale;
        longest = std::max(longest, reads_[read].invoked_at - known);
        return true;
      });
    }
    if (stale > 0)
      findings_.note({.name = "stale",
                      .sentence = "missing from a read that began after they were known: " +
                                  counted(stale, "element") + " of " +
                                  std::to_string(members_.size()) + ", up to " +
                                  counted(longest, "operation") + " after",
                      .operations = {}});
  }

  std::uint64_t memory() const {
    return table_.bytes() + members_.capacity() * (sizeof(Member) + 20) +
           reads_.capacity() * (sizeof(ReadCall) + 16) + elements_.capacity() * 4;
  }

  std::string_view add_;
  std::uint64_t most_memory_;
  Calls calls_;
  ValueTable table_;
  /// By the number of the value.
  std::vector<Member> members_;
  std::vector<ReadCall> reads_;
  /// What was read, one list after the other, and where each begins.
  std::vector<std::uint32_t> elements_;
  std::vector<std::size_t> begins_;
  std::uint64_t added_at_ = 0;
  bool any_flagged_ = false;
  bool full_ = false;
  Findings findings_{"phantom", "lost", "not-converged"};
};

}  // namespace

std::unique_ptr<Checker> make_set_checker(std::string_view add, const CheckerOptions& options) {
  return std::make_unique<SetChecker>(add, options);
}

}  // namespace fencepost::properties
