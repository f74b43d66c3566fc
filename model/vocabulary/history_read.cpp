// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost {
namespace {

constexpr std::string_view head_words[] = {"workload", "parameters", "property", "expect", "bug",
                                           "sentence", "seed",       "digest",   "repeats"};

std::string shown(std::string_view word) { return quote(word.substr(0, 40)); }

/// Why these bytes are no line of ours, whatever it says.
std::string why_no_line(std::string_view line) {
  if (line.size() > longest_history_line)
    return "is longer than 1 MiB; shorten its strings and lists";
  while (!line.empty()) {
    char32_t point = 0;
    const std::size_t size = first_code_point(line, point);
    if (size == 0) return "is not UTF-8; save the file as UTF-8, and write other bytes as \\xHH";
    if (point == '\r') return "ends with CR LF; save the file with line ends of LF alone";
    if (point == '\t') return "holds a tab; write spaces";
    if (point < 0x20 || (point >= 0x7f && point < 0xa0))
      return "holds a control character; remove it, or write it as \\u00HH";
    if (point == 0xfeff) return "holds a byte order mark; save the file without";
    line.remove_prefix(size);
  }
  return {};
}

class Reader {
 public:
  /// Takes the next line; says why it cannot stand there, otherwise empty.
  std::string take(std::string_view line, std::uint32_t number) {
    if (number > most_history_lines) return "is one line too many; a history has at most 1000000";
    if (std::string why = why_no_line(line); !why.empty()) return why;
    if (number == 1) return read_version(line);
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word.empty()) return {};
    if (word.front() == '#') return read_comment(line);
    line = line.substr(0, line.find_last_not_of(' ') + 1);
    rest = rest.substr(0, rest.find_last_not_of(' ') + 1);
    if (ended_) return "stands after the end line; remove it";
    if (word == "end") return read_end(rest);
    if (std::ranges::find(head_words, word) != std::end(head_words))
      return read_head(word, rest, number);
    if (std::string why = finish_head(); !why.empty()) return why;
    file_.lines.push_back(number);
    Step& step = file_.scenario.steps.emplace_back();
    return names_exception(word) ? read_exception(line, step) : read_command_line(line, step);
  }

  /// After the last line.
  Result<HistoryFile> finish(std::uint32_t lines) {
    if (!ended_)
      return refuse(lines,
                    "the file is cut off: its last line must be end commands=N exceptions=N");
    std::size_t step = 0;
    const std::string why = why_unplayable(file_.scenario, &step);
    if (why.empty()) return std::move(file_);
    if (step < file_.lines.size())
      return refuse(file_.lines[step], why + "; correct it or remove the line");
    const auto parameters = head_.find("parameters");
    return refuse(parameters != head_.end() ? parameters->second : head_["workload"],
                  why + "; correct it");
  }

  static Failure refuse(std::uint32_t line, const std::string& why) {
    return Failure{"line " + std::to_string(line) + ": " + why};
  }

 private:
  std::string read_version(std::string_view line) {
    if (take_word(line) != "fencepost" || take_word(line) != "history")
      return "is not the head of a history; the first line must be fencepost history 1";
    if (take_word(line) == std::to_string(history_version) && line.empty()) return {};
    return "has a format version that this Fencepost does not know; it reads version 1: use a "
           "newer one, or correct "
           "the line";
  }

  std::string read_comment(std::string_view line) {
    if (in_body_) return {};
    line.remove_prefix(line.find('#') + 1);
    if (line.starts_with(' ')) line.remove_prefix(1);
    file_.comments.emplace_back(line);
    return {};
  }

  std::string read_head(std::string_view word, std::string_view rest, std::uint32_t number) {
    const std::string name(word);
    if (in_body_) return name + " stands after the first step; move it into the head";
    if (!head_.emplace(name, number).second)
      return name + " is given twice, first in line " + std::to_string(head_[name]) + "; keep one";
    if (rest.empty()) return name + " has nothing after it; complete or remove the line";
    if (word == "workload") return read_workload(rest);
    if (word == "parameters") return read_parameters(rest);
    if (word == "property")
      return read_name(rest, names_property(rest),
                       "property wants one name of letters, digits, _ and -", file_.property);
    if (word == "bug")
      return read_name(rest, names_bug(rest), "bug wants one id of letters a-z, digits and -",
                       file_.bug);
    if (word == "expect") return read_expectation(rest);
    if (word == "sentence") return read_string(rest, "sentence", file_.sentence);
    if (word == "seed") return read_seed(rest);
    if (word == "repeats") return read_repeats(rest);
    return read_digest(rest);
  }

  std::string read_repeats(std::string_view rest) {
    Repeats repeats;
    for (const auto& [name, number] : {std::pair{"of=", &repeats.of},
                                       {"same_verdict=", &repeats.same_verdict},
                                       {"same_history=", &repeats.same_history}}) {
      const std::string_view word = take_word(rest);
      std::uint64_t value = 0;
      if (!word.starts_with(name) ||
          !read_number(word.substr(std::string_view(name).size()), UINT32_MAX, value))
        return "repeats is not written of=N same_verdict=N same_history=N";
      *number = static_cast<std::uint32_t>(value);
    }
    if (!rest.empty()) return "repeats is not written of=N same_verdict=N same_history=N";
    if (repeats.same_verdict > repeats.of || repeats.same_history > repeats.of || repeats.of == 0)
      return "repeats counts more of its replays than there were";
    file_.repeats = repeats;
    return {};
  }

