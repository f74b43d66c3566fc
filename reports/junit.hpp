// SPDX-License-Identifier: Apache-2.0
// Campaigns as JUnit XML: one suite a workload, one case a property and a mark. A broken property
// is a failure with its counterexample as text, a system that failed an error, a mark that was not
// reached either a failure (where it decides) or skipped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fencepost/reports/summary_table.hpp"

namespace fencepost::reports {

std::string junit(const std::vector<Campaign>& campaigns);

/// Escaped for text and attributes; what XML 1.0 forbids, and bytes that are not UTF-8, become
/// U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace fencepost::reports
