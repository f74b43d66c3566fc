// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka.hpp"

#include <algorithm>
#include <vector>

#include "fencepost/properties/checkers/kafka_commits.hpp"
#include "fencepost/properties/checkers/kafka_judges.hpp"
#include "fencepost/properties/checkers/kafka_reader.hpp"

namespace fencepost::properties {
namespace {

using namespace kafka;

class KafkaChecker final : public Checker {
 public:
  explicit KafkaChecker(CheckerOptions options) : options_(std::move(options)) {}

  std::string add(const Operation& operation) override {
    if (is_too_much_) return {};
    std::string why_not = reader_.add(operation);
    is_too_much_ = reader_.is_full();
    if (++added_ % 1024 == 0) is_too_much_ |= memory() > options_.most_memory;
    if (is_too_much_) history_ = {};
    return why_not;
  }

  Judgement finish() override {
    if (is_too_much_) return out_of_memory(options_.most_memory);
    reader_.finish();
    history_.settle();
    const std::uint64_t used =
        memory() + Log::bytes_for(history_) + history_.ops.size() * bytes_an_op;
    if (used > options_.most_memory) return out_of_memory(options_.most_memory);
    judge_commits();
    const Log log(history_);
    judge_log(history_, log, findings_);
    judge_reads(history_, log, findings_);
    if (!is_enough()) judge_order(history_, log, findings_);
    std::string why_not;
    if (!is_enough())
      why_not = judge_cycles(history_, log, options_, options_.most_memory - used, findings_);
    if (is_enough()) why_not = "it was stopped before it was judged in full";
    Judgement judgement = findings_.judgement(
        [&](std::string_view anomaly) { return !is_allowed(anomaly, options_); });
    if (judgement.verdict == Judgement::Verdict::violated || why_not.empty()) return judgement;
    judgement.verdict = Judgement::Verdict::undecided;
    judgement.why = std::move(why_not);
    return judgement;
  }

 private:
  /// Of the passes over all operations.
  static constexpr std::uint64_t bytes_an_op = 12;

  std::uint64_t memory() const { return history_.bytes() + commits_.bytes(); }
  bool is_enough() const { return options_.enough && options_.enough(); }

  void judge_commits() {
    std::vector<std::int64_t> polled_ends(history_.messages.keys());
    for (MessageId id = 0; id < history_.messages.size(); ++id) {
      const Message& message = history_.messages[id];
      if (message.poller == none || message.offset == unknown_offset) continue;
      std::int64_t& end = polled_ends[message.key];
      end = std::max(end, end_after(message.offset));
    }
    commits_.judge_origins(polled_ends, history_.messages, findings_);
    if (commits_.has_commits()) return;
    for (Start& start : history_.starts) start.committed_end = polled_ends[start.key];
  }

  CheckerOptions options_;
  History history_;
  Commits commits_;
  Findings findings_ = no_findings();
  Reader reader_{history_, commits_, findings_};
  std::uint64_t added_ = 0;
  bool is_too_much_ = false;
};

}  // namespace

std::unique_ptr<Checker> make_kafka_checker(const CheckerOptions& options) {
  return std::make_unique<KafkaChecker>(options);
}

}  // namespace fencepost::properties
