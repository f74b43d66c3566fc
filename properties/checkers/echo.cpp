// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/echo.hpp"

#include "fencepost/properties/checkers/calls.hpp"
#include "fencepost/properties/checkers/findings.hpp"
#include "fencepost/properties/checkers/value_table.hpp"

namespace fencepost::properties {
namespace {

class EchoChecker final : public Checker {
 public:
  std::string add(const Operation& operation) override {
    if (std::string why = calls_.add(operation); !why.empty()) return why;
    const Call& call = calls_.call();
    if (operation.type != Operation::Type::ok || is_same(call.value, operation.value)) return "";
    findings_.add("wrong-echo", 0, [&] {
      return Anomaly{.name = {},
                     .sentence = "client " + std::to_string(operation.process) + " sent " +
                                 in_words(call.value) + " and got back " +
                                 in_words(operation.value),
                     .operations = {call.invoked_at, calls_.index()}};
    });
    return "";
  }

  Judgement finish() override { return findings_.judgement(); }

 private:
  Calls calls_{"echo"};
  Findings findings_{"wrong-echo"};
};

}  // namespace

std::unique_ptr<Checker> make_echo_checker() { return std::make_unique<EchoChecker>(); }

}  // namespace fencepost::properties
