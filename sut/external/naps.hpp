// SPDX-License-Identifier: Apache-2.0
// Sleeping for an instant is a way of working: who waits for another thread by looking again and
// again, as runtimes do that move work between threads (Go's moves work away from a thread that
// waits in the kernel after two naps of 20 us to 10 ms), will go on by itself.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace fencepost::sut {

/// A sleep of at most this is a nap: 1 ms, or 10 ms where a program has one processor only and so
/// can have to wait for such a nap before it goes on.
std::chrono::nanoseconds longest_nap();

enum class Sleep : std::uint8_t {
  none,  ///< it does something else
  nap,
  real,  ///< longer than a nap, or the process does not let us look
};
/// How the thread sleeps, of which `syscall` is the text of /proc/P/task/T/syscall.
Sleep sleep_of(pid_t process, std::string_view syscall);

/// Whether the thread waits for a time of at most `longest` to pass, in any call. A nap is here one
/// of at most 10 ms, as idle runtimes take them for a while, or the thread runs, as between two of
/// them. Real, too, if the process does not let us look.
Sleep timer_of(pid_t process, std::string_view syscall, std::chrono::nanoseconds longest);

}  // namespace fencepost::sut
