// SPDX-License-Identifier: Apache-2.0
// Who lives below a process: all its descendants, thread by thread, as /proc tells.
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <vector>

#include "fencepost/sut/external/proc_file.hpp"

namespace fencepost::sut {

struct ThreadName {
  pid_t process = 0;
  pid_t thread = 0;
  auto operator<=>(const ThreadName&) const = default;
};

/// The threads of this process and of all that it and its descendants started and that still live,
/// each once, in order. Those that come or go while it looks may be missing; so may their children.
std::vector<ThreadName> threads_below(pid_t root);

/// Tells, for less than listing them would cost, that no thread has been born anywhere.
class Births {
 public:
  Births();

  /// The number given to the last process or thread: if it is the same as before, none was born in
  /// between. 0: not known.
  std::uint64_t last() { return is_trusted_ ? read() : 0; }
  /// To be called before and after a birth: only then is it trusted that the number moves.
  void learn(bool after);

 private:
  std::uint64_t read();

  ProcFile file_;
  std::uint64_t before_ = 0;
  bool is_possible_ = false;
  bool is_trusted_ = false;
};

}  // namespace fencepost::sut
