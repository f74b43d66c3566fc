// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "fencepost/properties/stream_metrics.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

// In the order of the contract.
enum Type : std::uint8_t { append_type, commit_type, idle_type, metrics_type };

constexpr const char* actors[] = {"p1", "p2", "c1"};

/// Where a partition stands if everything sent is delivered once.
struct Books {
  std::int64_t end = 0;
  std::int64_t committed = 0;
  std::int64_t last_time = 0;
};

class Drawing {
 public:
  Drawing(const Chance& chance, Scenario& scenario, std::int64_t partitions, std::int64_t lateness)
      : chance_(chance),
        scenario_(scenario),
        lateness_(lateness),
        books_(static_cast<std::size_t>(partitions)) {}

  /// One command of the storm; `number` names its decisions.
  void storm(std::uint64_t number) {
    const std::uint64_t partition =
        chance_.below(books_.size(), "stream-metrics: partition", number);
    const char* const actor =
        actors[chance_.below(std::size(actors), "stream-metrics: actor", number)];
    if (fell_idle_ && chance_.percent(40, "stream-metrics: asks at once", number))
      return ask(actor);
    const std::uint64_t kind = chance_.below(100, "stream-metrics: type", number);
    fell_idle_ = kind >= 65 && kind < 80;
    if (kind < 45) return append(actor, partition, number);
    if (kind < 65) return commit(actor, partition, number);
    if (kind >= 80) return ask(actor);
    send(scenario_, actor, idle_type).number(static_cast<std::int64_t>(partition));
  }

  void append_to_each() {
    for (std::size_t partition = 0; partition < books_.size(); ++partition)
      append(actors[0], partition, 1000 + partition);
  }

  void ask(const char* actor) {
    send(scenario_, actor, metrics_type);
    fell_idle_ = false;
  }

 private:
  void append(const char* actor, std::uint64_t partition, std::uint64_t number) {
    Books& books = books_[partition];
    const std::int64_t time = event_time(books, number);
    send(scenario_, actor, append_type).number(static_cast<std::int64_t>(partition)).number(time);
    ++books.end;
    if (time > -1000 && time < 1000) books.last_time = time;
  }

  void commit(const char* actor, std::uint64_t partition, std::uint64_t number) {
    Books& books = books_[partition];
    const std::uint64_t kind = chance_.below(100, "stream-metrics: next", number);
    const std::int64_t next =
        kind < 35   ? books.end
        : kind < 60 ? std::min(books.end, books.committed + 1)
        : kind < 75 ? chance_.between(0, books.end, "stream-metrics: some next", number)
        : kind < 85 ? books.committed
        : kind < 97 ? books.end + 1
                    : INT64_MAX;
    send(scenario_, actor, commit_type).number(static_cast<std::int64_t>(partition)).number(next);
    if (next <= books.end) books.committed = std::max(books.committed, next);
  }

  std::int64_t event_time(const Books& books, std::uint64_t number) const {
    const std::uint64_t kind = chance_.below(100, "stream-metrics: time", number);
    if (kind < 30) return books.last_time + chance_.between(1, 3, "stream-metrics: later", number);
    if (kind < 45) return books.last_time;
    if (kind < 65)
      return books.last_time - chance_.between(1, 5, "stream-metrics: earlier", number);
    if (kind < 98) return chance_.between(-5, 20, "stream-metrics: some time", number);
    // The least time whose watermark fits, the one before it, and the greatest.
    const std::int64_t limits[] = {INT64_MIN + lateness_,
                                   INT64_MIN + std::max<std::int64_t>(lateness_ - 1, 0), INT64_MAX};
    return limits[chance_.below(std::size(limits), "stream-metrics: limit", number)];
  }

  const Chance& chance_;
  Scenario& scenario_;
  std::int64_t lateness_;
  std::vector<Books> books_;
  /// The last command declared an input idle.
  bool fell_idle_ = false;
};

}  // namespace

void draw_stream_metrics(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  static constexpr std::int64_t latenesses[] = {0, 0, 0, 1, 3, 10, 1000, std::int64_t{1} << 62};
  static constexpr std::int64_t partition_counts[] = {1, 2, 2, 2, 3, 3, 4, 5};
  const bool has_many = chance.percent(3, "stream-metrics: many partitions");
  const std::int64_t partitions =
      has_many ? chance.between(9, 40, "stream-metrics: how many partitions")
               : partition_counts[chance.below(std::size(partition_counts),
                                               "stream-metrics: partition count")];
  const std::int64_t lateness =
      latenesses[chance.below(std::size(latenesses), "stream-metrics: lateness")];
  scenario.parameters.set("partitions", partitions);
  scenario.parameters.set("allowed_lateness", lateness);
  Drawing drawing(chance, scenario, partitions, lateness);
  // With many there would hardly be a watermark if each waited for its turn.
  if (has_many) drawing.append_to_each();
  for (std::uint64_t number = 0; number < swarm.commands; ++number) {
    drawing.storm(number);
    if (swarm.malformed && chance.percent(10, "stream-metrics: malformed", number))
      make_malformed(chance, scenario);
  }
  calm(scenario);
  drawing.ask("c1");
}

}  // namespace fencepost::properties
