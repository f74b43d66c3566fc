// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the exactly-once-stream workload and keeps book of what its answers
// imply: which transactions are open and what they hold, how far each producer has got, how long
// each log is and which offsets are committed. Power loss in a commit leaves its fate open: then
// there are two bounds, which later answers draw together again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class ExactlyOnceStreamAudit {
 public:
  enum class Rule : std::uint8_t {
    all_or_nothing,
    nothing_aborted,
    zombie,
    at_most_once,
    never_back,
    own_transaction,
    survives,
  };
  enum class Mark : std::uint8_t {
    filtered,
    filtered_over_two_transactions,
    epoch_jumped,
    bump_stood,
    dropped_by_bump,
    dropped_by_crash,
    dropped_by_begin,
    aborted,
    late_commit,
    went_on_after_crash,
    in_flight_survived,
    in_flight_lost,
  };

  void read(const Scenario& scenario, const History& history);
  /// The first event that breaks this rule.
  const std::optional<Broken>& breach(Rule rule) const {
    return breaches_[static_cast<std::size_t>(rule)];
  }
  bool reached(Mark mark) const { return (marks_ >> static_cast<unsigned>(mark) & 1U) != 0; }

 private:
  struct Send {
    std::int64_t partition, sequence, value;
  };
  struct Offset {
    std::int64_t partition, offset;
  };
  struct Record {
    std::int64_t partition, offset, value;
  };
  struct Asked {
    std::uint8_t type;
    std::string_view producer;
    std::int64_t epoch;
    Send send;
  };
  /// The epoch that surely is known of a producer, and its transaction.
  struct Session {
    std::string_view producer;
    std::int64_t epoch = -1;
    bool open = false;
    std::uint32_t began_at = 0;
    std::vector<Send> sends;
    std::vector<Offset> offsets;
  };
  /// One producer's sequences in one epoch and partition: the last committed one is between the
  /// two.
  struct Lane {
    std::string_view producer;
    std::int64_t epoch, partition;
    std::int64_t surely = -1;
    std::int64_t perhaps = -1;
    std::int64_t in_commit = -1;
  };
  struct Log {
    std::int64_t partition;
    std::int64_t least = 0, most = 0;
    /// The committed offset is between these; -1 is none. `told_in` is the life in which it was
    /// told.
    std::int64_t least_offset = -1, most_offset = -1;
    std::uint32_t told_in = 0;
    std::vector<Record> told;
    std::vector<std::int64_t> pending_values, dropped_values, fenced_values;
  };
  /// How many records a commit adds to a partition: between the two.
  struct Growth {
    std::int64_t partition, least, most;
  };
  /// A commit whose fate is open.
  struct Pending {
    std::vector<Growth> growth;
    std::vector<Offset> offsets;
    bool applied = false, missing = false;
  };

  static std::string name_of(std::string_view producer, std::int64_t epoch);

  void see(const Scenario& scenario, const Event& event);
  bool parse(const Command& command, Asked& asked) const;
  void answered(const Event& event, const Asked& asked);
  void carried_out(const Event& event, const Asked& asked, Session& session);
  void uncertain(const Asked& asked);
  void power_was_lost();
  void drop(Session& session);

  void committed(const Event& event, Session& session);
  void check_appended(const Session& session, const std::vector<Record>& appended);
  void place(const Record& record);
  void check_offsets(const Session& session, const std::vector<Offset>& told);
  std::vector<Growth> growth_of(const Session& session);
  void output(TapeReader result);
  void check_log(Log& log, const std::vector<std::int64_t>& values);
  void check_offset(Log& log, std::int64_t offset);
  void grew_unasked(const Log& log, std::int64_t value);

  void witness_length(const Log& log, std::int64_t length);
  void witness_offset(const Log& log, std::int64_t offset, std::int64_t own);
  void settle();

  Session& session(std::string_view producer);
  Lane& lane(const Session& session, std::int64_t partition);
  Log& log(std::int64_t partition);

  void breaks(Rule rule, std::string sentence);
  void mark(Mark mark) { marks_ |= 1U << static_cast<unsigned>(mark); }

  std::int64_t partitions_ = 4;
  std::uint32_t at_ = 0;
  std::uint32_t life_ = 0;
  std::uint32_t marks_ = 0;
  std::array<std::optional<Broken>, 7> breaches_;
  std::vector<Session> sessions_;
  std::vector<Lane> lanes_;
  std::vector<Log> logs_;
  std::vector<Pending> pending_;
  /// By step: when a copy of the message was first delivered, from 1; 0 for not yet.
  std::vector<std::uint32_t> first_delivery_;
};

}  // namespace fencepost::properties
