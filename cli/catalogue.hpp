// SPDX-License-Identifier: Apache-2.0
// What can be listed and explained, as JSON lines in the envelope of the reports.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/properties/workload.hpp"
#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::cli {

std::string json_of(const properties::Workload& workload);
std::string json_of(const sut::PlantedBug& bug);

/// What a shared property says; empty for any other name.
std::string_view sentence_of_shared(std::string_view property);
std::string_view name_of(properties::Mode mode);

}  // namespace fencepost::cli
