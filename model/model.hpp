// SPDX-License-Identifier: Apache-2.0
// What should happen: a model is a small pure state machine that answers as the workloads page says.
// It has no clock, no luck and no disk, and it never sees the system on trial.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"

namespace fencepost::model {

class Model {
 public:
  virtual ~Model() = default;
  /// Takes one step and writes the only right outcome.
  virtual void answer(const Command& command, Outcome& outcome) = 0;
  /// What no reply has told is lost, as the workload's page says.
  virtual void crash() = 0;
  /// Appends the state, one fact a line, sorted; equal states print equally and different ones differently.
  virtual void print(std::string& text) const = 0;
  virtual std::unique_ptr<Model> clone() const = 0;
};

/// The model of a workload with all state empty, or null if there is none of that name.
std::unique_ptr<Model> make_model(std::string_view workload, const Parameters& parameters);

}  // namespace fencepost::model
