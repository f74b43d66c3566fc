// SPDX-License-Identifier: Apache-2.0
// What the live line says while campaigns run.
#pragma once

#include <cstdint>
#include <string>

#include "fencepost/properties/campaign.hpp"
#include "fencepost/reports/ink.hpp"
#include "fencepost/reports/live_line.hpp"

namespace fencepost::reports {

/// As many seeds as a campaign is planned for when only time ends it.
inline constexpr std::uint64_t without_end = 1ULL << 62U;

class StatusLine final : public properties::Listener {
 public:
  using Write = LiveLine::Write;
  using Clock = LiveLine::Clock;

  struct Shape {
    Progress progress = Progress::none;
    Ink ink;
    /// How many workloads there will be.
    std::size_t workloads = 1;
    /// A longer line is cut: a terminal cannot rewrite one that it has broken.
    std::size_t columns = 80;
  };

  StatusLine(const Shape& shape, Write write, Clock clock);

  void began(const properties::Workload& workload) override;
  void progress(const properties::Workload& workload, std::uint64_t scenarios,
                std::uint64_t of) override;
  void shrinking(const properties::Workload& workload, std::uint64_t seed,
                 std::uint32_t runs) override;
  void ended(const properties::Summary& summary) override;
  /// Wipes the line, so that something else can be written.
  void clear() { line_.clear(); }

 private:
  std::string place(const properties::Workload& workload) const;
  std::string text(const properties::Workload& workload, std::uint64_t scenarios,
                   std::uint64_t of) const;

  Shape shape_;
  LiveLine line_;
  std::size_t begun_ = 0;
  std::int64_t began_at_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t marks_ = 0;
};

}  // namespace fencepost::reports
