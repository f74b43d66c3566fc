// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <vector>

#include "fencepost/cli/cluster_replay.hpp"
#include "fencepost/cli/files.hpp"
#include "fencepost/cli/interrupt.hpp"
#include "fencepost/cli/refusal.hpp"
#include "fencepost/cli/subject.hpp"
#include "fencepost/cli/system_on_trial.hpp"
#include "fencepost/cli/verbs.hpp"
#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/event_words.hpp"

namespace fencepost::cli {
namespace {

using properties::Ruling;
using properties::Trial;
using properties::Verdict;

/// What became of one file.
struct Outcome {
  ExitCode code = ExitCode::ok;
  /// Why, if it is not as promised.
  std::string why;
  Digest digest;
  /// It is of a cluster, and no program was given.
  bool is_left_out = false;
};

/// The first event in which two histories differ, by their prefix digests.
std::optional<std::size_t> first_difference(const History& a, const History& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto* const place =
      std::mismatch(a.begin(), a.begin() + shorter, b.begin(), [](const Event& x, const Event& y) {
        return x.digest == y.digest;
      }).first;
  const auto at = static_cast<std::size_t>(place - a.begin());
  if (at == a.size() && at == b.size()) return std::nullopt;
  return at;
}

std::string words_of_event(const Scenario& scenario, const History& history, std::size_t at) {
  if (at >= history.size()) return "nothing";
  const reports::Row row = reports::rows_of(scenario, history[at]).front();
  return reports::harmless(row.what + (row.outcome.empty() ? "" : " -> " + row.outcome));
}

std::string words_of_difference(const Subject& subject, const History& once, const History& twice,
                                std::size_t at) {
  const Scenario& scenario = subject.file.scenario;
  const History& longer = once.size() > twice.size() ? once : twice;
  return "two runs part at event " + std::to_string(at + 1) + ", line " +
         std::to_string(subject.line_of(longer[at].step)) + ": once " +
         words_of_event(scenario, once, at) + ", then " + words_of_event(scenario, twice, at);
}

Outcome judge(const Subject& subject, const SystemOnTrial& system) {
  if (subject.workload->contract->cluster) {
    ClusterStanding standing = verify_cluster(subject, system);
    return {standing.code, standing.why, standing.digest};
  }
  const HistoryFile& file = subject.file;
  const auto first_home = system.make_home(*subject.workload->contract);
  Trial first(*subject.workload, *first_home);
  const Verdict& verdict = first.run(file.scenario);
  if (verdict.ruling == Ruling::system_failed)
    return {ExitCode::system_failed, words_of(verdict), verdict.digest, false};
  const auto second_home = system.make_home(*subject.workload->contract);
  Trial second(*subject.workload, *second_home);
  second.run(file.scenario);
  if (const auto at = first_difference(first.history(), second.history()))
    return {ExitCode::diverged,
            words_of_difference(subject, first.history(), second.history(), *at), verdict.digest};
  if (!is_as_promised(file, verdict))
    return {ExitCode::stale,
            "promised is " + words_of_promise(file) + "; it is " + words_of(verdict),
            verdict.digest};
  if (file.digest && *file.digest != verdict.digest)
    return {ExitCode::stale,
            "the verdict is as promised, but the digest is " + to_text(verdict.digest),
            verdict.digest};
  return {ExitCode::ok, {}, verdict.digest};
}

Outcome verify_file(const std::string& path, const Flags& flags) {
  bool is_newer = false;
  const Result<Subject> subject = read_subject(path, is_newer);
  if (!subject) return {is_newer ? ExitCode::stale : ExitCode::usage, subject.why(), {}};
  try {
    const SystemOnTrial system(flags, subject->file.bug);
    if (subject->workload->contract->cluster && !system.is_program())
      return {ExitCode::ok, {}, {}, true};
    system.check(*subject->workload->contract);
    Outcome outcome = judge(*subject, system);
    if (!outcome.why.empty()) outcome.why = path + ": " + outcome.why;
    return outcome;
  } catch (const Refusal& refusal) {
    return {refusal.code, path + ": " + refusal.sentence, {}};
  }
}

/// The same for the same histories, wherever their files lie.
Digest digest_of_all(std::vector<Digest> digests) {
  std::ranges::sort(digests, [](const Digest& a, const Digest& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  });
  DigestChain chain;
  for (const Digest& digest : digests) {
    chain.begin();
    chain.add(digest.high);
    chain.add(digest.low);
    chain.fold();
  }
  return chain.value();
}

std::vector<std::string> files_for(const Flags& flags) {
  std::vector<std::string> paths = flags.operands;
  if (paths.empty()) paths.push_back(corpus_folder());
  if (flags.operands.empty() && paths.front().empty())
    throw Refusal{ExitCode::nothing_ran, "there is no folder 'seeds' here; name files or folders"};
  std::vector<std::string> files = history_files(paths);
  if (files.empty())
    throw Refusal{ExitCode::nothing_ran, "there is no .history file in " + paths.front()};
  return files;
}

}  // namespace

ExitCode verify(const Flags& flags, Console& console) {
  const std::vector<std::string> files = files_for(flags);
  const std::atomic<bool>& interrupted = watch_for_interrupt();
  ExitCode code = ExitCode::ok;
  std::vector<Digest> digests;
  std::size_t promised = 0;
  std::size_t tried = 0, left_out = 0;
  for (const std::string& file : files) {
    if (interrupted) break;
    const Outcome outcome = verify_file(file, flags);
    ++tried;
    if (outcome.is_left_out) {
      ++left_out;
      continue;
    }
    digests.push_back(outcome.digest);
    if (outcome.code == ExitCode::ok) ++promised;
    if (outcome.code != ExitCode::ok) console.warn(outcome.why);
    code = graver(code, outcome.code);
  }
  const std::string histories = tried - left_out == 1 ? " history, " : " histories, ";
  if (left_out > 0)
    console.tell("note: " + reports::counted(left_out, "file") +
                 " of clusters left out; give the program behind -- that is to be tried");
  if (left_out == files.size())
    throw Refusal{ExitCode::usage, files.front() + " is of a cluster; give the program behind --"};
  console.say(reports::grouped(tried - left_out) + histories + reports::grouped(promised) +
              " as promised, digest of all digests " + to_text(digest_of_all(std::move(digests))));
  if (tried == files.size()) return code;
  console.warn("to go on, name what is left: " + shell_quoted(files[tried]) +
               (tried + 1 < files.size() ? " and what follows it" : ""));
  return ExitCode::interrupted;
}

}  // namespace fencepost::cli
