// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/cluster_swarm.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fencepost::faults {
namespace {

constexpr Family drawn_families[] = {Family::duplicate, Family::reorder,   Family::loss,
                                     Family::crash,     Family::node_loss, Family::partition,
                                     Family::pause,     Family::stale};

struct Placed {
  std::uint32_t after;
  Step step;
};

class Drawing {
 public:
  Drawing(const Chance& chance, const Swarm& swarm, std::uint32_t commands, std::uint32_t nodes)
      : chance_(chance), swarm_(swarm), commands_(commands), nodes_(nodes) {}

  void draw(std::uint32_t place, std::uint32_t id) {
    // Without late messages nothing overlaps, so there are more of them.
    if (struck(Family::reorder, "cluster: late", id) ||
        struck(Family::reorder, "cluster: late, too", id))
      draw_late(place, id);
    if (struck(Family::duplicate, "cluster: again", id))
      put(later(place, id, "cluster: again where", 0),
          message(Step::Kind::again, id, "cluster: again which"));
    if (struck(Family::loss, "cluster: drop", id))
      put(place, message(Step::Kind::drop, id, "cluster: drop which"));
    if (struck(Family::stale, "cluster: stale", id)) draw_stale(place, id);
    if (struck(Family::crash, "cluster: kill", id)) draw_kill(place, id);
    if (struck(Family::node_loss, "cluster: lose folder", id))
      put(place, at_node(Step::Kind::lose_folder, id, "cluster: lost node"));
    if (struck(Family::pause, "cluster: pause", id)) {
      Step pause = at_node(Step::Kind::pause, id, "cluster: paused node");
      Step resume = pause;
      resume.kind = Step::Kind::resume;
      put(place, std::move(pause));
      put(later(place, id, "cluster: resume where", 1), std::move(resume));
    }
    if (nodes_ > 1 && struck(Family::partition, "cluster: cut", id)) draw_cut(place, id);
  }

