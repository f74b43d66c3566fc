// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <new>

#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/verbs.hpp"

namespace fencepost::cli {
namespace {

ExitCode perform(const Flags& flags, Console& console) {
  console.obey(flags);
  if (flags.version) return version(console);
  if (flags.help) return help_on(flags.verb_name, console);
  switch (flags.verb) {
    case Verb::run: return run(flags, console);
    case Verb::replay: return replay(flags, console);
    case Verb::shrink: return shrink(flags, console);
    case Verb::verify: return verify(flags, console);
    case Verb::check: return check(flags, console);
    case Verb::explain: return explain(flags, console);
    case Verb::list: return list(flags, console);
    case Verb::bugs: return bugs(flags, console);
    case Verb::strategies: return strategies(flags, console);
    case Verb::capacity: return capacity(flags, console);
    case Verb::help: return help(flags, console);
  }
  return ExitCode::internal;
}

ExitCode obey(int argc, const char* const* argv, Console& console) {
  try {
    return perform(read_flags(argc, argv), console);
  } catch (const Refusal& refusal) {
    console.warn(refusal.sentence);
    return refusal.code;
  } catch (const std::bad_alloc&) {
    console.warn("there is not enough memory for what the file or the flags ask for");
    return ExitCode::usage;
  } catch (const std::exception& error) {
    console.warn(
        std::string("internal error: ") + error.what() +
        "\nThis is a fault of Fencepost, not of the system on trial; please report this line.");
    return ExitCode::internal;
  }
}

}  // namespace
}  // namespace fencepost::cli

int main(int argc, char** argv) {
  fencepost::cli::Console console;
  const fencepost::cli::ExitCode code = fencepost::cli::obey(argc, argv, console);
  return static_cast<int>(console.leave(code));
}
