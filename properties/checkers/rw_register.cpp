// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/rw_register.hpp"

#include "fencepost/properties/checkers/rw_analysis.hpp"

namespace fencepost::properties {
namespace {

class RwRegisterChecker final : public Checker {
 public:
  explicit RwRegisterChecker(const CheckerOptions& options) : options_(options) {}

  std::string add(const Operation& operation) override {
    if (full_) return "";
    full_ = ++added_ % 1024 == 0 && memory() > options_.most_memory;
    return history_.add(operation);
  }

  Judgement finish() override {
    if (full_ || memory() > options_.most_memory) return out_of_memory(options_.most_memory);
    find_rw_anomalies(history_);
    const Graph versions = version_graph(history_);
    const std::vector<bool> unordered = find_cyclic_versions(history_, versions);
    find_rw_cycles(history_, versions, unordered, options_.enough);
    return judged_by_model(history_.findings, options_.model, "duplicate-writes");
  }

 private:
  /// With that of the graphs, which are drawn at the end.
  std::uint64_t memory() const {
    return history_.bytes() + history_.txns.txns().size() * 500 + history_.versions.size() * 100;
  }

  CheckerOptions options_;
  RwHistory history_;
  std::uint64_t added_ = 0;
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Checker> make_rw_register_checker(const CheckerOptions& options) {
  return std::make_unique<RwRegisterChecker>(options);
}

}  // namespace fencepost::properties
