// SPDX-License-Identifier: Apache-2.0
// A scenario is the whole truth about a run: a workload, its parameters, and a list of steps in the
// order of time. Without its exceptions it is a calm day: every message arrives once, in order, the
// disk keeps what was written, nobody crashes. An exception is one step that names its message by
// id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"

namespace fencepost {

/// Kinds of trouble, as a swarm leaves them out and a report counts them.
enum class Family : std::uint8_t {
  none,
  duplicate,
  reorder,
  loss,
  zombie,
  crash,
  node_loss,
  disk,
  partition,
  pause,
  stale
};
inline constexpr int family_count = 11;
/// A set of nodes: bit i for node i.
using Nodes = std::uint64_t;
inline constexpr std::uint32_t most_nodes = 25;
/// A service answers from a state at most so many changes ago.
inline constexpr std::uint32_t most_back = 32;
/// `duplicate`, `reorder`, ... ; `none` for an ordinary command.
const char* to_text(Family family);

/// What a power loss leaves of the writes that were not synced, in the order in which they were
/// made.
struct Loss {
  /// This many of them survive whole.
  std::uint32_t kept = 0;
  /// Of the next one, this many bytes.
  std::uint32_t torn = 0;
  /// The rest of the torn write is there as zeros, instead of missing.
  bool zeros = false;
  /// Files created, renamed or removed since the last sync of names are as before.
  bool names = false;

  friend bool operator==(const Loss&, const Loss&) = default;
};

struct Step {
  enum class Kind : std::uint8_t {
    command,       ///< a client sends a message and it is delivered
    again,         ///< a second copy of the message is delivered here
    late,          ///< the message, sent at its own step, is delivered only here
    drop_request,  ///< the message never arrives
    drop_reply,    ///< the message has its effect; its client is not told
    crash,         ///< power is lost here and the system starts again
    crash_in,      ///< power is lost while the message is handled, before disk operation `at`
    lose_node,     ///< everything but the log is lost and the system starts again
    fail_write,    ///< disk write number `at` made for the message fails, after `loss.torn` bytes
    fail_sync,     ///< disk sync number `at` made for the message fails; nothing unsynced may be
                   ///< trusted
    flip_bit,  ///< bit `bit` of stored write number `at` (from 1, modulo what is stored) is flipped
    disk_full,  ///< the disk has no room while the message is handled
    // Of clusters only; `again` and `late` are of both kinds of world.
    drop,         ///< the message never arrives
    stale,        ///< a service answers the message from an older state, `at` steps back
    cut,          ///< messages from the nodes `from` to the nodes `to` are lost from here on
    heal,         ///< no messages are cut off any more
    pause,        ///< a node stops where it stands
    resume,       ///< a paused node goes on
    wait,         ///< `at` milliseconds pass, if the nodes do anything by themselves
    kill,         ///< a node's process is killed here and started again in its folder
    kill_in,      ///< the node that the message went to is killed when it has handled it
    lose_folder,  ///< a node is killed, its folder emptied, and it is started again
    calm,         ///< faults stop here; only commands follow
  };

  Kind kind = Kind::command;
  /// Kind::command: its own id (from 1, rising); exceptions: the message they name; 0 for none.
  std::uint32_t id = 0;
  /// Clusters: which message of those that the command led to, in the order in which they were
  /// sent: 0 is the request itself.
  std::uint32_t part = 0;
  /// Who sends the command. Empty otherwise.
  std::string actor;
  /// The actor goes on with its old epoch after its successor began.
  bool zombie = false;
  Command command;
  /// Which disk operation (crash_in), write or sync, counted from 1 within the message's handling.
  std::uint32_t at = 0;
  Loss loss;
  /// crash, crash_in, lose_node: power is lost again before this disk operation of the recovery; 0
  /// for not.
  std::uint32_t again_at = 0;
  /// How many unsynced writes, oldest first, that second power loss leaves.
  std::uint32_t again_kept = 0;
  std::uint64_t bit = 0;
  /// pause, resume, kill, lose_folder.
  std::uint32_t node = 0;
  Nodes from = 0, to = 0;
  /// cut: in the other direction as well.
  bool both = false;

  friend bool operator==(const Step&, const Step&) = default;
};

/// Does this kind of exception name a message?
bool names_message(Step::Kind kind);
/// Does a world of this contract know this kind of step?
bool is_of(const Contract& contract, Step::Kind kind);
/// An exception of this kind about the message with this id (0 for none).
Step exception(Step::Kind kind, std::uint32_t id = 0);
/// The family of a step; `none` for an ordinary command and for calm. `wait` is of the partitions,
/// which last that long.
Family family_of(const Step& step);

struct Scenario {
  const Contract* workload = nullptr;
  Parameters parameters;
  std::vector<Step> steps;

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The step that is the command with this id, or null.
const Step* find_message(const Scenario& scenario, std::uint32_t id);
/// How many of the steps are commands.
std::size_t count_commands(const Scenario& scenario);
/// Why the world could not play this scenario (an exception names a message that is not there or
/// comes later, ids do not rise, faults after calm, a parameter out of range, a node that is not
/// there); empty if it can.
/// `step`, if given, becomes the index of the step at fault, or the number of steps if it is none
/// of them.
std::string why_unplayable(const Scenario& scenario, std::size_t* step = nullptr);

}  // namespace fencepost
