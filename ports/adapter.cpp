// SPDX-License-Identifier: Apache-2.0
#include "fencepost/ports/adapter.hpp"

#include <stdexcept>

namespace fencepost::ports {

std::int64_t setting(const Parameter& parameter, const Parameters& given) {
  return given.get(parameter.name, parameter.standard);
}

std::int64_t last_partition(const Contract& contract, const Parameters& given) {
  for (const Parameter& parameter : contract.parameters)
    if (parameter.name == "partitions") return setting(parameter, given) - 1;
  return INT64_MAX;
}

void rethrow_as_exception() {
  try {
    throw;
  } catch (const std::exception&) {
    throw;
  } catch (const sut::PowerLoss&) {
    throw;
  } catch (...) {
    throw std::runtime_error("something that is no std::exception");
  }
}

void tell_what_was_thrown(bool may_be_excused, Outcome& outcome) {
  try {
    rethrow_as_exception();
  } catch (const std::exception& thrown) {
    if (may_be_excused) throw;
    outcome.refuse(std::string("it threw: ") + thrown.what());
  }
}

void forbid_uncertainty(Outcome& outcome) {
  if (outcome.status != Status::unknown) return;
  const std::string why(outcome.code());
  outcome.refuse("it is uncertain though nothing failed: " + why);
}

}  // namespace fencepost::ports
