// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/judgement_text.hpp"

#include <algorithm>
#include <array>

#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {
namespace {

using properties::Anomaly;
using properties::Judgement;
using reports::harmless;

constexpr std::size_t most_lines = 22;
constexpr std::size_t most_operations = 6;

/// 12345678 as `12.3 ms`.
std::string span_text(std::int64_t nanoseconds) {
  struct Unit {
    std::int64_t size;
    const char* name;
  };
  static constexpr std::array<Unit, 3> units = {
      {{1'000'000'000, " s"}, {1'000'000, " ms"}, {1'000, " us"}}};
  for (const auto& [size, name] : units)
    if (nanoseconds >= size)
      return reports::grouped(static_cast<std::uint64_t>(nanoseconds / size)) + '.' +
             std::to_string(nanoseconds % size * 10 / size) + name;
  return std::to_string(nanoseconds) + " ns";
}

std::string counted(const Judging& judging) {
  std::string text = reports::counted(judging.operations(), "operation") + " of " +
                     reports::grouped(judging.processes()) +
                     (judging.processes() == 1 ? " process" : " processes");
  if (judging.span() >= 0) text += " over " + span_text(judging.span());
  return text;
}

std::string counted_anomalies(const Judgement& judgement) {
  std::uint64_t all = 0;
  for (const auto& [name, count] : judgement.counts) all += count;
  return reports::grouped(all) + (all == 1 ? " anomaly" : " anomalies") +
         (judgement.counts.size() < 2
              ? std::string{}
              : " of " + std::to_string(judgement.counts.size()) + " kinds");
}

std::string value_of(const Operation& operation) {
  std::string text;
  write_json(operation.value, text);
  if (!operation.more.is(Json::Kind::null)) write_json(operation.more, text += "  ");
  return text;
}

/// As it is called in sentences (its number, from 0), and where it stands.
std::string place_of(std::uint64_t number, const recorded::Recorded* recorded) {
  const std::string place = "    #" + std::to_string(number);
  return recorded == nullptr ? place
                             : place + "  line " + std::to_string(recorded->line) + "  p" +
                                   std::to_string(recorded->operation.process);
}

/// Of a stream that has gone by only the numbers are known.
std::string numbers_of(const Anomaly& anomaly) {
  std::string text;
  for (const std::uint64_t number : anomaly.operations)
    text += (text.empty() ? "    #" : ", #") + std::to_string(number);
  return text;
}

/// The operations of one anomaly as rows of equal columns.
std::vector<std::string> rows_of(const Anomaly& anomaly, const Checked& checked,
                                 const TextWish& wish) {
  std::vector<std::string> rows;
  if (checked.operations.empty() && !anomaly.operations.empty()) return {numbers_of(anomaly)};
  std::size_t widest = 0, widest_type = 0;
  for (const std::uint64_t number : anomaly.operations) {
    const recorded::Recorded* const recorded = checked.find(number);
    rows.push_back(place_of(number, recorded));
    widest = std::max(widest, rows.back().size());
    if (recorded != nullptr)
      widest_type =
          std::max(widest_type, std::string_view(to_text(recorded->operation.type)).size());
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const recorded::Recorded* const recorded = checked.find(anomaly.operations[i]);
    if (recorded == nullptr) continue;
    const Operation& operation = recorded->operation;
    rows[i] = reports::left(rows[i], widest) + "  " +
              reports::left(to_text(operation.type), widest_type) + "  " + harmless(operation.f) +
              "  ";
    const std::size_t rest = wish.columns - std::min(wish.columns, reports::width(rows[i]));
    rows[i] += reports::shortened(harmless(value_of(operation)), std::max<std::size_t>(rest, 20),
                                  wish.ink.ellipsis());
  }
  return rows;
}

std::string times(std::uint64_t count, const reports::Ink& ink) {
  return (ink.signs ? " ×" : " x") + reports::grouped(count);
}

std::uint64_t count_of(const Judgement& judgement, const std::string& name) {
  const auto found =
      std::ranges::find(judgement.counts, name, &std::pair<std::string, std::uint64_t>::first);
  return found == judgement.counts.end() ? 1 : found->second;
}

/// Lines of words, none wider if its words are not; all but the first further in.
void wrap(std::string_view text, std::size_t columns, std::vector<std::string>& lines) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' ', text.find_first_not_of(' ')), text.size());
    if (reports::width(line) + end > columns && line.find_first_not_of(' ') != std::string::npos) {
      lines.push_back(std::move(line));
      line = "     ";
    }
    line += text.substr(0, end);
    text.remove_prefix(end);
  }
  lines.push_back(std::move(line));
}

