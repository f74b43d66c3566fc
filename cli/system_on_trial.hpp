// SPDX-License-Identifier: Apache-2.0
// Which system is tried: the engine, the engine with a planted bug, or a program in any language.
#pragma once

#include <memory>
#include <string>

#include "fencepost/cli/flags.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/properties/cluster_trial.hpp"
#include "fencepost/sut/planted_bugs.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::cli {

class SystemOnTrial {
 public:
  /// `promised_bug`: the one that a history names, unless the flags name another or `none`. Throws
  /// a Refusal if there is no such bug.
  explicit SystemOnTrial(const Flags& flags, const std::string& promised_bug = {});

  /// It can be tried with this workload (a planted bug has one of its own, a consistency model is
  /// of transactions); otherwise throws a Refusal.
  void check(const Contract& workload) const;
  std::unique_ptr<sut::Home> make_home(const Contract& workload) const;
  /// Of a cluster: before it, the program runs as so many nodes as the scenario has.
  std::unique_ptr<properties::ClusterTrial> make_cluster_trial(
      const properties::Workload& workload) const;
  properties::JudgeMaker judge_maker(const properties::Workload& workload) const;

  bool is_program() const { return !child_.empty(); }
  const sut::PlantedBug* bug() const { return bug_; }
  /// `engine`, `engine with bug ID`, or the command line.
  std::string name() const;
  /// What must be added to a command so that it tries the same: ` --bug ID`, ` --model
  /// read-committed -- ./mine --fast`, or nothing.
  std::string flags_to_repeat() const;

 private:
  std::vector<std::string> child_;
  std::optional<std::uint32_t> timeout_ms_;
  bool strict_ = false;
  /// The consistency model that it promises; empty for the strictest.
  std::string model_;
  /// --faults maelstrom
  bool as_maelstrom_ = false;
  const sut::PlantedBug* bug_ = nullptr;
  /// Who named the bug, for a refusal.
  std::string bug_source_ = "--bug";
};

/// As a shell reads it: quoted where it must be.
std::string shell_quoted(const std::string& word);

}  // namespace fencepost::cli
