// SPDX-License-Identifier: Apache-2.0
// Histories as tests tell them: one operation a line, `TYPE CLIENT F VALUE [MORE]`, with JSON
// values. A completion that nobody invoked is of a client of its own, which invoked it before all
// the rest.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

inline Json json(const std::string& text) {
  const Result<Json> value = read_json(text);
  EXPECT_TRUE(value) << text;
  return value ? *value : Json{};
}

/// The invocation of a completion: with nothing read.
inline Operation invocation_of(Operation completion) {
  completion.type = Operation::Type::invoke;
  for (Json& item : completion.value.items)
    if (completion.f == "txn" && item.items.size() == 3 && item.items[0].text == "r")
      item.items[2] = Json{};
  if (completion.f == "read" || completion.f == "generate") completion.value = Json{};
  return completion;
}

struct Told {
  std::vector<Operation> operations;
  /// Of each operation: from 0.
  std::vector<std::uint64_t> line;

  void tell(const Operation& operation) {
    if (operation.type == Operation::Type::invoke) {
      open_.insert(operation.process);
      put(operation);
    } else if (open_.erase(operation.process) > 0) {
      put(operation);
    } else {
      Operation alone = operation;
      alone.process = 1'000 + static_cast<std::int64_t>(lines_);
      operations.insert(operations.begin() + alone_, invocation_of(alone));
      line.insert(line.begin() + alone_++, lines_);
      put(alone);
    }
    ++lines_;
  }

 private:
  void put(const Operation& operation) {
    operations.push_back(operation);
    line.push_back(lines_);
  }

  std::uint64_t lines_ = 0;
  std::ptrdiff_t alone_ = 0;
  std::set<std::int64_t> open_;
};

inline Operation operation_of(const std::string& line) {
  static const std::map<std::string, Operation::Type> types = {{"invoke", Operation::Type::invoke},
                                                               {"ok", Operation::Type::ok},
                                                               {"fail", Operation::Type::fail},
                                                               {"info", Operation::Type::info}};
  std::istringstream words(line);
  Operation operation;
  std::string type, value, more;
  words >> type >> operation.process >> operation.f >> value >> more;
  EXPECT_TRUE(types.contains(type)) << line;
  operation.type = types.at(type);
  operation.value = json(value);
  if (!more.empty()) operation.more = json(more);
  return operation;
}

inline Told told(const std::string& text) {
  Told told;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(' ') != std::string::npos) told.tell(operation_of(line));
  return told;
}

/// What the checker says; with lines for operations.
inline Judgement judged(const std::string& workload, const Told& told,
                        const CheckerOptions& options = {}) {
  const std::unique_ptr<Checker> checker = make_checker(workload, options);
  if (checker == nullptr) {
    ADD_FAILURE() << "no checker of " << workload;
    return {};
  }
  for (const Operation& operation : told.operations) EXPECT_EQ(checker->add(operation), "");
  Judgement judgement = checker->finish();
  for (Anomaly& anomaly : judgement.anomalies)
    for (std::uint64_t& at : anomaly.operations) at = told.line[at];
  return judgement;
}

inline Judgement judged(const std::string& workload, const std::string& text,
                        const CheckerOptions& options = {}) {
  return judged(workload, told(text), options);
}

/// `G1a 2, internal 1`: what is violated and how often; `held`, `undecided`.
inline std::string verdict(const Judgement& judgement) {
  if (judgement.verdict == Judgement::Verdict::held) return "held";
  if (judgement.verdict == Judgement::Verdict::undecided) return "undecided";
  std::string text;
  for (const auto& [name, count] : judgement.counts)
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  return text;
}

/// Why the checker refuses the last line of the history.
inline std::string refusal(const std::string& workload, const std::string& text) {
  const std::unique_ptr<Checker> checker = make_checker(workload);
  std::istringstream lines(text);
  std::string why;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(why, "");
    why = checker->add(operation_of(line));
  }
  return why;
}

}  // namespace fencepost::properties
