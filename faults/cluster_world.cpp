// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/cluster_world.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fencepost::faults {
namespace {

PacketName name_of(const Step& step) { return {step.id, step.part}; }

std::string names_of(Nodes nodes, std::uint32_t count) {
  std::string text;
  for (std::uint32_t n = 0; n < count; ++n)
    if ((nodes >> n & 1U) != 0) text += (text.empty() ? "" : ",") + name_of_node(n);
  return text;
}

}  // namespace

void ClusterWorld::begin() {
  network_ = {};
  services_.clear();
  actors_.clear();
  questions_.clear();
  next_client_ = next_setup_client_ = next_packet_ = 0;
}

void ClusterWorld::plan(const Scenario& scenario, std::uint32_t first) {
  end_ = {};
  scenario_ = &scenario;
  nodes_ = static_cast<std::uint32_t>(scenario.parameters.get("nodes", 1));
  early_lines_.assign(nodes_, {});
  const auto size = static_cast<std::uint32_t>(scenario.steps.size());
  has_struck_.assign(size, false);
  drops_.clear();
  stales_.clear();
  kills_.clear();
  std::set<PacketName> late, again;
  first_step_ = first;
  calm_step_ = size;
  for (std::uint32_t i = first; i < size; ++i) {
    const Step& step = scenario.steps[i];
    switch (step.kind) {
      case Step::Kind::late: late.insert(name_of(step)); break;
      case Step::Kind::again: again.insert(name_of(step)); break;
      case Step::Kind::drop: drops_.emplace(name_of(step), i); break;
      case Step::Kind::stale: stales_.emplace(name_of(step), i); break;
      case Step::Kind::kill_in: kills_.emplace(name_of(step), i); break;
      case Step::Kind::calm: calm_step_ = i; break;
      default: break;
    }
  }
  network_.plan(std::move(late), std::move(again));
  patience_.begin();
}

const ClusterEnd& ClusterWorld::play(const Scenario& scenario, sut::Cluster& cluster,
                                     Clients& clients, ClusterHistory& history) {
  cluster_ = &cluster;
  clients_ = &clients;
  history_ = &history;
  begin();
  plan(scenario, 0);
  history.clear();
  clients.begin(scenario);
  return start_all() ? play_steps() : end_;
}

const ClusterEnd& ClusterWorld::play_on(const Scenario& story, std::uint32_t first) {
  plan(story, first);
  clients_->go_on(story);
  return play_steps();
}

const ClusterEnd& ClusterWorld::play_steps() {
  const auto size = static_cast<std::uint32_t>(scenario_->steps.size());
  for (std::uint32_t i = first_step_; i < size && !is_over(); ++i) step(i);
  if (calm_step_ == size) {
    before_calm_ = history_->operations.size();
    happenings_before_calm_ = history_->happenings.size();
  }
  if (!is_over()) finish();
  for (std::uint32_t i = first_step_; i < size && !end_.idle_exception; ++i)
    if (family_of(scenario_->steps[i]) != Family::none && !has_struck_[i]) end_.idle_exception = i;
  return end_;
}

const ClusterEnd& ClusterWorld::play_calm_again(std::size_t& first, std::uint32_t milliseconds) {
  if (milliseconds > 0) let_time_pass(milliseconds);
  // Of the rounds only the last is shown.
  history_->happenings.resize(happenings_before_calm_);
  first = history_->operations.size();
  const auto size = static_cast<std::uint32_t>(scenario_->steps.size());
  for (std::uint32_t i = calm_step_ + 1; i < size && !is_over(); ++i) {
    network_.count_anew(scenario_->steps[i].id);
    step(i);
  }
  if (!is_over()) finish();
  return end_;
}

void ClusterWorld::look_for_a_stop() {
  if (is_over() || !stopped_ || !stopped_()) return;
  end_.kind = ClusterEnd::Kind::interrupted;
  end_.words = "interrupted before it was played to its end";
}

void ClusterWorld::step(std::uint32_t index) {
  look_for_a_stop();
  if (is_over()) return;
  const Step& step = scenario_->steps[index];
  if (step.kind == Step::Kind::command)
    command(step);
  else if (step.kind == Step::Kind::calm)
    begin_calm();
  else
    strike(index, step);
  settle();
}

