// SPDX-License-Identifier: Apache-2.0
// The checker of partitioned logs: what clients sent, polled and committed, judged by the usual
// anomalies of a Kafka test, and by some more. docs/checkers.md has them all, with their exact
// conditions. It reads the history once, keeps four bytes for each record polled and some 40 for
// each value sent, and is linear but for the sort of each key's offsets.
#pragma once

#include <memory>

#include "fencepost/properties/checkers/checker.hpp"

namespace fencepost::properties {

std::unique_ptr<Checker> make_kafka_checker(const CheckerOptions& options = {});

}  // namespace fencepost::properties
