// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/world.hpp"

#include <algorithm>
#include <exception>
#include <string>

#include "fencepost/model/vocabulary/check.hpp"

namespace fencepost::faults {
namespace {

/// Everything of an event that can be observed, and nothing else.
void fold(DigestChain& digest, const Scenario& scenario, Event& event) {
  const Step& message = scenario.steps[event.message];
  digest.begin();
  digest.add(static_cast<std::uint64_t>(event.kind) | static_cast<std::uint64_t>(event.copy) << 8U |
             static_cast<std::uint64_t>(event.told) << 16U |
             static_cast<std::uint64_t>(event.in_message) << 17U |
             static_cast<std::uint64_t>(event.twice) << 18U |
             static_cast<std::uint64_t>(event.disk_struck) << 19U |
             static_cast<std::uint64_t>(event.outcome.status) << 24U |
             static_cast<std::uint64_t>(message.id) << 32U);
  digest.add(static_cast<std::uint64_t>(event.writes_lost) << 32U | event.torn_bytes);
  if (message.kind == Step::Kind::command) {
    digest.add(static_cast<std::uint64_t>(message.command.type));
    digest.add(message.command.fields.bytes());
  }
  digest.add(event.outcome.body.bytes());
  event.digest = digest.fold();
}

}  // namespace

const End& World::play(const Scenario& scenario, sut::Home& home, Witness& witness,
                       History& history, std::uint32_t until) {
  scenario_ = &scenario;
  home_ = &home;
  witness_ = &witness;
  history_ = &history;
  history.clear();
  digest_.reset();
  system_.reset();
  disk_.clear();
  end_ = {};
  gather_trouble();
  home.move_in(scenario.parameters, disk_);
  // What happens, a start too, belongs to a step.
  if (scenario.steps.empty() || !start(0)) return end_;
  const auto size = static_cast<std::uint32_t>(scenario.steps.size());
  for (std::uint32_t step = 0; step < size; ++step) {
    if (step == until) {
      end_.kind = End::Kind::paused;
      return end_;
    }
    if (!take(step)) break;
  }
  const bool whole = end_.kind == End::Kind::played;
  for (std::uint32_t step = 0; whole && step < size && !end_.idle_exception; ++step)
    if (family_of(scenario.steps[step]) != Family::none && !has_struck_[step])
      end_.idle_exception = step;
  return end_;
}

void World::gather_trouble() {
  const auto& steps = scenario_->steps;
  trouble_.clear();
  trouble_at_.assign(steps.size(), 0);
  has_struck_.assign(steps.size(), false);
  sent_at_.clear();
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind == Step::Kind::command) {
      sent_at_.push_back(i);
      continue;
    }
    if (step.id == 0) continue;
    Trouble& trouble = make_trouble_of(step_of_message(step.id));
    switch (step.kind) {
      case Step::Kind::late: trouble.late = i; break;
      case Step::Kind::drop_request: trouble.drop_request = i; break;
      case Step::Kind::drop_reply: trouble.drop_reply = i; break;
      case Step::Kind::crash_in: trouble.crash_in = i; break;
      case Step::Kind::fail_write: trouble.fail_write = i; break;
      case Step::Kind::fail_sync: trouble.fail_sync = i; break;
      case Step::Kind::disk_full: trouble.disk_full = i; break;
      default: break;
    }
  }
}

std::uint32_t World::step_of_message(std::uint32_t id) const {
  return *std::ranges::lower_bound(
      sent_at_, id, {}, [this](std::uint32_t step) { return scenario_->steps[step].id; });
}

World::Trouble& World::make_trouble_of(std::uint32_t step) {
  if (trouble_at_[step] == 0) {
    trouble_.emplace_back();
    trouble_at_[step] = static_cast<std::uint32_t>(trouble_.size());
  }
  return *trouble_of(step);
}

void World::strike(std::uint32_t step) {
  has_struck_[step] = true;
  ++end_.struck[static_cast<std::size_t>(family_of(scenario_->steps[step]))];
}

bool World::take(std::uint32_t step) {
  const Step& what = scenario_->steps[step];
  switch (what.kind) {
    case Step::Kind::command:
      if (what.zombie) strike(step);
      return is_late(step) || deliver(step, step, Event::Copy::first);
    case Step::Kind::again:
      strike(step);
      return deliver(step_of_message(what.id), step, Event::Copy::duplicate);
    case Step::Kind::late:
      if (trouble_of(step_of_message(what.id))->late != step) return true;
      strike(step);
      return deliver(step_of_message(what.id), step, Event::Copy::late);
    case Step::Kind::crash: strike(step); return crash(step, step, false, what);
    case Step::Kind::lose_node: strike(step); return lose_node(step);
    case Step::Kind::flip_bit: {
      if (!disk_.flip_bit(what.at, what.bit)) return true;
      strike(step);
      Event& event = history_->add();
      event.kind = Event::Kind::bit_flipped;
      event.step = event.message = step;
      return report(event);
    }
    case Step::Kind::calm: {
      Event& event = history_->add();
      event.kind = Event::Kind::calm_began;
      event.step = event.message = step;
      return report(event);
    }
    default: return true;  // waits for its message
  }
}

