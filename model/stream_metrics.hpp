// SPDX-License-Identifier: Apache-2.0
// Lag and the global watermark: workloads page, section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

class StreamMetrics final : public Model {
 public:
  /// Reads `partitions` (4 if not given) and `allowed_lateness` in milliseconds.
  explicit StreamMetrics(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Everything here is durable at reply.
  void crash() override {}
  /// `watermark 9`, then one line a partition that is not as at first:
  /// `partition 0: end 3, committed 1, lag 2, watermark 9, idle`.
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Partition {
    /// Next offset to be written.
    std::int64_t end = 0;
    /// The consumer's next offset.
    std::int64_t committed = 0;
    /// Nothing stands for minus infinity.
    std::optional<std::int64_t> max_event_time;
    bool idle = false;

    std::int64_t lag() const { return end - committed; }
  };

  void append(TapeReader& fields, Outcome& outcome);
  void commit(TapeReader& fields, Outcome& outcome);
  void idle(TapeReader& fields, Outcome& outcome);
  void metrics(Outcome& outcome) const;
  void bring_watermark_up_to_date();
  std::optional<std::int64_t> watermark_of(const Partition& partition) const;

  std::int64_t allowed_lateness_;
  std::vector<Partition> partitions_;
  /// The global one; nothing while it is null.
  std::optional<std::int64_t> watermark_;
};

}  // namespace fencepost::model
