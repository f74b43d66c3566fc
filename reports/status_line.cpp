// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/status_line.hpp"

#include <numeric>
#include <utility>

#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/summary_table.hpp"

namespace fencepost::reports {

StatusLine::StatusLine(const Shape& shape, Write write, Clock clock)
    : shape_(shape), line_(shape.progress, shape.columns, std::move(write), std::move(clock)) {}

void StatusLine::began(const properties::Workload& workload) {
  ++begun_;
  began_at_ = line_.now();
  if (!line_.is_rewritten()) return;
  line_.hurry();
  this->progress(workload, 0, without_end);
}

void StatusLine::progress(const properties::Workload& workload, std::uint64_t scenarios,
                          std::uint64_t of) {
  if (line_.is_due()) line_.show(text(workload, scenarios, of));
}

void StatusLine::shrinking(const properties::Workload& workload, std::uint64_t seed,
                           std::uint32_t runs) {
  if (!line_.is_due()) return;
  line_.show(place(workload) + " is violated at seed " + hexadecimal(seed) + "; shrinking, " +
             counted(runs, "run"));
}

void StatusLine::ended(const properties::Summary& summary) {
  faults_ = std::accumulate(summary.struck.begin() + 1, summary.struck.end(), faults_);
  marks_ += tally_marks(summary).held;
  clear();
}

std::string StatusLine::place(const properties::Workload& workload) const {
  return "  " + std::to_string(begun_) + '/' + std::to_string(shape_.workloads) + ' ' +
         std::string(workload.contract->name);
}

std::string StatusLine::text(const properties::Workload& workload, std::uint64_t scenarios,
                             std::uint64_t of) const {
  const std::string dot = ' ' + std::string(shape_.ink.dot()) + ' ';
  std::string line = place(workload) + dot + grouped(scenarios);
  if (of != without_end) line += " of " + grouped(of);
  line += " scenarios";
  const std::int64_t elapsed = line_.now() - began_at_;
  if (elapsed > 0 && scenarios > 0)
    line += dot + compact(scenarios * 1000 / static_cast<std::uint64_t>(elapsed)) + "/s";
  if (begun_ > 1)
    line += dot + "before: " + compact(faults_) + " faults" + ", " + counted(marks_, "mark");
  return line;
}

}  // namespace fencepost::reports
