// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/shrink_values.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/properties/picker.hpp"
#include "fencepost/properties/shrink_steps.hpp"
#include "fencepost/properties/value_tree.hpp"

namespace fencepost::properties {
namespace {

using Visit = std::function<bool(Kind, Value&)>;

/// Visits every value of every command, editing a copy of the scenario.
Scenario edited(const Scenario& scenario, const Visit& visit) {
  Scenario copy = scenario;
  for (Step& step : copy.steps) {
    const auto fields = fields_of(scenario, step);
    if (fields.empty()) continue;
    std::vector<Value> values = grow(step.command.fields);
    const bool done = visit_values(fields, values, visit);
    step.command.fields = lay(values);
    if (done) break;
  }
  return copy;
}

/// Visits without editing.
void look(const Scenario& scenario, const Visit& visit) {
  for (const Step& step : scenario.steps) {
    const auto fields = fields_of(scenario, step);
    if (fields.empty()) continue;
    std::vector<Value> values = grow(step.command.fields);
    if (visit_values(fields, values, visit)) return;
  }
}

/// Nearer to zero than `number`, the nearest first.
std::vector<std::int64_t> smaller_numbers(std::int64_t number) {
  std::vector<std::int64_t> smaller;
  const auto add = [&](std::int64_t candidate) {
    if (candidate != number && std::ranges::find(smaller, candidate) == smaller.end())
      smaller.push_back(candidate);
  };
  if (number == 0) return smaller;
  add(0);
  if (number < 0 && number != INT64_MIN) add(-number);
  // Halfway to zero, then ever smaller steps: any least number is reached in logarithmically many.
  for (std::int64_t step = number / 2; step != 0; step /= 2) add(number - step);
  add(number > 0 ? number - 1 : number + 1);
  return smaller;
}

bool is_name(Kind kind) { return kind == Kind::name || kind == Kind::owner; }

/// a, b, ... z, a1, b1, ...
std::string plain_name(std::size_t n) {
  std::string name(1, static_cast<char>('a' + n % 26));
  if (n >= 26) name += std::to_string(n / 26);
  return name;
}

/// A node that came to be on both sides of a cut stays on one of them, if it is not alone there.
/// If both sides are that node alone, nothing is cut off any more, and `from` is empty.
void part_sides(Step& cut) {
  const Nodes both = cut.from & cut.to;
  if ((cut.to & ~both) != 0)
    cut.to &= ~both;
  else
    cut.from &= ~both;
}

/// The nodes without number `gone`: its predecessor takes its place, those after it move up.
Scenario without_node(const Scenario& scenario, std::int64_t gone) {
  const auto renamed = [gone](std::int64_t node) {
    return node < gone || node == 0 ? node : node - 1;
  };
  const auto renamed_all = [&](Nodes nodes) {
    Nodes fresh = 0;
    for (std::int64_t node = 0; node < most_nodes; ++node)
      if ((nodes >> node & 1U) != 0) fresh |= Nodes{1} << renamed(node);
    return fresh;
  };
  Scenario copy = edited(scenario, [&](Kind kind, Value& value) {
    if (kind == Kind::node && value.tag == Tag::number) value.number = renamed(value.number);
    return false;
  });
  copy.parameters.set("nodes", scenario.parameters.get("nodes") - 1);
  for (Step& step : copy.steps) {
    step.node = static_cast<std::uint32_t>(renamed(step.node));
    step.from = renamed_all(step.from);
    step.to = renamed_all(step.to);
    part_sides(step);
  }
  std::erase_if(copy.steps,
                [](const Step& step) { return step.kind == Step::Kind::cut && step.from == 0; });
  return copy;
}

}  // namespace

std::optional<Scenario> with_smaller_parameters(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  for (const Parameter& parameter : scenario.workload->parameters) {
    const std::int64_t given = scenario.parameters.get(parameter.name);
    if (given == Parameter::none) continue;
    if (scenario.workload->cluster && parameter.name == "nodes") {
      for (std::int64_t gone = given - 1; gone >= 0 && given > 1; --gone)
        if (pick.offer([&] { return without_node(scenario, gone); })) return pick.take();
      continue;
    }
    const auto with = [&](std::int64_t value) {
      Scenario copy = scenario;
      copy.parameters.set(parameter.name, value);
      return copy;
    };
    if (given == parameter.least) continue;
    for (const std::int64_t smaller : {parameter.least, given / 2, given - 1})
      if (smaller >= parameter.least && smaller < given &&
          pick.offer([&] { return with(smaller); }))
        return pick.take();
  }
  return pick.take();
}

std::optional<Scenario> with_shorter_lists(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  std::uint32_t lists = 0;
  look(scenario, [&](Kind, Value& seen) {
    if (seen.tag != Tag::list) return false;
    const std::uint32_t which = lists++;
    const std::size_t size = seen.items.size();
    for (std::size_t piece = size; piece > 0; piece /= 2)
      for (std::size_t first = 0; first + piece <= size; first += piece) {
        const auto make = [&] {
          std::uint32_t at = 0;
          return edited(scenario, [&](Kind, Value& value) {
            if (value.tag != Tag::list || at++ != which) return false;
            const auto begin = value.items.begin() + static_cast<std::ptrdiff_t>(first);
            value.items.erase(begin, begin + static_cast<std::ptrdiff_t>(piece));
            return true;
          });
        };
        if (pick.offer(make)) return true;
      }
    return false;
  });
  return pick.take();
}

std::optional<Scenario> with_shifted_numbers(const Scenario& scenario, std::uint32_t n) {
  struct Range {
    Kind kind;
    std::int64_t least, most;
  };
  std::vector<Range> ranges;
  look(scenario, [&](Kind kind, Value& value) {
    if (value.tag != Tag::number) return false;
    const auto range = std::ranges::find(ranges, kind, &Range::kind);
    if (range == ranges.end()) return ranges.push_back({kind, value.number, value.number}), false;
    range->least = std::min(range->least, value.number);
    range->most = std::max(range->most, value.number);
    return false;
  });
  Picker pick(n);
  for (const Range& range : ranges) {
    // The whole way to zero, or half of it, a quarter ...; nothing if the numbers lie on both
    // sides.
    const std::int64_t distance = range.least > 0 ? range.least : range.most < 0 ? range.most : 0;
    for (std::int64_t step = distance; step != 0; step /= 2) {
      const auto make = [&] {
        return edited(scenario, [&](Kind kind, Value& value) {
          if (kind == range.kind && value.tag == Tag::number) value.number -= step;
          return false;
        });
      };
      if (pick.offer(make)) return pick.take();
    }
  }
  return pick.take();
}

std::optional<Scenario> with_smaller_numbers_everywhere(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  std::vector<std::pair<Kind, std::int64_t>> seen;
  look(scenario, [&](Kind kind, Value& value) {
    const std::pair<Kind, std::int64_t> number{kind, value.number};
    if (value.tag != Tag::number || std::ranges::find(seen, number) != seen.end()) return false;
    seen.push_back(number);
    for (const std::int64_t smaller : smaller_numbers(value.number)) {
      const auto make = [&] {
        return edited(scenario, [&](Kind other, Value& occurrence) {
          if (other == kind && occurrence.tag == Tag::number && occurrence.number == number.second)
            occurrence.number = smaller;
          return false;
        });
      };
      if (pick.offer(make)) return true;
    }
    return false;
  });
  return pick.take();
}

std::optional<Scenario> without_a_counted_command(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  for (std::uint32_t at = 0; at < scenario.steps.size(); ++at) {
    if (scenario.steps[at].kind != Step::Kind::command) continue;
    // All of them one less; or those only that do not become zero.
    const auto with = [&](std::int64_t least) {
      return edited(without_steps(scenario, at, 1), [least](Kind kind, Value& value) {
        const bool counts = kind == Kind::offset || kind == Kind::sequence || kind == Kind::count;
        if (counts && value.tag == Tag::number && value.number > least) --value.number;
        return false;
      });
    };
    if (pick.offer([&] { return with(0); }) || pick.offer([&] { return with(1); })) break;
  }
  return pick.take();
}

std::optional<Scenario> with_a_smaller_number(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  std::uint32_t numbers = 0;
  look(scenario, [&](Kind, Value& value) {
    if (value.tag != Tag::number) return false;
    const std::uint32_t which = numbers++;
    for (const std::int64_t smaller : smaller_numbers(value.number)) {
      const auto make = [&] {
        std::uint32_t at = 0;
        return edited(scenario, [&](Kind, Value& occurrence) {
          if (occurrence.tag != Tag::number || at++ != which) return false;
          occurrence.number = smaller;
          return true;
        });
      };
      if (pick.offer(make)) return true;
    }
    return false;
  });
  return pick.take();
}

std::optional<Scenario> with_plainer_names(const Scenario& scenario, std::uint32_t n) {
  Picker pick(n);
  std::vector<std::string> names, actors;
  look(scenario, [&](Kind kind, Value& value) {
    if (value.tag == Tag::text && is_name(kind) &&
        std::ranges::find(names, value.text) == names.end())
      names.push_back(value.text);
    return false;
  });
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string plain = plain_name(i);
    // The names before this one are plain already or could not be made so.
    if (names[i] == plain || std::ranges::find(names, plain) != names.end()) continue;
    const auto make = [&] {
      return edited(scenario, [&](Kind kind, Value& value) {
        if (value.tag == Tag::text && is_name(kind) && value.text == names[i]) value.text = plain;
        return false;
      });
    };
    if (pick.offer(make)) return pick.take();
  }
  for (const Step& step : scenario.steps)
    if (step.kind == Step::Kind::command && std::ranges::find(actors, step.actor) == actors.end())
      actors.push_back(step.actor);
  for (std::size_t i = 0; i < actors.size(); ++i) {
    const std::string plain = "c" + std::to_string(i + 1);
    if (actors[i] == plain || std::ranges::find(actors, plain) != actors.end()) continue;
    const auto make = [&] {
      Scenario copy = scenario;
      for (Step& step : copy.steps)
        if (step.kind == Step::Kind::command && step.actor == actors[i]) step.actor = plain;
      return copy;
    };
    if (pick.offer(make)) return pick.take();
  }
  return pick.take();
}

}  // namespace fencepost::properties
