// SPDX-License-Identifier: Apache-2.0
// Makes an object behind a typed port a system on trial: commands become calls of its methods, what
// they return becomes outcomes.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <tuple>
#include <utility>

#include "fencepost/ports/codec.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::ports {

/// The parameter as given, or its standard; Parameter::none if it may be left out and was.
std::int64_t setting(const Parameter& parameter, const Parameters& given);
/// The greatest partition that a command may name.
std::int64_t last_partition(const Contract& contract, const Parameters& given);
/// Throws what is being handled, as a std::exception or a PowerLoss.
[[noreturn]] void rethrow_as_exception();
/// The same, or makes a refusal of it.
void tell_what_was_thrown(bool may_be_excused, Outcome& outcome);
/// Makes a refusal of *unknown*.
void forbid_uncertainty(Outcome& outcome);

template <class Settings>
Settings settings_of(const Contract& contract, const Parameters& given) {
  Settings settings;
  auto at = contract.parameters.begin();
  const auto set = [&](auto& member) {
    using Type = std::remove_cvref_t<decltype(member)>;
    const std::int64_t value = setting(*at++, given);
    if constexpr (is_optional<Type>) {
      if (value != Parameter::none) member = value;
    } else {
      member = static_cast<Type>(value);
    }
  };
  std::apply([&](const auto... part) { (set(settings.*part), ...); }, Parts<Settings>::list);
  return settings;
}

struct Adapted {
  const Contract& contract;
  std::int64_t last_partition;
  /// What it throws, and that it is uncertain, is passed on, for a disk fault may excuse it. Else
  /// it becomes a refusal that no contract has.
  bool may_be_excused;
};

template <class Port>
class Adapter final : public sut::System {
 public:
  using Settings = typename Port::Settings;

  Adapter(const Adapted& adapted, const Settings& settings, std::unique_ptr<Port> port)
      : adapted_(adapted), settings_(settings), port_(std::move(port)) {}

  void answer(const Command& command, Outcome& outcome) override {
    constexpr std::size_t rows = std::tuple_size_v<decltype(Commands<Port>::list)>;
    find_row(command, outcome, std::make_index_sequence<rows>());
  }

 private:
  template <std::size_t... type>
  void find_row(const Command& command, Outcome& outcome, std::index_sequence<type...>) {
    const bool found = ((command.type == type && (take<type>(command, outcome), true)) || ...);
    if (!found) outcome.refuse(refusal::malformed);
  }

  template <std::size_t type>
  void take(const Command& command, Outcome& outcome) {
    const auto& method_row = std::get<type>(Commands<Port>::list);
    const CommandContract& contract = adapted_.contract.commands[type];
    call(method_row.method, method_row.well_formed, contract, command, outcome);
  }

  template <class Result, class... Args, class WellFormed>
  void call(Result (Port::*method)(Args...), const WellFormed& well_formed,
            const CommandContract& contract, const Command& command, Outcome& outcome) {
    TapeReader tape(command.fields);
    [[maybe_unused]] auto field = contract.fields.begin();
    // Braces: from left to right.
    const std::tuple<std::remove_cvref_t<Args>...> args{
        read<std::remove_cvref_t<Args>>(tape, *field++, adapted_.last_partition)...};
    const auto is_well_formed = [&](const auto&... arg) { return well_formed(settings_, arg...); };
    if (!tape.good() || !std::apply(is_well_formed, args))
      return outcome.refuse(refusal::malformed);
    const auto ask = [&](const auto&... arg) { return (port_.get()->*method)(arg...); };
    try {
      write_reply(outcome, contract.results, std::apply(ask, args));
    } catch (...) {
      tell_what_was_thrown(adapted_.may_be_excused, outcome);
    }
    if (!adapted_.may_be_excused) forbid_uncertainty(outcome);
  }

  Adapted adapted_;
  Settings settings_;
  std::unique_ptr<Port> port_;
};

}  // namespace fencepost::ports
