// SPDX-License-Identifier: Apache-2.0
// One table of how exceptions are written; reading and writing both go by it.
#include <algorithm>
#include <cstdint>
#include <span>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost {
namespace {

struct Argument {
  std::string_view name;
  std::uint64_t (*get)(const Step&);
  void (*set)(Step&, std::uint64_t);
  std::uint64_t most = UINT32_MAX;
  /// Must be given. A number that need not be given is 0 if it is not, and is then left out.
  bool required = false;
  /// 0 may be written.
  bool from_zero = false;
  /// A bare word: given or not.
  bool flag = false;
  /// A set, written as its members: 0,2.
  bool set_of_nodes = false;
};

std::uint32_t narrow(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

constexpr Argument at{"at", [](const Step& step) -> std::uint64_t { return step.at; },
                      [](Step& step, std::uint64_t value) { step.at = narrow(value); }, UINT32_MAX,
                      true};
constexpr Argument write_{"write", at.get, at.set, UINT32_MAX, true};
constexpr Argument bit{"bit",
                       [](const Step& step) { return step.bit; },
                       [](Step& step, std::uint64_t value) { step.bit = value; },
                       UINT64_MAX,
                       true,
                       true};
constexpr Argument kept{"kept",
                        [](const Step& step) -> std::uint64_t { return step.loss.kept; },
                        [](Step& step, std::uint64_t value) { step.loss.kept = narrow(value); },
                        UINT32_MAX,
                        false,
                        true};
constexpr Argument torn{"torn",
                        [](const Step& step) -> std::uint64_t { return step.loss.torn; },
                        [](Step& step, std::uint64_t value) { step.loss.torn = narrow(value); },
                        UINT32_MAX,
                        false,
                        true};
constexpr Argument zeros{"zeros",
                         [](const Step& step) -> std::uint64_t { return step.loss.zeros ? 1 : 0; },
                         [](Step& step, std::uint64_t value) { step.loss.zeros = value != 0; },
                         1,
                         false,
                         false,
                         true};
constexpr Argument names{"names",
                         [](const Step& step) -> std::uint64_t { return step.loss.names ? 1 : 0; },
                         [](Step& step, std::uint64_t value) { step.loss.names = value != 0; },
                         1,
                         false,
                         false,
                         true};
constexpr Argument again_at{"again_at",
                            [](const Step& step) -> std::uint64_t { return step.again_at; },
                            [](Step& step, std::uint64_t value) { step.again_at = narrow(value); }};

constexpr Argument again_kept{
    "again_kept", [](const Step& step) -> std::uint64_t { return step.again_kept; },
    [](Step& step, std::uint64_t value) { step.again_kept = narrow(value); }};

constexpr Argument crash_arguments[] = {kept, torn, zeros, names, again_at, again_kept};
constexpr Argument crash_in_arguments[] = {at, kept, torn, zeros, names, again_at, again_kept};
constexpr Argument lose_node_arguments[] = {again_at, again_kept};
constexpr Argument fail_write_arguments[] = {at, torn};
constexpr Argument fail_sync_arguments[] = {at};
constexpr Argument flip_bit_arguments[] = {write_, bit};

constexpr Argument back{"back", at.get, at.set, most_back, true};
constexpr Argument node{"node",
                        [](const Step& step) -> std::uint64_t { return step.node; },
                        [](Step& step, std::uint64_t value) { step.node = narrow(value); },
                        most_nodes - 1,
                        true,
                        true};
constexpr Argument from{.name = "from",
                        .get = [](const Step& step) { return step.from; },
                        .set = [](Step& step, std::uint64_t value) { step.from = value; },
                        .required = true,
                        .set_of_nodes = true};
constexpr Argument to{.name = "to",
                      .get = [](const Step& step) { return step.to; },
                      .set = [](Step& step, std::uint64_t value) { step.to = value; },
                      .required = true,
                      .set_of_nodes = true};
constexpr Argument both{.name = "both",
                        .get = [](const Step& step) -> std::uint64_t { return step.both ? 1 : 0; },
                        .set = [](Step& step, std::uint64_t value) { step.both = value != 0; },
                        .most = 1,
                        .flag = true};

constexpr Argument milliseconds{"ms", at.get, at.set, 60'000, true};

constexpr Argument stale_arguments[] = {back};
constexpr Argument wait_arguments[] = {milliseconds};
constexpr Argument cut_arguments[] = {from, to, both};
constexpr Argument node_arguments[] = {node};

struct Form {
  std::string_view word;
  Step::Kind kind;
  bool has_message;
  std::span<const Argument> arguments = {};
};

constexpr Form forms[] = {
    {"again", Step::Kind::again, true},
    {"late", Step::Kind::late, true},
    {"drop-request", Step::Kind::drop_request, true},
    {"drop-reply", Step::Kind::drop_reply, true},
    {"crash", Step::Kind::crash, false, crash_arguments},
    {"crash-in", Step::Kind::crash_in, true, crash_in_arguments},
    {"lose-node", Step::Kind::lose_node, false, lose_node_arguments},
    {"fail-write", Step::Kind::fail_write, true, fail_write_arguments},
    {"fail-sync", Step::Kind::fail_sync, true, fail_sync_arguments},
    {"flip-bit", Step::Kind::flip_bit, false, flip_bit_arguments},
    {"disk-full", Step::Kind::disk_full, true},
    {"drop", Step::Kind::drop, true},
    {"stale", Step::Kind::stale, true, stale_arguments},
    {"cut", Step::Kind::cut, false, cut_arguments},
    {"heal", Step::Kind::heal, false},
    {"pause", Step::Kind::pause, false, node_arguments},
    {"resume", Step::Kind::resume, false, node_arguments},
    {"wait", Step::Kind::wait, false, wait_arguments},
    {"kill", Step::Kind::kill, false, node_arguments},
    {"kill-in", Step::Kind::kill_in, true},
    {"lose-folder", Step::Kind::lose_folder, false, node_arguments},
    {"calm", Step::Kind::calm, false},
};

std::string write_nodes(Nodes nodes) {
  std::string text;
  for (std::uint32_t n = 0; n < 64; ++n)
    if ((nodes >> n & 1U) != 0) text += (text.empty() ? "" : ",") + std::to_string(n);
  return text;
}

/// Rising numbers below `most_nodes` with commas between them.
bool read_nodes(std::string_view text, Nodes& nodes) {
  nodes = 0;
  while (!text.empty()) {
    const std::string_view digits = text.substr(0, text.find(','));
    std::uint64_t n = 0;
    if (!read_number(digits, most_nodes - 1, n) || nodes >> n != 0) return false;
    nodes |= Nodes{1} << n;
    if (digits.size() + 1 == text.size()) return false;
    text.remove_prefix(std::min(digits.size() + 1, text.size()));
  }
  return nodes != 0;
}

/// 7, or 7.2 for a later message that command 7 led to.
bool read_message_name(std::string_view word, Step& step) {
  std::uint64_t id = 0, part = 0;
  const std::size_t point = word.find('.');
  if (!read_number(word.substr(0, point), UINT32_MAX, id) || id == 0) return false;
  if (point != std::string_view::npos &&
      (!read_number(word.substr(point + 1), UINT32_MAX, part) || part == 0))
    return false;
  step.id = narrow(id);
  step.part = narrow(part);
  return true;
}

std::string explain(const Form& form) {
  std::string text = "write " + std::string(form.word);
  if (form.has_message) text += " ID";
  for (const Argument& argument : form.arguments) {
    const std::string name = std::string(argument.name) + (argument.flag           ? ""
                                                           : argument.set_of_nodes ? "=N,N"
                                                                                   : "=N");
    text += argument.required ? ' ' + name : " [" + name + ']';
  }
  return text;
}

std::string read_argument(std::string_view word, const Form& form, Step& step,
                          std::uint32_t& given) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto found = std::ranges::find(form.arguments, name, &Argument::name);
  if (found == form.arguments.end())
    return std::string(form.word) + " has no " + quote(word.substr(0, 40)) + "; " + explain(form);
  const std::uint32_t mark = 1U << static_cast<unsigned>(found - form.arguments.begin());
  if ((given & mark) != 0) return std::string(name) + " is given twice; keep one";
  given |= mark;
  std::uint64_t value = 1;
  if (found->flag ? name != word : name == word)
    return std::string(name) + " is miswritten; " + explain(form);
  if (found->set_of_nodes) {
    if (!read_nodes(word.substr(name.size() + 1), value))
      return std::string(name) + " wants numbers of nodes, rising, from 0 to " +
             std::to_string(most_nodes - 1) + ", as 0,2";
  } else if (!found->flag) {
    if (!read_number(word.substr(name.size() + 1), found->most, value) ||
        (value == 0 && !found->from_zero))
      return std::string(name) + " is no number from " + (found->from_zero ? "0" : "1") + " to " +
             std::to_string(found->most);
  }
  found->set(step, value);
  return {};
}

}  // namespace

std::string to_text(const Step& exception) {
  const auto* const form = std::ranges::find(forms, exception.kind, &Form::kind);
  if (form == std::end(forms)) return {};
  std::string text(form->word);
  if (form->has_message) text += ' ' + std::to_string(exception.id);
  if (form->has_message && exception.part != 0) text += '.' + std::to_string(exception.part);
  for (const Argument& argument : form->arguments) {
    const std::uint64_t value = argument.get(exception);
    if (value == 0 && !argument.required) continue;
    text += ' ' + std::string(argument.name);
    if (!argument.flag)
      text += '=' + (argument.set_of_nodes ? write_nodes(value) : std::to_string(value));
  }
  return text;
}

bool names_exception(std::string_view word) {
  return std::ranges::find(forms, word, &Form::word) != std::end(forms);
}

std::string read_exception(std::string_view text, Step& exception) {
  const std::string_view word = take_word(text);
  const auto* const form = std::ranges::find(forms, word, &Form::word);
  if (form == std::end(forms)) return quote(word.substr(0, 40)) + " is no exception";
  exception = {};
  exception.kind = form->kind;
  if (form->has_message && !read_message_name(take_word(text), exception))
    return std::string(word) + " names no message; " + explain(*form);
  std::uint32_t given = 0;
  while (!text.empty())
    if (std::string why = read_argument(take_word(text), *form, exception, given); !why.empty())
      return why;
  for (std::size_t i = 0; i < form->arguments.size(); ++i)
    if (form->arguments[i].required && (given >> i & 1U) == 0)
      return std::string(form->arguments[i].name) + " is missing; " + explain(*form);
  return {};
}

}  // namespace fencepost
