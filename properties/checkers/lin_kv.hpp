// SPDX-License-Identifier: Apache-2.0
// The checker of lin-kv: each key is a register that is linearizable, which is all that a
// linearizable store of keys promises (linearizability is a property of each object by itself).
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_lin_kv_checker(const CheckerOptions& options);

}  // namespace fencepost::properties
