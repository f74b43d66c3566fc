// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the log-compaction workload once, judges every answer by what the
// answers before it imply, and notes the marks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fencepost/properties/log_ledger.hpp"
#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class LogCompactionAudit {
 public:
  enum class Rule : std::uint8_t {
    order,
    offsets,
    survives,
    idempotent,
    retention,
    state,
    progress
  };
  enum class Mark : std::uint8_t {
    removed_records,
    removed_nothing,
    tombstone_outlived,
    tombstone_retained,
    newest_dropped,
    beyond_end,
    key_came_back,
    crash_in_compaction,
    torn_tail_cut,
    damage_reported,
    malformed_refused,
    duplicate_appended,
  };

  /// The first event that breaks the rule, unless one before it breaks another.
  static std::optional<Broken> find(Rule rule, const Scenario& scenario, const History& history);
  static bool reached(Mark mark, const Scenario& scenario, const History& history);

 private:
  static constexpr std::size_t rule_count = 7;

  explicit LogCompactionAudit(std::int64_t retention) : retention_(retention), ledger_(retention) {}

  /// The audit of this history. What the digest of a history identifies is not gone through twice
  /// in a row.
  static const LogCompactionAudit& of(const Scenario& scenario, const History& history);

  void run(const Scenario& scenario, const History& history);
  void see(const Event& event, const Command& command);
  void append(const Event& event, TapeReader fields);
  void compact(const Event& event, TapeReader fields);
  void refused_beyond_end(std::int64_t upto);
  void compacted(std::int64_t upto, std::int64_t kept);
  void repeated(std::int64_t kept);
  void too_few(std::int64_t upto, std::int64_t kept);
  void too_many(std::int64_t kept);
  void read(std::int64_t from, TapeReader result);
  void shown(std::int64_t offset, const LogLedger::Append& record);
  void missing(std::int64_t from);
  void state(TapeReader result);
  void end_went_back(std::int64_t end);
  void watch_crashed_compaction(std::int64_t upto);
  void note_tombstones(std::int64_t upto, std::int64_t clean_below);

  bool crashed_since(std::uint32_t event) const { return last_crash_ > event; }
  void breaks(Rule rule, std::string sentence);
  void mark(Mark mark) { marks_ |= 1U << static_cast<unsigned>(mark); }

  std::int64_t retention_;
  LogLedger ledger_;
  /// Index of the event being seen, from 1 so that 0 is before every event.
  std::uint32_t now_ = 0;
  std::uint32_t last_crash_ = 0;
  /// The last compaction, while nothing has come between.
  std::optional<std::int64_t> last_upto_;
  std::int64_t last_kept_ = 0;
  /// The newest record was a tombstone and a compaction has dropped it.
  bool newest_was_dropped_ = false;
  /// A record that a compaction struck by a power loss was to remove.
  std::optional<std::int64_t> to_be_removed_;
  std::array<std::optional<std::string>, rule_count> broken_;
  bool is_broken_ = false;
  std::uint32_t marks_ = 0;
};

}  // namespace fencepost::properties
