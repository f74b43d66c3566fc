// SPDX-License-Identifier: Apache-2.0
// A verb that cannot do what was asked throws a Refusal; `main` turns it into a sentence on stderr
// and the exit code. Only the command uses it: the library returns results.
#pragma once

#include <string>

#include "fencepost/cli/exit_code.hpp"

namespace fencepost::cli {

struct Refusal {
  ExitCode code;
  /// What happened, why we think so, what to do; no line end.
  std::string sentence;
};

}  // namespace fencepost::cli
