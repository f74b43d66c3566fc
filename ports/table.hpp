// SPDX-License-Identifier: Apache-2.0
// The tables from which the adapter of a port is made (adapter.hpp). They stand at the end of each
// port's header and need not be read by who implements the port.
#pragma once

#include <tuple>

#include "fencepost/ports/values.hpp"

namespace fencepost::ports {

/// Of a plain struct: `list` is a tuple of its parts in the order of the contract, each a pointer
/// to a member, or a function of the struct where the contract's form is another one.
template <class Struct>
struct Parts;

template <>
struct Parts<Done> {
  static constexpr std::tuple<> list{};
};

/// Of a port: `list` is a tuple with a row for each command, in the order of the contract.
template <class Port>
struct Commands;

/// The method that answers a command. `well_formed` takes the settings and what the method takes;
/// if it says no, the command is malformed. For what the ranges of the values do not tell.
template <class Method, class WellFormed>
struct Row {
  Method method;
  WellFormed well_formed;
};

struct Always {
  template <class... Anything>
  constexpr bool operator()(const Anything&...) const {
    return true;
  }
};

template <class Method, class WellFormed = Always>
constexpr Row<Method, WellFormed> row(Method method, WellFormed well_formed = {}) {
  return {method, well_formed};
}

}  // namespace fencepost::ports
