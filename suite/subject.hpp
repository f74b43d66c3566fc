// SPDX-License-Identifier: Apache-2.0
// A class of yours on trial: which workload it answers, how it is made, and what trouble can reach
// it.
#pragma once

#include <string>
#include <utility>

#include "fencepost/ports/home.hpp"
#include "fencepost/properties/campaign.hpp"

namespace fencepost::suite {

struct Subject {
  /// For people, and for the names of files.
  std::string name;
  const properties::Workload* workload = nullptr;
  ports::Storage storage = ports::Storage::memory;
  properties::HomeMaker make_home;

  /// All that can reach it, by its storage: see ports/home.hpp.
  faults::Families families() const;
  /// Can these families bring the mark about?
  bool can_reach(const properties::Property& mark) const;
};

template <ports::Implementation Class>
Subject subject(std::string name) {
  return {std::move(name), properties::find_workload(Class::Port::workload),
          ports::storage_of<Class>(), ports::make_home<Class>};
}

}  // namespace fencepost::suite
