// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/catalogue.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/summary_table.hpp"
#include "fencepost/sut/external/protocol_manual.hpp"

namespace fencepost::cli {
namespace {

using properties::Mode;
using properties::Property;
using properties::Workload;

constexpr std::size_t name_cells = 46;

std::string heading(const Workload& workload, const Console& console) {
  const Contract& contract = *workload.contract;
  return console.out_ink.strong(std::string(contract.name)) + "  " +
         std::string(contract.sentence) + '\n';
}

std::string command_line(const CommandContract& command) {
  std::string fields;
  for (const Field& field : command.fields)
    fields += (fields.empty() ? " {" : ", ") + std::string(field.name);
  if (!fields.empty()) fields += '}';
  return "    " + reports::left(std::string(command.name) + fields, name_cells) + ' ' +
         std::string(command.sentence) + '\n';
}

std::string property_line(std::string_view name, std::string_view sentence) {
  return "    " + reports::left(name, name_cells) + ' ' + std::string(sentence) + '\n';
}

std::string whole(const Workload& workload, const Console& console) {
  std::string text = heading(workload, console);
  for (const Parameter& parameter : workload.contract->parameters)
    text += "    " +
            reports::left(std::string(parameter.name) + (parameter.required ? "" : " (optional)"),
                          name_cells) +
            ' ' + std::string(parameter.sentence) + '\n';
  text += "  commands\n";
  for (const CommandContract& command : workload.contract->commands) text += command_line(command);
  text += "  properties\n";
  for (const std::string_view name : properties::shared_properties(*workload.contract))
    text += property_line(name, sentence_of_shared(name));
  for (const Property& property : workload.properties)
    if (property.mode != Mode::sometimes) text += property_line(property.name, property.sentence);
  text += "  marks\n";
  for (const Property& property : workload.properties)
    if (property.mode == Mode::sometimes) text += property_line(property.name, property.sentence);
  return text + '\n';
}

/// Without names all of both kinds.
std::vector<const Workload*> workloads_for(const Flags& flags) {
  std::vector<const Workload*> workloads = choose_workloads(flags.operands);
  if (flags.operands.empty())
    for (const Workload& workload : properties::cluster_workloads()) workloads.push_back(&workload);
  return workloads;
}

}  // namespace

ExitCode list(const Flags& flags, Console& console) {
  if (flags.protocol) {
    console.out.write(sut::protocol_manual());
    return ExitCode::ok;
  }
  for (const Workload* const workload : workloads_for(flags))
    console.out.write(flags.json    ? json_of(*workload)
                      : flags.quiet ? std::string(workload->contract->name) + '\n'
                                    : whole(*workload, console));
  return ExitCode::ok;
}

}  // namespace fencepost::cli
