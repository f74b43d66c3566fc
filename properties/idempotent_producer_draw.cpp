// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "fencepost/properties/idempotent_producer.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;
using faults::Swarm;

constexpr std::uint8_t produce_type = 0;
constexpr std::uint8_t read_type = 1;

/// One life of a producer: its epoch and the sequence it means to send next to each partition.
struct Incarnation {
  std::int64_t epoch;
  std::vector<std::int64_t> next;
};

struct Producer {
  std::string actor;
  std::string name;
  std::vector<Incarnation> incarnations;
};

class Drawing {
 public:
  Drawing(const Chance& chance, const Swarm& swarm, Scenario& scenario)
      : chance_(chance), swarm_(swarm), scenario_(scenario) {
    partitions_ = chance.between(1, 3, "idempotent producer: partitions");
    scenario.parameters.set("partitions", partitions_);
    const bool long_name = chance.percent(8, "idempotent producer: long name");
    producers_ = {
        {"p", long_name ? std::string(400, 'p') : "p", {}}, {"q", "q", {}}, {"é", "é", {}}};
    producers_.resize(1 + chance.below(3, "idempotent producer: producers"));
    if (chance.percent(5, "idempotent producer: many producers")) add_many();
    static constexpr std::int64_t first_epochs[] = {0, 0, 0, 1, 2, INT32_MAX};
    for (std::uint64_t i = 0; i < producers_.size(); ++i)
      begin(producers_[i], first_epochs[chance.below(6, "idempotent producer: first epoch", i)]);
  }

  void draw() {
    for (turn_ = 0; turn_ < swarm_.commands; ++turn_) command();
    calm(scenario_);
    for (std::int64_t partition = 0; partition < partitions_; ++partition)
      send(scenario_, "reader", read_type).number(partition);
  }

 private:
  /// Names of all lengths about 32 bytes, each a prefix of the next.
  void add_many() {
    const std::uint64_t count = 6 + chance_.below(8, "idempotent producer: how many producers");
    for (std::uint64_t i = 0; i < count; ++i)
      producers_.push_back({"m" + std::to_string(i), std::string(28 + i, 'm'), {}});
  }

  void begin(Producer& producer, std::int64_t epoch) {
    producer.incarnations.push_back(
        {epoch, std::vector<std::int64_t>(static_cast<std::size_t>(partitions_), 0)});
  }

  void command() {
    if (chance_.percent(10, "idempotent producer: read", turn_)) {
      send(scenario_, "reader", read_type).number(draw_partition());
      spoil();
      return;
    }
    Producer& producer =
        producers_[chance_.below(producers_.size(), "idempotent producer: who", turn_)];
    if (chance_.percent(8, "idempotent producer: successor", turn_)) succeed(producer);
    std::size_t life = producer.incarnations.size() - 1;
    const bool zombie = life > 0 && swarm_.families.has(Family::zombie) &&
                        chance_.percent(15, "idempotent producer: zombie", turn_);
    if (zombie) life -= 1 + chance_.below(life, "idempotent producer: which zombie", turn_);
    produce(producer, life, zombie);
  }

  void succeed(Producer& producer) {
    const std::int64_t epoch = producer.incarnations.back().epoch;
    if (epoch == INT32_MAX) return;
    static constexpr std::int64_t jumps[] = {1, 1, 1, 1, 2, 3, INT32_MAX};
    const std::int64_t jump = jumps[chance_.below(7, "idempotent producer: epoch jump", turn_)];
    begin(producer, std::min<std::int64_t>(epoch + jump, INT32_MAX));
  }

  void produce(Producer& producer, std::size_t life, bool zombie) {
    const std::int64_t partition = draw_partition();
    Incarnation& self = producer.incarnations[life];
    std::int64_t& next = self.next[static_cast<std::size_t>(partition)];
    // A client that is not told goes back and sends the same again, with the same values.
    if (chance_.percent(10, "idempotent producer: back", turn_))
      next = std::max<std::int64_t>(
          0, next - chance_.between(1, 3, "idempotent producer: how far back", turn_));
    const std::int64_t sequence = draw_sequence(next);
    send(scenario_, producer.actor + "/" + std::to_string(life), produce_type, zombie)
        .text(producer.name)
        .number(self.epoch)
        .number(partition)
        .number(sequence)
        .number(value_of(producer, life, partition, sequence));
    if (!spoil() && sequence == next) ++next;
  }

  std::int64_t draw_partition() const {
    return chance_.between(0, partitions_ - 1, "idempotent producer: partition", turn_);
  }

  std::int64_t draw_sequence(std::int64_t next) const {
    const std::uint64_t how = chance_.below(100, "idempotent producer: sequence", turn_);
    if (how < 72) return next;
    if (how < 88) return std::max<std::int64_t>(0, next - 1);
    if (how < 91) return chance_.between(0, next, "idempotent producer: an old sequence", turn_);
    if (how < 97) return next + 1;
    return how < 99 ? next + 2 : INT64_MAX;
  }

  /// The same for every copy of a sequence.
  std::int64_t value_of(const Producer& producer, std::size_t life, std::int64_t partition,
                        std::int64_t sequence) const {
    const auto who = static_cast<std::uint64_t>(&producer - producers_.data());
    const std::uint64_t identity = (who * 1000 + life) * 4 + static_cast<std::uint64_t>(partition);
    const auto part = static_cast<std::uint64_t>(sequence);
    static constexpr std::int64_t limits[] = {INT32_MIN, INT32_MAX, -1, 0};
    if (chance_.percent(6, "idempotent producer: limit", identity, part))
      return limits[chance_.below(4, "idempotent producer: which limit", identity, part)];
    return chance_.between(1, 9999, "idempotent producer: value", identity, part);
  }

  /// Makes the command malformed at times; says whether it did.
  bool spoil() {
    if (!swarm_.malformed || !chance_.percent(10, "idempotent producer: malformed", turn_))
      return false;
    make_malformed(chance_, scenario_);
    return true;
  }

  const Chance& chance_;
  const Swarm& swarm_;
  Scenario& scenario_;
  std::int64_t partitions_ = 1;
  std::vector<Producer> producers_;
  std::uint32_t turn_ = 0;
};

}  // namespace

void draw_idempotent_producer(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Drawing(chance, swarm, scenario).draw();
}

}  // namespace fencepost::properties
