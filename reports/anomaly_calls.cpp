// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/anomaly_calls.hpp"

#include <algorithm>

#include "fencepost/reports/call_words.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/space_time_rows.hpp"

namespace fencepost::reports {
namespace {

/// Longer values are cut before they are looked at.
constexpr std::size_t most_bytes = 1600;

/// An operation from its invocation to its end.
struct Call {
  std::size_t asked = 0;
  const Operation* end = nullptr;
};

/// The call that operation number `at` is a part of.
Call call_at(const ClusterHistory& history, std::size_t at) {
  const std::vector<Operation>& operations = history.operations;
  const std::int64_t process = operations[at].process;
  Call call{at, nullptr};
  while (call.asked > 0 && (operations[call.asked].process != process ||
                            operations[call.asked].type != Operation::Type::invoke))
    --call.asked;
  for (std::size_t i = call.asked + 1; i < operations.size() && call.end == nullptr; ++i)
    if (operations[i].process == process) call.end = &operations[i];
  if (call.end != nullptr && call.end->type == Operation::Type::invoke) call.end = nullptr;
  return call;
}

/// What the client was called on the wire, and whom it asked.
std::string names_of(const ClusterHistory& history, std::size_t asked) {
  const auto message = std::ranges::find_if(history.happenings, [&](const Happening& happening) {
    return happening.root == history.roots[asked] && is_client(happening.from) &&
           is_message(happening);
  });
  if (message == history.happenings.end())
    return "client " + std::to_string(history.operations[asked].process);
  return message->from + " (" + message->to + ')';
}

bool has_word(std::string_view text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const char next = at + word.size() < text.size() ? text[at + word.size()] : ' ';
    if (next < '0' || next > '9') return true;
  }
  return false;
}

struct Row {
  std::string number, names, words;
};

Row row_of(const properties::Anomaly& anomaly, std::size_t i, const Call& call,
           const ClusterHistory& history, const Ink& ink) {
  const std::string number = "T" + std::to_string(i + 1);
  return {
      has_word(anomaly.sentence, number) ? number + "  " : "",
      harmless(names_of(history, call.asked)),
      harmless(call_words(history.operations[call.asked], call.end, ink).substr(0, most_bytes))};
}

}  // namespace

std::set<std::uint32_t> roots_of(const properties::Anomaly& anomaly,
                                 const ClusterHistory& history) {
  std::set<std::uint32_t> roots;
  for (const std::uint64_t at : anomaly.operations)
    if (at < history.roots.size()) roots.insert(history.roots[at]);
  return roots;
}

std::vector<std::string> anomaly_calls(const properties::Anomaly& anomaly,
                                       const ClusterHistory& history, std::size_t most,
                                       std::size_t cells, const Ink& ink) {
  std::vector<Row> rows;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < anomaly.operations.size(); ++i) {
    if (anomaly.operations[i] >= history.operations.size()) continue;
    const Call call = call_at(history, anomaly.operations[i]);
    if (seen.insert(call.asked).second) rows.push_back(row_of(anomaly, i, call, history, ink));
  }
  std::size_t numbers = 0, names = 0;
  const std::size_t shown = rows.size() <= most ? rows.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) {
    numbers = std::max(numbers, width(rows[i].number));
    names = std::max(names, width(rows[i].names));
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < shown; ++i)
    lines.push_back(
        fitted(left(rows[i].number, numbers) + left(rows[i].names, names) + "  " + rows[i].words,
               cells, ink.ellipsis()));
  if (shown < rows.size())
    lines.push_back(std::string(ink.ellipsis()) + ' ' +
                    counted(rows.size() - shown, "more operation"));
  return lines;
}

}  // namespace fencepost::reports
