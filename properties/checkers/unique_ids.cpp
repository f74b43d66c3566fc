// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/unique_ids.hpp"

#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {
namespace {

class UniqueIdsChecker final : public Checker {
 public:
  explicit UniqueIdsChecker(const CheckerOptions& options) : most_memory_(options.most_memory) {}

  std::string add(const Operation& operation) override {
    if (std::string why = calls_.add(operation); !why.empty()) return why;
    if (operation.type != Operation::Type::ok || full_) return "";
    const std::uint32_t id = ids_.id(operation.value);
    if (id == given_.size())
      given_.push_back({calls_.index(), operation.process});
    else
      again(operation, given_[id]);
    full_ = calls_.index() % 1024 == 0 && memory() > most_memory_;
    return "";
  }

  Judgement finish() override {
    if (findings_.count("duplicate-id") == 0 && (full_ || memory() > most_memory_))
      return out_of_memory(most_memory_);
    return findings_.judgement();
  }

 private:
  struct Given {
    std::uint64_t at;
    std::int64_t client;
  };

  void again(const Operation& operation, const Given& first) {
    findings_.add("duplicate-id", 0, [&] {
      return Anomaly{.name = {},
                     .sentence = "client " + std::to_string(operation.process) + " was given " +
                                 in_words(operation.value) + ", which client " +
                                 std::to_string(first.client) + " had been given before",
                     .operations = {first.at, calls_.index()}};
    });
  }
  std::uint64_t memory() const { return ids_.bytes() + given_.capacity() * sizeof(Given); }

  std::uint64_t most_memory_;
  Calls calls_{"generate"};
  ValueTable ids_;
  /// Of each id: who was given it first.
  std::vector<Given> given_;
  Findings findings_{"duplicate-id"};
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Checker> make_unique_ids_checker(const CheckerOptions& options) {
  return std::make_unique<UniqueIdsChecker>(options);
}

}  // namespace fencepost::properties