  std::string read_workload(std::string_view name) {
    file_.scenario.workload = find_contract(name);
    if (file_.scenario.workload != nullptr) return {};
    std::string why = "there is no workload " + shown(name) + "; the workloads are";
    for (const std::span<const Contract> known : {contracts(), cluster_contracts()})
      for (const Contract& contract : known) why += ' ' + std::string(contract.name);
    return why;
  }

  std::string read_parameters(std::string_view rest) {
    while (!rest.empty()) {
      const std::string_view word = take_word(rest);
      const std::string_view name = word.substr(0, word.find('='));
      const std::string_view digits = word.substr(std::min(name.size() + 1, word.size()));
      std::int64_t value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (!names_property(name) || error != std::errc{} || end != digits.data() + digits.size() ||
          std::to_string(value) != digits)
        return shown(word) + " is not written name=integer";
      if (!parameters_.emplace(name, value).second)
        return "parameter " + shown(name) + " is given twice; keep one";
    }
    return {};
  }

  static std::string read_name(std::string_view rest, bool good, const char* why,
                               std::string& name) {
    if (!good) return why + (", not " + shown(rest));
    name = rest;
    return {};
  }

  static std::string read_string(std::string_view rest, std::string_view what, std::string& bytes) {
    if (std::string why = read_quoted(rest, bytes); !why.empty())
      return std::string(what) + ": " + why;
    const std::string_view word = take_word(rest);
    return word.empty() ? std::string()
                        : std::string(what) + " is followed by " + shown(word) + "; remove it";
  }

  std::string read_expectation(std::string_view rest) {
    const std::string_view word = take_word(rest);
    file_.expect_violated = word == "violated";
    if (word == "held" && rest.empty()) return {};
    if (!file_.expect_violated || take_word(rest) != "as")
      return "expect is followed by neither held nor violated as \"KIND\"";
    return read_string(rest, "the kind of violation", file_.kind);
  }

  std::string read_seed(std::string_view rest) {
    std::uint64_t seed = 0;
    if (!read_number(rest, UINT64_MAX, seed))
      return "seed is no number of 64 bits; write it like 0x5eed1c";
    file_.seed = seed;
    return {};
  }

  std::string read_digest(std::string_view rest) {
    Digest digest;
    if (!from_text(rest, digest))
      return "digest is not 32 hexadecimal digits (0-9, a-f); copy it whole";
    file_.digest = digest;
    return {};
  }

  /// What can be judged once the head is complete; once only.
  std::string finish_head() {
    if (in_body_) return {};
    in_body_ = true;
    for (const char* const word : {"workload", "expect"})
      if (!head_.contains(word))
        return std::string("the head has no line ") + word + "; add it above this line";
    if (file_.expect_violated && file_.property.empty())
      return "the head expects a violation but has no line property; add it above this line";
    for (const Parameter& parameter : file_.scenario.workload->parameters)
      if (const auto found = parameters_.find(parameter.name); found != parameters_.end()) {
        file_.scenario.parameters.values.emplace_back(found->first, found->second);
        parameters_.erase(found);
      }
    if (parameters_.empty()) return {};
    return "the head gives " + std::string(file_.scenario.workload->name) + " a parameter " +
           shown(parameters_.begin()->first) + ", which it does not have; remove it from line " +
           std::to_string(head_["parameters"]);
  }

  std::string read_command_line(std::string_view line, Step& step) const {
    const std::string_view first = take_word(line);
    std::uint64_t id = 0;
    if (!read_number(first, UINT32_MAX, id) || id == 0)
      return shown(first) +
             " begins neither a line of the head nor an exception nor a command, whose id is from "
             "1 to 4294967295";
    step.id = static_cast<std::uint32_t>(id);
    const std::string_view actor = take_word(line);
    if (!names_actor(actor))
      return shown(actor) +
             " is no actor; write 1 to 64 letters, digits and _ - . : / @ + after the id";
    step.actor = actor;
    std::string_view rest = line;
    step.zombie = take_word(rest) == "zombie";
    if (step.zombie) line = rest;
    if (line.empty()) return "the command is missing; write its name and fields after the actor";
    return read_command(line, *file_.scenario.workload, step.command);
  }

  std::string read_end(std::string_view rest) {
    if (std::string why = finish_head(); !why.empty()) return why;
    ended_ = true;
    const auto& steps = file_.scenario.steps;
    const auto calms =
        static_cast<std::size_t>(std::ranges::count(steps, Step::Kind::calm, &Step::kind));
    const std::size_t commands = count_commands(file_.scenario);
    const std::string wanted = "commands=" + std::to_string(commands) +
                               " exceptions=" + std::to_string(steps.size() - commands - calms);
    const std::string_view first = take_word(rest);
    const std::string_view second = take_word(rest);
    if (rest.empty() && std::string(first) + ' ' + std::string(second) == wanted) return {};
    return "the lines above are not those that the end line counts: lines are missing, or you "
           "edited it; then write end " +
           wanted;
  }

  HistoryFile file_;
  std::map<std::string, std::uint32_t> head_;  // and the line of each
  std::map<std::string, std::int64_t, std::less<>> parameters_;
  bool in_body_ = false;
  bool ended_ = false;
};

}  // namespace

Result<HistoryFile> read_history(std::string_view text) {
  if (text.empty())
    return Failure{"line 1: the file is empty; a history begins with fencepost history 1"};
  if (text.size() > longest_history)
    return Failure{"line 1: the file is larger than 64 MiB; no history is"};
  Reader reader;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (std::string why = reader.take(line, ++number); !why.empty())
      return Reader::refuse(number, why);
  }
  return reader.finish(number);
}

}  // namespace fencepost
