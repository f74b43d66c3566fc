// SPDX-License-Identifier: Apache-2.0
// A history as a small table, a line a step: number, actor, command, answer; trouble in words.
//
//      1  p  produce producer="p" epoch=0 partition=0 sequence=0 value=7  →  offset=0
//            power is lost; 1 unsynced write is lost
//    ✗ 2  c  read partition=0                                             →  values=[]
//            the model would have said                                       values=[7]
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/model/vocabulary/history.hpp"
#include "fencepost/properties/trial.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

struct TableShape {
  /// Written before every line.
  std::string indent;
  /// Values longer than this are shortened.
  std::size_t widest_cell = 160;
  /// Of a longer history only the last lines are shown, and how many were left out.
  std::size_t most_lines = SIZE_MAX;
};

/// `verdict` marks the event that broke the property, if there is one.
std::string history_table(const Scenario& scenario, const History& history,
                          const properties::Verdict& verdict, const Ink& ink,
                          const TableShape& shape);

}  // namespace fencepost::reports
