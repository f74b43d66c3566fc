// SPDX-License-Identifier: Apache-2.0
#include "fencepost/bench/figures.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fencepost::bench {
namespace {

constexpr const char* rate = "items/s";

template <class Ratios>
double geometric_mean(const Ratios& ratios) {
  double sum = 0;
  for (const auto& ratio : ratios) sum += std::log(ratio.ratio());
  return std::exp(sum / static_cast<double>(ratios.size()));
}

void aim(bool reached, const char* what, double found, const char* relation, double aimed) {
  std::printf("  %-11s  %-60s %12.1f   %s %.0f\n", reached ? "reached" : "NOT REACHED", what, found,
              relation, aimed);
}

void at_least(const char* what, double found, double aimed) {
  aim(found >= aimed, what, found, ">=", aimed);
}

void at_most(const char* what, double found, double aimed) {
  aim(found <= aimed, what, found, "<=", aimed);
}

void print_row(const char* name, double above, double below, double ratio) {
  const int digits = above < 1000 ? 1 : 0;
  std::printf("  %-28s %14.*f %14.*f   %7.1f x\n", name, digits, above, digits, below, ratio);
}

template <class Ratios>
void table(const char* title, const Ratios& rows) {
  if (rows.empty()) return;
  std::printf("\n%s\n", title);
  for (const auto& row : rows) print_row(row.name.c_str(), row.above, row.below, row.ratio());
  std::printf("  %-28s %14s %14s   %7.1f x\n", "geometric mean", "", "", geometric_mean(rows));
}

}  // namespace

Figures::Figures() : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_ColorTabular : OO_Tabular) {}

void Figures::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> single;
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    single.push_back(run);
    if (run.error_occurred) continue;
    const std::string& name = run.run_name.function_name;
    if (counters_.find(name) == counters_.end()) names_.push_back(name);
    Counters& mine = counters_[name];
    for (const auto& [counter, value] : run.counters) {
      const auto [held, fresh] = mine.emplace(counter, value.value);
      if (!fresh) held->second = std::max(held->second, value.value);
    }
  }
  if (!single.empty()) ConsoleReporter::ReportRuns(single);
}

std::optional<double> Figures::best(const std::string& benchmark,
                                    const std::string& counter) const {
  const auto found = counters_.find(benchmark);
  if (found == counters_.end()) return std::nullopt;
  const auto value = found->second.find(counter);
  return value == found->second.end() ? std::nullopt : std::optional(value->second);
}

std::vector<Figures::Ratio> Figures::ratios(std::string_view above, std::string_view below,
                                            const std::string& counter) const {
  std::vector<Ratio> all;
  for (const std::string& name : names_) {
    if (!name.starts_with(above)) continue;
    const std::string load = name.substr(above.size());
    const auto a = best(name, counter);
    const auto b = best(std::string(below) + load, counter);
    if (a && b) all.push_back({load, *a, *b});
  }
  return all;
}

std::vector<Figures::Ratio> Figures::rates(std::string_view family) const {
  std::vector<Ratio> all;
  for (const std::string& name : names_)
    if (const auto found = best(name, rate); name.starts_with(family) && found)
      all.push_back({name.substr(family.size()), *found, 1});
  return all;
}

void Figures::print_aims() const {
  const auto peers = ratios("world/", "rapidcheck/", rate);
  auto engines = ratios("engine/", "model/", rate);
  const auto shrinking = ratios("shrink/rapidcheck/", "shrink/fencepost/", "runs_to_26");
  table("Commands a second: a lockstep world, rc::state::check", peers);
  table("The same, with the commands drawn on both sides and every property judged on ours",
        ratios("campaign/", "rapidcheck/", rate));
  table("The same, with the commands handed out on both sides",
        ratios("world/", "rapidcheck_handed/", rate));
  table("What engine and model alone would leave of that: without any harness, rc::state::check",
        ratios("bare/", "rapidcheck/", rate));
  table("Commands a second at production size: engine, model", engines);
  table("Bytes of state per entry: model, engine", ratios("model/", "engine/", "bytes/entry"));
  table("Runs until 26 commands were left: RapidCheck, ours", shrinking);
  table("Runs until nothing smaller failed: RapidCheck, ours",
        ratios("shrink/rapidcheck/", "shrink/fencepost/", "runs"));

  std::printf("\nAims\n");
  for (const auto& [family, what] :
       {std::pair{"campaign/", "campaign: worlds, properties and drawing, commands a second"},
        std::pair{"trial/", "trial: worlds and properties, commands a second"}})
    if (const auto found = rates(family); !found.empty())
      std::printf("  %-11s  %-60s %12.1f\n", "", what, geometric_mean(found));
  if (const auto worlds = rates("world/"); !worlds.empty())
    at_least("lockstep world, commands a second", geometric_mean(worlds), 3e6);
  if (!peers.empty()) at_least("world against rc::state::check", geometric_mean(peers), 15);
  const auto first = std::ranges::find(engines, std::string("offset-commit"), &Ratio::name);
  if (first != engines.end()) {
    at_least("engine against model, offset-commit", first->ratio(), 20);
    engines.erase(first);
  }
  std::erase_if(engines,
                [](const Ratio& ratio) { return ratio.name.find('/') != std::string::npos; });
  if (!engines.empty()) at_least("engine against model, the others", geometric_mean(engines), 5);
  const auto from_snapshot = best("rebuild/snapshot", "rebuilds/s");
  const auto from_empty = best("rebuild/empty", "rebuilds/s");
  if (from_snapshot && from_empty)
    at_least("rebuild from a snapshot at 90 % against from empty", *from_snapshot / *from_empty, 8);
  const auto billed = best("strategies/fencepost", "tables/s");
  const auto billed_in_python = best("strategies/cpython", "tables/s");
  if (billed && billed_in_python)
    at_least("the strategy table against an equal program in CPython", *billed / *billed_in_python,
             50);
  if (const auto found = best("check/jsonl", "operations/s"))
    at_least("recorded operations read and judged a second", *found, 5e5);
  const auto read = best("check/reading", "operations/s");
  const auto read_in_python = best("check/cpython", "operations/s");
  if (read && read_in_python)
    at_least("reading JSON lines against CPython's json module", *read / *read_in_python, 1);
  double most_runs = 0;
  for (const Ratio& ratio : shrinking) most_runs = std::max(most_runs, ratio.below);
  if (!shrinking.empty()) at_most("runs to a 26-command minimum, the worst seed", most_runs, 500);
  double growth = 0;
  for (const std::string& name : names_)
    if (const auto found = best(name, "growth_kB"); name.starts_with("memory/") && found)
      growth = std::max(growth, *found);
  if (best("memory/idempotent-producer", "growth_kB"))
    at_most("growth of memory from 10 % to the end of a campaign, kB", growth, 1024);
}

}  // namespace fencepost::bench
