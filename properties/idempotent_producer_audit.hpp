// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the idempotent-producer workload and keeps book of what its answers
// imply: how far each producer must have got and may have got, how long each log must be and may
// be. Where the fate of a command is open the two bounds part; every later answer draws them
// together again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class IdempotentProducerAudit {
 public:
  enum class Rule : std::uint8_t { at_most_once, in_order, fenced, survives, dense };

  void read(const Scenario& scenario, const History& history);
  /// The first event that breaks this rule.
  const std::optional<Broken>& breach(Rule rule) const {
    return breaches_[static_cast<std::size_t>(rule)];
  }

 private:
  struct Produce {
    std::string_view producer;
    std::int64_t epoch, partition, sequence, value;
  };
  /// The highest epoch that surely is known of a producer.
  struct Known {
    std::string_view producer;
    std::int64_t epoch;
  };
  /// One producer's sequences in one epoch and partition: 0 .. surely are appended, 0 .. perhaps
  /// may be.
  struct Lane {
    std::string_view producer;
    std::int64_t epoch, partition;
    std::int64_t surely = -1;
    std::int64_t perhaps = -1;
  };
  /// A partition: it surely has `least` records, it may have `most`; offset and value of those that
  /// were told.
  struct Log {
    std::int64_t partition;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> told;
    std::vector<std::int64_t> fenced_values;
  };

  static std::string name_of(const Produce& produce);

  void see(const Event& event, const Command& command);
  void see_produce(const Event& event, TapeReader fields);
  void appended(const Produce& produce, std::int64_t offset);
  void filtered(const Produce& produce);
  void came_too_early(const Produce& produce);
  void uncertain(const Produce& produce);
  void see_read(TapeReader fields, TapeReader result);
  void grew_unasked(const Log& log, std::int64_t value);

  Known& known(std::string_view producer);
  Lane& lane(const Produce& produce);
  Log& log(std::int64_t partition);

  void breaks(Rule rule, std::string sentence);

  std::int64_t partitions_ = 4;
  std::vector<Known> known_;
  std::vector<Lane> lanes_;
  std::vector<Log> logs_;
  std::uint32_t at_ = 0;
  std::array<std::optional<Broken>, 5> breaches_;
};

}  // namespace fencepost::properties
