// SPDX-License-Identifier: Apache-2.0
// A running child process: its three streams, its end, and the end of everything it started. Knows
// nothing of what is said. The only place that forks. From the first start on SIGPIPE is ignored in
// our process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/sut/external/last_lines.hpp"
#include "fencepost/sut/external/line_reader.hpp"

namespace fencepost::sut {

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts argv[0], looked up in PATH if it has no slash, in the folder, which is removed if we
  /// end without `kill`. That the program cannot be started becomes known later, as its end.
  static Result<std::unique_ptr<Process>> start(std::vector<std::string> argv, std::string folder);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { kill(); }

  /// Queues bytes for its stdin; `wait` writes them as it takes them.
  void send(std::string_view bytes) { unsent_ += bytes; }
  /// Lets everything flow until something new is known or the time has come; false if the time has
  /// come.
  bool wait(Clock::time_point deadline);

  LineReader& lines() { return lines_; }
  const LastLines& errors() const { return errors_; }
  bool has_unsent() const { return !unsent_.empty(); }
  /// It no longer reads its stdin, or no longer writes its stdout.
  bool closed_input() const { return input_ < 0; }
  bool closed_output() const { return output_ < 0; }
  /// `cannot start ./x: No such file or directory`, `ended with exit status 3`, `was killed by
  /// SIGSEGV`; empty while it runs. What it wrote before is in `lines`.
  const std::string& end() const { return end_; }
  /// It was never the program that was asked for.
  bool never_started() const { return never_started_; }

  /// SIGKILL to it and to every process that it started, and waits until none is left.
  void kill();

 private:
  Process() = default;
  void write_some();
  /// Reads what is there, at most `most` bytes; closes the file at its end.
  template <class Sink>
  void read_some(int& file, Sink& sink, std::size_t most);
  void read_report();

  std::string name_;
  std::string folder_;
  pid_t keeper_ = 0;
  int input_ = -1, output_ = -1, stderr_ = -1, control_ = -1;
  std::string unsent_;
  LineReader lines_;
  LastLines errors_;
  std::string end_;
  bool never_started_ = false;
};

}  // namespace fencepost::sut
