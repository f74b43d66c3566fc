// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/counter.hpp"

#include <algorithm>

#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/final_reads.hpp"
#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/subset_sums.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {
namespace {

constexpr std::uint64_t never = UINT64_MAX;
/// Sums of adds stay below twice this.
constexpr std::int64_t most = INT64_MAX / 8;
/// Final reads that see different adds, and adds looked at for them: then nothing is decided.
constexpr std::uint64_t most_sums = 256, most_looks = std::uint64_t{1} << 28U;

struct Added {
  std::int64_t delta = 0;
  std::uint64_t invoked_at = 0;
  /// Of an ok.
  std::uint64_t acknowledged_at = never;
  bool failed = false;
};

class CounterChecker final : public Checker {
 public:
  CounterChecker(bool only_grows, const CheckerOptions& options)
      : only_grows_(only_grows), most_memory_(options.most_memory) {}

  std::string add(const Operation& operation) override {
    if (std::string why = calls_.add(operation); !why.empty()) return why;
    if (full_) return "";
    full_ = calls_.index() % 1024 == 0 && memory() > most_memory_;
    return calls_.refuse(operation.f == "add" ? added(operation) : read(operation));
  }

  Judgement finish() override {
    if (full_ || memory() > most_memory_) return out_of_memory(most_memory_);
    check_bounds();
    const auto finals = final_reads(reads_, added_at_, any_flagged_);
    check_sums(finals);
    if (only_grows_) check_convergence(finals);
    Judgement judgement = findings_.judgement();
    if (judgement.verdict != Judgement::Verdict::held) return judgement;
    if (finals.empty() && added_at_ > 0) judgement.why = no_final_reads();
    if (unsure_)
      judgement.why =
          "too many adds are indeterminate to say whether some of them sum up to what "
          "was read; judge a history with fewer";
    if (!judgement.why.empty()) judgement.verdict = Judgement::Verdict::undecided;
    return judgement;
  }

 private:
  std::string added(const Operation& operation) {
    added_at_ = calls_.index() + 1;
    Call& call = calls_.call();
    if (operation.type == Operation::Type::invoke) {
      if (!operation.value.is(Json::Kind::number) || (only_grows_ && operation.value.number < 0))
        return "has an add of " + in_words(operation.value) +
               (only_grows_ ? ", which is no integer from 0 on" : ", which is no integer");
      if (!fits(operation.value.number)) return "has adds whose sum is beyond 60 bits";
      call.number = static_cast<std::uint32_t>(adds_.size());
      adds_.push_back({.delta = operation.value.number, .invoked_at = calls_.index()});
      return "";
    }
    if (operation.type == Operation::Type::ok) adds_[call.number].acknowledged_at = calls_.index();
    if (operation.type == Operation::Type::fail) adds_[call.number].failed = true;
    return "";
  }

  /// Keeps every sum within 64 bits.
  bool fits(std::int64_t delta) {
    std::int64_t& sum = delta < 0 ? shrunk_ : grown_;
    if (delta < -most || delta > most || sum < -most || sum > most) return false;
    sum += delta;
    return true;
  }

  std::string read(const Operation& operation) {
    Call& call = calls_.call();
    const bool flagged = is_flagged_final(operation);
    any_flagged_ |= flagged;
    if (operation.type == Operation::Type::invoke) call.number = flagged ? 1 : 0;
    if (operation.type != Operation::Type::ok) return "";
    if (!operation.value.is(Json::Kind::number))
      return "has a read that is no integer: " + in_words(operation.value);
    reads_.push_back({.invoked_at = call.invoked_at,
                      .completed_at = calls_.index(),
                      .client = operation.process,
                      .flagged = flagged || call.number == 1});
    values_.push_back(operation.value.number);
    return "";
  }

  std::string reader(std::size_t read) const {
    return "client " + std::to_string(reads_[read].client) + " read " +
           std::to_string(values_[read]);
  }

  /// No read, final or not, can be beyond all that had been invoked.
  void check_bounds() {
    std::int64_t least = 0, greatest = 0;
    std::size_t next = 0;
    for (std::size_t read = 0; read < reads_.size(); ++read) {
      for (; next < adds_.size() && adds_[next].invoked_at < reads_[read].completed_at; ++next)
        if (!adds_[next].failed) (adds_[next].delta < 0 ? least : greatest) += adds_[next].delta;
      if (values_[read] >= least && values_[read] <= greatest) continue;
      findings_.add("out-of-bounds", 0, [&] {
        return Anomaly{.name = {},
                       .sentence = reader(read) +
                                   ", but all that had been added until then is "
                                   "between " +
                                   std::to_string(least) + " and " + std::to_string(greatest),
                       .operations = {reads_[read].completed_at}};
      });
    }
  }

