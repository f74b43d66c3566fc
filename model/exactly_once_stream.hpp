// SPDX-License-Identifier: Apache-2.0
// Fencing, transactions and idempotence together, as plainly as it can be said (workloads page,
// section 8).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

/// Commands: `begin`, `commit`, `abort` {producer, epoch}, `send` {producer, epoch, partition,
/// sequence, value}, `offsets` {producer, epoch, partition, offset} and `output` {}.
class ExactlyOnceStream final : public Model {
 public:
  /// Parameter `partitions` bounds the partitions.
  explicit ExactlyOnceStream(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Open transactions are gone; all else stands.
  void crash() override;
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Send {
    std::int64_t partition, sequence, value;
  };
  struct Offset {
    std::int64_t partition, offset;
  };
  struct Transaction {
    bool open = false;
    std::vector<Send> sends;
    std::vector<Offset> offsets;
  };
  struct Producer {
    std::int64_t epoch = -1;
    /// By partition; one that is missing stands for -1.
    std::map<std::int64_t, std::int64_t> last;
    Transaction transaction;
  };

  void commit(Producer& producer, Outcome& outcome);
  void output(Outcome& outcome) const;

  std::int64_t partitions_;
  std::map<std::string, Producer> producers_;
  std::map<std::int64_t, std::vector<std::int64_t>> logs_;
  std::map<std::int64_t, std::int64_t> committed_;
};

}  // namespace fencepost::model
