// SPDX-License-Identifier: Apache-2.0
// Sequence gating and fencing of producers, as plainly as it can be said (workloads page, section
// 6).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

/// Commands: `produce {producer, epoch, partition, sequence, value}` and `read {partition}`.
class IdempotentProducer final : public Model {
 public:
  /// Parameter `partitions` bounds the partitions.
  explicit IdempotentProducer(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Loses nothing: every reply tells what is durable.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Producer {
    std::int64_t epoch = -1;
    /// By partition; one that is missing stands for -1.
    std::map<std::int64_t, std::int64_t> last;
  };

  void produce(TapeReader fields, Outcome& outcome);
  void read(TapeReader fields, Outcome& outcome) const;

  std::int64_t partitions_;
  std::map<std::string, Producer> producers_;
  std::map<std::int64_t, std::vector<std::int64_t>> logs_;
};

}  // namespace fencepost::model
