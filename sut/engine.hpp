// SPDX-License-Identifier: Apache-2.0
// The optimised engine: one durable system for every workload.
#pragma once

#include <memory>
#include <string_view>

#include "fencepost/sut/planted_bugs.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

/// A home for the engine of this workload, with the planted bug if one is given (it must be one of the
/// workload's). Null if there is no such workload.
std::unique_ptr<Home> make_engine(std::string_view workload, const PlantedBug* bug = nullptr);

}  // namespace fencepost::sut
