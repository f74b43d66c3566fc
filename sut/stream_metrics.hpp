// SPDX-License-Identifier: Apache-2.0
// The engine of stream-metrics: the watermark and the sums are kept up to date at every command, in
// the logarithm of the number of partitions; only `metrics` looks at all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/sut/journal.hpp"
#include "fencepost/sut/least_of.hpp"
#include "fencepost/sut/ports/system.hpp"
#include "fencepost/sut/stream_metrics_bugs.hpp"

namespace fencepost::sut {

template <class Bugs>
class StreamMetrics final : public System, public Recoverable {
 public:
  StreamMetrics(const Parameters& parameters, Disk& disk, Bugs bugs);

  std::string recover();

  void answer(const Command& command, Outcome& outcome) override;
  void print(std::string& text) const override;

  bool load(std::string_view state) override;
  void redo(std::string_view record) override;
  void reset() override;
  void save(std::string& state) const override;

 private:
  /// As a checkpoint holds it, too; flags are 0 or 1.
  struct Partition {
    std::int64_t end = 0;
    std::int64_t committed = 0;
    std::int64_t max_event_time = INT64_MIN;
    std::int32_t seen = 0;
    std::int32_t idle = 0;
  };
  /// One change, as the log holds it: a command's type, its partition, and its time or offset.
  struct Change {
    std::int64_t type;
    std::int64_t partition;
    std::int64_t number;
  };

  void append(TapeReader& fields, Outcome& outcome);
  void commit(TapeReader& fields, Outcome& outcome);
  void idle(TapeReader& fields, Outcome& outcome);
  void metrics(Outcome& outcome);

  /// Makes a change durable and applies it; false if it could not be stored, then the outcome says
  /// so.
  bool change(const Change& change, Outcome& outcome);
  void apply(const Change& change);
  /// Rebuilds what is kept up to date from the partitions.
  void count_anew();
  void bring_watermark_up_to_date();
  /// It has a say in the watermark.
  bool counts(const Partition& partition) const;
  std::int64_t lag_of(const Partition& partition) const;
  /// Nothing stands for null.
  std::optional<std::int64_t> watermark_of(const Partition& partition) const;
  std::optional<std::int64_t> global_watermark() const;
  std::int64_t fastest() const;
  std::int64_t partition_count() const { return static_cast<std::int64_t>(partitions_.size()); }

  [[no_unique_address]] Bugs bugs_;
  Journal journal_;
  std::int64_t allowed_lateness_;
  std::vector<Partition> partitions_;
  /// Of the greatest event times of the active partitions that have seen an event.
  LeastOf slowest_;
  /// Partitions that are not idle, and those of them without an event.
  std::int64_t active_ = 0;
  std::int64_t silent_ = 0;
  std::int64_t total_lag_ = 0;
  /// Exact unless the partition that had it has committed since.
  std::int64_t max_lag_ = 0;
  bool max_lag_is_exact_ = true;
  bool has_watermark_ = false;
  std::int64_t watermark_ = INT64_MIN;
  Change last_redone_{};
};

extern template class StreamMetrics<NoBugs>;
extern template class StreamMetrics<OneBug<StreamMetricsBug>>;

std::unique_ptr<Home> make_stream_metrics(const PlantedBug* bug);

}  // namespace fencepost::sut
