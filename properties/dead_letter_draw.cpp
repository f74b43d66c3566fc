// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "fencepost/properties/dead_letter.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;
using faults::Swarm;

// In the order of the contract.
enum Type : std::uint8_t {
  arrive_type,
  work_type,
  progress_type,
  letters_type,
  replay_type,
  results_type
};

/// A record is given up for the calm after this many attempts, however many it may have.
constexpr std::int64_t patience = 5;

class Drawing {
 public:
  Drawing(const Chance& chance, const Swarm& swarm, Scenario& scenario)
      : chance_(chance), swarm_(swarm), scenario_(scenario) {
    partitions_ = chance.between(1, 3, "dead letter: partitions");
    static constexpr std::int64_t limits[] = {1, 1, 1, 2, 2, 2, 3, 3, 4, 1000};
    max_attempts_ = limits[chance.below(std::size(limits), "dead letter: max attempts")];
    scenario.parameters.set("partitions", partitions_);
    scenario.parameters.set("max_attempts", max_attempts_);
    tries_.resize(static_cast<std::size_t>(partitions_));
  }

  void draw() {
    for (turn_ = 0; turn_ < swarm_.commands; ++turn_) command();
    calm(scenario_);
    work_off();
    read_everything();
    for (std::int64_t id = 0; id < std::min<std::int64_t>(letters_, 3); ++id)
      for (int again = 0; again < 2; ++again) send(scenario_, "operator", replay_type).number(id);
    read_everything();
  }

 private:
  void command() {
    const std::uint64_t what = chance_.below(100, "dead letter: what", turn_);
    if (what < 30) {
      arrive();
    } else if (what < 72) {
      send(scenario_, "worker", work_type).number(draw_partition());
    } else if (what < 78) {
      send(scenario_, "reader", progress_type).number(draw_partition());
    } else if (what < 83) {
      send(scenario_, "reader", letters_type);
    } else if (what < 94) {
      send(scenario_, "operator", replay_type).number(draw_letter());
    } else {
      send(scenario_, "reader", results_type);
    }
    if (swarm_.malformed && chance_.percent(10, "dead letter: malformed", turn_))
      make_malformed(chance_, scenario_);
  }

  void arrive() {
    const std::int64_t partition = draw_partition();
    const std::optional<std::int64_t> failures = draw_failures();
    Tape& fields = send(scenario_, "source", arrive_type);
    fields.number(partition).text(draw_key()).number(draw_value());
    failures ? fields.number(*failures) : fields.null();
    const bool gives_up = !failures || *failures >= max_attempts_;
    letters_ += gives_up;
    tries_[static_cast<std::size_t>(partition)] +=
        std::min(patience, gives_up ? max_attempts_ : *failures + 1);
  }

  std::int64_t draw_partition() const {
    return chance_.between(0, partitions_ - 1, "dead letter: partition", turn_);
  }

  /// Often just below, at or above the limit.
  std::optional<std::int64_t> draw_failures() const {
    const std::uint64_t how = chance_.below(100, "dead letter: failures", turn_);
    if (how < 30) return 0;
    if (how < 50) return std::nullopt;
    if (how < 54) return INT64_MAX;
    if (how < 70 || max_attempts_ > patience)
      return chance_.between(0, 3, "dead letter: few failures", turn_);
    return max_attempts_ + chance_.between(-1, 1, "dead letter: near the limit", turn_);
  }

  std::string draw_key() const {
    if (chance_.percent(4, "dead letter: long key", turn_)) return std::string(300, 'k');
    static constexpr const char* keys[] = {"a", "b", "c", "é", ""};
    return keys[chance_.below(std::size(keys), "dead letter: key", turn_)];
  }

  std::int64_t draw_value() const {
    static constexpr std::int64_t limits[] = {INT32_MIN, INT32_MAX, -1, 0};
    if (chance_.percent(6, "dead letter: limit", turn_))
      return limits[chance_.below(std::size(limits), "dead letter: which limit", turn_)];
    return chance_.between(1, 9999, "dead letter: value", turn_);
  }

  std::int64_t draw_letter() const {
    if (chance_.percent(3, "dead letter: no such letter", turn_)) return INT64_MAX;
    const auto known = static_cast<std::uint64_t>(std::min<std::int64_t>(letters_, 3));
    return static_cast<std::int64_t>(chance_.below(known + 1, "dead letter: which letter", turn_));
  }

  /// Enough attempts for everything that was sent, copies included, and one that finds nothing.
  void work_off() {
    const int copies = swarm_.families.has(Family::duplicate) ? 2 : 1;
    for (std::int64_t partition = 0; partition < partitions_; ++partition) {
      const std::int64_t tries = tries_[static_cast<std::size_t>(partition)] * copies + 1;
      for (std::int64_t i = 0; i < tries; ++i)
        send(scenario_, "worker", work_type).number(partition);
    }
  }

  void read_everything() {
    for (std::int64_t partition = 0; partition < partitions_; ++partition)
      send(scenario_, "reader", progress_type).number(partition);
    send(scenario_, "reader", letters_type);
    send(scenario_, "reader", results_type);
  }

  const Chance& chance_;
  const Swarm& swarm_;
  Scenario& scenario_;
  std::int64_t partitions_ = 1;
  std::int64_t max_attempts_ = 1;
  /// By partition: attempts that its records will need.
  std::vector<std::int64_t> tries_;
  /// Records that will become dead letters.
  std::int64_t letters_ = 0;
  std::uint32_t turn_ = 0;
};

}  // namespace

void draw_dead_letter(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Drawing(chance, swarm, scenario).draw();
}

}  // namespace fencepost::properties
