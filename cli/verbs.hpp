// SPDX-License-Identifier: Apache-2.0
// The verbs, a file each. They may throw a Refusal.
#pragma once

#include "fencepost/cli/console.hpp"
#include "fencepost/cli/exit_code.hpp"
#include "fencepost/cli/flags.hpp"

namespace fencepost::cli {

ExitCode run(const Flags& flags, Console& console);
ExitCode replay(const Flags& flags, Console& console);
ExitCode shrink(const Flags& flags, Console& console);
ExitCode verify(const Flags& flags, Console& console);
ExitCode check(const Flags& flags, Console& console);
ExitCode explain(const Flags& flags, Console& console);
ExitCode list(const Flags& flags, Console& console);
ExitCode bugs(const Flags& flags, Console& console);
ExitCode strategies(const Flags& flags, Console& console);
ExitCode capacity(const Flags& flags, Console& console);
ExitCode help(const Flags& flags, Console& console);
/// The help text of one verb.
ExitCode help_on(std::string_view verb, Console& console);
ExitCode version(Console& console);

}  // namespace fencepost::cli
