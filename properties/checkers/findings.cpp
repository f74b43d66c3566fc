// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/findings.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::properties {

Findings::Findings(std::initializer_list<std::string_view> worst_first) {
  for (const std::string_view name : worst_first) kinds_.push_back({.name = name, .examples = {}});
}

Findings::Kind& Findings::of(std::string_view name) {
  const auto found = std::ranges::find(kinds_, name, &Kind::name);
  CHECK(found != kinds_.end());
  return *found;
}

std::uint64_t Findings::count(std::string_view name) const {
  const auto found = std::ranges::find(kinds_, name, &Kind::name);
  return found == kinds_.end() ? 0 : found->count;
}

bool Findings::is_example(const Kind& kind, std::uint64_t badness) {
  return kind.examples.size() < Judgement::most_examples || kind.examples.back().first < badness;
}

void Findings::keep(Kind& kind, std::uint64_t badness, Anomaly anomaly) {
  if (kind.examples.size() == Judgement::most_examples) kind.examples.pop_back();
  const auto place = std::ranges::find_if(
      kind.examples, [&](const auto& example) { return example.first < badness; });
  kind.examples.emplace(place, badness, std::move(anomaly));
}

void Findings::settle(Kind& kind, bool forbidden, Judgement& judgement) {
  if (kind.count == 0) return;
  auto& anomalies = forbidden ? judgement.anomalies : judgement.notes;
  for (auto& [badness, anomaly] : kind.examples) anomalies.push_back(std::move(anomaly));
  if (!forbidden) return;
  judgement.verdict = Judgement::Verdict::violated;
  judgement.counts.emplace_back(kind.name, kind.count);
}

std::string counted(std::uint64_t count, std::string_view singular) {
  std::string text = std::to_string(count) + " ";
  text += singular;
  return count == 1 ? text : text + "s";
}

Judgement out_of_memory(std::uint64_t most_memory) {
  Judgement judgement;
  judgement.verdict = Judgement::Verdict::undecided;
  judgement.why = "it takes more than " + std::to_string(most_memory >> 20U) +
                  " MiB of memory to judge this history; allow more, or judge a shorter one";
  return judgement;
}

}  // namespace fencepost::properties
