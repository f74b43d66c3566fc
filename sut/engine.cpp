// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/engine.hpp"

#include "fencepost/sut/idempotent_producer.hpp"

namespace fencepost::sut {

std::unique_ptr<Home> make_engine(std::string_view workload, const PlantedBug* bug) {
  if (workload == "idempotent-producer") return make_idempotent_producer(bug);
  return nullptr;
}

}  // namespace fencepost::sut
