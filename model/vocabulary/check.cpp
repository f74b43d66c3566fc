// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace fencepost {

void promise_broken(const char* promise, const char* file, int line) {
  std::fprintf(
      stderr,
      "fencepost: internal error: (%s) does not hold at %s:%d\n"
      "This is a fault of Fencepost, not of the system on trial; please report this line.\n",
      promise, file, line);
  std::fflush(nullptr);
  std::_Exit(70);
}

}  // namespace fencepost
