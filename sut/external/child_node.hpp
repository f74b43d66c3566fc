// SPDX-License-Identifier: Apache-2.0
// One node of a cluster: a folder that outlasts its crashes, and the process that lives there.
// Never trusted: whatever it does, every call returns in time.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/external/process.hpp"
#include "fencepost/sut/external/quiescence.hpp"
#include "fencepost/sut/external/spinning.hpp"
#include "fencepost/sut/external/work_folder.hpp"
#include "fencepost/sut/ports/cluster.hpp"

namespace fencepost::sut {

struct ClusterOptions {
  /// The program and its arguments.
  std::vector<std::string> argv;
  /// Whoever is not quiet by then is busy.
  std::chrono::milliseconds settle_limit{2000};
  /// A node that writes more before it is quiet is ended: a line, lines, bytes.
  std::size_t most_line_bytes = std::size_t{8} << 20U;
  std::size_t most_lines = 20'000;
  std::size_t most_bytes = std::size_t{16} << 20U;
  /// While one world plays, starts the processes of the next.
  bool prestart = true;
};

class ChildNode {
 public:
  /// For so many threads files are kept open.
  ChildNode(const ClusterOptions& options, Births& births, Spinning& spinning,
            std::size_t most_kept)
      : options_(options), births_(births), spinning_(spinning), most_kept_(most_kept) {}

  /// Starts the process already, for a `start` to come; what goes wrong is told then.
  void prepare();
  /// See Cluster for these.
  std::string start();
  void kill();
  void lose_folder() const { folder_.empty(); }
  void pause();
  void resume();
  void send(std::string_view line);
  Rest settle(std::vector<std::string>& lines);
  bool stirred();
  bool has_timers();
  const std::string& end() const { return end_; }
  std::string last_words() const;

  /// Begins `kill` without waiting.
  void order_end();
  bool is_paused() const { return is_paused_; }
  bool was_started() const { return was_started_; }
  /// Takes what it has written without waiting: true if a line is there, or if it has just ended.
  bool has_a_line();
  /// What wakes who waits for it; nothing unless it runs.
  void add_files(std::vector<pollfd>& files) const;
  const std::string& folder() const { return folder_.path(); }

 private:
  std::string make_process();
  /// It did not like to wait for its start.
  bool has_ended_unused();
  /// False if it has gone, or has gone too far and was ended.
  bool take_lines();
  void give(std::vector<std::string>& lines);
  /// `Process::pump`, and takes note of when.
  bool hear(std::chrono::microseconds longest);
  bool has_read_all() const;
  /// Its own running time counts if it spins.
  struct Moment {
    Process::Clock::time_point time;
    std::optional<Spinning::Time> run_time;
  };
  Moment now();
  /// Of what passed, at least so large a part counts: who hardly runs is not waited for.
  Spinning::Time since(const Moment& moment, int least_part = 16);
  /// It had the time limit since then; if it spins, of its own time, or four times that in all.
  bool is_late(const Moment& began);
  Rest rest_of_who_is_silent();
  /// Busy, or spinning if it is seen to work without a word; or it has ended meanwhile.
  Rest judge_who_is_late();
  Rest fail(const std::string& why);

  const ClusterOptions& options_;
  Births& births_;
  Spinning& spinning_;
  std::size_t most_kept_;
  WorkFolder folder_;
  /// Outlives its end, for its last words.
  std::unique_ptr<Process> process_;
  std::optional<Quiescence> quiescence_;
  std::string end_;
  bool is_prepared_ = false;
  bool was_started_ = false;
  bool is_started_ = false;
  bool is_paused_ = false;

  /// Read, but not asked for yet.
  std::vector<std::string> lines_;
  /// Since it last was at rest.
  std::size_t lines_taken_ = 0;
  std::uint64_t said_before_ = 0;
  /// When anything last went in or out.
  Moment last_talk_;
  /// Since when it has nothing more to read, of the time that it is waited for.
  Moment read_all_;
  /// The longest silence before a word meanwhile.
  Spinning::Time silence_before_word_{0};
  /// It was last taken for quiet without being so.
  bool spins_ = false;
};

}  // namespace fencepost::sut
