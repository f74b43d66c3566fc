// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost {
namespace {

std::string hexadecimal(std::uint64_t number) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[number & 15U]);
    number >>= 4U;
  } while (number != 0);
  return "0x" + text;
}

bool is_spelled(std::string_view name, std::string_view also) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [also](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           also.find(c) != std::string_view::npos;
  });
}

/// Bytes that a line may not hold become question marks.
std::string printable(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(line, point);
    if (size == 0 || point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xfeff)
      text += '?';
    else
      text += line.substr(0, size);
    line.remove_prefix(size == 0 ? 1 : size);
  }
  return text;
}

void write_comment(std::string_view comment, std::string& text) {
  while (true) {
    const std::size_t end = comment.find('\n');
    const std::string line = printable(comment.substr(0, end));
    text += line.empty() ? "#\n" : "# " + line + '\n';
    if (end == std::string_view::npos) return;
    comment.remove_prefix(end + 1);
  }
}

void write_parameters(const Scenario& scenario, std::string& text) {
  if (scenario.parameters.values.empty()) return;
  text += "parameters";
  for (const Parameter& parameter : scenario.workload->parameters)
    for (const auto& [name, value] : scenario.parameters.values)
      if (name == parameter.name) text += ' ' + name + '=' + std::to_string(value);
  text += '\n';
}

void write_head(const HistoryFile& file, std::string& text) {
  CHECK(file.scenario.workload != nullptr);
  CHECK(file.property.empty() ? !file.expect_violated : names_property(file.property));
  CHECK(file.bug.empty() || names_bug(file.bug));
  text += "fencepost history " + std::to_string(history_version) + '\n';
  for (const std::string& comment : file.comments) write_comment(comment, text);
  text += "workload " + std::string(file.scenario.workload->name) + '\n';
  write_parameters(file.scenario, text);
  if (!file.property.empty()) text += "property " + file.property + '\n';
  text += file.expect_violated ? "expect violated as " + quote(file.kind) + '\n' : "expect held\n";
  if (!file.bug.empty()) text += "bug " + file.bug + '\n';
  if (!file.sentence.empty()) text += "sentence " + quote(file.sentence) + '\n';
  if (file.seed) text += "seed " + hexadecimal(*file.seed) + '\n';
  if (file.digest) text += "digest " + to_text(*file.digest) + '\n';
  if (file.repeats)
    text += "repeats of=" + std::to_string(file.repeats->of) +
            " same_verdict=" + std::to_string(file.repeats->same_verdict) +
            " same_history=" + std::to_string(file.repeats->same_history) + '\n';
}

void write_step(const Contract& workload, const Step& step, std::string& text) {
  if (step.kind == Step::Kind::command) {
    CHECK(names_actor(step.actor));
    text += std::to_string(step.id) + ' ' + step.actor + (step.zombie ? " zombie " : " ") +
            to_text(workload, step.command);
  } else {
    text += (step.kind == Step::Kind::calm ? "" : "  ") + to_text(step);
  }
  text += '\n';
}

}  // namespace

bool names_actor(std::string_view name) {
  return is_spelled(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-.:/@+");
}
bool names_property(std::string_view name) {
  return is_spelled(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-");
}
bool names_bug(std::string_view name) { return is_spelled(name, "-"); }

std::string write_history(const HistoryFile& file) {
  std::string text;
  write_head(file, text);
  text += '\n';
  const auto& steps = file.scenario.steps;
  for (const Step& step : steps) write_step(*file.scenario.workload, step, text);
  const auto calms =
      static_cast<std::size_t>(std::ranges::count(steps, Step::Kind::calm, &Step::kind));
  const std::size_t commands = count_commands(file.scenario);
  text += "end commands=" + std::to_string(commands) +
          " exceptions=" + std::to_string(steps.size() - commands - calms) + '\n';
  return text;
}

}  // namespace fencepost
