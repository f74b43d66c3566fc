// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/planted_bugs.hpp"

#include <vector>

#include "fencepost/sut/idempotent_producer_bugs.hpp"

namespace fencepost::sut {
namespace {

std::vector<const PlantedBug*> gather() {
  std::vector<const PlantedBug*> all;
  const auto add = [&all](std::span<const PlantedBug> table) {
    for (const PlantedBug& bug : table) all.push_back(&bug);
  };
  add(idempotent_producer_bugs);
  return all;
}

}  // namespace

std::span<const PlantedBug* const> planted_bugs() {
  static const std::vector<const PlantedBug*> all = gather();
  return all;
}

const PlantedBug* find_planted_bug(std::string_view id) {
  for (const PlantedBug* bug : planted_bugs())
    if (bug->id == id) return bug;
  return nullptr;
}

}  // namespace fencepost::sut
