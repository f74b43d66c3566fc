// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "fencepost/cli/flag_values.hpp"
#include "fencepost/cli/flags.hpp"

namespace fencepost::cli {
namespace {

constexpr std::uint64_t any = UINT32_MAX;

/// Puts the value where it belongs, or says why it cannot.
template <class Value, class Target>
std::string take(const Result<Value>& value, Target& target) {
  if (!value) return value.why();
  target = static_cast<typename Target::value_type>(*value);
  return {};
}

std::string set_seed(Flags& flags, std::string_view value) {
  return take(seed_from(value), flags.seed);
}
std::string set_seeds(Flags& flags, std::string_view value) {
  return take(count_from(value, 1, 1ULL << 61U), flags.seeds);
}
std::string set_time(Flags& flags, std::string_view value) {
  return take(duration_from(value), flags.time);
}
std::string set_jobs(Flags& flags, std::string_view value) {
  return take(count_from(value, 1, 1024), flags.jobs);
}
std::string set_longest(Flags& flags, std::string_view value) {
  return take(count_from(value, 1, 100'000), flags.longest);
}
std::string set_budget(Flags& flags, std::string_view value) {
  return take(count_from(value, 0, any), flags.budget);
}
std::string set_timeout(Flags& flags, std::string_view value) {
  return take(count_from(value, 1, 3'600'000), flags.timeout_ms);
}

std::string set_nodes(Flags& flags, std::string_view value) {
  return take(count_from(value, 1, most_nodes), flags.nodes);
}

std::string set_faults(Flags& flags, std::string_view value) {
  if (value != "maelstrom" && value != "standard" && value != "all")
    return "'" + std::string(value) + "' is not maelstrom, standard or all";
  flags.faults = value;
  return {};
}

std::string set_without(Flags& flags, std::string_view value) {
  const Result<std::vector<Family>> families = families_from(value);
  if (!families) return families.why();
  flags.without.insert(flags.without.end(), families->begin(), families->end());
  return {};
}

template <std::string Flags::*member>
std::string set_text(Flags& flags, std::string_view value) {
  if (value.empty()) return "'' is empty";
  flags.*member = value;
  return {};
}

std::string set_format(Flags& flags, std::string_view value) {
  flags.format = recorded::format_from(value);
  return flags.format ? std::string{}
                      : "'" + std::string(value) + "' is not jsonl, edn, text or history";
}

std::string set_memory(Flags& flags, std::string_view value) {
  return take(memory_from(value), flags.memory);
}

template <bool Flags::*member>
std::string set_on(Flags& flags, std::string_view) {
  flags.*member = true;
  return {};
}

std::string set_colour(Flags& flags, std::string_view value) {
  using reports::When;
  if (value != "auto" && value != "always" && value != "never")
    return "'" + std::string(value) + "' is not auto, always or never";
  flags.colour = value == "auto" ? When::automatic : value == "always" ? When::always : When::never;
  return {};
}

std::string set_progress(Flags& flags, std::string_view value) {
  static constexpr std::array<std::string_view, 4> wishes = {"auto", "line", "plain", "none"};
  for (std::size_t i = 0; i < wishes.size(); ++i)
    if (value == wishes[i]) {
      flags.progress = static_cast<ProgressWish>(i);
      return {};
    }
  return "'" + std::string(value) + "' is not auto, line, plain or none";
}

std::string set_crash_probability(Flags& flags, std::string_view value) {
  const auto share = share_from(value);
  if (!share) return share.why();
  flags.billing.crash_probability = *share;
  return {};
}

template <std::uint32_t properties::BillingOptions::*member, std::uint64_t least,
          std::uint64_t most>
std::string set_billing(Flags& flags, std::string_view value) {
  const auto count = count_from(value, least, most);
  if (!count) return count.why();
  flags.billing.*member = static_cast<std::uint32_t>(*count);
  return {};
}

std::string set_key(Flags& flags, std::string_view value) {
  if (value != "tenant" && value != "random")
    return "'" + std::string(value) + "' is not tenant or random";
  flags.billing.random_key = value == "random";
  return {};
}

std::string set_replay(Flags& flags, std::string_view) {
  flags.billing.replay_after_crash = true;
  return {};
}

template <std::uint64_t properties::CapacityInput::*member, std::uint64_t least, std::uint64_t most>
std::string set_sizing(Flags& flags, std::string_view value) {
  const auto count = count_from(value, least, most);
  if (!count) return count.why();
  flags.sizing.*member = *count;
  return {};
}

std::string set_partitions(Flags& flags, std::string_view value) {
  const auto counts = counts_from(value, 1, 100'000);
  if (!counts) return counts.why();
  flags.partition_counts = *counts;
  return {};
}

using Billing = properties::BillingOptions;
using Sizing = properties::CapacityInput;

constexpr FlagText flags_in_order[] = {
    {"--seed", "", "S", "run", "the first seed, as it is printed (0x1a2b) or decimal", set_seed},
    {"--seeds", "-n", "N", "run", "how many seeds for each workload", set_seeds},
    {"--for", "", "TIME", "run check",
     "until the time is up: 500ms, 60s, 5m, 2h; a check is then undecided", set_time},
    {"--jobs", "-j", "N", "run", "threads; the output is the same for one or many", set_jobs},
    {"--bug", "", "ID", "run replay shrink verify",
     "the engine with this planted bug; `fencepost bugs` lists them", set_text<&Flags::bug>},
    {"--without", "", "FAMILIES", "run replay",
     "leaves families of faults out: duplicate,crash, or all", set_without},
    {"--nodes", "", "N", "run replay", "how many nodes a cluster has; 1 if it is not given",
     set_nodes},
    {"--faults", "", "SET", "run replay",
     "what may go wrong in a cluster: maelstrom (only what Maelstrom itself does), standard, all "
     "(folders get lost, too)",
     set_faults},
    {"--pipeline", "", "", "run replay", "clients of a cluster do not wait for their replies",
     set_on<&Flags::pipeline>},
    {"--fresh", "", "", "run", "fresh processes of a cluster for every scenario",
     set_on<&Flags::fresh>},
    {"--longest", "", "N", "run replay", "at most this many commands in a storm", set_longest},
    {"--budget", "", "N", "run shrink", "at most this many runs to shrink a history", set_budget},
    {"--timeout", "", "MS", "run replay shrink verify", "how long a program may take to answer",
     set_timeout},
    {"--workload", "-w", "NAME", "replay check",
     "the workload of a seed, or of recorded operations", set_text<&Flags::workload>},
    {"--until", "", "N", "replay",
     "stops before message N, or line:N of the file, and shows the state of both sides",
     set_text<&Flags::until>},
    {"--operations", "", "FILE", "replay",
     "writes what the clients of a cluster saw, as JSON lines for `check`",
     set_text<&Flags::operations>},
    {"--out", "-o", "PATH", "run shrink bugs",
     "where histories are saved: a folder (run; bugs: each one's shortest), a file (shrink)",
     set_text<&Flags::out>},
    {"--junit", "", "FILE", "run", "writes a JUnit report", set_text<&Flags::junit>},
    {"--json", "", "", "run check list bugs", "JSON lines instead of text", set_on<&Flags::json>},
    {"--strict", "", "", "run replay shrink verify",
     "holds a program to every rule of the protocol, as Maelstrom does", set_on<&Flags::strict>},
    {"--model", "", "NAME", "run replay shrink verify check",
     "the consistency model that transactions promise; strict-serializable if not given",
     set_text<&Flags::model>},
    {"--format", "", "FORM", "check",
     "how the file is read: jsonl, edn, text or history; else it is told from the file",
     set_format},
    {"--subscribe", "", "", "check",
     "kafka: consumers subscribed, so rebalances may move their positions",
     set_on<&Flags::subscribe>},
    {"--ww-edges", "", "", "check", "kafka: infers from offsets which write came before which",
     set_on<&Flags::ww_edges>},
    {"--memory", "", "SIZE", "check", "about this much memory may be used: 512M, 2G", set_memory},
    {"--all", "", "", "check", "every example with all its operations", set_on<&Flags::all>},
    {"--protocol", "", "", "list", "the manual of the protocol that programs speak",
     set_on<&Flags::protocol>},
    {"--markdown", "", "", "bugs", "the page docs/planted_bugs.md", set_on<&Flags::markdown>},
    {"--crash-probability", "", "P", "strategies", "share of batches in which the consumer crashes",
     set_crash_probability},
    {"--inbox", "", "N", "strategies", "the dedupe strategy forgets ids beyond the newest N",
     set_billing<&Billing::inbox, 1, 100'000'000>},
    {"--key", "", "KEY", "strategies", "what decides the partition: tenant or random", set_key},
    {"--events", "", "N", "strategies", "length of the log",
     set_billing<&Billing::events, 1, 10'000'000>},
    {"--runs", "", "N", "strategies", "runs for each strategy",
     set_billing<&Billing::runs, 1, 100'000>},
    {"--replay", "", "", "strategies",
     "the first crash of a run sets the broker's offsets back to 0", set_replay},
    {"--sqlite", "", "FILE", "strategies",
     "bills into this new SQLite file, transactionally, with a consumer that is really killed",
     set_text<&Flags::sqlite>},
    {"--produce", "", "N", "capacity", "records a second that are written",
     set_sizing<&Sizing::produce, 1, 1'000'000'000>},
    {"--per-partition", "", "N", "capacity", "records a second that one consumer handles",
     set_sizing<&Sizing::per_partition, 0, 1'000'000'000>},
    {"--partitions", "", "LIST", "capacity", "numbers of partitions to compare: 8,12,16",
     set_partitions},
    {"--outage", "", "SECONDS", "capacity", "how long nothing is consumed",
     set_sizing<&Sizing::outage, 0, 31'536'000>},
    {"--retention", "", "SECONDS", "capacity", "how long a record is kept",
     set_sizing<&Sizing::retention, 1, 3'153'600'000>},
    {"--progress", "", "WHEN", "run check", "auto, line, plain or none", set_progress},
    {"--color", "", "WHEN", "*", "auto, always or never", set_colour},
    {"--quiet", "-q", "", "*", "only what matters", set_on<&Flags::quiet>},
    {"--help", "-h", "", "*", "this text", set_on<&Flags::help>},
    {"--version", "", "", "*", "the version", set_on<&Flags::version>},
};

constexpr VerbText verbs_in_order[] = {
    {Verb::run, "run", "[WORKLOADS...] [-- COMMAND ARGS...]",
     "draws scenarios from seeds and tries them", "fencepost run idempotent-producer --for 60s"},
    {Verb::replay, "replay", "FILE|SEED [-- COMMAND ARGS...]", "plays one history and shows it",
     "fencepost replay seeds/planted/NAME.history --until 3"},
    {Verb::shrink, "shrink", "FILE [-- COMMAND ARGS...]",
     "looks for a shorter history with the same verdict",
     "fencepost shrink runs/NAME.history -o short.history"},
    {Verb::verify, "verify", "[FILES or FOLDERS...] [-- COMMAND ARGS...]",
     "plays stored histories twice (clusters five times) and compares them with what they promise",
     "fencepost verify seeds"},
    {Verb::check, "check", "FILE|-",
     "judges recorded operations: JSON lines, or Jepsen's history.edn or history.txt",
     "fencepost check seeds/recorded/lost_write.jsonl"},
    {Verb::explain, "explain", "PROPERTY|BUG|MARK", "says what a name means",
     "fencepost explain offsets_are_dense"},
    {Verb::list, "list", "[WORKLOADS...]", "lists workloads, their commands, properties and marks",
     "fencepost list log-compaction"},
    {Verb::bugs, "bugs", "[WORKLOADS...]", "lists the planted bugs", "fencepost bugs --json"},
    {Verb::strategies, "strategies", "",
     "bills a log under four commit strategies and compares the bills",
     "fencepost strategies --crash-probability 0.10"},
    {Verb::capacity, "capacity", "", "says how long an outage takes to drain",
     "fencepost capacity --produce 30000 --per-partition 4000 --partitions 8,12,16 --outage 600"},
    {Verb::help, "help", "[VERB|exit-codes]", "explains a verb, or the exit codes",
     "fencepost help run"},
};

}  // namespace

std::span<const FlagText> flag_texts() { return flags_in_order; }
std::span<const VerbText> verb_texts() { return verbs_in_order; }

bool belongs(const FlagText& flag, std::string_view verb) {
  if (flag.verbs == "*") return true;
  for (std::string_view rest = flag.verbs; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == verb) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

}  // namespace fencepost::cli
