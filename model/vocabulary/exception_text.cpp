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
    {"calm", Step::Kind::calm, false},
};

std::string explain(const Form& form) {
  std::string text = "write " + std::string(form.word);
  if (form.has_message) text += " ID";
  for (const Argument& argument : form.arguments) {
    const std::string name = std::string(argument.name) + (argument.flag ? "" : "=N");
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
  if (!found->flag) {
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
  for (const Argument& argument : form->arguments) {
    const std::uint64_t value = argument.get(exception);
    if (value == 0 && !argument.required) continue;
    text += ' ' + std::string(argument.name);
    if (!argument.flag) text += '=' + std::to_string(value);
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
  if (form->has_message) {
    std::uint64_t id = 0;
    if (!read_number(take_word(text), UINT32_MAX, id) || id == 0)
      return std::string(word) + " names no message; " + explain(*form);
    exception.id = narrow(id);
  }
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
