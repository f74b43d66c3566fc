// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/summary_table.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

using properties::Mode;
using properties::Property;
using properties::Summary;

/// The families that a kind of world knows, and the heads of their columns.
struct Column {
  Family family;
  std::string_view head;
};
constexpr Column lockstep_columns[] = {{Family::duplicate, "dup"}, {Family::reorder, "late"},
                                       {Family::loss, "loss"},     {Family::zombie, "zombie"},
                                       {Family::crash, "crash"},   {Family::node_loss, "node"},
                                       {Family::disk, "disk"}};
constexpr Column cluster_columns[] = {{Family::duplicate, "dup"}, {Family::reorder, "late"},
                                      {Family::loss, "loss"},     {Family::partition, "cut"},
                                      {Family::pause, "pause"},   {Family::stale, "stale"},
                                      {Family::crash, "kill"},    {Family::node_loss, "folder"}};

std::span<const Column> columns_of(const Campaign& campaign) {
  if (campaign.summary.workload->contract->cluster) return cluster_columns;
  return lockstep_columns;
}
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

std::string head(std::size_t name_cells, std::span<const Column> columns) {
  std::string text =
      left("workload", name_cells) + right("scenarios", 11) + right("steps", number_cells) + ' ';
  for (const Column& column : columns) text += right(column.head, number_cells);
  return "  " + text + right("held", 7) + right("marks", 7) + "  verdict";
}

std::string line(const Campaign& campaign, std::size_t name_cells, const Ink& ink) {
  const Summary& summary = campaign.summary;
  std::string text = left(summary.workload->contract->name, name_cells) +
                     right(grouped(summary.scenarios), 11) +
                     right(compact(summary.deliveries), number_cells) + ' ';
  for (const Column& column : columns_of(campaign))
    text += right(compact(summary.struck[static_cast<std::size_t>(column.family)]), number_cells);
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
  for (const std::string_view name : properties::shared_properties(*summary.workload->contract))
    count(name);
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
  std::string text;
  const Column* columns = nullptr;
  if (campaigns.empty()) text = ink.faint(head(name_cells, lockstep_columns)) + '\n';
  for (const Campaign& campaign : campaigns) {
    const std::span<const Column> own = columns_of(campaign);
    if (std::exchange(columns, own.data()) != own.data())
      text += ink.faint(head(name_cells, own)) + '\n';
    text += line(campaign, name_cells, ink);
  }
  return text;
}

}  // namespace fencepost::reports
