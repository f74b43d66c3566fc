// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/swarm.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fencepost::faults {
namespace {

constexpr Family drawn_families[] = {Family::duplicate, Family::reorder, Family::loss,
                                     Family::zombie,    Family::crash,   Family::node_loss,
                                     Family::disk};

/// An exception and the storm command after which it stands.
struct Placed {
  std::uint32_t after;
  Step step;
};

std::uint32_t small(const Chance& chance, std::uint64_t n, Place place, std::uint32_t id) {
  return static_cast<std::uint32_t>(chance.below(n, place, id));
}

/// A disk operation: mostly among the first of a message, at times deep in a checkpoint.
std::uint32_t operation(const Chance& chance, Place place, std::uint32_t id) {
  return 1 + (chance.percent(70, place, id, 1) ? small(chance, 4, place, id)
                                               : small(chance, 12, place, id));
}

Loss draw_loss(const Chance& chance, std::uint32_t id) {
  Loss loss;
  if (chance.percent(40, "loss: kept", id, 1)) loss.kept = 1 + small(chance, 2, "loss: kept", id);
  if (chance.percent(50, "loss: torn", id, 1)) loss.torn = 1 + small(chance, 60, "loss: torn", id);
  loss.zeros = loss.torn > 0 && chance.percent(30, "loss: zeros", id);
  loss.names = chance.percent(30, "loss: names", id);
  return loss;
}

class Drawing {
 public:
  Drawing(const Chance& chance, const Swarm& swarm, std::uint32_t commands)
      : chance_(chance), swarm_(swarm), commands_(commands) {}

  /// All exceptions for message `id`, which is storm command number `place`.
  void draw(std::uint32_t place, std::uint32_t id) {
    if (struck(Family::duplicate, "duplicate", id))
      put(later("duplicate: where", place, id, 0), exception(Step::Kind::again, id));
    if (struck(Family::reorder, "reorder", id))
      put(later("reorder: where", place, id, 1), exception(Step::Kind::late, id));
    if (struck(Family::loss, "loss", id)) {
      const bool request = chance_.percent(40, "loss: which", id);
      put(place, exception(request ? Step::Kind::drop_request : Step::Kind::drop_reply, id));
    }
    if (struck(Family::crash, "crash", id)) draw_crash(place, id);
    if (struck(Family::node_loss, "node loss", id) && chance_.percent(40, "node loss: rarer", id)) {
      Step step = exception(Step::Kind::lose_node);
      draw_again("node loss: again", id, step);
      put(place, std::move(step));
    }
    if (struck(Family::disk, "disk", id)) draw_disk(place, id);
  }

  std::vector<Placed> take() {
    std::ranges::stable_sort(placed_, {}, &Placed::after);
    return std::move(placed_);
  }

 private:
  bool struck(Family family, Place place, std::uint32_t id) const {
    return swarm_.families.has(family) && chance_.percent(swarm_.rate, place, id);
  }

  void put(std::uint32_t after, Step step) { placed_.push_back({after, std::move(step)}); }

  /// At the earliest `least` commands later; often near, at times anywhere up to the end of the
  /// storm.
  std::uint32_t later(Place where, std::uint32_t place, std::uint32_t id,
                      std::uint32_t least) const {
    const std::uint32_t left = commands_ - 1 - place;
    const bool near = chance_.percent(60, where, id, 1);
    const std::uint64_t reach = near ? std::min<std::uint64_t>(left, 3) : left;
    return std::min(
        commands_ - 1,
        place + least + static_cast<std::uint32_t>(chance_.below(reach + 1, where, id)));
  }

  void draw_again(Place place, std::uint32_t id, Step& step) const {
    if (!chance_.percent(20, place, id, 1)) return;
    step.again_at = 1 + small(chance_, 4, place, id);
    if (chance_.percent(50, place, id, 2))
      step.again_kept = static_cast<std::uint32_t>(chance_.between(1, 2, place, id, 3));
  }

  void draw_crash(std::uint32_t place, std::uint32_t id) {
    Step step;
    step.kind = Step::Kind::crash;
    step.loss = draw_loss(chance_, id);
    draw_again("crash: again", id, step);
    if (chance_.percent(50, "crash: in a message", id)) {
      step.kind = Step::Kind::crash_in;
      step.id = id;
      step.at = operation(chance_, "crash: operation", id);
    }
    put(place, std::move(step));
  }

  void draw_disk(std::uint32_t place, std::uint32_t id) {
    Step step;
    step.id = id;
    switch (chance_.below(4, "disk: which", id)) {
      case 0:
        step.kind = Step::Kind::fail_write;
        step.at = 1 + small(chance_, 2, "disk: write", id);
        step.loss.torn = small(chance_, 30, "disk: torn", id);
        break;
      case 1:
        step.kind = Step::Kind::fail_sync;
        step.at = 1 + small(chance_, 2, "disk: sync", id);
        break;
      case 2:
        step.kind = Step::Kind::flip_bit;
        step.id = 0;
        step.at = 1 + small(chance_, 40, "disk: flipped write", id);
        step.bit = chance_.below(512, "disk: bit", id);
        break;
      default: step.kind = Step::Kind::disk_full;
    }
    put(place, std::move(step));
  }

  const Chance& chance_;
  const Swarm& swarm_;
  std::uint32_t commands_;
  std::vector<Placed> placed_;
};

}  // namespace

Families& Families::set(Family family, bool on) {
  const unsigned bit = 1U << static_cast<unsigned>(family);
  bits_ = on ? bits_ | bit : bits_ & ~bit;
  return *this;
}

Swarm draw_swarm(const Chance& chance, Families allowed, std::uint32_t longest) {
  Swarm swarm;
  static constexpr std::uint64_t rates[] = {3, 6, 12, 25};
  const bool is_calm = chance.percent(8, "swarm: calm");
  for (const Family family : drawn_families)
    swarm.families.set(family,
                       !is_calm && allowed.has(family) &&
                           chance.percent(45, "swarm: family", static_cast<std::uint64_t>(family)));
  swarm.rate = rates[chance.below(4, "swarm: rate")];
  const std::uint64_t reach =
      chance.percent(30, "swarm: short") ? std::min<std::uint64_t>(longest, 10) : longest;
  swarm.commands = 1 + static_cast<std::uint32_t>(
                           chance.below(std::max<std::uint64_t>(reach, 1), "swarm: commands"));
  swarm.malformed = chance.percent(25, "swarm: malformed");
  return swarm;
}

void draw_faults(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  const auto calm = std::ranges::find(scenario.steps, Step::Kind::calm, &Step::kind);
  const auto storm = static_cast<std::uint32_t>(calm - scenario.steps.begin());
  if (storm == 0) return;
  Drawing drawing(chance, swarm, storm);
  for (std::uint32_t place = 0; place < storm; ++place)
    drawing.draw(place, scenario.steps[place].id);
  std::vector<Placed> placed = drawing.take();
  if (placed.empty()) return;

  std::vector<Step> steps;
  steps.reserve(scenario.steps.size() + placed.size());
  auto next = placed.begin();
  for (std::uint32_t place = 0; place < scenario.steps.size(); ++place) {
    steps.push_back(std::move(scenario.steps[place]));
    for (; next != placed.end() && next->after == place; ++next)
      steps.push_back(std::move(next->step));
  }
  scenario.steps = std::move(steps);
}

}  // namespace fencepost::faults
