// SPDX-License-Identifier: Apache-2.0
// The one port for every system on trial: the optimised engine, a planted bug, a C++ class of a user,
// a child process in any language.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/sut/ports/disk.hpp"

namespace fencepost::sut {

/// A running system. Destroying it is a crash: nothing is written on the way out.
class System {
 public:
  virtual ~System() = default;

  /// Handles one command and writes exactly one outcome. What the outcome tells is durable. If a disk
  /// error makes it uncertain whether the command had its effect, the outcome is *unknown* and the system
  /// is not used again: the world starts it anew.
  virtual void answer(const Command& command, Outcome& outcome) = 0;

  /// Appends what it believes, one fact a line, for a person; nothing if it cannot tell.
  virtual void print(std::string& /*text*/) const {}

  /// Why it can no longer be tried (a child that died, hangs or speaks nonsense); empty while all is well.
  virtual std::string_view failed() const { return {}; }
};

/// What became of a start. Exactly one of the three is set.
struct Start {
  std::unique_ptr<System> system;
  /// The stored data are damaged, and where: reported, not served.
  std::string damage;
  /// It could not be started at all, for a reason outside the plan.
  std::string failure;
};

/// Where a system lives. Its storage outlasts crashes, its memory does not. Used by one thread.
class Home {
 public:
  virtual ~Home() = default;
  /// Forgets everything stored: a new world with these parameters begins on this empty disk, which
  /// outlives it. A system with storage of its own empties that instead.
  virtual void move_in(const Parameters& parameters, Disk& disk) = 0;
  /// Starts on what is stored; again after every crash.
  virtual Start start() = 0;
  /// It keeps its data on the disk given to it, so that disk faults reach it.
  virtual bool uses_disk() const { return true; }
};

}  // namespace fencepost::sut
