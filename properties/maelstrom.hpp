// SPDX-License-Identifier: Apache-2.0
// Where our judgement goes beyond that of Maelstrom, for whose workloads most programs are written.
#pragma once

#include <string_view>

namespace fencepost::properties {

/// Would Maelstrom itself find fault with a program that breaks this property of a cluster?
bool maelstrom_judges(std::string_view property);

}  // namespace fencepost::properties
