// SPDX-License-Identifier: Apache-2.0
// Planted bugs: named defects, one decision each, by which the harness is tested. An engine is a template
// over its bugs: with NoBugs every question is answered at compile time and nothing is left of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost::sut {

struct PlantedBug {
  /// Lower case with dashes; unique over all workloads; what `--bug` takes.
  std::string_view id;
  std::string_view workload;
  /// What the engine does wrong, in one sentence.
  std::string_view sentence;
  /// The id of a real bug in the catalogue (as "REC-18"), or "checklist" with the item.
  std::string_view source;
  /// The property that convicts it.
  std::string_view property;
  /// Lines (commands and exceptions) of its shortest known history.
  int shortest;
};

/// The engine as it should be.
struct NoBugs {
  template <class Bug>
  static constexpr bool has(Bug) {
    return false;
  }
};

/// The engine with one defect. `Bug` is the enumeration of a workload, in the order of its table.
template <class Bug>
struct OneBug {
  Bug planted;
  bool has(Bug bug) const { return bug == planted; }
};

/// Every planted bug, by workload in the order of the workloads page.
std::span<const PlantedBug* const> planted_bugs();
/// The bug with this id, or null.
const PlantedBug* find_planted_bug(std::string_view id);

}  // namespace fencepost::sut
