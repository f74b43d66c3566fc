// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::cli {
namespace {

constexpr std::string_view four_lines =
    "Fencepost tries partitioned logs and stream processors with faults, and shows the shortest "
    "history that\n"
    "breaks a promise. Everything it does can be done again, exactly.\n"
    "\n"
    "  fencepost run                                try the engine with every workload\n"
    "  fencepost run --bug NAME                     watch it convict a planted bug (`fencepost "
    "bugs` lists them)\n"
    "\n"
    "`fencepost help` lists the verbs, `fencepost help run` explains one.\n";

std::string name_and_value(const FlagText& flag) {
  std::string text = flag.letter.empty() ? "    " : std::string(flag.letter) + ", ";
  text += flag.name;
  return flag.value.empty() ? text : text + ' ' + std::string(flag.value);
}

void list_verbs(Console& console) {
  std::string text = "usage: fencepost VERB [FLAGS...]\n\n";
  for (const VerbText& verb : verb_texts())
    text += "  " + reports::left(verb.name, 11) + std::string(verb.sentence) + '\n';
  text +=
      "\n`fencepost help VERB` explains a verb, `fencepost help exit-codes` what the command ends "
      "with.\n";
  console.out.write(text);
}

void list_exit_codes(Console& console) {
  std::string text;
  for (const ExitCodeText& code : exit_codes())
    text += reports::right(std::to_string(static_cast<int>(code.code)), 5) + "  " +
            reports::left(code.name, 15) + std::string(code.meaning) + '\n';
  console.out.write(text);
}

}  // namespace

ExitCode help_on(std::string_view name, Console& console) {
  const auto verbs = verb_texts();
  const auto verb = std::ranges::find(verbs, name, &VerbText::name);
  if (verb == verbs.end() || verb->verb == Verb::help) {
    list_verbs(console);
    return ExitCode::ok;
  }
  std::string text = "usage: fencepost " + std::string(verb->name) + " [FLAGS...] " +
                     std::string(verb->operands) + "\n\n  " + std::string(verb->sentence) +
                     ", as in:\n\n  " + std::string(verb->example) + "\n\n";
  for (const FlagText& flag : flag_texts())
    if (belongs(flag, name))
      text +=
          "  " + reports::left(name_and_value(flag), 25) + ' ' + std::string(flag.sentence) + '\n';
  console.out.write(text);
  return ExitCode::ok;
}

ExitCode help(const Flags& flags, Console& console) {
  if (flags.verb_name.empty()) {
    console.out.write(four_lines);
    return ExitCode::ok;
  }
  if (flags.operands.empty()) return help_on({}, console);
  const std::string& topic = flags.operands.front();
  if (topic == "exit-codes") {
    list_exit_codes(console);
    return ExitCode::ok;
  }
  std::vector<std::string_view> topics = {"exit-codes"};
  for (const VerbText& verb : verb_texts()) topics.push_back(verb.name);
  if (std::ranges::find(topics, topic) != topics.end()) return help_on(topic, console);
  throw Refusal{ExitCode::nothing_ran,
                "there is no help on '" + topic + "'" + did_you_mean(topic, topics)};
}

ExitCode version(Console& console) {
  console.say("fencepost " FENCEPOST_VERSION);
  return ExitCode::ok;
}

}  // namespace fencepost::cli
