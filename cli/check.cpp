// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "fencepost/cli/check_pace.hpp"
#include "fencepost/cli/history_input.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/judgement_text.hpp"
#include "fencepost/cli/nearest.hpp"
#include "fencepost/cli/promised_model.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/properties/recorded/workload_guess.hpp"

namespace fencepost::cli {
namespace {

using properties::Anomaly;
using properties::CheckerOptions;
using properties::Judgement;

void refuse(const std::string& sentence) { throw Refusal{ExitCode::usage, sentence}; }

/// Once the workload is known: an option that means nothing to its checker is refused.
void check_options(const Flags& flags, const std::string& workload) {
  check_model_is_for(flags.model, workload);
  if (workload != "kafka" && (flags.subscribe || flags.ww_edges))
    refuse(std::string(flags.subscribe ? "--subscribe" : "--ww-edges") +
           ": it is for kafka, not for " + workload);
}

void check_workload(const std::string& workload) {
  const auto known = recorded::recorded_workloads();
  if (workload.empty() || std::ranges::find(known, workload) != known.end()) return;
  throw Refusal{ExitCode::nothing_ran, "--workload: nothing is recorded of '" + workload + "'" +
                                           did_you_mean(workload, {known.begin(), known.end()}) +
                                           "; histories are of " + listed_workloads()};
}

CheckerOptions options_of(const Flags& flags, CheckPace& pace) {
  CheckerOptions options;
  options.subscribe = flags.subscribe;
  options.ww_edges = flags.ww_edges;
  if (!flags.model.empty()) options.model = flags.model;
  if (flags.memory) options.most_memory = *flags.memory;
  options.enough = [&pace] { return pace.is_over(); };
  return options;
}

/// Nothing was judged, since reading ended too early.
[[noreturn]] void give_up(const CheckPace& pace) {
  if (pace.is_interrupted())
    throw Refusal{ExitCode::interrupted, "interrupted before there was anything to judge"};
  throw Refusal{ExitCode::undecided,
                "the time was up before there was anything to judge; raise --for"};
}

bool was_cut_short(const CheckPace& pace) { return pace.is_interrupted() || pace.was_time_up(); }

recorded::Opened open(const HistoryInput& input, const CheckPace& pace) {
  try {
    return input.open();
  } catch (const Refusal&) {  // what has not come yet looks like an empty file
    if (was_cut_short(pace)) give_up(pace);
    throw;
  }
}

/// Reads all of it; an interrupt or the end of its time ends the stream, wherever that is.
void read_through(recorded::Reader& reader, Judging& judging, const std::string& name,
                  CheckPace& pace) {
  recorded::Recorded recorded;
  for (;;) {
    const Result<bool> next = reader.next(recorded);
    const bool is_over = pace.has_read(judging.operations());
    if (!next && !is_over) refuse(name + ": " + next.why());
    if (!next || !*next) return;
    if (const std::string why = judging.add(std::move(recorded)); !why.empty())
      refuse(name + ": " + why);
  }
}

/// What a time that was up means for the verdict: what was found in the whole history stays found.
void take_time(const CheckPace& pace, bool was_read, Judgement& judgement) {
  if (!pace.was_time_up() || pace.is_interrupted()) return;
  if (was_read && judgement.verdict == Judgement::Verdict::violated) return;
  if (!was_read)
    judgement.why =
        "the time was up before all was read: what came later may break more, or excuse what is "
        "shown; raise --for";
  else
    judgement.why +=
        (judgement.why.empty() ? "" : "; ") + std::string("the time was up: raise --for");
  judgement.verdict = Judgement::Verdict::undecided;
}

std::set<std::uint64_t> wanted(const Judgement& judgement, bool all) {
  std::set<std::uint64_t> numbers;
  for (const Anomaly* const anomaly : shown_anomalies(judgement, all))
    numbers.insert(anomaly->operations.begin(), anomaly->operations.end());
  if (all)
    for (const Anomaly& note : judgement.notes)
      numbers.insert(note.operations.begin(), note.operations.end());
  return numbers;
}

ExitCode code_of(const Checked& checked) {
  if (checked.is_interrupted) return ExitCode::interrupted;
  switch (checked.judgement.verdict) {
    case Judgement::Verdict::held: return ExitCode::ok;
    case Judgement::Verdict::violated: return ExitCode::violated;
    case Judgement::Verdict::undecided: return ExitCode::undecided;
  }
  return ExitCode::internal;
}

ExitCode report(const Checked& checked, const Flags& flags, Console& console) {
  const ExitCode code = code_of(checked);
  if (flags.json) {
    console.out.write(json_of(checked, code));
  } else {
    const std::size_t columns = console.out.is_terminal() ? console.out.columns() : 100;
    console.say("  " + headline(checked, console.out_ink));
    if (!console.quiet) console.out.write(details(checked, {console.out_ink, columns, flags.all}));
  }
  if (checked.is_interrupted)
    console.warn("interrupted: what came later may break more, or excuse what is shown");
  else if (!checked.judgement.why.empty())
    console.warn(checked.judgement.why);
  return code;
}

}  // namespace

ExitCode check(const Flags& flags, Console& console) {
  if (flags.operands.size() != 1)
    refuse(
        "'check' wants one recorded history, or - for standard input; `fencepost help check` shows "
        "an example");
  check_workload(flags.workload);
  check_model(flags.model);
  if (!flags.workload.empty()) check_options(flags, flags.workload);
  CheckPace pace(flags, console, watch_for_interrupt());
  const HistoryInput input(flags.operands.front(), flags.format, [&] { return pace.is_over(); });
  const auto begun = std::chrono::steady_clock::now();
  recorded::Opened opened = open(input, pace);
  const std::string& told = flags.workload.empty() ? opened.workload : flags.workload;
  check_workload(told);
  Judging judging(told, options_of(flags, pace));
  read_through(*opened.reader, judging, input.name(), pace);
  const bool was_read = !was_cut_short(pace);
  Checked checked{.name = input.name(),
                  .format = opened.format,
                  .judging = judging,
                  .judgement = {},
                  .operations = {}};
  if (const std::string why = judging.finish(checked.judgement); !why.empty()) {
    if (was_read) refuse(input.name() + ": " + why);
    give_up(pace);
  }
  pace.end();
  check_options(flags, judging.workload());
  checked.is_interrupted = pace.is_interrupted();
  take_time(pace, was_read, checked.judgement);
  checked.operations = input.fetch(wanted(checked.judgement, flags.all || flags.json));
  const auto seconds = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begun);
  console.tell("read as " + std::string(to_text(opened.format)) + ", judged as " +
               judging.workload() + " in " + std::to_string(seconds.count()) + " ms");
  return report(checked, flags, console);
}

}  // namespace fencepost::cli
