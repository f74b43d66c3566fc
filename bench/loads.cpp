// SPDX-License-Identifier: Apache-2.0
#include "fencepost/bench/loads.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>

namespace fencepost::bench {
namespace {

using Numbers = std::vector<std::int64_t>;
using Random = std::mt19937_64;

constexpr std::uint64_t million = 1'000'000;

Numbers count_up(std::int64_t first, std::uint64_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<std::string> names(const std::string& stem, std::uint64_t count) {
  std::vector<std::string> all;
  for (std::uint64_t i = 0; i < count; ++i)
    all.push_back(stem + std::to_string(million + i).substr(1));
  return all;
}

/// A name made on the spot: a table of names would cost more than what is measured.
class Name {
 public:
  explicit Name(std::uint64_t number) {
    for (std::size_t at = sizeof text_; at-- > sizeof text_ - 6; number /= 10)
      text_[at] = static_cast<char>('0' + number % 10);
  }
  operator std::string_view() const { return {text_, sizeof text_}; }

 private:
  char text_[15] = {'p', 'r', 'o', 'd', 'u', 'c', 'e', 'r', '-'};
};

Numbers shuffled(std::int64_t first, std::uint64_t count, std::uint64_t seed) {
  Numbers numbers = count_up(first, count);
  std::shuffle(numbers.begin(), numbers.end(), Random(seed));
  return numbers;
}

Tape& become(Command& command, std::uint8_t type) {
  command.type = type;
  command.fields.clear();
  return command.fields;
}

/// Acknowledgements in this order, all of partition 0.
Load acknowledged(Numbers order) {
  Load load;
  load.workload = "offset-commit";
  load.timed = order.size();
  load.write = [offsets = std::move(order)](std::uint64_t i, Command& command) {
    become(command, 0).number(0).number(offsets[i]);
  };
  return load;
}

/// The first offset is slow; a million others are acknowledged before it, in any order.
Load one_slow_offset() {
  Numbers order = shuffled(1, million, 1);
  order.push_back(0);
  Load load = acknowledged(std::move(order));
  load.largest_after = load.entries = million;
  return load;
}

/// Every offset is acknowledged after a delay of up to two million others, so that a million are in
/// flight on average and the commit moves on all the time.
Load sliding_offsets() {
  Random random(2);
  std::vector<std::pair<std::uint64_t, std::int64_t>> at;
  for (std::uint64_t i = 0; i < 4 * million; ++i)
    at.emplace_back(i + random() % (2 * million), static_cast<std::int64_t>(i));
  std::sort(at.begin(), at.end());
  Numbers order;
  for (const auto& [time, offset] : at) order.push_back(offset);
  Load load = acknowledged(std::move(order));
  load.before = 2 * million;
  load.timed -= load.before;
  return load;
}

/// Eight commands in turn.
void take_turns(Load& load, std::vector<Command> commands) {
  load.before = commands.size();
  load.write = [all = std::move(commands)](std::uint64_t i, Command& command) {
    command = all[i % all.size()];
  };
}

/// 1,000 members and 10,000 partitions, each list in any order.
Load big_group() {
  Random random(3);
  std::vector<Command> commands(8);
  std::vector<std::string> members = names("consumer-", 1000);
  Numbers partitions = count_up(0, 10'000);
  for (Command& command : commands) {
    std::shuffle(members.begin(), members.end(), random);
    std::shuffle(partitions.begin(), partitions.end(), random);
    Tape& fields = become(command, 0).list(1000);
    for (const std::string& member : members) fields.text(member);
    fields.list(10'000);
    for (const std::int64_t partition : partitions) fields.number(partition);
  }
  Load load;
  load.workload = "group-assign";
  load.timed = 200;
  take_turns(load, std::move(commands));
  return load;
}

/// Between the round-robin assignment of 10,000 partitions to 1,000 members and one in which a
/// tenth has other owners, both in the order in which assignments are answered.
Load big_plan() {
  Random random(4);
  const std::vector<std::string> members = names("consumer-", 1000);
  std::vector<Command> commands(8);
  for (Command& command : commands) {
    Tape& fields = become(command, 0);
    for (const std::uint64_t changed : {std::uint64_t{0}, std::uint64_t{10}}) {
      fields.list(10'000);
      for (std::uint64_t partition = 0; partition < 10'000; ++partition) {
        const bool moved = changed > 0 && random() % 100 < changed;
        fields.list(2).number(static_cast<std::int64_t>(partition));
        fields.text(members[moved ? random() % 1000 : partition % 1000]);
      }
    }
  }
  Load load;
  load.workload = "rebalance-plan";
  load.timed = 200;
  take_turns(load, std::move(commands));
  return load;
}

/// 4,096 partitions: three appends and a commit, and the metrics every 1,000 commands.
Load many_partitions() {
  constexpr std::uint64_t partitions = 4096;
  Load load;
  load.workload = "stream-metrics";
  load.parameters.set("partitions", partitions);
  load.parameters.set("allowed_lateness", 1000);
  load.before = partitions;
  load.timed = 100'000;
  load.largest_after = load.before + load.timed;
  load.entries = partitions;
  auto ends = std::make_shared<Numbers>(partitions);
  load.write = [ends, random = Random(5)](std::uint64_t i, Command& command) mutable {
    const auto now = static_cast<std::int64_t>(i);
    if (i == 0) std::fill(ends->begin(), ends->end(), 0);
    if (i >= partitions && i % 1000 == 0) {
      become(command, 3);
      return;
    }
    const std::uint64_t partition = i < partitions ? i : random() % partitions;
    if (i >= partitions && i % 4 == 0) {
      become(command, 1).number(static_cast<std::int64_t>(partition)).number((*ends)[partition]);
      return;
    }
    ++(*ends)[partition];
    become(command, 0)
        .number(static_cast<std::int64_t>(partition))
        .number(now - static_cast<std::int64_t>(random() % 500));
  };
  return load;
}

/// 1,000 keys, windows of a second, events up to 100 s late: 100,000 windows are open, and every
/// 10,000 events another 1,000 are emitted.
Load open_windows() {
  Load load;
  load.workload = "windowed-aggregation";
  load.parameters.set("size", 1000);
  load.parameters.set("allowed_lateness", 100'000);
  load.before = load.timed = million;
  load.largest_after = load.before + load.timed;
  load.entries = 100'000;
  load.write = [keys = names("sensor-", 1000), random = Random(6)](std::uint64_t i,
                                                                   Command& command) mutable {
    const auto now = static_cast<std::int64_t>(i / 10);
    const std::uint64_t luck = random();
    become(command, 0)
        .text(keys[luck % 1000])
        .number(now - static_cast<std::int64_t>((luck >> 16U) % 100'000))
        .number(static_cast<std::int64_t>(luck >> 40U));
  };
  return load;
}

/// 100,000 producers in any order, each in its sequence.
Load many_producers() {
  constexpr std::uint64_t producers = 100'000;
  Load load;
  load.workload = "idempotent-producer";
  load.parameters.set("partitions", 64);
  load.before = producers;
  load.timed = million;
  load.largest_after = load.before + load.timed;
  load.entries = producers;
  load.write = [order = shuffled(0, producers, 7)](std::uint64_t i, Command& command) {
    const auto producer = static_cast<std::uint64_t>(order[i % producers]);
    become(command, 0)
        .text(Name(producer))
        .number(1)
        .number(static_cast<std::int64_t>(producer % 64))
        .number(static_cast<std::int64_t>(i / producers))
        .number(static_cast<std::int64_t>(i));
  };
  return load;
}

/// `records` records over a tenth as many keys, and a compaction of all of them.
Load log_of(std::uint64_t records) {
  Load load;
  load.workload = "log-compaction";
  load.entries = records;
  load.largest_after = records;
  load.write = [keys = names("account-", records / 10), random = Random(8), records](
                   std::uint64_t i, Command& command) mutable {
    if (i == records) {
      become(command, 1).number(static_cast<std::int64_t>(records));
      return;
    }
    Tape& fields = become(command, 0).text(keys[random() % keys.size()]);
    i % 50 == 49 ? fields.null() : fields.number(static_cast<std::int64_t>(i));
  };
  return load;
}

Load compaction() {
  constexpr std::uint64_t records = 10 * million;
  Load load = log_of(records);
  load.before = load.items = records;
  load.timed = 1;
  return load;
}

Load appends_to_be_compacted() {
  Load load = log_of(million);
  load.timed = million;
  return load;
}

/// 100,000 producers; a thousand transactions are open at a time, each of four sends and an offset.
Load transactions() {
  constexpr std::uint64_t producers = 100'000, open = 1000, steps = 7;
  Load load;
  load.workload = "exactly-once-stream";
  load.parameters.set("partitions", 64);
  load.before = producers * steps;
  load.timed = 2 * producers * steps;
  load.largest_after = load.before + load.timed;
  load.entries = producers;
  load.write = [order = shuffled(0, producers, 9)](std::uint64_t i, Command& command) {
    const std::uint64_t group = i / (open * steps), step = i / open % steps;
    const std::uint64_t turn = group * open + i % open;
    const auto producer = static_cast<std::uint64_t>(order[turn % producers]);
    constexpr std::uint8_t types[steps] = {0, 1, 1, 1, 1, 2, 3};
    Tape& fields = become(command, types[step]).text(Name(producer)).number(1);
    const auto partition = static_cast<std::int64_t>(producer % 64);
    const std::uint64_t sequence = turn / producers * 4 + step - 1;
    if (types[step] == 1)
      fields.number(partition)
          .number(static_cast<std::int64_t>(sequence))
          .number(static_cast<std::int64_t>(i));
    if (types[step] == 2) fields.number(partition).number(static_cast<std::int64_t>(i));
  };
  return load;
}

/// Two attempts for each record that arrives: of sixteen, twelve succeed at once, three the second
/// time, and one is poison and becomes a dead letter.
Load flaky_records() {
  Load load;
  load.workload = "dead-letter";
  load.parameters.set("partitions", 64);
  load.parameters.set("max_attempts", 3);
  load.before = 3 * 100'000;
  load.timed = 3 * million;
  load.largest_after = load.before + load.timed;
  load.entries = load.largest_after / 3;
  load.write = [keys = names("order-", 1000), random = Random(10)](std::uint64_t i,
                                                                   Command& command) mutable {
    const auto partition = static_cast<std::int64_t>(i / 3 % 64);
    if (i % 3 != 0) {
      become(command, 1).number(partition);
      return;
    }
    const std::uint64_t luck = random();
    Tape& fields = become(command, 0).number(partition).text(keys[luck % 1000]);
    fields.number(static_cast<std::int64_t>(luck >> 40U));
    luck / 1000 % 16 == 0 ? fields.null() : fields.number(luck / 1000 % 16 < 4 ? 1 : 0);
  };
  return load;
}

}  // namespace

const std::vector<NamedLoad>& loads() {
  static const std::vector<NamedLoad> all = {
      {"offset-commit", one_slow_offset, 3},
      {"offset-commit/sliding", sliding_offsets, 1},
      {"group-assign", big_group, 3},
      {"rebalance-plan", big_plan, 3},
      {"stream-metrics", many_partitions, 3},
      {"windowed-aggregation", open_windows, 3},
      {"idempotent-producer", many_producers, 3},
      {"log-compaction", compaction, 1},
      {"log-compaction/append", appends_to_be_compacted, 3},
      {"exactly-once-stream", transactions, 3},
      {"dead-letter", flaky_records, 3},
  };
  return all;
}

}  // namespace fencepost::bench
