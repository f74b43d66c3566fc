// SPDX-License-Identifier: Apache-2.0
// The tables of the worked example in its own words: what each commit strategy bills, and how long
// an outage takes to drain.
#pragma once

#include <span>
#include <string>

#include "fencepost/properties/capacity.hpp"
#include "fencepost/properties/strategy_table.hpp"

namespace fencepost::reports {

/// One line that says what was run, a head, a line a strategy. With `further`, columns for events
/// billed twice and for tenants out of order.
std::string strategies_text(const properties::BillingLog& log,
                            const properties::BillingOptions& options,
                            std::span<const properties::StrategyRow> rows, bool further);

/// What a real database holds after its consumer was killed so many times.
std::string real_bill_text(const properties::BillingLog& log, std::uint32_t kills,
                           std::uint64_t events, std::int64_t tokens, std::uint32_t tenants_wrong,
                           std::string_view journal_mode);

/// A head, a line for each number of partitions, then lag in time against retention and what the
/// simulation of the queue says.
std::string capacity_text(std::span<const properties::CapacityInput> inputs);

}  // namespace fencepost::reports
