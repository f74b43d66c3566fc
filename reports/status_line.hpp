// SPDX-License-Identifier: Apache-2.0
// A sign of life while campaigns run: one line, rewritten, on a terminal; a plain line now and then
// elsewhere. It goes to the talk of the program, never to its results.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "fencepost/properties/campaign.hpp"
#include "fencepost/reports/ink.hpp"

namespace fencepost::reports {

enum class Progress : std::uint8_t { line, plain, none };

/// As many seeds as a campaign is planned for when only time ends it.
inline constexpr std::uint64_t without_end = 1ULL << 62U;

class StatusLine final : public properties::Listener {
 public:
  using Write = std::function<void(std::string_view)>;
  /// Milliseconds since some beginning.
  using Clock = std::function<std::int64_t()>;

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
  void clear();

 private:
  /// Enough time has passed for another line.
  bool is_due();
  void show(const std::string& line);
  std::string place(const properties::Workload& workload) const;
  std::string text(const properties::Workload& workload, std::uint64_t scenarios,
                   std::uint64_t of) const;

  Shape shape_;
  Write write_;
  Clock clock_;
  std::size_t begun_ = 0;
  std::int64_t began_at_ = 0;
  std::int64_t written_at_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t marks_ = 0;
  bool is_shown_ = false;
};

}  // namespace fencepost::reports
