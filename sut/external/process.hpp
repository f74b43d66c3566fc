// SPDX-License-Identifier: Apache-2.0
// A running child process: its three streams, its end, and the end of everything it started. Knows
// nothing of what is said. The only place that forks. From the first start on SIGPIPE is ignored in
// our process.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/sut/external/last_lines.hpp"
#include "fencepost/sut/external/line_reader.hpp"

namespace fencepost::sut {

/// Waits until one of the files is ready, at most so long: false if none is.
bool poll_for(std::vector<pollfd>& files, std::chrono::nanoseconds longest);

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts argv[0], looked up in PATH if it has no slash, in the folder, which is removed (if it
  /// is a WorkFolder) if we end without `kill`. That the program cannot be started becomes known
  /// later, as its end.
  static Result<std::unique_ptr<Process>> start(
      std::vector<std::string> argv, std::string folder,
      std::size_t most_line_bytes = LineReader::most_line_bytes);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { kill(); }

  /// Queues bytes for its stdin; `flush`, `wait` and `pump` write what it takes.
  void send(std::string_view bytes) { unsent_ += bytes; }
  void flush();
  /// Lets everything flow until something new is known or the time has come; false if the time has
  /// come.
  bool wait(Clock::time_point deadline);
  /// Lets everything flow, and waits at most so long for something to come: true if it said
  /// something or something became known of its end.
  bool pump(std::chrono::nanoseconds longest);
  /// What `pump` waits for.
  void add_files(std::vector<pollfd>& files) const;

  LineReader& lines() { return lines_; }
  const LastLines& errors() const { return errors_; }
  /// How much it has written to stdout and stderr.
  std::uint64_t said_bytes() const { return said_bytes_; }
  bool has_unsent() const { return sent_ < unsent_.size(); }
  /// It has not yet read all that was sent.
  bool has_unread() const;
  /// It no longer reads its stdin, or no longer writes its stdout.
  bool closed_input() const { return input_ < 0; }
  bool closed_output() const { return output_ < 0; }
  /// It runs its program.
  bool is_started() const { return started_; }
  /// `cannot start ./x: No such file or directory`, `ended with exit status 3`, `was killed by
  /// SIGSEGV`; empty while it runs. What it wrote before is in `lines`.
  const std::string& end() const { return end_; }
  /// It was never the program that was asked for.
  bool never_started() const { return never_started_; }
  /// The process above it and all that it started (see keeper.hpp); 0 after `kill`.
  pid_t keeper() const { return keeper_; }

  /// SIGKILL to it and to every process that it started, and waits until none is left.
  void kill();
  /// Begins that without waiting; `kill` must follow.
  void order_end();

 private:
  explicit Process(std::size_t most_line_bytes) : lines_(most_line_bytes) {}
  /// Reads what is there, at most `most` bytes; closes the file at its end. True if anything was.
  template <class Sink>
  bool read_some(int& file, Sink& sink, std::size_t most);
  void read_report();
  void learn_end(const struct KeeperReport& what);

  std::string name_;
  std::string folder_;
  pid_t keeper_ = 0;
  int input_ = -1, output_ = -1, stderr_ = -1, control_ = -1;
  std::string unsent_;
  /// How much of it has been sent.
  std::size_t sent_ = 0;
  LineReader lines_;
  LastLines errors_;
  std::vector<pollfd> files_;
  std::uint64_t said_bytes_ = 0;
  std::string end_;
  bool started_ = false;
  bool never_started_ = false;
};

}  // namespace fencepost::sut