/// The sentence and its rows, a line each.
std::vector<std::string> block_of(const Anomaly& anomaly, const std::string& name,
                                  const Checked& checked, const TextWish& wish) {
  std::vector<std::string> lines = {""};
  wrap("  " + name + "  " + harmless(anomaly.sentence), wish.columns, lines);
  const std::vector<std::string> rows = rows_of(anomaly, checked, wish);
  const std::size_t shown = wish.all ? rows.size() : std::min(rows.size(), most_operations);
  lines.insert(lines.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(shown));
  if (shown < rows.size())
    lines.push_back("    and " + reports::counted(rows.size() - shown, "operation") + " more");
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// What a screen had no room for.
std::string left_out(const Checked& checked, const std::vector<const Anomaly*>& rest,
                     const TextWish& wish) {
  std::string text;
  for (const Anomaly* const anomaly : rest)
    text += (text.empty() ? "\n  and also " : ", ") + anomaly->name +
            times(count_of(checked.judgement, anomaly->name), wish.ink);
  const std::size_t shown = shown_anomalies(checked.judgement, false).size() - rest.size();
  if (text.empty() && shown == checked.judgement.anomalies.size() &&
      checked.judgement.notes.empty())
    return {};
  return text + "\n  --all shows every example" +
         (checked.judgement.notes.empty() ? "" : " and what is legal but worth a look") + '\n';
}

}  // namespace

std::vector<const Anomaly*> shown_anomalies(const Judgement& judgement, bool all) {
  std::vector<const Anomaly*> shown;
  for (const Anomaly& anomaly : judgement.anomalies) {
    const auto same = [&](const Anomaly* other) { return other->name == anomaly.name; };
    if (all || std::ranges::none_of(shown, same)) shown.push_back(&anomaly);
  }
  return shown;
}

std::string headline(const Checked& checked, const reports::Ink& ink) {
  const Judging& judging = checked.judging;
  const std::string tail = "  " + judging.workload() + ": " + counted(judging);
  if (checked.is_interrupted)
    return ink.doubtful("? interrupted") + tail + ", judged so far" +
           (checked.judgement.counts.empty() ? "" : "; " + counted_anomalies(checked.judgement));
  switch (checked.judgement.verdict) {
    case Judgement::Verdict::held: return ink.good(std::string(ink.held()) + " held") + tail;
    case Judgement::Verdict::violated:
      return ink.bad(std::string(ink.violated()) + " violated") + tail + "; " +
             counted_anomalies(checked.judgement);
    case Judgement::Verdict::undecided: break;
  }
  return ink.doubtful("? undecided") + tail;
}

std::string details(const Checked& checked, const TextWish& wish) {
  std::vector<std::string> lines;
  std::vector<const Anomaly*> rest;
  for (const Anomaly* const anomaly : shown_anomalies(checked.judgement, wish.all)) {
    const std::string name =
        wish.ink.bad(anomaly->name) + times(count_of(checked.judgement, anomaly->name), wish.ink);
    const std::vector<std::string> block = block_of(*anomaly, name, checked, wish);
    if (!wish.all && !lines.empty() && lines.size() + block.size() > most_lines)
      rest.push_back(anomaly);
    else
      lines.insert(lines.end(), block.begin(), block.end());
  }
  if (!wish.all) return joined(lines) + left_out(checked, rest, wish);
  for (const Anomaly& note : checked.judgement.notes) {
    const std::vector<std::string> block =
        block_of(note, wish.ink.doubtful("note: " + note.name), checked, wish);
    lines.insert(lines.end(), block.begin(), block.end());
  }
  return joined(lines);
}

}  // namespace fencepost::cli
