// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/subject.hpp"

#include <algorithm>
#include <filesystem>

#include "fencepost/cli/files.hpp"
#include "fencepost/cli/flag_values.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/selection.hpp"
#include "fencepost/properties/claims.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/sut/planted_bugs.hpp"

namespace fencepost::cli {
namespace {

using properties::Ruling;
using properties::Verdict;

constexpr std::string_view first_words = "fencepost history ";

/// The first line is that of a history of another version.
bool has_another_version(std::string_view text) {
  if (!text.starts_with(first_words)) return false;
  text.remove_prefix(first_words.size());
  const std::string_view version = text.substr(0, text.find('\n'));
  return version != "1" && !version.empty() &&
         version.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A file says everything about its scenario; a flag that would be ignored is refused.
void refuse_flags_of_seeds(const Flags& flags, const std::string& path) {
  const char* const flag = !flags.workload.empty()  ? "--workload"
                           : !flags.without.empty() ? "--without"
                           : flags.longest          ? "--longest"
                           : flags.nodes            ? "--nodes"
                           : flags.pipeline         ? "--pipeline"
                           : !flags.faults.empty()  ? "--faults"
                                                    : nullptr;
  if (flag != nullptr)
    throw Refusal{ExitCode::usage, std::string(flag) + ": it is for seeds; all that happens in " +
                                       path + " stands in the file"};
}

Subject subject_of_seed(const Flags& flags, const std::string& typed) {
  const Result<std::uint64_t> seed = seed_from(typed);
  if (!seed)
    throw Refusal{ExitCode::usage,
                  "'" + typed + "' is no file that is there, and no seed (as 0x1a2b)"};
  std::string name = flags.workload;
  if (const sut::PlantedBug* const bug = sut::find_planted_bug(flags.bug);
      name.empty() && bug != nullptr)
    name = bug->workload;
  if (name.empty())
    throw Refusal{ExitCode::usage,
                  "a seed alone is no scenario: add --workload NAME (`fencepost list` lists them)"};
  Subject subject;
  subject.workload = &choose_workload(name);
  subject.name = "seed " + reports::hexadecimal(*seed);
  subject.file.scenario = properties::draw_scenario(
      *subject.workload, *seed, allowed_families(flags, *subject.workload->contract),
      flags.longest.value_or(60), given_parameters(flags, *subject.workload->contract));
  subject.file.seed = *seed;
  return subject;
}

std::string named(const std::string& property, const std::string& kind) {
  return kind.empty() ? property : property + " (" + kind + ")";
}

/// A property of this workload, its own or shared.
bool knows_property(const properties::Workload& workload, const std::string& name) {
  const auto shared = properties::shared_properties(*workload.contract);
  if (std::ranges::find(shared, name) != shared.end()) return true;
  return std::ranges::find(workload.properties, name, &properties::Property::name) !=
         workload.properties.end();
}

}  // namespace

std::uint32_t Subject::line_of(std::uint32_t step) const {
  return step < file.lines.size() ? file.lines[step] : step + 1;
}

Result<Subject> read_subject(const std::string& path, bool& is_newer) {
  is_newer = false;
  const Result<std::string> text = read_file(path);
  if (!text) return Failure{text.why()};
  is_newer = has_another_version(*text);
  Result<HistoryFile> file = read_history(*text);
  if (!file) return Failure{path + ": " + file.why()};
  if (const std::string why = why_unplayable(file->scenario); !why.empty())
    return Failure{path + ": " + why};
  Subject subject;
  subject.workload = properties::find_workload(file->scenario.workload->name);
  if (subject.workload == nullptr)
    return Failure{path + ": nothing can play " + std::string(file->scenario.workload->name) +
                   " here"};
  const properties::Claim* const claim = properties::find_claim(file->property);
  if (claim != nullptr && claim->workload == file->scenario.workload->name)
    subject.workload = &properties::workload_with(*claim);
  if (!file->property.empty() && !knows_property(*subject.workload, file->property))
    return Failure{path + ": " + std::string(file->scenario.workload->name) + " has no property " +
                   file->property + "; `fencepost list " +
                   std::string(file->scenario.workload->name) + "` names them"};
  subject.file = std::move(*file);
  subject.is_stored = true;
  subject.name = path;
  return subject;
}

Subject find_subject(const Flags& flags) {
  if (flags.operands.size() != 1)
    throw Refusal{ExitCode::usage, "'" + flags.verb_name + "' wants one history; `fencepost help " +
                                       flags.verb_name + "` shows an example"};
  const std::string& typed = flags.operands.front();
  std::error_code ignored;
  if (!std::filesystem::exists(typed, ignored)) return subject_of_seed(flags, typed);
  refuse_flags_of_seeds(flags, typed);
  bool is_newer = false;
  Result<Subject> subject = read_subject(typed, is_newer);
  if (!subject) throw Refusal{is_newer ? ExitCode::stale : ExitCode::usage, subject.why()};
  return std::move(*subject);
}

bool is_as_promised(const HistoryFile& file, const Verdict& verdict) {
  if (!file.expect_violated) return verdict.ruling == Ruling::held;
  return verdict.ruling == Ruling::violated && verdict.fingerprint.property == file.property &&
         verdict.fingerprint.kind == file.kind;
}

ExitCode code_of(const Verdict& verdict) {
  switch (verdict.ruling) {
    case Ruling::held: return ExitCode::ok;
    case Ruling::violated: return ExitCode::violated;
    case Ruling::undecided: return ExitCode::undecided;
    case Ruling::system_failed: return ExitCode::system_failed;
  }
  return ExitCode::internal;
}

std::string words_of(const Verdict& verdict) {
  switch (verdict.ruling) {
    case Ruling::held: return "held";
    case Ruling::violated:
      return "violated: " + named(verdict.fingerprint.property, verdict.fingerprint.kind);
    case Ruling::undecided: return "undecided: " + verdict.sentence;
    case Ruling::system_failed: return "the system failed: " + verdict.sentence;
  }
  return {};
}

std::string words_of_promise(const HistoryFile& file) {
  return file.expect_violated ? "violated: " + named(file.property, file.kind) : "held";
}

}  // namespace fencepost::cli
