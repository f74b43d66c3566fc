// SPDX-License-Identifier: Apache-2.0
// The keeper is a small process between us and a child. Every process that the child ever starts,
// however far it moves away (setsid, double fork), becomes the keeper's when its parent dies; so
// the keeper can end them all, and does when we ask or when we are gone ourselves, even by SIGKILL.
//
//   fencepost ── control socket ── keeper ── child ── what the child starts
#pragma once

#include <cstdint>

namespace fencepost::sut {

/// What the keeper needs; everything is made before the fork, since it may not allocate.
struct KeeperOrder {
  char* const* argv;
  const char* folder;
  /// The child's standard streams and the keeper's end of the control socket.
  int input, output, errors, control;
};

/// What comes through the control socket (SOCK_SEQPACKET, one report a message).
struct KeeperReport {
  enum class Kind : std::uint8_t {
    no_folder,  ///< the child could not enter its folder: errno
    no_exec,    ///< the child's program could not be started: errno
    no_child,   ///< no process could be made for it: errno
    started,    ///< the child runs its program, or has failed as told before
    ended,      ///< the child ended: wait status
  };
  Kind kind = Kind::ended;
  int value = 0;
};

/// The life of a freshly forked keeper: starts the child, reports, and when a word comes through
/// the control socket kills every process below it. If the socket is closed without a word, we are
/// gone: then it removes the folder, too, if it is a WorkFolder. Uses only what is allowed after a
/// fork among threads.
[[noreturn]] void keep(const KeeperOrder& order);

}  // namespace fencepost::sut
