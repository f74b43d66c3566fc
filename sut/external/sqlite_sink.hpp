// SPDX-License-Identifier: Apache-2.0
// A billing database that is real: an SQLite file in WAL mode. Totals and the offsets they stand
// for change in one transaction, so a consumer that is killed at any moment finds either both or
// neither.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fencepost/model/vocabulary/result.hpp"

namespace fencepost::sut {

class SqliteSink {
 public:
  struct Charge {
    std::uint32_t tenant;
    std::int64_t tokens;
  };
  struct Total {
    std::uint32_t tenant;
    std::int64_t tokens;
    std::uint64_t events;
    friend bool operator==(const Total&, const Total&) = default;
  };

  /// Opens the file, creating it and its tables if they are not there. Says why not.
  static Result<SqliteSink> open(const std::string& path);

  SqliteSink(SqliteSink&&) noexcept;
  SqliteSink& operator=(SqliteSink&&) noexcept;
  ~SqliteSink();

  /// The offset to read next of a partition; 0 if nothing of it was billed.
  std::uint64_t next(std::uint32_t partition);
  void begin();
  void charge(const Charge& charge);
  /// The batch ends before `next`; results and offset become durable together.
  void commit(std::uint32_t partition, std::uint64_t next);
  /// Sorted by tenant.
  std::vector<Total> totals();
  /// `wal`, as SQLite itself says.
  std::string journal_mode();

 private:
  struct Handles;
  explicit SqliteSink(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace fencepost::sut