bool World::report(Event& event) {
  if (event.kind != Event::Kind::answered && event.kind != Event::Kind::damage_found)
    event.outcome.unknown("");
  fold(digest_, *scenario_, event);
  if (witness_->saw(*scenario_, event)) return true;
  end_.kind = End::Kind::stopped;
  return false;
}

bool World::deliver(std::uint32_t message, std::uint32_t step, Event::Copy copy) {
  const auto& steps = scenario_->steps;
  // Only the first copy to arrive is struck.
  const Trouble* const trouble = copy == Event::Copy::duplicate ? nullptr : trouble_of(message);
  ++end_.deliveries;
  disk_.begin_message();
  if (trouble != nullptr) {
    if (trouble->drop_request != Trouble::nothing) {
      strike(trouble->drop_request);
      Event& event = history_->add();
      event.kind = Event::Kind::request_lost;
      event.copy = copy;
      event.step = step;
      event.message = message;
      event.told = false;
      return report(event);
    }
    if (trouble->crash_in != Trouble::nothing) disk_.lose_power_before(steps[trouble->crash_in].at);
    if (trouble->fail_write != Trouble::nothing)
      disk_.fail_write(steps[trouble->fail_write].at, steps[trouble->fail_write].loss.torn);
    if (trouble->fail_sync != Trouble::nothing) disk_.fail_sync(steps[trouble->fail_sync].at);
    if (trouble->disk_full != Trouble::nothing) disk_.set_full(true);
  }
  Event& event = history_->add();
  event.copy = copy;
  event.step = step;
  event.message = message;
  try {
    system_->answer(steps[message].command, event.outcome);
  } catch (const sut::PowerLoss&) {
    strike(trouble->crash_in);
    const Step& plan = steps[trouble->crash_in];
    return crash(step, message, true, plan);
  } catch (const std::exception& thrown) {
    // No answer at all: a system may not throw, whatever it is asked.
    event.outcome.unknown(std::string("it threw: ") + thrown.what());
  }
  if (trouble != nullptr) {
    event.disk_struck = disk_.struck();
    if (event.disk_struck)
      for (const std::uint32_t fault :
           {trouble->fail_write, trouble->fail_sync, trouble->disk_full})
        if (fault != Trouble::nothing) strike(fault);
    if (trouble->drop_reply != Trouble::nothing) {
      strike(trouble->drop_reply);
      event.told = false;
    }
    if (trouble->crash_in != Trouble::nothing && !home_->uses_disk()) {
      // A system with storage of its own has no operations to count: it dies when it has answered.
      strike(trouble->crash_in);
      event.told = false;
      if (!report(event)) return false;
      return crash(step, message, false, {});
    }
    disk_.begin_message();
  }
  if (const std::string_view words = system_->failed(); !words.empty()) {
    end_.kind = End::Kind::system_failed;
    end_.words = words;
    return false;
  }
  if (!report(event)) return false;
  // A disk error left the system uncertain of itself: it starts again from what is stored.
  const bool uncertain = event.outcome.status == Status::unknown && home_->uses_disk();
  return !uncertain || crash(step, step, false, {});
}

bool World::start(std::uint32_t step) {
  disk_.begin_message();
  sut::Start start;
  try {
    start = home_->start();
  } catch (const std::exception& thrown) {
    start.damage = std::string("it threw: ") + thrown.what();
  }
  system_ = std::move(start.system);
  if (system_ != nullptr) return true;
  end_.words = start.failure.empty() ? start.damage : start.failure;
  if (!start.failure.empty()) {
    end_.kind = End::Kind::system_failed;
    return false;
  }
  Event& event = history_->add();
  event.kind = Event::Kind::damage_found;
  event.step = event.message = step;
  event.outcome.unknown(start.damage);
  if (report(event)) end_.kind = End::Kind::damage_found;
  return false;
}

bool World::dies_recovering(std::uint32_t at, std::uint32_t kept) {
  if (at == 0 || !home_->uses_disk()) return false;
  disk_.begin_message();
  disk_.lose_power_before(at);
  try {
    static_cast<void>(home_->start());
    return false;
  } catch (const sut::PowerLoss&) {
    Loss loss;
    loss.kept = kept;
    disk_.crash(loss);
    return true;
  }
}

bool World::crash(std::uint32_t step, std::uint32_t message, bool in_message, const Step& plan) {
  system_.reset();
  const SimDisk::Lost lost = disk_.crash(plan.loss);
  // A crash in a message takes over the event that its answer would have filled.
  Event& event = in_message ? history_->last() : history_->add();
  event.kind = Event::Kind::crashed;
  event.step = step;
  event.message = message;
  event.in_message = in_message;
  event.told = !in_message;
  event.writes_lost = lost.writes;
  event.torn_bytes = lost.torn_bytes;
  event.twice = dies_recovering(plan.again_at, plan.again_kept);
  return report(event) && start(step);
}

bool World::lose_node(std::uint32_t step) {
  const Step& plan = scenario_->steps[step];
  system_.reset();
  disk_.lose_node();
  Event& event = history_->add();
  event.kind = Event::Kind::node_lost;
  event.step = event.message = step;
  event.twice = dies_recovering(plan.again_at, plan.again_kept);
  return report(event) && start(step);
}

}  // namespace fencepost::faults
