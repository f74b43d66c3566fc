// SPDX-License-Identifier: Apache-2.0
// Bounded retries, then a dead letter, as plainly as it can be said (workloads page, section 10).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/model/model.hpp"

namespace fencepost::model {

/// Commands: `arrive {partition, key, value, failures}`, `work {partition}`, `progress
/// {partition}`, `letters {}`, `replay {id}`, `results {}`.
class DeadLetter final : public Model {
 public:
  /// Parameters `partitions` and `max_attempts`.
  explicit DeadLetter(const Parameters& parameters);

  void answer(const Command& command, Outcome& outcome) override;
  /// Loses nothing: every reply tells what is durable.
  void crash() override {}
  void print(std::string& text) const override;
  std::unique_ptr<Model> clone() const override;

 private:
  struct Record {
    std::string key;
    std::int64_t value = 0;
    /// Nothing: it always fails.
    std::optional<std::int64_t> failures;

    bool fails(std::int64_t attempt) const { return !failures || attempt <= *failures; }
  };
  /// A record by its partition and offset.
  using Source = std::pair<std::int64_t, std::int64_t>;
  struct Partition {
    std::vector<Record> records;
    /// The next offset to handle, and how often the record there has been tried.
    std::size_t committed = 0;
    std::int64_t attempts = 0;
  };
  struct Letter {
    Source source;
    std::string reason;
    std::int64_t attempts = 0;
    bool replayed = false;
  };

  void arrive(TapeReader fields, Outcome& outcome);
  void work(TapeReader fields, Outcome& outcome);
  void progress(TapeReader fields, Outcome& outcome) const;
  void letters(Outcome& outcome) const;
  void replay(TapeReader fields, Outcome& outcome);
  void results(Outcome& outcome) const;

  const Record& record(const Source& source) const;
  bool is_complete(std::int64_t number, const Partition& partition) const;

  std::int64_t partition_count_;
  std::int64_t max_attempts_;
  std::map<std::int64_t, Partition> partitions_;
  std::vector<Letter> letters_;
  std::map<Source, Record> results_;
};

}  // namespace fencepost::model
