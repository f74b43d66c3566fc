// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/list_append.hpp"

#include "fencepost/properties/checkers/consistency_models.hpp"
#include "fencepost/properties/checkers/list_append_analysis.hpp"

namespace fencepost::properties {
namespace {

class ListAppendChecker final : public Checker {
 public:
  explicit ListAppendChecker(const CheckerOptions& options) : options_(options) {}

  std::string add(const Operation& operation) override {
    if (full_) return "";
    full_ = ++added_ % 1024 == 0 && memory() > options_.most_memory;
    return history_.add(operation);
  }

  Judgement finish() override {
    if (full_ || memory() > options_.most_memory) return out_of_memory(options_.most_memory);
    history_.versions.settle();
    find_list_anomalies(history_);
    find_list_cycles(history_, options_.enough);
    return judged_by_model(history_.findings, options_.model, "duplicate-appends");
  }

 private:
  /// With that of the graph, which is drawn at the end: some ten edges a transaction.
  std::uint64_t memory() const { return history_.bytes() + history_.txns.txns().size() * 400; }

  CheckerOptions options_;
  ListAppendHistory history_;
  std::uint64_t added_ = 0;
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Checker> make_list_append_checker(const CheckerOptions& options) {
  return std::make_unique<ListAppendChecker>(options);
}

}  // namespace fencepost::properties
