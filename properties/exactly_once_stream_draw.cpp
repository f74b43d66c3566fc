// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fencepost/properties/exactly_once_stream.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;
using faults::Swarm;

enum Type : std::uint8_t { begin_, send_, offsets_, commit_, abort_, output_ };

/// One life of a producer: its epoch, what it means to send next, and what it believes of its
/// transaction.
struct Incarnation {
  std::int64_t epoch;
  std::vector<std::int64_t> next_sequence;
  std::vector<std::int64_t> next_offset;
  bool open = false;
  /// (partition, sequence) of the sends of this transaction, and of those to be sent once more.
  std::vector<std::pair<std::int64_t, std::int64_t>> sent, to_resend;
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
    partitions_ = chance.between(1, 3, "exactly once: partitions");
    scenario.parameters.set("partitions", partitions_);
    const bool long_name = chance.percent(8, "exactly once: long name");
    producers_ = {
        {"p", long_name ? std::string(400, 'p') : "p", {}}, {"q", "q", {}}, {"é", "é", {}}};
    producers_.resize(1 + chance.below(3, "exactly once: producers"));
    if (chance.percent(5, "exactly once: many producers")) add_many();
    static constexpr std::int64_t first_epochs[] = {0, 0, 0, 1, 2, INT32_MAX};
    for (std::uint64_t i = 0; i < producers_.size(); ++i)
      begin_life(producers_[i], first_epochs[chance.below(6, "exactly once: first epoch", i)]);
  }

  void draw() {
    for (turn_ = 0; turn_ < swarm_.commands; ++turn_) command();
    calm(scenario_);
    for (Producer& producer : producers_) {
      const bool decides = chance_.percent(50, "exactly once: at the end", turn_++);
      ask(producer, producer.incarnations.size() - 1, decides ? commit_ : abort_, false);
    }
    send(scenario_, "reader", output_);
  }

 private:
  /// Names of all lengths about 32 bytes, each a prefix of the next.
  void add_many() {
    const std::uint64_t count = 6 + chance_.below(8, "exactly once: how many producers");
    for (std::uint64_t i = 0; i < count; ++i)
      producers_.push_back({"m" + std::to_string(i), std::string(28 + i, 'm'), {}});
  }

  void begin_life(Producer& producer, std::int64_t epoch) {
    const std::vector<std::int64_t> zeros(static_cast<std::size_t>(partitions_), 0);
    producer.incarnations.push_back({epoch, zeros, zeros, false, {}, {}});
  }

  void command() {
    if (chance_.percent(9, "exactly once: output", turn_)) {
      send(scenario_, "reader", output_);
      return spoil();
    }
    Producer& producer = producers_[chance_.below(producers_.size(), "exactly once: who", turn_)];
    if (chance_.percent(8, "exactly once: successor", turn_)) succeed(producer);
    std::size_t life = producer.incarnations.size() - 1;
    const bool zombie = life > 0 && swarm_.families.has(Family::zombie) &&
                        chance_.percent(20, "exactly once: zombie", turn_);
    if (zombie) life -= 1 + chance_.below(life, "exactly once: which zombie", turn_);
    act(producer, life, zombie);
    spoil();
  }

  void succeed(Producer& producer) {
    const std::int64_t epoch = producer.incarnations.back().epoch;
    if (epoch == INT32_MAX) return;
    static constexpr std::int64_t jumps[] = {1, 1, 1, 1, 2, 3, INT32_MAX};
    const std::int64_t jump = jumps[chance_.below(7, "exactly once: epoch jump", turn_)];
    const bool opens = chance_.percent(50, "exactly once: goes on at once", turn_);
    begin_life(producer, std::min<std::int64_t>(epoch + jump, INT32_MAX));
    producer.incarnations.back().open = opens;
  }

  /// Mostly what a client would do next, at times what it should not.
  void act(Producer& producer, std::size_t life, bool zombie) {
    Incarnation& self = producer.incarnations[life];
    const std::uint64_t how = chance_.below(100, "exactly once: what", turn_);
    if (!self.open && how < 88) return ask(producer, life, begin_, zombie);
    if (how < 50) return send_record(producer, life, zombie);
    if (how < 68) return send_offset(producer, life, zombie);
    if (how < 88) return ask(producer, life, commit_, zombie);
    return ask(producer, life, how < 96 ? abort_ : begin_, zombie);
  }

  /// begin, commit or abort.
  void ask(Producer& producer, std::size_t life, Type type, bool zombie) {
    Incarnation& self = producer.incarnations[life];
    command_of(producer, life, type, zombie);
    if (type == begin_ && chance_.percent(35, "exactly once: resends", turn_))
      self.to_resend = self.sent;
    if (type == begin_) self.sent.clear();
    self.open = type == begin_;
  }

  void send_record(Producer& producer, std::size_t life, bool zombie) {
    Incarnation& self = producer.incarnations[life];
    std::int64_t partition = draw_partition();
    std::int64_t& next = self.next_sequence[static_cast<std::size_t>(partition)];
    std::int64_t sequence = draw_sequence(next);
    if (!self.to_resend.empty()) {
      std::tie(partition, sequence) = self.to_resend.front();
      self.to_resend.erase(self.to_resend.begin());
    } else if (sequence >= next && sequence != INT64_MAX) {
      next = sequence + 1;
    }
    self.sent.emplace_back(partition, sequence);
    command_of(producer, life, send_, zombie)
        .number(partition)
        .number(sequence)
        .number(value_of(producer, life, partition, sequence));
  }

  void send_offset(Producer& producer, std::size_t life, bool zombie) {
    const std::int64_t partition = draw_partition();
    std::int64_t& next =
        producer.incarnations[life].next_offset[static_cast<std::size_t>(partition)];
    const std::uint64_t how = chance_.below(100, "exactly once: offset", turn_);
    std::int64_t offset = next;
    if (how < 65) {
      next += chance_.between(1, 3, "exactly once: consumed", turn_);
    } else if (how < 95) {
      offset = std::max<std::int64_t>(
          0, next - chance_.between(1, 4, "exactly once: an old offset", turn_));
    } else if (how < 97) {
      offset = INT64_MAX;
    }
    command_of(producer, life, offsets_, zombie).number(partition).number(offset);
  }

  Tape& command_of(const Producer& producer, std::size_t life, Type type, bool zombie) {
    return send(scenario_, producer.actor + "/" + std::to_string(life), type, zombie)
        .text(producer.name)
        .number(producer.incarnations[life].epoch);
  }

  std::int64_t draw_partition() const {
    return chance_.between(0, partitions_ - 1, "exactly once: partition", turn_);
  }

  std::int64_t draw_sequence(std::int64_t next) const {
    const std::uint64_t how = chance_.below(100, "exactly once: sequence", turn_);
    if (how < 70) return next;
    if (how < 86) return std::max<std::int64_t>(0, next - 1);
    if (how < 91) return chance_.between(0, next, "exactly once: an old sequence", turn_);
    return how < 98 ? next + 1 : INT64_MAX;
  }

  /// The same for every copy of a sequence.
  std::int64_t value_of(const Producer& producer, std::size_t life, std::int64_t partition,
                        std::int64_t sequence) const {
    const auto who = static_cast<std::uint64_t>(&producer - producers_.data());
    const std::uint64_t identity = (who * 1000 + life) * 4 + static_cast<std::uint64_t>(partition);
    const auto part = static_cast<std::uint64_t>(sequence);
    static constexpr std::int64_t limits[] = {INT32_MIN, INT32_MAX, -1, 0};
    if (chance_.percent(6, "exactly once: limit", identity, part))
      return limits[chance_.below(4, "exactly once: which limit", identity, part)];
    return chance_.between(1, 9999, "exactly once: value", identity, part);
  }

  /// Makes the command malformed at times.
  void spoil() {
    if (swarm_.malformed && chance_.percent(10, "exactly once: malformed", turn_))
      make_malformed(chance_, scenario_);
  }

  const Chance& chance_;
  const Swarm& swarm_;
  Scenario& scenario_;
  std::int64_t partitions_ = 1;
  std::vector<Producer> producers_;
  std::uint32_t turn_ = 0;
};

}  // namespace

void draw_exactly_once_stream(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Drawing(chance, swarm, scenario).draw();
}

}  // namespace fencepost::properties