  /// Final reads see the same adds as a rule, so that the sums are worked out once for many.
  void check_sums(const std::vector<std::size_t>& finals) {
    std::uint64_t from = never, until = never, worked_out = 0;
    std::int64_t certain = 0;
    SubsetSums sums({});
    for (const std::size_t read : finals) {
      const ReadCall& call = reads_[read];
      if (from == never || adds_between(from, call.invoked_at) ||
          adds_between(until, call.completed_at)) {
        unsure_ |= ++worked_out > most_sums || worked_out * adds_.size() > most_looks;
        if (unsure_) return;
        from = call.invoked_at;
        until = call.completed_at;
        sums = sums_of(from, until, certain);
      }
      const bool far = values_[read] < -4 * most || values_[read] > 4 * most;
      const auto answer = far ? SubsetSums::Answer::no : sums.has(values_[read] - certain);
      unsure_ |= answer == SubsetSums::Answer::unknown;
      if (answer == SubsetSums::Answer::no) wrong_sum(read, certain, sums);
    }
  }

  /// Whether an add was invoked or acknowledged between two moments, in any order.
  bool adds_between(std::uint64_t a, std::uint64_t b) const {
    const auto [first, last] = std::minmax(a, b);
    return first < added_at_ && first != last;
  }

  SubsetSums sums_of(std::uint64_t invoked, std::uint64_t completed, std::int64_t& certain) const {
    Summands possible;
    certain = 0;
    for (const Added& add : adds_) {
      if (add.failed || add.invoked_at > completed) continue;
      if (add.acknowledged_at < invoked)
        certain += add.delta;
      else
        ++possible[add.delta];
    }
    return SubsetSums(possible);
  }

  void wrong_sum(std::size_t read, std::int64_t certain, const SubsetSums& sums) {
    findings_.add("wrong-sum", 0, [&] {
      const std::string least = std::to_string(certain + sums.least());
      const std::string greatest = std::to_string(certain + sums.greatest());
      std::string sentence =
          reader(read) + " at the end, where " + std::to_string(certain) + " had been acknowledged";
      if (least != greatest)
        sentence += " and what nobody knows of could make it some of " + least + " to " + greatest;
      return Anomaly{.name = {}, .sentence = sentence, .operations = {reads_[read].completed_at}};
    });
  }

  /// What one final read had is in those that were invoked after it.
  void check_convergence(const std::vector<std::size_t>& finals) {
    std::vector<std::size_t> completed = finals;
    std::ranges::sort(completed, {}, [&](std::size_t i) { return reads_[i].completed_at; });
    std::size_t next = 0, greatest = SIZE_MAX;
    for (const std::size_t read : finals) {
      for (; reads_[completed[next]].completed_at < reads_[read].invoked_at; ++next)
        if (greatest == SIZE_MAX || values_[completed[next]] > values_[greatest])
          greatest = completed[next];
      if (greatest == SIZE_MAX || values_[read] >= values_[greatest]) continue;
      findings_.add("not-converged", 0, [&] {
        return Anomaly{.name = {},
                       .sentence = reader(read) + " at the end, after " + reader(greatest),
                       .operations = {reads_[greatest].completed_at, reads_[read].completed_at}};
      });
    }
  }

  std::uint64_t memory() const {
    return adds_.capacity() * sizeof(Added) + reads_.capacity() * (sizeof(ReadCall) + 8);
  }

  bool only_grows_;
  std::uint64_t most_memory_;
  Calls calls_{"add", "read"};
  std::vector<Added> adds_;
  std::vector<ReadCall> reads_;
  /// Of each read.
  std::vector<std::int64_t> values_;
  /// Of all adds, the negative ones apart.
  std::int64_t grown_ = 0, shrunk_ = 0;
  std::uint64_t added_at_ = 0;
  bool any_flagged_ = false;
  bool unsure_ = false;
  bool full_ = false;
  Findings findings_{"wrong-sum", "out-of-bounds", "not-converged"};
};

}  // namespace

std::unique_ptr<Checker> make_counter_checker(bool only_grows, const CheckerOptions& options) {
  return std::make_unique<CounterChecker>(only_grows, options);
}

}  // namespace fencepost::properties
