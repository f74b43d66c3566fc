// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/summary_table.hpp"

#include <algorithm>
#include <array>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

using properties::Mode;
using properties::Property;
using properties::Summary;

constexpr std::array<std::string_view, family_count> family_heads = {
    "", "dup", "late", "loss", "zombie", "crash", "node", "disk"};
constexpr std::size_t number_cells = 7;

std::string fraction(const Tally& tally) {
  return std::to_string(tally.held) + '/' + std::to_string(tally.of);
}

std::string verdict(const Campaign& campaign, const Ink& ink) {
  const auto sign = [](std::string_view mark, std::string_view word) {
    return std::string(mark) + ' ' + std::string(word);
  };
  switch (campaign.standing) {
    case Standing::held: return ink.good(sign(ink.held(), "held"));
    case Standing::violated: return ink.bad(sign(ink.violated(), "violated"));
    case Standing::cold: {
      const std::string_view first =
          campaign.summary.workload->properties[campaign.cold.front()].name;
      const std::string more =
          campaign.cold.size() > 1 ? " +" + std::to_string(campaign.cold.size() - 1) : "";
      return ink.doubtful(sign(ink.undecided(), "cold: " + std::string(first) + more));
    }
    case Standing::undecided: return ink.doubtful(sign(ink.undecided(), "undecided"));
    case Standing::system_failed: return ink.bad(sign(ink.violated(), "system failed"));
    case Standing::interrupted: return ink.doubtful(sign(ink.undecided(), "interrupted"));
  }
  return {};
}

std::string head(std::size_t name_cells) {
  std::string text =
      left("workload", name_cells) + right("scenarios", 11) + right("steps", number_cells) + ' ';
  for (const std::string_view family : family_heads)
    if (!family.empty()) text += right(family, number_cells);
  return "  " + text + right("held", 7) + right("marks", 7) + "  verdict";
}

std::string line(const Campaign& campaign, std::size_t name_cells, const Ink& ink) {
  const Summary& summary = campaign.summary;
  std::string text = left(summary.workload->contract->name, name_cells) +
                     right(grouped(summary.scenarios), 11) +
                     right(compact(summary.deliveries), number_cells) + ' ';
  for (std::size_t family = 1; family < family_count; ++family)
    text += right(compact(summary.struck[family]), number_cells);
  return "  " + text +
         right(campaign.standing == Standing::system_failed ? "-"
                                                            : fraction(tally_properties(summary)),
               7) +
         right(fraction(tally_marks(summary)), 7) + "  " + verdict(campaign, ink) + '\n';
}

}  // namespace

std::string_view to_text(Standing standing) {
  static constexpr std::array<std::string_view, 6> names = {
      "held", "violated", "cold", "undecided", "system_failed", "interrupted"};
  return names[static_cast<std::size_t>(standing)];
}

bool is_broken(const Summary& summary, std::string_view property) {
  return std::ranges::any_of(summary.findings, [&](const properties::Finding& finding) {
    return finding.fingerprint.property == property;
  });
}

Tally tally_properties(const Summary& summary) {
  Tally tally;
  const auto count = [&](std::string_view property) {
    ++tally.of;
    if (!is_broken(summary, property)) ++tally.held;
  };
  for (const std::string_view name : shared_properties) count(name);
  for (const Property& property : summary.workload->properties)
    if (property.mode != Mode::sometimes) count(property.name);
  return tally;
}

Tally tally_marks(const Summary& summary) {
  Tally tally;
  for (std::size_t i = 0; i < summary.workload->properties.size(); ++i) {
    if (summary.workload->properties[i].mode != Mode::sometimes) continue;
    ++tally.of;
    if ((summary.marks >> i & 1U) != 0) ++tally.held;
  }
  return tally;
}

std::string summary_table(const std::vector<Campaign>& campaigns, const Ink& ink) {
  std::size_t name_cells = 8;
  for (const Campaign& campaign : campaigns)
    name_cells = std::max(name_cells, campaign.summary.workload->contract->name.size());
  std::string text = ink.faint(head(name_cells)) + '\n';
  for (const Campaign& campaign : campaigns) text += line(campaign, name_cells, ink);
  return text;
}

}  // namespace fencepost::reports
