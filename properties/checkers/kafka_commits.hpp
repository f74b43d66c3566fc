// SPDX-License-Identifier: Apache-2.0
// What clients committed and what they were told is committed, judged while the history is read.
// Servers may keep the highest commit or the last one; both are right.
//
// Lower bound: a commit is out of date for a list if another one that succeeded began after it had
// ended and ended before the list began. What is listed may not be below all that are not out of
// date. A list that was believed counts as such a commit, for at some time that was the offset.
// Upper bound: an offset that is listed was committed by someone. Where a history has no commits at
// all, polls are taken to commit what they polled.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fencepost/properties/checkers/kafka_anomalies.hpp"
#include "fencepost/properties/checkers/kafka_history.hpp"

namespace fencepost::properties::kafka {

class Commits {
 public:
  struct Row {
    KeyId key = 0;
    std::int64_t offset = 0;
  };
  /// A list that waits for its answer: of each key when the last commit before it began.
  struct Asked {
    KeyId key = 0;
    std::int64_t latest = 0;
  };
  /// Who was told (as it is called in the history), and where.
  struct Teller {
    std::uint64_t place = 0;
    std::int64_t process = 0;
  };

  void commit_invoked(const std::vector<Row>& rows, std::uint32_t process);
  void commit_ended(const std::vector<Row>& rows, std::uint32_t process, Operation::Type type,
                    std::uint64_t began, std::uint64_t ended);
  Asked asked(KeyId key);
  /// One key of an answer; without an offset if none was told.
  void listed(const Asked& asked, std::optional<std::int64_t> offset, Teller teller,
              std::uint64_t began, const Messages& messages, Findings& findings);
  /// One more than the highest offset that anyone may have committed so far; 0 for none.
  std::int64_t end(KeyId key) const;

  /// At the end: what nobody committed. `polled_ends`: of each key one more than the highest
  /// offset polled.
  void judge_origins(const std::vector<std::int64_t>& polled_ends, const Messages& messages,
                     Findings& findings) const;
  bool has_commits() const { return has_commits_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Ended {
    std::uint64_t at = 0;
    std::int64_t offset = 0;
  };
  struct Key {
    /// Commits that did not fail, by offset.
    std::map<std::int64_t, std::uint32_t> offsets;
    /// By process, of those that are under way.
    std::map<std::uint32_t, std::int64_t> open;
    /// Those that succeeded and could be the lowest that is not out of date: both rise.
    std::vector<Ended> lowest;
    /// The lowest of those whose fate is unknown.
    std::int64_t lowest_unknown = INT64_MAX;
    /// When the last one that has succeeded began; -1 before the first.
    std::int64_t latest = -1;
  };
  struct Stranger {
    Row row;
    Teller teller;
  };

  Key& key(KeyId id);
  void succeeded(Key& key, std::int64_t offset, std::uint64_t began, std::uint64_t ended);
  void withdraw(Key& key, std::int64_t offset);
  /// The lowest that may be current for a list that ends now.
  static Ended least(const Key& key, std::int64_t latest);

  std::vector<Key> keys_;
  std::vector<Stranger> strangers_;
  bool has_commits_ = false;
  std::uint64_t bytes_ = 0;
};

}  // namespace fencepost::properties::kafka
