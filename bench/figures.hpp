// SPDX-License-Identifier: Apache-2.0
// The console reporter of Google Benchmark that also remembers the best figure of every benchmark,
// and compares them with what docs/speed.md aims at.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::bench {

class Figures : public benchmark::ConsoleReporter {
 public:
  /// Colours only if a person sees them.
  Figures();
  /// Prints every run, leaves means and deviations to the file.
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Tables of ratios, and which aims were reached. What was not run is left out.
  void print_aims() const;

 private:
  using Counters = std::map<std::string, double>;

  /// The counter of `benchmark`: of all repetitions the greatest.
  std::optional<double> best(const std::string& benchmark, const std::string& counter) const;
  /// Of the workloads or loads for which both ran.
  struct Ratio {
    std::string name;
    double above, below;
    double ratio() const { return above / below; }
  };
  std::vector<Ratio> ratios(std::string_view above, std::string_view below,
                            const std::string& counter) const;
  std::vector<Ratio> rates(std::string_view family) const;

  std::vector<std::string> names_;
  std::map<std::string, Counters> counters_;
};

}  // namespace fencepost::bench
