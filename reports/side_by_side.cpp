// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/side_by_side.hpp"

#include <algorithm>
#include <vector>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

using Lines = std::vector<std::string>;
constexpr std::size_t widest_cell = 76;
constexpr std::size_t most_lines = 1000;

Lines lines_of(std::string_view text, const Ink& ink) {
  if (text.empty()) return {"(nothing yet)"};
  Lines lines;
  while (!text.empty() && lines.size() < most_lines) {
    const std::size_t end = text.find('\n');
    lines.push_back(shortened(harmless(text.substr(0, end)), widest_cell, ink.ellipsis()));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// length[i][j]: how many lines the longest common subsequence of a from i and b from j has.
std::vector<std::vector<std::size_t>> common_lengths(const Lines& a, const Lines& b) {
  std::vector<std::vector<std::size_t>> length(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  return length;
}

struct Row {
  std::string model;
  std::string system;
  bool differs = false;
};

/// Lines between two equal ones that differ are paired in their order.
void pair_up(Lines& only_model, Lines& only_system, std::vector<Row>& rows) {
  const std::size_t size = std::max(only_model.size(), only_system.size());
  only_model.resize(size);
  only_system.resize(size);
  for (std::size_t i = 0; i < size; ++i) rows.push_back({only_model[i], only_system[i], true});
  only_model.clear();
  only_system.clear();
}

std::vector<Row> rows_of(const Lines& model, const Lines& system) {
  const auto length = common_lengths(model, system);
  std::vector<Row> rows;
  Lines only_model;
  Lines only_system;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < model.size() || j < system.size()) {
    if (i < model.size() && j < system.size() && model[i] == system[j]) {
      pair_up(only_model, only_system, rows);
      rows.push_back({model[i++], system[j++], false});
    } else if (j == system.size() || (i < model.size() && length[i + 1][j] >= length[i][j + 1])) {
      only_model.push_back(model[i++]);
    } else {
      only_system.push_back(system[j++]);
    }
  }
  pair_up(only_model, only_system, rows);
  return rows;
}

}  // namespace

std::string side_by_side(std::string_view model, std::string_view system, const Ink& ink) {
  const Lines model_lines = lines_of(model, ink);
  std::size_t cells = width("the model");
  for (const std::string& line : model_lines) cells = std::max(cells, width(line));
  std::string text =
      "    " + ink.strong(left("the model", cells)) + "   " + ink.strong("the system") + '\n';
  for (const Row& row : rows_of(model_lines, lines_of(system, ink))) {
    const std::string line = left(row.model, cells) + "   " + row.system;
    text += row.differs ? "  " + ink.bad(ink.violated()) + ' ' + ink.bad(line) + '\n'
                        : "    " + line + '\n';
  }
  return text;
}

std::string model_alone(std::string_view model, const Ink& ink) {
  std::string text = "    " + ink.strong("the model") + "   (the system does not tell its state)\n";
  for (const std::string& line : lines_of(model, ink)) text += "    " + line + '\n';
  return text;
}

}  // namespace fencepost::reports
