// SPDX-License-Identifier: Apache-2.0
// A child for tests: started in a home of its own, asked one command, and nothing of it may be
// left.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/faults/sim_disk.hpp"
#include "fencepost/sut/external/child_home.hpp"

namespace fencepost::sut {

/// For children that will not reply.
inline ChildOptions impatient(std::vector<std::string> argv) {
  using std::chrono::milliseconds;
  return {std::move(argv), milliseconds(10'000), milliseconds(300), false};
}

/// How many processes live in this folder.
inline int processes_in(const std::string& folder) {
  int count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string where = std::filesystem::read_symlink(entry.path() / "cwd", error).string();
    if (!error && where.starts_with(folder)) ++count;
  }
  return count;
}

class ChildOnTrial {
 public:
  explicit ChildOnTrial(ChildOptions options,
                        const Contract& contract = *find_contract("offset-commit"))
      : contract_(contract), home_(std::make_unique<ChildHome>(contract, std::move(options))) {
    move_in();
  }

  /// A new scenario.
  void move_in(const Parameters& parameters = {}) {
    home_->move_in(parameters, disk_);
    folder_ = home_->folder();
    start();
  }
  /// Dies and is started again in the same folder.
  void crash() {
    system_.reset();
    start();
  }
  void end() {
    system_.reset();
    home_.reset();
  }

  const Outcome& ask(const Command& command) {
    if (system_ != nullptr) system_->answer(command, outcome_);
    return outcome_;
  }
  /// `committed {partition: 0}` of offset-commit.
  const Outcome& ask() {
    Command command;
    command.type = find_command(contract_, "committed");
    command.fields.number(0);
    return ask(command);
  }

  /// Of the start or of the last request.
  std::string failed() const {
    return system_ == nullptr ? failure_ : std::string(system_->failed());
  }
  std::string notes() const {
    std::string text;
    if (system_ != nullptr) system_->print(text);
    return text;
  }
  const std::string& folder() const { return folder_; }

 private:
  void start() {
    Start start = home_->start();
    system_ = std::move(start.system);
    failure_ = start.failure;
  }

  const Contract& contract_;
  faults::SimDisk disk_;
  std::unique_ptr<ChildHome> home_;
  std::unique_ptr<System> system_;
  Outcome outcome_;
  std::string failure_;
  std::string folder_;
};

}  // namespace fencepost::sut
