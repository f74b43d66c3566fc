// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/shrink_steps.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/picker.hpp"

namespace fencepost::properties {
namespace {

/// Keeps the steps for which `stays` holds, and of the exceptions those whose message stayed.
Scenario keep(const Scenario& scenario, const std::function<bool(std::uint32_t)>& stays) {
  Scenario smaller;
  smaller.workload = scenario.workload;
  smaller.parameters = scenario.parameters;
  std::vector<bool> sent;
  for (std::uint32_t i = 0; i < scenario.steps.size(); ++i) {
    const Step& step = scenario.steps[i];
    if (!stays(i)) continue;
    if (step.kind == Step::Kind::command) {
      sent.resize(step.id + 1, false);
      sent[step.id] = true;
    } else if (step.id != 0 && (step.id >= sent.size() || !sent[step.id])) {
      continue;
    }
    smaller.steps.push_back(step);
  }
  renumber(smaller);
  return smaller;
}

/// A copy with one step changed.
Scenario changed(const Scenario& scenario, std::uint32_t at,
                 const std::function<void(Step&)>& change) {
  Scenario copy = scenario;
  change(copy.steps[at]);
  return copy;
}

/// The step moved to stand right after position `to`, which is before it.
Scenario moved_back(const Scenario& scenario, std::uint32_t from, std::uint32_t to) {
  Scenario copy = scenario;
  std::rotate(copy.steps.begin() + to + 1, copy.steps.begin() + from,
              copy.steps.begin() + from + 1);
  return copy;
}

bool loses_something_odd(const Loss& loss) { return !(loss == Loss{}); }

/// Offers everything weaker than the fault at `at`; true when the wanted candidate was made.
bool weaken(Picker& pick, const Scenario& scenario, std::uint32_t at) {
  const Step& step = scenario.steps[at];
  const auto with = [&](auto&& change) {
    return pick.offer([&] { return changed(scenario, at, change); });
  };
  switch (step.kind) {
    case Step::Kind::lose_node:
      if (with([](Step& s) { s = exception(Step::Kind::crash); })) return true;
      break;
    case Step::Kind::crash_in:
      if (with([](Step& s) { s = exception(Step::Kind::crash); })) return true;
      break;
    case Step::Kind::again:
    case Step::Kind::late: {
      // Nearer to its message: one place earlier, or right behind it.
      const auto message =
          static_cast<std::uint32_t>(find_message(scenario, step.id) - scenario.steps.data());
      if (message + 1 < at && pick.offer([&] { return moved_back(scenario, at, message); }))
        return true;
      if (message + 2 < at && pick.offer([&] { return moved_back(scenario, at, at - 2); }))
        return true;
      break;
    }
    default: break;
  }
  if (step.kind == Step::Kind::kill_in)
    for (std::uint32_t node = 0; node < scenario.parameters.get("nodes", 1); ++node)
      if (with([node](Step& s) {
            s = exception(Step::Kind::kill);
            s.node = node;
          }))
        return true;
  if (step.kind == Step::Kind::wait) return step.at >= 20 && with([](Step& s) { s.at /= 2; });
  if (step.kind == Step::Kind::cut) {
    if (step.both && with([](Step& s) { s.both = false; })) return true;
    for (Nodes node = 1; node <= (step.from | step.to); node <<= 1U) {
      if ((step.from & node) != 0 && step.from != node &&
          with([node](Step& s) { s.from &= ~node; }))
        return true;
      if ((step.to & node) != 0 && step.to != node && with([node](Step& s) { s.to &= ~node; }))
        return true;
    }
    return false;
  }
  if (loses_something_odd(step.loss)) {
    if (with([](Step& s) { s.loss = {}; })) return true;
    if (step.loss.names && with([](Step& s) { s.loss.names = false; })) return true;
    if (step.loss.zeros && with([](Step& s) { s.loss.zeros = false; })) return true;
    if (step.loss.kept > 0 && with([](Step& s) { --s.loss.kept; })) return true;
    if (step.loss.torn > 1 && with([](Step& s) { s.loss.torn /= 2; })) return true;
    if (step.loss.torn > 0 && with([](Step& s) { --s.loss.torn; })) return true;
  }
  if (step.again_at > 0 && with([](Step& s) { s.again_at = s.again_kept = 0; })) return true;
  if (step.again_at > 1 && with([](Step& s) { --s.again_at; })) return true;
  if (step.again_kept > 0 && with([](Step& s) { s.again_kept = 0; })) return true;
  if (step.again_kept > 1 && with([](Step& s) { --s.again_kept; })) return true;
  if (step.at > 1 && with([](Step& s) { s.at = 1; })) return true;
  if (step.at > 2 && with([](Step& s) { --s.at; })) return true;
  if (step.bit > 0 && with([](Step& s) { s.bit = 0; })) return true;
  return step.bit > 1 && with([](Step& s) { s.bit /= 2; });
}

/// How often the actor changes from one command to the next.
std::uint32_t switches(const std::vector<Step>& steps) {
  std::uint32_t count = 0;
  const Step* last = nullptr;
  for (const Step& step : steps) {
    if (step.kind != Step::Kind::command) continue;
    if (last != nullptr && last->actor != step.actor) ++count;
    last = &step;
  }
  return count;
}

}  // namespace

void renumber(Scenario& scenario) {
  std::vector<std::uint32_t> fresh;
  std::uint32_t next = 1;
  for (const Step& step : scenario.steps) {
    if (step.kind != Step::Kind::command) continue;
    if (step.id >= fresh.size()) fresh.resize(step.id + 1, 0);
    fresh[step.id] = next++;
  }
  for (Step& step : scenario.steps)
    if (step.id != 0) step.id = fresh[step.id];
}

Scenario without_steps(const Scenario& scenario, std::uint32_t first, std::uint32_t count) {
  return keep(scenario, [&](std::uint32_t i) { return i < first || i >= first + count; });
}

std::optional<Scenario> without_an_actor(const Scenario& scenario, std::uint32_t n) {
  std::vector<std::string> actors;
  for (const Step& step : scenario.steps)
    if (step.kind == Step::Kind::command && std::ranges::find(actors, step.actor) == actors.end())
      actors.push_back(step.actor);
  if (actors.size() < 2 || n >= actors.size()) return std::nullopt;
  return keep(scenario, [&](std::uint32_t i) { return scenario.steps[i].actor != actors[n]; });
}

std::optional<Scenario> without_a_family(const Scenario& scenario, std::uint32_t n) {
  std::vector<Family> families;
  for (const Step& step : scenario.steps) {
    const Family family = family_of(step);
    if (family != Family::none && std::ranges::find(families, family) == families.end())
      families.push_back(family);
  }
  if (n >= families.size()) return std::nullopt;
  return keep(scenario,
              [&](std::uint32_t i) { return family_of(scenario.steps[i]) != families[n]; });
}

std::optional<Scenario> with_a_plain_crash(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  for (std::uint32_t at = 0; at < scenario.steps.size(); ++at) {
    const Step& step = scenario.steps[at];
    if (step.kind != Step::Kind::fail_write && step.kind != Step::Kind::fail_sync) continue;
    const auto make = [&] {
      const auto message =
          static_cast<std::uint32_t>(find_message(scenario, step.id) - scenario.steps.data());
      return without_steps(changed(scenario, at, [](Step& s) { s = exception(Step::Kind::crash); }),
                           message, 1);
    };
    if (pick.offer(make)) break;
  }
  return pick.take();
}

std::optional<Scenario> without_two_steps(const Scenario& scenario, std::uint32_t n) {
  constexpr std::uint32_t longest = 14;
  const auto size = static_cast<std::uint32_t>(scenario.steps.size());
  if (size > longest || size < 3) return std::nullopt;
  Picker pick(n);
  for (std::uint32_t first = 0; first < size; ++first)
    for (std::uint32_t second = first + 1; second < size; ++second)
      if (pick.offer([&] {
            return keep(scenario, [&](std::uint32_t i) { return i != first && i != second; });
          }))
        return pick.take();
  return pick.take();
}

std::optional<Scenario> with_the_copy_only(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  for (std::uint32_t at = 0; at < scenario.steps.size(); ++at) {
    const Step::Kind kind = scenario.steps[at].kind;
    if (kind != Step::Kind::again && kind != Step::Kind::late) continue;
    const std::uint32_t id = scenario.steps[at].id;
    const auto make = [&] {
      Scenario moved = scenario;
      moved.steps[at] = *find_message(scenario, id);
      std::erase_if(moved.steps, [&, place = std::uint32_t{0}](const Step& step) mutable {
        return place++ < at && step.id == id;
      });
      renumber(moved);
      return moved;
    };
    if (pick.offer(make)) break;
  }
  return pick.take();
}

std::optional<Scenario> with_a_weaker_fault(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  for (std::uint32_t at = 0; at < scenario.steps.size(); ++at) {
    const Step& step = scenario.steps[at];
    if (step.kind == Step::Kind::command) {
      if (step.zombie &&
          pick.offer([&] { return changed(scenario, at, [](Step& s) { s.zombie = false; }); }))
        break;
      continue;
    }
    if (weaken(pick, scenario, at)) break;
  }
  return pick.take();
}

std::optional<Scenario> with_fewer_switches(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  const std::uint32_t before = switches(scenario.steps);
  for (std::uint32_t from = 1; from < scenario.steps.size(); ++from) {
    if (scenario.steps[from].kind != Step::Kind::command) continue;
    for (std::uint32_t to = 0; to < from; ++to) {
      if (scenario.steps[to].kind != Step::Kind::command ||
          scenario.steps[to].actor != scenario.steps[from].actor)
        continue;
      Scenario moved = moved_back(scenario, from, to);
      if (switches(moved.steps) >= before) continue;
      renumber(moved);
      if (!why_unplayable(moved).empty()) continue;
      if (pick.offer([&] { return std::move(moved); })) return pick.take();
    }
  }
  return pick.take();
}

}  // namespace fencepost::properties
