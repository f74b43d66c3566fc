// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/console.hpp"

#include <fcntl.h>

#include <csignal>
#include <cstdlib>

namespace fencepost::cli {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string first_of(std::initializer_list<const char*> names) {
  for (const char* const name : names)
    if (std::string value = variable(name); !value.empty()) return value;
  return {};
}

/// Otherwise the next file that is opened would be taken for a stream that was closed. What is
/// written there fails.
void occupy_closed_streams() {
  for (const int stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

}  // namespace

Console::Console()
    : environment{variable("NO_COLOR"), variable("FORCE_COLOR"), variable("CLICOLOR_FORCE"),
                  variable("TERM"), first_of({"LC_ALL", "LC_CTYPE", "LANG"})} {
  std::signal(SIGPIPE, SIG_IGN);
  occupy_closed_streams();
  out_ink.signs = err_ink.signs = reports::wants_signs(environment);
}

void Console::obey(const Flags& flags) {
  quiet = flags.quiet;
  out_ink.colour = reports::wants_colour(flags.colour, environment, out.is_terminal());
  err_ink.colour = reports::wants_colour(flags.colour, environment, err.is_terminal());
}

ExitCode Console::leave(ExitCode code) {
  if (out.failure().empty()) return code;
  warn("the results could not be written to standard output: " + out.failure());
  return graver(code, ExitCode::usage);
}

}  // namespace fencepost::cli
