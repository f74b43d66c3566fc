// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/catalogue.hpp"

#include <nlohmann/json.hpp>

#include "fencepost/reports/summary_table.hpp"

namespace fencepost::cli {
namespace {

using Json = nlohmann::ordered_json;
using properties::Mode;

std::string line(const char* type, const Json& data) {
  const Json envelope = {{"type", type}, {"data", data}};
  return envelope.dump() + '\n';
}

Json json_of_parameters(const Contract& contract) {
  Json all = Json::array();
  for (const Parameter& parameter : contract.parameters)
    all.push_back({{"name", parameter.name},
                   {"sentence", parameter.sentence},
                   {"least", parameter.least},
                   {"most", parameter.most},
                   {"required", parameter.required}});
  return all;
}

Json json_of_commands(const Contract& contract) {
  Json all = Json::array();
  for (const CommandContract& command : contract.commands) {
    Json fields = Json::array();
    for (const Field& field : command.fields) fields.push_back(field.name);
    all.push_back({{"name", command.name}, {"sentence", command.sentence}, {"fields", fields}});
  }
  return all;
}

Json json_of_properties(const properties::Workload& workload) {
  Json all = Json::array();
  for (const std::string_view name : properties::shared_properties(*workload.contract))
    all.push_back({{"name", name}, {"mode", "always"}, {"sentence", sentence_of_shared(name)}});
  for (const properties::Property& property : workload.properties)
    all.push_back({{"name", property.name},
                   {"mode", name_of(property.mode)},
                   {"sentence", property.sentence}});
  return all;
}

}  // namespace

std::string json_of(const properties::Workload& workload) {
  const Contract& contract = *workload.contract;
  return line("workload", {{"workload", contract.name},
                           {"sentence", contract.sentence},
                           {"parameters", json_of_parameters(contract)},
                           {"commands", json_of_commands(contract)},
                           {"properties", json_of_properties(workload)}});
}

std::string json_of(const sut::PlantedBug& bug) {
  return line("bug", {{"id", bug.id},
                      {"workload", bug.workload},
                      {"sentence", bug.sentence},
                      {"source", bug.source},
                      {"property", bug.property},
                      {"shortest", bug.shortest}});
}

std::string_view sentence_of_shared(std::string_view property) {
  if (property == properties::answers_as_the_model_does)
    return "every answer is one that the model gives";
  if (property == properties::starts_again_after_every_crash)
    return "after any crash the system starts again; it reports damage only where a stored bit was "
           "flipped";
  if (property == properties::nodes_stay_up) return "no node of a cluster ends by itself";
  if (property == properties::nodes_come_to_rest)
    return "the nodes of a cluster come to rest after what they are asked";
  if (property == properties::speaks_the_protocol)
    return "every reply of a cluster has the form that the protocol asks for";
  return {};
}

std::string_view name_of(Mode mode) {
  switch (mode) {
    case Mode::always: return "always";
    case Mode::eventually: return "eventually";
    case Mode::sometimes: return "sometimes";
  }
  return {};
}

}  // namespace fencepost::cli
