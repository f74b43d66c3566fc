// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/planted_bugs_page.hpp"

#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::sut {
namespace {

constexpr const char* head =
    "# Planted bugs\n"
    "\n"
    "Named defects of the engine, one decision each, by which the harness is tested. `fencepost "
    "run --bug ID` runs an\n"
    "engine that has one; `fencepost explain ID` tells about it; its minimal history stands in "
    "`seeds/planted/ID.history`.\n"
    "The ordinary engine contains no trace of them ([decision "
    "5](decisions/0005_bugs_are_template_decisions.md)).\n"
    "\n"
    "A source like `OFF-11` is an entry of our catalogue of real bugs; `checklist` is the "
    "debugging checklist that the\n"
    "project was created from. *Lines* counts commands and exceptions of the shortest known "
    "history.\n"
    "\n"
    "This page is written by `fencepost bugs --markdown`.\n";

std::string row(const PlantedBug& bug) {
  std::string line = "| `";
  line.append(bug.id)
      .append("` | ")
      .append(bug.sentence)
      .append(" | ")
      .append(bug.source)
      .append(" | `");
  line.append(bug.property).append("` | ").append(std::to_string(bug.shortest)).append(" |\n");
  return line;
}

}  // namespace

std::string planted_bugs_page() {
  std::string page = head;
  std::string_view workload;
  for (const PlantedBug* bug : planted_bugs()) {
    if (bug->workload != workload) {
      workload = bug->workload;
      page.append("\n## ").append(workload).append("\n\n");
      page +=
          "| id | what the engine does wrong | source | convicted by | lines "
          "|\n|---|---|---|---|---:|\n";
    }
    page += row(*bug);
  }
  return page;
}

}  // namespace fencepost::sut
