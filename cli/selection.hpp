// SPDX-License-Identifier: Apache-2.0
// From names that were typed to workloads and families of faults.
#pragma once

#include <string>
#include <vector>

#include "fencepost/cli/flags.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::cli {

/// The workloads named, each once, in the order given; all if none is named. Throws a Refusal with
/// the nearest name if there is none of a name.
std::vector<const properties::Workload*> choose_workloads(const std::vector<std::string>& names);
const properties::Workload& choose_workload(const std::string& name);

/// By --without, and of clusters by --faults.
faults::Families allowed_families(const Flags& flags, const Contract& contract);
/// Of clusters: --nodes, --pipeline. Throws a Refusal if a flag is not for this workload.
Parameters given_parameters(const Flags& flags, const Contract& contract);
/// What must be repeated so that a seed gives the same scenario: ` --without crash --longest 20`.
std::string scenario_flags(const Flags& flags);
/// `duplicate`, `reorder`, ... of those that are in.
std::vector<std::string> names_of(const faults::Families& families);

}  // namespace fencepost::cli
