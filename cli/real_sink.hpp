// SPDX-License-Identifier: Apache-2.0
// The transactional strategy against a real database, with a consumer that is really killed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/properties/strategy_table.hpp"

namespace fencepost::cli {

struct RealBill {
  std::uint32_t kills = 0;
  std::uint64_t events = 0;
  std::int64_t tokens = 0;
  std::uint32_t tenants_wrong = 0;
  std::string journal_mode;
};

/// Bills `log` into the SQLite file `path`, which must not exist yet: a process for every life,
/// killed with SIGKILL in a batch (at one of its records, or after the last and before the commit)
/// as often as `crash_probability` says. Failure: the file, a worker that ended otherwise, or
/// `stopped`, asked after every life.
Result<RealBill> bill_through_kills(const properties::BillingLog& log,
                                    const properties::BillingOptions& options,
                                    const std::string& path, const std::function<bool()>& stopped);

}  // namespace fencepost::cli
