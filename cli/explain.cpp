// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fencepost/cli/catalogue.hpp"
#include "fencepost/cli/files.hpp"
#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/subject.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/summary_table.hpp"

namespace fencepost::cli {
namespace {

using properties::Property;
using properties::Workload;

/// Stored histories for which `is_about` is true, a path a line.
template <class IsAbout>
std::string stored_histories(const char* heading, IsAbout is_about) {
  const std::string folder = corpus_folder();
  std::string text;
  if (folder.empty()) return text;
  for (const std::string& path : history_files({folder})) {
    bool is_newer = false;
    const Result<Subject> subject = read_subject(path, is_newer);
    if (subject && is_about(subject->file)) text += "    " + path + '\n';
  }
  return text.empty() ? text : std::string("  ") + heading + '\n' + text;
}

std::string convicted_bugs(std::string_view property, std::string_view workload) {
  std::string text;
  for (const sut::PlantedBug* const bug : sut::planted_bugs())
    if (bug->property == property && (workload.empty() || bug->workload == workload))
      text += "    " + std::string(bug->id) + ": " + std::string(bug->sentence) + '\n';
  return text.empty() ? text : "  planted bugs that it convicts\n" + text;
}

std::string stories_of(std::string_view property, std::string_view workload) {
  return stored_histories("stored histories about it", [&](const HistoryFile& file) {
    return file.property == property &&
           (workload.empty() || file.scenario.workload->name == workload);
  });
}

std::string text_of(const Workload& workload, const Property& property, const Console& console) {
  const std::string_view name = workload.contract->name;
  std::string text = console.out_ink.strong(property.name) + "  (" + std::string(name) + ", " +
                     std::string(name_of(property.mode)) + ")\n  " +
                     std::string(property.sentence) + '\n';
  if (property.mode == properties::Mode::sometimes)
    return text + "  A mark: a campaign that never reaches it has not tried what it should" +
           (property.needs_disk ? "; asked only of systems on a disk of ours" : "") + ".\n";
  return text + convicted_bugs(property.name, name) + stories_of(property.name, name);
}

std::string text_of_shared(std::string_view name, const Console& console) {
  return console.out_ink.strong(name) + "  (every workload, always)\n  " +
         std::string(sentence_of_shared(name)) + '\n' + convicted_bugs(name, {}) +
         stories_of(name, {});
}

std::string text_of(const sut::PlantedBug& bug, const Console& console) {
  return console.out_ink.strong(bug.id) + "  (planted in " + std::string(bug.workload) + ")\n  " +
         std::string(bug.sentence) + "\n  source: " + std::string(bug.source) +
         "\n  convicted by " + std::string(bug.property) + " in " + std::to_string(bug.shortest) +
         (bug.shortest == 1 ? " line" : " lines") + "\n  try it: fencepost run --bug " +
         std::string(bug.id) + '\n' +
         stored_histories("stored histories about it",
                          [&](const HistoryFile& file) { return file.bug == bug.id; });
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const std::span<const Workload> known :
       {properties::workloads(), properties::cluster_workloads()}) {
    for (const std::string_view name : properties::shared_properties(*known.front().contract))
      names.push_back(name);
    for (const Workload& workload : known)
      for (const Property& property : workload.properties) names.push_back(property.name);
  }
  for (const sut::PlantedBug* const bug : sut::planted_bugs()) names.push_back(bug->id);
  return names;
}

}  // namespace

ExitCode explain(const Flags& flags, Console& console) {
  if (flags.operands.size() != 1)
    throw Refusal{ExitCode::usage, "'explain' wants one name, of a property, a mark or a bug"};
  const std::string& name = flags.operands.front();
  std::string text;
  if (!sentence_of_shared(name).empty()) text += text_of_shared(name, console);
  // Two workloads may have a property of the same name.
  for (const std::span<const Workload> known :
       {properties::workloads(), properties::cluster_workloads()})
    for (const Workload& workload : known)
      for (const Property& property : workload.properties)
        if (property.name == name) text += text_of(workload, property, console);
  if (const sut::PlantedBug* const bug = sut::find_planted_bug(name))
    text += text_of(*bug, console);
  if (text.empty())
    throw Refusal{ExitCode::nothing_ran, "there is no property, mark or bug '" + name + "'" +
                                             did_you_mean(name, all_names()) +
                                             " (`fencepost list` and `fencepost bugs`)"};
  console.out.write(text);
  return ExitCode::ok;
}

}  // namespace fencepost::cli
