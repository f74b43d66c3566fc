// SPDX-License-Identifier: Apache-2.0
// The tables of consumer_strategies.hpp, for the adapter.
#pragma once

#include "fencepost/ports/consumer_strategies.hpp"

namespace fencepost::ports {

template <>
struct Parts<ConsumerStrategies::Settings> {
  using Of = ConsumerStrategies::Settings;
  static constexpr auto list = std::tuple(&Of::partitions, &Of::strategy, &Of::batch, &Of::inbox,
                                          &Of::consumers, &Of::window, &Of::sinks, &Of::outbox);
};

template <>
struct Parts<ConsumerStrategies::Batch> {
  using Of = ConsumerStrategies::Batch;
  static constexpr auto list = std::tuple(&Of::first, &Of::next, &Of::committed);
};

template <>
struct Parts<ConsumerStrategies::Write> {
  using Of = ConsumerStrategies::Write;
  static constexpr auto list = std::tuple(&Of::offset, &Of::sink, &Of::applied);
};

template <>
struct Parts<ConsumerStrategies::BatchEnd> {
  using Of = ConsumerStrategies::BatchEnd;
  static constexpr std::optional<bool> fenced(const Of& end) {
    return end.fenced ? std::optional(true) : std::nullopt;
  }
  static constexpr auto list = std::tuple(&Of::committed, &fenced);
};

template <>
struct Parts<ConsumerStrategies::Relayed> {
  using Of = ConsumerStrategies::Relayed;
  static constexpr auto list = std::tuple(&Of::delivered, &Of::ignored);
};

template <>
struct Parts<ConsumerStrategies::Total> {
  using Of = ConsumerStrategies::Total;
  static constexpr auto list = std::tuple(&Of::window, &Of::tenant, &Of::tokens, &Of::events);
};

template <>
struct Parts<ConsumerStrategies::Committed> {
  using Of = ConsumerStrategies::Committed;
  static constexpr auto list = std::tuple(&Of::partition, &Of::committed);
};

template <>
struct Parts<ConsumerStrategies::Totals> {
  using Of = ConsumerStrategies::Totals;
  static constexpr auto list = std::tuple(&Of::totals, &Of::second, &Of::waiting, &Of::committed);
};

template <>
struct Commands<ConsumerStrategies> {
  using Port = ConsumerStrategies;
  using Settings = Port::Settings;

  /// Both bounds of the event's window fit.
  static constexpr bool fits(const Settings& settings, Partition, const Name&, Value, Time time) {
    if (settings.window == 0) return true;
    const Time rest = time % settings.window;
    const Time into_window = rest < 0 ? rest + settings.window : rest;
    return time >= INT64_MIN + into_window && time - into_window <= INT64_MAX - settings.window;
  }
  static constexpr bool is_one(const Settings& settings, std::int64_t consumer) {
    return consumer < settings.consumers;
  }
  static constexpr bool takes_one(const Settings& settings, std::int64_t consumer, Partition) {
    return consumer < settings.consumers;
  }
  static constexpr bool gets_one(const Settings& settings, Partition, std::int64_t consumer) {
    return consumer < settings.consumers;
  }

  static constexpr auto list = std::tuple(
      row(&Port::append, &fits), row(&Port::poll, &takes_one), row(&Port::apply, &takes_one),
      row(&Port::commit, &takes_one), row(&Port::commit_fails, &takes_one),
      row(&Port::consumer_crash, &is_one), row(&Port::rebalance, &gets_one),
      row(&Port::broker_failover), row(&Port::relay), row(&Port::relay_crash), row(&Port::totals));
};

}  // namespace fencepost::ports
