// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/event_words.hpp"

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/reports/columns.hpp"

namespace fencepost::reports {
namespace {

std::string message(std::uint32_t id) { return "message " + std::to_string(id); }

/// The exception of this kind that names the message, or null.
const Step* find_exception(const Scenario& scenario, std::uint32_t id, Step::Kind kind) {
  for (const Step& step : scenario.steps)
    if (step.kind == kind && step.id == id) return &step;
  return nullptr;
}

std::string words_of_copy(const Event& event, const Step& command) {
  switch (event.copy) {
    case Event::Copy::first: return {};
    case Event::Copy::duplicate: return message(command.id) + " arrives again: ";
    case Event::Copy::late: return message(command.id) + " arrives only now: ";
  }
  return {};
}

Row row_of_message(const Scenario& scenario, const Event& event) {
  const Step& command = scenario.steps[event.message];
  Row row;
  row.id = command.id;
  row.actor = command.zombie ? command.actor + " (zombie)" : command.actor;
  row.what = words_of_copy(event, command) + to_text(*scenario.workload, command.command);
  return row;
}

std::vector<Row> rows_of_answer(const Scenario& scenario, const Event& event) {
  std::vector<Row> rows = {row_of_message(scenario, event)};
  const Step& command = scenario.steps[event.message];
  rows[0].outcome = to_text(*scenario.workload, command.command, event.outcome);
  if (event.disk_struck) {
    if (const Step* fault = find_exception(scenario, command.id, Step::Kind::fail_write))
      rows.push_back({0,
                      {},
                      "write " + std::to_string(fault->at) + " to the disk fails after " +
                          counted(fault->loss.torn, "byte"),
                      {}});
    if (const Step* fault = find_exception(scenario, command.id, Step::Kind::fail_sync))
      rows.push_back({0, {}, "sync " + std::to_string(fault->at) + " of the disk fails", {}});
    if (find_exception(scenario, command.id, Step::Kind::disk_full) != nullptr)
      rows.push_back({0, {}, "the disk is full", {}});
  }
  if (!event.told) rows.push_back({0, {}, "the reply is lost", {}});
  return rows;
}

std::string again_words(const Event& event) {
  return event.twice ? "; power is lost again while the system recovers" : "";
}

/// `; 2 unsynced writes are lost, 1 kept`
std::string words_of_loss(const Loss& loss, const Event& event) {
  std::string words;
  if (event.writes_lost > 0)
    words += "; " + counted(event.writes_lost, "unsynced write") +
             (event.writes_lost == 1 ? " is" : " are") + " lost";
  if (event.writes_lost > 0 && loss.kept > 0) words += ", " + std::to_string(loss.kept) + " kept";
  if (event.torn_bytes > 0)
    words += ", " + counted(event.torn_bytes, "byte") + " of the next kept" +
             (loss.zeros ? ", its rest zeros" : "");
  if (loss.names) words += "; names of files are as they were at their last sync";
  return words + again_words(event);
}

/// The crash that stands in the plan for this event; a system that gives up after a disk error has
/// none.
Loss planned_loss(const Scenario& scenario, const Event& event) {
  const Step& step = scenario.steps[event.step];
  if (step.kind == Step::Kind::crash) return step.loss;
  const Step* planned =
      event.in_message
          ? find_exception(scenario, scenario.steps[event.message].id, Step::Kind::crash_in)
          : nullptr;
  return planned == nullptr ? Loss{} : planned->loss;
}

std::vector<Row> rows_of_crash(const Scenario& scenario, const Event& event) {
  const std::string loss = words_of_loss(planned_loss(scenario, event), event);
  if (event.in_message) {
    Row row = row_of_message(scenario, event);
    row.outcome = "no reply";
    const Step* planned = find_exception(scenario, row.id, Step::Kind::crash_in);
    const std::string when =
        planned == nullptr ? "" : " before its disk operation " + std::to_string(planned->at);
    return {row, {0, {}, "power is lost" + when + loss, {}}};
  }
  if (scenario.steps[event.step].kind == Step::Kind::crash)
    return {{0, {}, "power is lost" + loss, {}}};
  return {{0, {}, "the system is started anew" + loss, {}}};
}

}  // namespace

std::vector<Row> rows_of(const Scenario& scenario, const Event& event) {
  const Step& step = scenario.steps[event.step];
  switch (event.kind) {
    case Event::Kind::answered: return rows_of_answer(scenario, event);
    case Event::Kind::request_lost: {
      Row row = row_of_message(scenario, event);
      row.outcome = "the request is lost";
      return {row};
    }
    case Event::Kind::crashed: return rows_of_crash(scenario, event);
    case Event::Kind::node_lost:
      return {{0, {}, "the node is lost; only its log is left" + again_words(event), {}}};
    case Event::Kind::bit_flipped:
      return {{0,
               {},
               "bit " + std::to_string(step.bit) + " of stored write " + std::to_string(step.at) +
                   " is flipped",
               {}}};
    case Event::Kind::damage_found:
      return {{0, {}, "the system reports damage: " + std::string(event.outcome.code()), {}}};
    case Event::Kind::calm_began: return {{0, {}, "calm begins: no more faults", {}}};
  }
  return {};
}

}  // namespace fencepost::reports
