// SPDX-License-Identifier: Apache-2.0
// Gathers what a checker finds: how many of each name, and the worst few as examples.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

class Findings {
 public:
  /// All names that may be added, the worst first.
  Findings(std::initializer_list<std::string_view> worst_first);

  /// Counts one more. `make()` gives the Anomaly (its name is filled in) and is called only if it
  /// becomes an example: if fewer than Judgement::most_examples are as bad.
  template <class Make>
  void add(std::string_view name, std::uint64_t badness, Make make) {
    Kind& kind = of(name);
    ++kind.count;
    if (!is_example(kind, badness)) return;
    Anomaly anomaly = make();
    anomaly.name = name;
    keep(kind, badness, std::move(anomaly));
  }
  /// Counts more, of which there is no example.
  void add_unseen(std::string_view name, std::uint64_t count) { of(name).count += count; }
  /// Said in any case, and never decides.
  void note(Anomaly anomaly) { notes_.push_back(std::move(anomaly)); }

  std::uint64_t count(std::string_view name) const;

  /// The judgement: violated if there is anything `forbidden(name)`; the rest becomes notes.
  template <class Forbidden>
  Judgement judgement(Forbidden forbidden) {
    Judgement judgement;
    for (Kind& kind : kinds_) settle(kind, forbidden(kind.name), judgement);
    for (Anomaly& note : notes_) judgement.notes.push_back(std::move(note));
    return judgement;
  }
  Judgement judgement() {
    return judgement([](std::string_view) { return true; });
  }

 private:
  struct Kind {
    std::string_view name;
    std::uint64_t count = 0;
    /// With their badness, the worst first, of equals the first found.
    std::vector<std::pair<std::uint64_t, Anomaly>> examples;
  };
  Kind& of(std::string_view name);
  static bool is_example(const Kind& kind, std::uint64_t badness);
  static void keep(Kind& kind, std::uint64_t badness, Anomaly anomaly);
  static void settle(Kind& kind, bool forbidden, Judgement& judgement);

  std::vector<Kind> kinds_;
  std::vector<Anomaly> notes_;
};

/// `operation` and `operations`: `1 operation`, `2 operations`.
std::string counted(std::uint64_t count, std::string_view singular);

/// The judgement of a checker that needed more than CheckerOptions::most_memory.
Judgement out_of_memory(std::uint64_t most_memory);

}  // namespace fencepost::properties
