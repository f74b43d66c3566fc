// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "fencepost/faults/cluster_swarm.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {

using faults::Chance;

Scenario draw_scenario(const Workload& workload, std::uint64_t seed, faults::Families allowed,
                       std::uint32_t longest, const Parameters& given) {
  const Chance chance(seed);
  const bool is_cluster = workload.contract->cluster;
  const faults::Swarm swarm = is_cluster ? faults::draw_cluster_swarm(chance, allowed, longest)
                                         : draw_swarm(chance, allowed, longest);
  Scenario scenario;
  scenario.workload = workload.contract;
  scenario.parameters = given;
  workload.draw(chance, swarm, scenario);
  is_cluster ? draw_cluster_faults(chance, swarm, scenario) : draw_faults(chance, swarm, scenario);
  return scenario;
}

Tape& send(Scenario& scenario, std::string_view actor, std::uint8_t type, bool zombie) {
  std::uint32_t last = 0;
  for (auto step = scenario.steps.rbegin(); step != scenario.steps.rend() && last == 0; ++step)
    if (step->kind == Step::Kind::command) last = step->id;
  Step& step = scenario.steps.emplace_back();
  step.id = last + 1;
  step.actor = actor;
  step.zombie = zombie;
  step.command.type = type;
  return step.command.fields;
}

void calm(Scenario& scenario) { scenario.steps.emplace_back().kind = Step::Kind::calm; }

void make_malformed(const Chance& chance, Scenario& scenario) {
  Step& step = scenario.steps.back();
  const auto& fields = scenario.workload->commands[step.command.type].fields;
  if (fields.empty() || chance.percent(10, "malformed: unknown type", step.id)) {
    step.command.type = Command::unknown_type;
    step.command.fields.clear();
    return;
  }
  const std::uint64_t spoilt = chance.below(fields.size(), "malformed: field", step.id);
  TapeReader old(step.command.fields);
  Tape fresh;
  for (std::uint64_t i = 0; i < fields.size(); ++i) {
    const std::string_view value = old.raw();
    if (i != spoilt) {
      fresh.raw(value);
      continue;
    }
    switch (chance.below(8, "malformed: how", step.id)) {
      case 0: fresh.absent(); break;
      case 1: fresh.flag(true); break;
      case 2: fresh.odd("1.5"); break;
      case 3: fresh.odd("{}"); break;
      case 4: fresh.odd("1180591620717411303424"); break;
      case 5:
        chance.percent(50, "malformed: which list", step.id)
            ? fresh.list(1).list(0)
            : fresh.list(1).list(3).number(0).null().null();
        break;
      case 6:
        fields[i].kind == Kind::name ? fresh.number(7) : fresh.odd("9223372036854775808");
        break;
      default:
        fields[i].kind == Kind::partition || fields[i].kind == Kind::offset ||
                fields[i].kind == Kind::sequence || fields[i].kind == Kind::epoch
            ? fresh.number(-1)
            : fresh.absent();
    }
  }
  step.command.fields = fresh;
}

}  // namespace fencepost::properties
