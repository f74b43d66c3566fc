// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "fencepost/properties/consumer_strategies.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;
using faults::Swarm;

enum Type : std::uint8_t {
  append_,
  poll_,
  apply_,
  commit_,
  commit_fails_,
  consumer_crash_,
  rebalance_,
  broker_failover_,
  relay_,
  relay_crash_,
  totals_
};

/// What the drawing believes of a partition.
struct Lane {
  std::int64_t owner = 0, former_owner = 0;
  std::int64_t appended = 0;
  /// Applied since the last commit or crash.
  std::int64_t applied = 0;
  std::int64_t committed = 0;
};

class Drawing {
 public:
  Drawing(const Chance& chance, const Swarm& swarm, Scenario& scenario)
      : chance_(chance), swarm_(swarm), scenario_(scenario) {
    const std::int64_t partitions =
        set("partitions", chance.between(1, 3, "strategies: partitions"));
    strategy_ = set("strategy", chance.between(0, 3, "strategies: strategy"));
    batch_ = set("batch", chance.between(1, 3, "strategies: batch"));
    static constexpr std::int64_t inboxes[] = {0, 0, 1, 2, 3};
    if (strategy_ == 2) set("inbox", inboxes[chance.below(5, "strategies: inbox")]);
    consumers_ = set("consumers", chance.between(1, 3, "strategies: consumers"));
    if (chance.percent(35, "strategies: windows"))
      set("window", chance.between(1, 12, "strategies: window"));
    if (chance.percent(45, "strategies: two sinks")) {
      set("sinks", 2);
      const bool has_outbox = chance.percent(60, "strategies: outbox");
      set("outbox", has_outbox ? 1 : 0);
      has_outbox_ = has_outbox;
      dual_write_ = !has_outbox;
    }
    lanes_.resize(static_cast<std::size_t>(partitions));
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      lanes_[i].owner = lanes_[i].former_owner = static_cast<std::int64_t>(i) % consumers_;
  }

  void draw() {
    for (turn_ = 0; turn_ < swarm_.commands; ++turn_) {
      command();
      if (swarm_.malformed && chance_.percent(8, "strategies: malformed", turn_))
        make_malformed(chance_, scenario_);
    }
    calm(scenario_);
    for (std::int64_t consumer = 0; consumer < consumers_; ++consumer)
      send(scenario_, name_of(consumer), consumer_crash_).number(consumer);
    for (std::size_t i = 0; i < lanes_.size(); ++i) drain(static_cast<std::int64_t>(i));
    if (has_outbox_) send(scenario_, "relay", relay_);
    send(scenario_, "reader", totals_);
  }

 private:
  std::int64_t set(std::string_view name, std::int64_t value) {
    scenario_.parameters.set(name, value);
    return value;
  }
  static std::string name_of(std::int64_t consumer) { return "c" + std::to_string(consumer); }

  void command() {
    const std::int64_t partition = chance_.between(0, static_cast<std::int64_t>(lanes_.size()) - 1,
                                                   "strategies: partition", turn_);
    Lane& lane = lanes_[static_cast<std::size_t>(partition)];
    const std::uint64_t how = chance_.below(100, "strategies: what", turn_);
    if (how < 22) return append(partition, lane);
    if (how < 76) return consume(partition, lane);
    if (how < 82) return crash(lane);
    if (how < 88 && consumers_ > 1) return move(partition, lane);
    if (how < 92) return fail_over(partition, lane);
    if (how < 96 && has_outbox_) {
      const bool crashes = chance_.percent(50, "strategies: relay crash", turn_);
      send(scenario_, "relay", crashes ? relay_crash_ : relay_);
      return;
    }
    send(scenario_, "reader", totals_);
  }

  void append(std::int64_t partition, Lane& lane) {
    static constexpr std::string_view tenants[] = {"a", "b", "é"};
    ++lane.appended;
    send(scenario_, "gateway", append_)
        .number(partition)
        .text(tenants[chance_.below(3, "strategies: tenant", turn_)])
        .number(draw_tokens())
        .number(draw_time());
  }

