// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/judging.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/recorded/workload_guess.hpp"

namespace fencepost::cli {
namespace {

std::string at_line(const recorded::Recorded& recorded, const std::string& why) {
  return "line " + std::to_string(recorded.line) + ": " + why;
}

}  // namespace

std::string listed_workloads() {
  std::string text;
  for (const std::string_view name : recorded::recorded_workloads())
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

Judging::Judging(std::string workload, properties::CheckerOptions options)
    : workload_(std::move(workload)), options_(std::move(options)) {
  if (!workload_.empty()) checker_ = make_checker(workload_, options_);
}

void Judging::count(const recorded::Recorded& recorded) {
  const Operation& operation = recorded.operation;
  const std::uint64_t number = operations_++;
  if (operation.process != last_process_) processes_.insert(operation.process);
  last_process_ = operation.process;
  if (operation.time >= 0 && first_time_ < 0) first_time_ = operation.time;
  last_time_ = std::max(last_time_, operation.time);
  const std::int64_t expected = number == 0 ? 0 : index_of(number);
  if (recorded.index != expected || number == 0) jumps_.emplace_back(number, recorded.index);
}

std::int64_t Judging::index_of(std::uint64_t number) const {
  const auto after =
      std::ranges::upper_bound(jumps_, number, {}, &std::pair<std::uint64_t, std::int64_t>::first);
  if (after == jumps_.begin()) return -1;
  const auto& [from, index] = *std::prev(after);
  return index < 0 ? -1 : index + static_cast<std::int64_t>(number - from);
}

std::string Judging::judge(recorded::Recorded& recorded) {
  recorded::fit(workload_, recorded.operation);
  const std::string why = checker_->add(recorded.operation);
  return why.empty() ? why : at_line(recorded, "it " + why);
}

/// The workload is known: what was held back comes first.
std::string Judging::begin() {
  checker_ = make_checker(workload_, options_);
  CHECK(checker_ != nullptr);
  for (recorded::Recorded& recorded : held_back_)
    if (std::string why = judge(recorded); !why.empty()) return why;
  held_back_ = {};
  return {};
}

std::string Judging::add(recorded::Recorded recorded) {
  count(recorded);
  if (checker_ != nullptr) return judge(recorded);
  workload_ = recorded::workload_of(recorded.operation);
  const std::string& f = recorded.operation.f;
  const std::string_view possible = recorded::workloads_with(f);
  if (possible.empty())
    return at_line(recorded, "no workload has an operation " + quote(f.substr(0, 40)) +
                                 "; histories are of " + listed_workloads());
  if (workload_.empty() && (f == "add" || held_back_.size() == most_held_back))
    return at_line(
        recorded, quote(f) + " may be of " + std::string(possible) + ": say which with --workload");
  held_back_.push_back(std::move(recorded));
  return workload_.empty() ? std::string{} : begin();
}

std::string Judging::finish(properties::Judgement& judgement) {
  if (operations_ == 0) return "it has no operations of clients, so there is nothing to judge";
  if (checker_ == nullptr)
    return "its operations may be of " +
           std::string(recorded::workloads_with(held_back_.front().operation.f)) +
           ": say which with --workload";
  judgement = checker_->finish();
  return {};
}

}  // namespace fencepost::cli
