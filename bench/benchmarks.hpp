// SPDX-License-Identifier: Apache-2.0
// The benchmarks by what they measure. Each call registers some; they run in the order of
// registration.
#pragma once

namespace fencepost::bench {

/// `memory/WORKLOAD`: peak memory of a long campaign. Must be registered first: a peak never falls.
void register_memory();
/// `world/W`, `trial/W`, `campaign/W`: commands a second in lockstep worlds; `bare/W`: without any.
void register_lockstep();
/// `rapidcheck/W`, `rapidcheck_handed/W`: the same model and system under rc::state::check.
void register_rapidcheck();
/// `engine/LOAD` and `model/LOAD`: the same commands at production size.
void register_engines();
/// `rebuild/snapshot` and `rebuild/empty`: the state of a long log, from a snapshot at 90 % and from nothing.
void register_rebuild();
/// `strategies/fencepost` and `strategies/cpython`: the table of commit strategies.
void register_strategies();
/// `check/jsonl`, `check/edn`, `check/reading`, `check/cpython`: a recorded history, read and judged.
void register_checking();
/// `shrink/fencepost/N` and `shrink/rapidcheck/N`: from the same failing scenario to a minimum.
void register_shrinking();

}  // namespace fencepost::bench