  /// What services do when a client reads back after the calm.
  void draw_after_calm(std::uint32_t place, std::uint32_t id) {
    if (struck(Family::stale, "cluster: stale in the end", id)) draw_stale(place, id);
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
  std::uint32_t small(std::uint64_t n, Place place, std::uint32_t id,
                      std::uint64_t part = 0) const {
    return static_cast<std::uint32_t>(chance_.below(n, place, id, part));
  }

  /// One of the first messages that the command leads to, most often.
  Step message(Step::Kind kind, std::uint32_t id, Place place, std::uint64_t more = 0) const {
    Step step = exception(kind, id);
    const bool near = chance_.percent(70, place, id, more + 1);
    step.part = small(near ? 2 * nodes_ + 1 : 20, place, id, more);
    return step;
  }
  Step at_node(Step::Kind kind, std::uint32_t id, Place place) const {
    Step step = exception(kind);
    step.node = small(nodes_, place, id);
    return step;
  }
  std::uint32_t later(std::uint32_t place, std::uint32_t id, Place where, std::uint32_t least,
                      std::uint64_t more = 0) const {
    const std::uint32_t left = commands_ - 1 - place;
    const bool near = chance_.percent(70, where, id, more + 1);
    const std::uint64_t reach = near ? std::min<std::uint64_t>(left, 3) : left;
    return std::min(commands_ - 1, place + least + small(reach + 1, where, id, more));
  }

  void draw_late(std::uint32_t place, std::uint32_t id) {
    const std::uint64_t count = 1 + chance_.below(3, "cluster: late how many", id);
    std::vector<std::uint32_t> parts;
    for (std::uint64_t i = 0; i < count; ++i) {
      Step step = message(Step::Kind::late, id, "cluster: late which", 2 * i);
      if (std::ranges::find(parts, step.part) != parts.end()) continue;
      parts.push_back(step.part);
      put(later(place, id, "cluster: late where", 1, 2 * i), std::move(step));
    }
  }

  void draw_stale(std::uint32_t place, std::uint32_t id) {
    for (std::uint64_t i = 0; i < 4; ++i) {
      Step step = exception(Step::Kind::stale, id);
      step.part = 1 + static_cast<std::uint32_t>(2 * i) + small(2, "cluster: stale which", id, i);
      step.at = 1 + small(4, "cluster: stale back", id, i);
      put(place, std::move(step));
    }
  }

  void draw_kill(std::uint32_t place, std::uint32_t id) {
    if (chance_.percent(50, "cluster: kill in", id))
      put(place, message(Step::Kind::kill_in, id, "cluster: kill which"));
    else
      put(place, at_node(Step::Kind::kill, id, "cluster: killed node"));
  }

  void draw_cut(std::uint32_t place, std::uint32_t id) {
    Step step = exception(Step::Kind::cut);
    const Nodes everyone = (Nodes{1} << nodes_) - 1;
    step.from = 1 + chance_.below(everyone - 1, "cluster: cut side", id);
    step.to = everyone & ~step.from;
    step.both = chance_.percent(60, "cluster: cut both", id);
    put(place, std::move(step));
    const std::uint32_t heal = later(place, id, "cluster: heal where", 2);
    if (chance_.percent(30, "cluster: wait", id)) {
      Step wait = exception(Step::Kind::wait);
      wait.at =
          static_cast<std::uint32_t>(chance_.between(1, 15, "cluster: wait how long", id)) * 100;
      put(heal, std::move(wait));
    }
    put(heal, exception(Step::Kind::heal));
  }

  const Chance& chance_;
  const Swarm& swarm_;
  std::uint32_t commands_;
  std::uint32_t nodes_;
  std::vector<Placed> placed_;
};

}  // namespace

Families maelstrom_families() {
  return Families::none().set(Family::reorder).set(Family::partition).set(Family::stale);
}

Families standard_cluster_families() { return Families::all().without(Family::node_loss); }

Swarm draw_cluster_swarm(const Chance& chance, Families allowed, std::uint32_t longest) {
  Swarm swarm;
  static constexpr std::uint64_t rates[] = {5, 10, 20, 35};
  const bool is_calm = chance.percent(6, "cluster swarm: calm");
  for (const Family family : drawn_families)
    swarm.families.set(family, !is_calm && allowed.has(family) &&
                                   chance.percent(50, "cluster swarm: family",
                                                  static_cast<std::uint64_t>(family)));
  swarm.rate = rates[chance.below(4, "cluster swarm: rate")];
  const std::uint64_t reach =
      chance.percent(40, "cluster swarm: short") ? std::min<std::uint64_t>(longest, 8) : longest;
  swarm.commands = 1 + static_cast<std::uint32_t>(chance.below(std::max<std::uint64_t>(reach, 1),
                                                               "cluster swarm: commands"));
  return swarm;
}

void draw_cluster_faults(const Chance& chance, const Swarm& swarm, Scenario& scenario) {
  const auto calm = std::ranges::find(scenario.steps, Step::Kind::calm, &Step::kind);
  const auto storm = static_cast<std::uint32_t>(calm - scenario.steps.begin());
  if (storm == 0) return;
  Drawing drawing(chance, swarm, storm,
                  static_cast<std::uint32_t>(scenario.parameters.get("nodes", 1)));
  for (std::uint32_t place = 0; place < storm; ++place)
    drawing.draw(place, scenario.steps[place].id);
  for (auto place = storm + 1; place < scenario.steps.size(); ++place)
    drawing.draw_after_calm(place, scenario.steps[place].id);
  std::vector<Placed> placed = drawing.take();
  std::vector<Step> steps;
  auto next = placed.begin();
  for (std::uint32_t place = 0; place < scenario.steps.size(); ++place) {
    steps.push_back(std::move(scenario.steps[place]));
    for (; next != placed.end() && next->after == place; ++next)
      steps.push_back(std::move(next->step));
  }
  scenario.steps = std::move(steps);
}

bool is_maelstroms_own(const Step& step) {
  const Family family = family_of(step);
  return family == Family::none || maelstrom_families().has(family);
}

}  // namespace fencepost::faults
