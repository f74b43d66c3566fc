// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/flags.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>

#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"

namespace fencepost::cli {
namespace {

using Arguments = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& sentence) { throw Refusal{ExitCode::usage, sentence}; }

const FlagText* find_flag(std::string_view typed) {
  for (const FlagText& flag : flag_texts())
    if (typed == flag.name || typed == flag.letter) return &flag;
  return nullptr;
}

const VerbText* find_verb(std::string_view name) {
  for (const VerbText& verb : verb_texts())
    if (verb.name == name) return &verb;
  return nullptr;
}

/// The place of the first argument that is neither a flag nor the value of one.
std::size_t place_of_verb(const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with('-')) return i;
    const FlagText* const flag = find_flag(arguments[i]);
    if (flag != nullptr && !flag->value.empty()) ++i;
  }
  return arguments.size();
}

/// Takes the verb out of the arguments.
const VerbText& take_verb(Arguments& arguments) {
  const std::size_t place = place_of_verb(arguments);
  if (place >= arguments.size()) return *find_verb("help");
  const VerbText* const verb = find_verb(arguments[place]);
  if (verb == nullptr) {
    std::vector<std::string_view> names;
    for (const VerbText& known : verb_texts()) names.push_back(known.name);
    refuse("'" + arguments[place] + "' is no verb" + did_you_mean(arguments[place], names) +
           " (`fencepost help` lists the verbs)");
  }
  arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(place));
  return *verb;
}

[[noreturn]] void refuse_unknown_flag(std::string_view typed, std::string_view verb) {
  const std::string name(typed.substr(0, typed.find('=')));
  if (find_flag(name) != nullptr) refuse(name + " is not a flag of '" + std::string(verb) + "'");
  std::vector<std::string_view> names;
  for (const FlagText& flag : flag_texts())
    if (belongs(flag, verb)) names.push_back(flag.name);
  refuse(name + " is no flag" + did_you_mean(name, names) + " (`fencepost help " +
         std::string(verb) + "` lists the flags)");
}

void add(CLI::App& app, const FlagText& flag, Flags& flags) {
  const std::string names = std::string(flag.letter.empty() ? "" : flag.letter) +
                            (flag.letter.empty() ? "" : ",") + std::string(flag.name);
  if (flag.value.empty()) {
    app.add_flag_callback(names, [&flags, &flag] { flag.apply(flags, {}); });
    return;
  }
  const auto apply = [&flags, &flag](const std::string& value) {
    if (const std::string why = flag.apply(flags, value); !why.empty())
      refuse(std::string(flag.name) + ": " + why);
  };
  app.add_option_function<std::string>(names, apply)
      ->type_name(std::string(flag.value))
      ->trigger_on_parse()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void parse(Arguments arguments, const VerbText& verb, Flags& flags) {
  CLI::App app;
  app.set_help_flag();
  app.add_option("operands", flags.operands);
  for (const FlagText& flag : flag_texts())
    if (belongs(flag, verb.name)) add(app, flag, flags);
  try {
    std::ranges::reverse(arguments);
    app.parse(std::move(arguments));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    const FlagText* const flag = find_flag(what.substr(0, what.find(':')));
    if (flag == nullptr) refuse(what);
    refuse(std::string(flag->name) + " needs a value, " + std::string(flag->value) + ": " +
           std::string(flag->sentence));
  } catch (const CLI::ExtrasError&) {
    refuse_unknown_flag(app.remaining().front(), verb.name);
  } catch (const CLI::ParseError& error) {
    refuse(error.what());
  }
}

}  // namespace

Flags read_flags(int argc, const char* const* argv) {
  Flags flags;
  Arguments arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (argc > 0) flags.program = argv[0];
  const auto behind = std::ranges::find(arguments, "--");
  const bool has_command = behind != arguments.end();
  if (has_command) {
    flags.command.assign(behind + 1, arguments.end());
    arguments.erase(behind, arguments.end());
    if (flags.command.empty())
      refuse("a command must stand behind --, as in: fencepost run group-assign -- ./mine");
  }
  const bool has_verb = place_of_verb(arguments) < arguments.size();
  const VerbText& verb = take_verb(arguments);
  flags.verb = verb.verb;
  if (has_verb) flags.verb_name = verb.name;
  if (has_command && verb.operands.find("-- COMMAND") == std::string_view::npos)
    refuse("'" + std::string(verb.name) + "' tries no program, so nothing can stand behind --");
  parse(std::move(arguments), verb, flags);
  const std::size_t most = verb.operands.empty() ? 0 : verb.verb == Verb::help ? 1 : SIZE_MAX;
  if (flags.operands.size() > most)
    refuse("'" + std::string(verb.name) + "' can do nothing with '" + flags.operands[most] +
           "' (`fencepost help " + std::string(verb.name) + "` explains it)");
  return flags;
}

}  // namespace fencepost::cli
