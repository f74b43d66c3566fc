// SPDX-License-Identifier: Apache-2.0
// The two streams of the program and how each is written to: results go to `out`, talk to `err`.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/cli/exit_code.hpp"
#include "fencepost/cli/flags.hpp"
#include "fencepost/cli/stream.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::cli {

struct Console {
  Stream out{1};
  Stream err{2};
  reports::Environment environment;
  reports::Ink out_ink;
  reports::Ink err_ink;
  bool quiet = false;

  /// Reads the environment; a closed pipe is no longer a signal.
  Console();
  /// Decides about colour, stream by stream.
  void obey(const Flags& flags);

  void say(std::string_view line) { out.write(std::string(line) + '\n'); }
  /// Talk: nothing if quiet.
  void tell(std::string_view line) {
    if (!quiet) err.write(std::string(line) + '\n');
  }
  /// What must be read even if quiet.
  void warn(std::string_view line) { err.write("fencepost: " + std::string(line) + '\n'); }
  /// The exit code of the program: `code`, unless a result could not be written.
  ExitCode leave(ExitCode code);
};

}  // namespace fencepost::cli