  std::int64_t draw_tokens() const {
    static constexpr std::int64_t limits[] = {INT32_MIN, INT32_MAX, -1, 0};
    if (chance_.percent(6, "strategies: limit", turn_))
      return limits[chance_.below(4, "strategies: which limit", turn_)];
    return chance_.between(1, 4000, "strategies: tokens", turn_);
  }

  std::int64_t draw_time() const {
    if (chance_.percent(2, "strategies: far time", turn_))
      return chance_.percent(50, "strategies: which end", turn_) ? INT64_MIN : INT64_MAX;
    return chance_.between(-20, 40, "strategies: time", turn_);
  }

  /// Mostly what a consumer would do next: apply until the batch is through, then commit.
  void consume(std::int64_t partition, Lane& lane) {
    std::int64_t consumer = lane.owner;
    const bool zombie = lane.former_owner != lane.owner && swarm_.families.has(Family::zombie) &&
                        chance_.percent(40, "strategies: zombie", turn_);
    if (zombie) consumer = lane.former_owner;
    const std::int64_t writes = batch_ * (dual_write_ ? 2 : 1);
    const std::uint64_t how = chance_.below(100, "strategies: step", turn_);
    Type type = lane.applied >= writes ? commit_ : apply_;
    if (how < 10) type = poll_;
    if (how >= 88) type = commit_;
    if (how >= 94) type = apply_;
    if (type == commit_ && chance_.percent(15, "strategies: commit fails", turn_))
      type = commit_fails_;
    if (type == apply_) ++lane.applied;
    if (type == commit_) lane.committed = std::min(lane.committed + batch_, lane.appended);
    if (type == commit_ || type == commit_fails_) lane.applied = 0;
    send(scenario_, name_of(consumer), type, zombie).number(consumer).number(partition);
  }

  void crash(const Lane& lane) {
    for (Lane& other : lanes_)
      if (other.owner == lane.owner) other.applied = 0;
    send(scenario_, name_of(lane.owner), consumer_crash_).number(lane.owner);
  }

  void move(std::int64_t partition, Lane& lane) {
    const std::int64_t step = chance_.between(1, consumers_ - 1, "strategies: new owner", turn_);
    lane.former_owner = lane.owner;
    lane.owner = (lane.owner + step) % consumers_;
    send(scenario_, "group", rebalance_).number(partition).number(lane.owner);
  }

  void fail_over(std::int64_t partition, const Lane& lane) {
    const std::int64_t back = chance_.between(0, 3, "strategies: set back", turn_);
    send(scenario_, "broker", broker_failover_)
        .number(partition)
        .number(std::max<std::int64_t>(0, lane.committed - back));
  }

  /// To the end of the partition, whatever its committed offset is.
  void drain(std::int64_t partition) {
    const Lane& lane = lanes_[static_cast<std::size_t>(partition)];
    const std::int64_t writes = batch_ * (dual_write_ ? 2 : 1);
    for (std::int64_t done = 0; done < lane.appended; done += batch_) {
      for (std::int64_t write = 0; write < writes; ++write)
        send(scenario_, name_of(lane.owner), apply_).number(lane.owner).number(partition);
      send(scenario_, name_of(lane.owner), commit_).number(lane.owner).number(partition);
    }
  }

  const Chance& chance_;
  const Swarm& swarm_;
  Scenario& scenario_;
  std::int64_t strategy_ = 0, batch_ = 1, consumers_ = 1;
  bool has_outbox_ = false, dual_write_ = false;
  std::vector<Lane> lanes_;
  std::uint32_t turn_ = 0;
};

}  // namespace

void draw_consumer_strategies(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  Drawing(chance, swarm, scenario).draw();
}

}  // namespace fencepost::properties
