// SPDX-License-Identifier: Apache-2.0
// The anomalies of partitioned logs by their usual names, and those found in a history: all are
// counted, the worst of each name are kept.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties::kafka {

/// The worst first. What makes others doubtful stands before them: where offsets conflict, skips
/// depend on which value is taken.
enum class Name : std::uint8_t {
  bad_offset,
  inconsistent_offsets,
  phantom,
  g1a,
  lost_write,
  duplicate,
  precommitted_read,
  g1c,
  g1c_process,
  g1c_realtime,
  int_nonmonotonic_poll,
  int_poll_skip,
  nonmonotonic_poll,
  poll_skip,
  poll_below_asked,
  poll_past_asked,
  int_nonmonotonic_send,
  nonmonotonic_send,
  committed_offset_regression,
  committed_beyond_polled,
  assign_skip,
  unseen,
  empty_transaction_graph,
  int_send_skip,
  g0,
  g0_process,
  g0_realtime,
  count
};

const char* to_text(Name name);

/// Whether a history that shows it may still be right.
bool is_allowed(Name name, const CheckerOptions& options);

class Findings {
 public:
  /// Counts one. `sentence()` is only called if it is among the worst of its name, those of
  /// greater weight being worse.
  template <class Sentence>
  void add(Name name, std::uint64_t weight, std::vector<std::uint64_t> operations,
           Sentence sentence) {
    Found& found = of(name);
    ++found.count;
    if (found.takes(weight))
      found.take(
          weight,
          {.name = to_text(name), .sentence = sentence(), .operations = std::move(operations)});
  }

  void forget(Name name) { of(name) = {}; }
  std::uint64_t count(Name name) const { return found_[static_cast<std::size_t>(name)].count; }

  /// Moves them into a judgement: violated, or held with what is allowed as notes.
  Judgement judgement(const CheckerOptions& options);

 private:
  struct Found {
    std::uint64_t count = 0;
    /// By falling weight.
    std::vector<std::pair<std::uint64_t, Anomaly>> worst;

    bool takes(std::uint64_t weight) const {
      return worst.size() < Judgement::most_examples || worst.back().first < weight;
    }
    void take(std::uint64_t weight, Anomaly anomaly);
  };

  Found& of(Name name) { return found_[static_cast<std::size_t>(name)]; }

  std::array<Found, static_cast<std::size_t>(Name::count)> found_;
};

}  // namespace fencepost::properties::kafka
