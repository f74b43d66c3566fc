// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/failing_screen.hpp"

#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/history_table.hpp"

namespace fencepost::reports {
namespace {

constexpr std::string_view indent = "      ";

}  // namespace

std::string words_of_place(const Saved& saved, const Ink& ink) {
  if (!saved.path.empty()) return std::string(indent) + "saved   " + saved.path + '\n';
  return std::string(indent) + ink.doubtful("not saved: " + saved.why_not) +
         "; here it is, to be copied:\n\n" + saved.text + '\n';
}

std::string words_of_shrinking(const Scenario& found, const properties::Shrunk& shrunk) {
  std::string words = "shrunk from " + counted(found.steps.size(), "line") + " to " +
                      grouped(shrunk.scenario.steps.size()) + " in " + counted(shrunk.runs, "run") +
                      "; ";
  if (shrunk.one_minimal) return words + "no line can go";
  if (shrunk.out_of_budget) return words + "the budget ended first, so it may not be the shortest";
  return words + "whether a line can go was not verified";
}

std::string failing_screen(const properties::Finding& finding, const History& history,
                           const Saved& saved, const Ink& ink) {
  const Scenario& scenario = finding.shrunk.scenario;
  std::string text =
      "\n  " + ink.bad(std::string(ink.violated()) + ' ' + finding.fingerprint.property) + "   " +
      ink.faint(std::string(scenario.workload->name) + ' ' + std::string(ink.dot()) + " seed " +
                hexadecimal(finding.seed)) +
      "\n\n";
  text += std::string(indent) + ink.strong(harmless(finding.verdict.sentence)) + "\n\n";
  text += history_table(
      scenario, history, finding.verdict, ink,
      {.indent = std::string(indent.substr(2)), .widest_cell = 160, .most_lines = 40});
  text += '\n' + std::string(indent) + words_of_shrinking(finding.found, finding.shrunk) + '\n';
  text += words_of_place(saved, ink);
  return text + std::string(indent) + "digest  " + to_text(finding.verdict.digest) + "\n\n";
}

}  // namespace fencepost::reports
