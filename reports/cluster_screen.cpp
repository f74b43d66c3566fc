// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/cluster_screen.hpp"

#include <algorithm>
#include <iterator>

#include "fencepost/faults/cluster_swarm.hpp"
#include "fencepost/properties/maelstrom.hpp"
#include "fencepost/reports/anomaly_calls.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/space_time.hpp"

namespace fencepost::reports {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t most_lines = 40;
constexpr std::size_t least_picture = 12;
constexpr std::size_t most_calls = 8;
constexpr std::size_t most_notes = 4;
/// Longer sentences are cut before they are looked at.
constexpr std::size_t most_bytes = 8000;
constexpr std::size_t most_sentence = 8;
constexpr std::size_t most_words = 12;
constexpr std::string_view indent = "      ";

/// Lines of at most so many columns, broken between words where there are some.
Lines wrapped(std::string text, std::size_t columns) {
  Lines lines;
  while (width(text) > columns) {
    const std::string line = cut(text, columns + 1);
    const std::size_t space = line.rfind(' ');
    const bool at_word = space != std::string::npos && space > 0;
    lines.push_back(at_word ? line.substr(0, space) : cut(text, columns));
    text.erase(0, lines.back().size() + (at_word ? 1 : 0));
  }
  lines.push_back(std::move(text));
  return lines;
}

/// The sentence is the first line; what a node said last follows it.
std::string words_of_verdict(const std::string& sentence, std::size_t columns, const Ink& ink) {
  const std::size_t end = std::min(sentence.find('\n'), sentence.size());
  std::string text;
  const std::string whole = harmless(sentence.substr(0, std::min(end, most_bytes)));
  for (const std::string& line :
       wrapped(fitted(whole, most_sentence * columns, ink.ellipsis()), columns))
    text += std::string(indent) + ink.strong(line) + '\n';
  std::string_view rest = std::string_view(sentence).substr(std::min(end + 1, sentence.size()));
  while (rest.ends_with('\n')) rest.remove_suffix(1);
  for (std::size_t lines = 0; !rest.empty() && lines < most_words; ++lines) {
    const std::size_t stop = std::min(rest.find('\n'), rest.size());
    text += std::string(indent) + fitted(harmless(rest.substr(0, stop)), columns, ink.ellipsis()) +
            '\n';
    rest.remove_prefix(std::min(stop + 1, rest.size()));
  }
  return text;
}

/// What only we do, as a scenario calls it.
std::string_view words_of(Family family) {
  switch (family) {
    case Family::duplicate: return "a second copy of a message (again)";
    case Family::loss: return "a lost message (drop)";
    case Family::crash: return "a restart (kill)";
    case Family::node_loss: return "a restart in an empty folder (lose-folder)";
    case Family::pause: return "a pause (pause)";
    default: return to_text(family);
  }
}

std::string words_of_ours(const Scenario& scenario) {
  Lines found;
  for (const Step& step : scenario.steps) {
    const std::string words(words_of(family_of(step)));
    if (!faults::is_maelstroms_own(step) && std::ranges::find(found, words) == found.end())
      found.push_back(words);
  }
  if (found.empty()) return {};
  std::string text = "needs ";
  for (std::size_t i = 0; i < found.size(); ++i)
    text += (i == 0 ? "" : i + 1 == found.size() ? " and " : ", ") + found[i];
  return text + ", which Maelstrom itself does not do; --faults maelstrom leaves " +
         (found.size() == 1 ? "it" : "them") + " out";
}

std::string words_of_repeats(const properties::Finding& finding) {
  const auto& repeats = finding.repeats;
  if (repeats.of == 0 || repeats.is_certain()) return {};
  const std::string of = " of " + std::to_string(repeats.of);
  return "the program does not do the same every time: " + std::to_string(repeats.same_verdict) +
         of + " replays gave this verdict, " + std::to_string(repeats.same_history) + of +
         " the same history";
}

Lines words_of_notes(const faults::ClusterEnd& end, std::size_t columns, const Ink& ink) {
  Lines lines;
  const std::size_t shown = end.notes.size() <= most_notes ? most_notes : most_notes - 1;
  for (const auto& [what, seen] : end.notes) {
    if (lines.size() == shown) break;
    const std::string example = seen.second.empty() ? "" : ", the first: " + seen.second;
    lines.push_back(fitted(harmless("noted   " + what + " (" + grouped(seen.first) + ')' + example),
                           columns, ink.ellipsis()));
  }
  if (lines.size() < end.notes.size())
    lines.push_back("noted   " + counted(end.notes.size() - lines.size(), "more thing"));
  return lines;
}

std::string words_of_judge(std::string_view property) {
  if (properties::maelstrom_judges(property)) return {};
  return std::string(property) + " is something that Maelstrom itself does not judge; " +
         "--faults maelstrom notes it only";
}

std::string labels(const properties::Finding& finding, const faults::ClusterEnd& end,
                   std::size_t columns, const Ink& ink) {
  std::string text;
  const auto add = [&](const std::string& line) { text += std::string(indent) + line + '\n'; };
  for (const std::string& label :
       {words_of_judge(finding.fingerprint.property), words_of_ours(finding.shrunk.scenario),
        words_of_repeats(finding)})
    if (!label.empty())
      for (const std::string& line : wrapped(label, columns)) add(ink.doubtful(line));
  for (const std::string& line : words_of_notes(end, columns, ink)) add(line);
  return text;
}

std::string picture(const ClusterHistory& history,
                    const std::optional<properties::Anomaly>& anomaly, std::size_t columns,
                    std::size_t lines, const Ink& ink) {
  SpaceTimeOptions options;
  if (anomaly) options.highlighted = roots_of(*anomaly, history);
  options.width = columns;
  options.most_rows = std::max(least_picture, most_lines - std::min(most_lines, lines));
  options.indent = indent.substr(2);
  return space_time(history, options, ink);
}

std::string words_of_seeds(const properties::Finding& finding) {
  const std::string last = hexadecimal(finding.seed);
  if (finding.seeds_before == 0) return "seed " + last;
  return "seeds " + hexadecimal(finding.seed - finding.seeds_before) + " to " + last;
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

std::string cluster_screen(const properties::Finding& finding, const ClusterHistory& history,
                           const std::optional<properties::Anomaly>& anomaly,
                           const faults::ClusterEnd& end, const Saved& saved, const Ink& ink,
                           std::size_t columns) {
  columns = std::clamp<std::size_t>(columns, 80, 200);
  const std::size_t room = columns - indent.size();
  const Scenario& scenario = finding.shrunk.scenario;
  const std::string head =
      "\n  " + ink.bad(std::string(ink.violated()) + ' ' + finding.fingerprint.property) + "   " +
      ink.faint(std::string(scenario.workload->name) + ' ' + std::string(ink.dot()) + ' ' +
                words_of_seeds(finding)) +
      "\n\n" + words_of_verdict(finding.verdict.sentence, room, ink) + '\n';
  std::string tail;
  if (anomaly)
    for (const std::string& call : anomaly_calls(*anomaly, history, most_calls, room, ink))
      tail += std::string(indent) + call + '\n';
  if (!tail.empty()) tail = '\n' + tail;
  tail += '\n' + std::string(indent) + words_of_shrinking(finding.found, finding.shrunk) + '\n' +
          labels(finding, end, room, ink);
  const std::size_t others = lines_in(head) + lines_in(tail) + 3;
  return head + picture(history, anomaly, columns, others, ink) + tail +
         words_of_place(saved, ink) + std::string(indent) + "digest  " +
         to_text(finding.verdict.digest) + "\n\n";
}

}  // namespace fencepost::reports
