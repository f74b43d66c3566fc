// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/status_line.hpp"

#include <numeric>
#include <utility>

#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/summary_table.hpp"

namespace fencepost::reports {
namespace {

constexpr std::int64_t between_lines = 10'000;
constexpr std::int64_t between_rewrites = 100;

}  // namespace

StatusLine::StatusLine(const Shape& shape, Write write, Clock clock)
    : shape_(shape), write_(std::move(write)), clock_(std::move(clock)), written_at_(clock_()) {}

void StatusLine::began(const properties::Workload& workload) {
  ++begun_;
  began_at_ = clock_();
  if (shape_.progress != Progress::line) return;
  written_at_ = began_at_ - between_rewrites;
  this->progress(workload, 0, without_end);
}

bool StatusLine::is_due() {
  if (shape_.progress == Progress::none) return false;
  const std::int64_t now = clock_();
  if (now - written_at_ < (shape_.progress == Progress::line ? between_rewrites : between_lines))
    return false;
  written_at_ = now;
  return true;
}

void StatusLine::show(const std::string& line) {
  is_shown_ = shape_.progress == Progress::line;
  write_(is_shown_ ? "\r\x1b[K" + cut(line, shape_.columns - 1) : line + '\n');
}

void StatusLine::progress(const properties::Workload& workload, std::uint64_t scenarios,
                          std::uint64_t of) {
  if (is_due()) show(text(workload, scenarios, of));
}

void StatusLine::shrinking(const properties::Workload& workload, std::uint64_t seed,
                           std::uint32_t runs) {
  if (!is_due()) return;
  show(place(workload) + " is violated at seed " + hexadecimal(seed) + "; shrinking, " +
       counted(runs, "run"));
}

void StatusLine::ended(const properties::Summary& summary) {
  faults_ = std::accumulate(summary.struck.begin() + 1, summary.struck.end(), faults_);
  marks_ += tally_marks(summary).held;
  clear();
}

void StatusLine::clear() {
  if (is_shown_) write_("\r\x1b[K");
  is_shown_ = false;
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
  const std::int64_t elapsed = written_at_ - began_at_;
  if (elapsed > 0 && scenarios > 0)
    line += dot + compact(scenarios * 1000 / static_cast<std::uint64_t>(elapsed)) + "/s";
  if (begun_ > 1)
    line += dot + "before: " + compact(faults_) + " faults" + ", " + counted(marks_, "mark");
  return line;
}

}  // namespace fencepost::reports
