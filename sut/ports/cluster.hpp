// SPDX-License-Identifier: Apache-2.0
// A cluster on trial: a few nodes that know each other only through messages, which the world
// carries. A node takes one line, works until it is quiet, and has then written some lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::sut {

/// What became of waiting for a node.
enum class Rest : std::uint8_t {
  quiet,  ///< it has read all that it was sent, and every thread of it waits for something
  spins,  ///< it has read all and long written nothing, but never sleeps: taken for quiet
  busy,   ///< still at work when the time limit came
  ended,  ///< it is gone: see `end`
};

/// Used by one thread. Nodes have the numbers 0 .. nodes-1.
class Cluster {
 public:
  virtual ~Cluster() = default;

  /// Forgets everything: a new world of so many nodes begins, each with an empty folder, none
  /// running.
  virtual void move_in(std::uint32_t nodes) = 0;

  /// Starts a node that does not run, on what its folder holds. Why it cannot; empty if it runs.
  virtual std::string start(std::uint32_t node) = 0;
  /// Ends it at once, and all that it started; its folder stays.
  virtual void kill(std::uint32_t node) = 0;
  /// Empties the folder of a node that does not run.
  virtual void lose_folder(std::uint32_t node) = 0;
  /// Stops it where it stands, and lets it go on. A paused node is never waited for.
  virtual void pause(std::uint32_t node) = 0;
  virtual void resume(std::uint32_t node) = 0;

  /// Gives it a line, without its end.
  virtual void send(std::uint32_t node, std::string_view line) = 0;
  /// Waits until it is quiet (or taken for quiet), and appends the whole lines it has written
  /// since, without their ends.
  virtual Rest settle(std::uint32_t node, std::vector<std::string>& lines) = 0;
  /// Waits until any running node writes a line or ends, at most so many milliseconds: false if
  /// none did.
  virtual bool wait_for_a_line(std::uint32_t milliseconds) = 0;
  /// Has any node done anything by itself since this was last asked, at a timer's bidding or in a
  /// thread? False does not prove that no long timer runs.
  virtual bool stirred() = 0;
  /// Does any node wait for a time to pass, of at most 10 seconds, or spin? If not, nothing will
  /// happen without a message. True if it cannot be known.
  virtual bool has_timers() = 0;
  /// Milliseconds of some clock, for bounding waits; never part of a history.
  virtual std::uint64_t milliseconds() const = 0;

  /// How a node ended (`ended with exit status 3`, `wrote a line longer than 1 MiB`); empty while
  /// it runs or if we ended it.
  virtual std::string end(std::uint32_t node) const = 0;
  /// Its last words on stderr, a line each, indented by two spaces; empty if it said nothing.
  virtual std::string last_words(std::uint32_t node) const = 0;
};

}  // namespace fencepost::sut
