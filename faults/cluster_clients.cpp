// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::faults {
namespace {

/// A wait is made of pieces of so many milliseconds.
constexpr std::uint64_t longest_piece = 50;

/// Every command that goes to a node begins with its number.
std::uint32_t node_in(const Step& step, const CommandContract& contract) {
  if (contract.fields.empty() || contract.fields.front().kind != Kind::node) return 0;
  TapeReader fields(step.command.fields);
  return static_cast<std::uint32_t>(fields.number(0, UINT32_MAX));
}

}  // namespace

ClusterWorld::Actor& ClusterWorld::actor_named(const std::string& name) {
  const auto [found, is_new] = actors_.try_emplace(name);
  if (is_new) {
    found->second = {client_id(next_client_), next_client_, 1};
    ++next_client_;
  }
  return found->second;
}

void ClusterWorld::command(const Step& step) {
  if (step.command.type >= scenario_->workload->commands.size()) return;
  const bool pipeline = scenario_->parameters.get("pipeline", 0) != 0;
  actor_named(step.actor);
  if (waits(step.actor) && !pipeline) {
    await_replies();
    if (is_over()) return;
    if (waits(step.actor)) give_up(step.actor);
  }
  Actor& actor = actors_[step.actor];
  if (waits(step.actor)) {
    // Its number is that of the operation that is open; the next one goes by a number of its own.
    const std::int64_t old = std::exchange(actor.client, next_client_++);
    clients_->succeed(old, actor.client);
  }
  const Question question{step.actor, actor.client, step.id,
                          node_in(step, scenario_->workload->commands[step.command.type]) % nodes_};
  turn_.clear();
  clients_->ask(actor.client, step.command, turn_);
  take_turn(question);
}

void ClusterWorld::take_turn(const Question& question) {
  ++turns_;
  write_down(question);
  const bool nobody_knows =
      !turn_.wrote.empty() && turn_.wrote.back().type == Operation::Type::info;
  if (nobody_knows) return renew(question.actor);
  if (turn_.request.is(Json::Kind::null)) return;
  const std::string& id = actors_[question.actor].id;
  const std::int64_t msg_id = actors_[question.actor].next_msg_id++;
  questions_.emplace(QuestionName{id, msg_id}, question);
  turn_.request.set("msg_id", Json::of(msg_id));
  send(question.root, {{}, id, name_of_node(question.node), turn_.request});
}

void ClusterWorld::write_down(const Question& question) {
  for (Operation& operation : turn_.wrote) {
    operation.process = question.client;
    history_->operations.push_back(operation);
    history_->roots.push_back(question.root);
    history_->moments.push_back(static_cast<std::uint32_t>(history_->happenings.size()));
  }
}

void ClusterWorld::renew(const std::string& name) {
  Actor& actor = actors_[name];
  const std::int64_t old = actor.client;
  actor = {client_id(next_client_), next_client_, 1};
  ++next_client_;
  clients_->succeed(old, actor.client);
}

bool ClusterWorld::waits(const std::string& actor) const {
  return std::ranges::any_of(questions_,
                             [&](const auto& entry) { return entry.second.actor == actor; });
}

void ClusterWorld::give_up(const std::string& actor) {
  for (auto entry = questions_.begin(); entry != questions_.end();) {
    if (entry->second.actor != actor) {
      ++entry;
      continue;
    }
    const Question question = entry->second;
    entry = questions_.erase(entry);
    if (actor.empty()) continue;  // a greeting's
    happen(Happening::Kind::gave_up, actors_[actor].id).root = question.root;
    turn_.clear();
    clients_->give_up(question.client, turn_);
    write_down(question);
  }
  if (!actor.empty()) renew(actor);
}

void ClusterWorld::await_replies() {
  if (questions_.empty() || !cluster_->has_timers()) return;
  const std::uint64_t began = cluster_->milliseconds();
  let_time_pass(patience_.for_a_reply());
  patience_.waited_for_a_reply(static_cast<std::uint32_t>(cluster_->milliseconds() - began));
}

void ClusterWorld::let_time_pass(std::uint32_t milliseconds) {
  const bool asked = !questions_.empty();
  const std::uint64_t began = cluster_->milliseconds();
  std::uint64_t heard = began, now = began;
  while (now < began + milliseconds && !is_over() && !(asked && questions_.empty())) {
    const std::uint64_t left = std::min(began + milliseconds - now, longest_piece);
    const bool spoke = collect_what_came_by_itself(static_cast<std::uint32_t>(left));
    now = cluster_->milliseconds();
    look_for_a_stop();
    if (!spoke) continue;
    patience_.heard_after(static_cast<std::uint32_t>(now - heard));
    settle();
    heard = now = cluster_->milliseconds();
  }
}

}  // namespace fencepost::faults
