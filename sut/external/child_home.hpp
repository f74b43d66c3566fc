// SPDX-License-Identifier: Apache-2.0
// Where a program in any language lives: a working folder of its own, which outlasts its crashes. A
// crash is SIGKILL to it and all that it started. docs/protocol.md is what it must speak.
#pragma once

#include <memory>
#include <string>

#include "fencepost/sut/external/child.hpp"
#include "fencepost/sut/external/work_folder.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

class ChildHome final : public Home {
 public:
  /// A program with a slash in its name, and arguments that name a file, are looked up from the
  /// folder in which we run, not from the child's.
  ChildHome(const Contract& contract, ChildOptions options);
  ChildHome(const ChildHome&) = delete;
  ChildHome& operator=(const ChildHome&) = delete;
  ~ChildHome() override;

  /// A fresh folder and, at the next start, a fresh process. Under a contract without state the
  /// process that runs is kept instead; only a crash ends it.
  void move_in(const Parameters& parameters, Disk& disk) override;
  Start start() override;
  bool uses_disk() const override { return false; }

  /// The child's working folder; empty before `move_in`.
  std::string folder() const { return folder_ == nullptr ? std::string{} : folder_->path(); }

 private:
  const Contract& contract_;
  ChildOptions options_;
  Parameters parameters_;
  std::unique_ptr<WorkFolder> folder_;
  std::shared_ptr<Child> child_;
  /// The next start takes the child that runs.
  bool keep_ = false;
};

}  // namespace fencepost::sut
