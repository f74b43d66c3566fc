// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/history_table.hpp"

#include <algorithm>
#include <vector>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/event_words.hpp"

namespace fencepost::reports {
namespace {

using properties::Ruling;
using properties::Verdict;

struct Line {
  Row row;
  /// It broke the property.
  bool broken = false;
  /// It says what the model would have answered.
  bool expected = false;
};

std::vector<Line> lines_of(const Scenario& scenario, const History& history,
                           const Verdict& verdict) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const bool broken = verdict.ruling == Ruling::violated && i == verdict.event;
    const std::vector<Row> rows = rows_of(scenario, history[i]);
    for (const Row& row : rows) lines.push_back({row, broken && &row == rows.data(), false});
    if (!broken || !verdict.has_expected) continue;
    const Command& command = scenario.steps[history[i].message].command;
    lines.push_back({{0,
                      {},
                      "the model would have said",
                      to_text(*scenario.workload, command, verdict.expected)},
                     false,
                     true});
  }
  return lines;
}

struct Widths {
  std::size_t id = 1;
  std::size_t actor = 1;
  std::size_t what = 1;
};

void prepare(std::vector<Line>& lines, const Ink& ink, std::size_t widest) {
  for (Line& line : lines)
    for (std::string* cell : {&line.row.actor, &line.row.what, &line.row.outcome})
      *cell = shortened(harmless(*cell), widest, ink.ellipsis());
}

Widths measure(const std::vector<Line>& lines) {
  // A command much wider than the others does not push every answer to the right.
  constexpr std::size_t widest_column = 72;
  Widths widths;
  for (const Line& line : lines) {
    widths.id = std::max(widths.id, std::to_string(line.row.id).size());
    widths.actor = std::max(widths.actor, width(line.row.actor));
    const std::size_t what = width(line.row.what);
    if (!line.row.outcome.empty() && what <= widest_column)
      widths.what = std::max(widths.what, what);
  }
  return widths;
}

std::string write(const Line& line, const Widths& widths, const Ink& ink) {
  const Row& row = line.row;
  const std::string mark(line.broken ? ink.violated() : " ");
  std::string text = (line.broken ? ink.bad(mark) : mark) + ' ';
  text += right(row.id == 0 ? "" : std::to_string(row.id), widths.id) + "  ";
  text += left(row.actor, widths.actor) + "  ";
  if (row.outcome.empty())
    return text + (line.expected ? ink.strong(row.what) : ink.doubtful(row.what)) + '\n';
  text += left(row.what, widths.what) + "  " +
          left(line.expected ? "" : ink.arrow(), width(ink.arrow())) + "  ";
  text += line.broken ? ink.bad(row.outcome) : line.expected ? ink.good(row.outcome) : row.outcome;
  return text + '\n';
}

}  // namespace

std::string history_table(const Scenario& scenario, const History& history, const Verdict& verdict,
                          const Ink& ink, const TableShape& shape) {
  std::vector<Line> lines = lines_of(scenario, history, verdict);
  prepare(lines, ink, shape.widest_cell);
  const Widths widths = measure(lines);
  const std::size_t skipped = lines.size() > shape.most_lines ? lines.size() - shape.most_lines : 0;
  std::string text;
  if (skipped > 0)
    text += shape.indent +
            ink.faint(std::string(ink.ellipsis()) + ' ' + counted(skipped, "earlier line")) + '\n';
  for (std::size_t i = skipped; i < lines.size(); ++i)
    text += shape.indent + write(lines[i], widths, ink);
  return text;
}

}  // namespace fencepost::reports
