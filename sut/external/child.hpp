// SPDX-License-Identifier: Apache-2.0
// A conversation with one child process: init, then one request at a time and the right reply to
// it. The child is never trusted: whatever it does ends within the time limit in a reply or in a
// sentence.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/json_tree.hpp"
#include "fencepost/sut/external/process.hpp"

namespace fencepost::sut {

struct ChildOptions {
  /// The program and its arguments.
  std::vector<std::string> argv;
  /// For `init_ok`, and for every other reply.
  std::chrono::milliseconds start_limit{5000};
  std::chrono::milliseconds reply_limit{2000};
  /// Refuses what Maelstrom refuses: lines that are no messages, keys that a message does not have.
  bool strict = false;
};

class Child {
 public:
  /// So much may a child write that is no reply, for each request.
  static constexpr std::size_t most_stray_bytes = std::size_t{4} << 20U;
  static constexpr std::size_t most_stray_lines = 10'000;

  Child(const Contract& contract, ChildOptions options)
      : contract_(contract), options_(std::move(options)) {}

  /// Starts the process in the folder and initialises it. See `failed`.
  void start(const std::string& folder, const Parameters& parameters);
  /// After a failure every outcome is *unknown*.
  void answer(const Command& command, Outcome& outcome);

  /// What went wrong at which request, then the last lines on stderr, each on a line of its own;
  /// empty while all is well. The process is gone by then.
  const std::string& failed() const { return failed_; }
  /// What was put up with: lines that are no replies, replies given twice.
  void print(std::string& text) const;
  /// Ends the process and all that it started.
  void kill();

 private:
  /// The right reply's body, or null after a failure.
  const Json* exchange(const std::string& body, std::chrono::milliseconds limit);
  const Json* look_at_lines();
  /// Nothing more can come; the reason, or empty.
  std::string hopeless() const;
  std::string request() const;
  std::string heard() const;
  void fail(const std::string& sentence);

  const Contract& contract_;
  ChildOptions options_;
  std::unique_ptr<Process> process_;
  std::string failed_;

  std::int64_t last_id_ = 0;
  std::string last_body_;
  std::string line_;
  Json reply_;
  /// Since the last request was sent.
  std::size_t stray_bytes_ = 0;
  std::size_t stray_lines_ = 0;
  /// Since the start.
  std::size_t all_stray_lines_ = 0;
  std::size_t late_replies_ = 0;
  std::string last_stray_;
};

}  // namespace fencepost::sut