void ClusterWorld::strike(std::uint32_t index, const Step& step) {
  // Those of the plan for a message strike when it is delivered.
  if (step.kind == Step::Kind::drop || step.kind == Step::Kind::stale ||
      step.kind == Step::Kind::kill_in)
    return;
  if (!strikes(step)) return;
  has_struck_[index] = true;
  struck(family_of(step));
}

bool ClusterWorld::strikes(const Step& step) {
  const std::uint32_t node = step.node;
  const std::string name = name_of_node(node);
  switch (step.kind) {
    case Step::Kind::late: return network_.release(name_of(step));
    case Step::Kind::again: return network_.repeat(name_of(step));
    case Step::Kind::cut: cut(step); return true;
    case Step::Kind::heal:
      if (!network_.is_cut_anywhere()) return false;
      network_.heal();
      happen(Happening::Kind::healed);
      return true;
    case Step::Kind::pause:
      if (network_.is_paused(name)) return false;
      network_.pause(name);
      cluster_->pause(node);
      happen(Happening::Kind::paused, {}, name);
      return true;
    case Step::Kind::resume:
      if (!network_.is_paused(name)) return false;
      network_.resume(name);
      cluster_->resume(node);
      happen(Happening::Kind::resumed, {}, name);
      collect(node, 0);
      return true;
    case Step::Kind::wait:
      if (!cluster_->has_timers()) return false;
      let_time_pass(step.at);
      return true;
    case Step::Kind::kill: return kill(node, false);
    case Step::Kind::lose_folder: return kill(node, true);
    default: return false;
  }
}

void ClusterWorld::cut(const Step& step) {
  const auto one_way = [this](Nodes from, Nodes to) {
    for (std::uint32_t a = 0; a < nodes_; ++a)
      for (std::uint32_t b = 0; b < nodes_; ++b)
        if (a != b && (from >> a & 1U) != 0 && (to >> b & 1U) != 0)
          network_.cut(name_of_node(a), name_of_node(b));
  };
  one_way(step.from, step.to);
  if (step.both) one_way(step.to, step.from);
  happen(Happening::Kind::cut, names_of(step.from, nodes_), names_of(step.to, nodes_)).words =
      step.both ? "both ways" : "one way";
}

void ClusterWorld::begin_calm() {
  patience_.begin();
  network_.heal();
  for (std::uint32_t node = 0; node < nodes_ && !is_over(); ++node) {
    if (!network_.is_paused(name_of_node(node))) continue;
    network_.resume(name_of_node(node));
    cluster_->resume(node);
    collect(node, 0);
  }
  network_.release_all();
  happen(Happening::Kind::calm_began);
  settle();
  if (!is_over()) finish();
  before_calm_ = history_->operations.size();
  happenings_before_calm_ = history_->happenings.size();
  patience_.begin();
}

void ClusterWorld::finish() {
  await_replies();
  while (!questions_.empty()) {
    const std::string actor = questions_.begin()->second.actor;  // which is gone with its question
    give_up(actor);
  }
}

Happening& ClusterWorld::happen(Happening::Kind kind, std::string from, std::string to) {
  Happening& happening = history_->happenings.emplace_back();
  happening.kind = kind;
  happening.from = std::move(from);
  happening.to = std::move(to);
  return happening;
}

Happening& ClusterWorld::happen(Happening::Kind kind, const Packet& packet) {
  Happening& happening = happen(kind, packet.from, packet.to);
  happening.root = packet.name.root;
  happening.part = packet.name.part;
  happening.words = in_short(packet.body);
  happening.duplicate = packet.duplicate;
  happening.late = packet.late;
  return happening;
}

void ClusterWorld::note(const std::string& what, std::string_view example) {
  auto& [count, first] = end_.notes[what];
  if (count++ == 0) first = example.substr(0, 200);
}

void ClusterWorld::break_rule(const std::string& what, std::string_view example) {
  if (end_.malformed.empty()) end_.malformed = what + ": " + std::string(example.substr(0, 200));
}

}  // namespace fencepost::faults
