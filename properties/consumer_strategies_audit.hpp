// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the consumer-strategies workload and keeps book of what its answers
// imply: which events are in the log, how often each was billed, who has what in hand, and how far
// each partition surely is committed. After a command whose fate is open only what is still certain
// is judged: bills told are a lower bound, hands an upper one, and what it may have billed is in
// doubt.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class ConsumerStrategiesAudit {
 public:
  /// What may go wrong, whatever the strategy; which strategy promises what is said by the
  /// properties.
  enum class Rule : std::uint8_t {
    repeated,                      ///< an event was billed again
    repeated_beyond_failovers,     ///< more often than the broker lost its commit
    repeated_within_inbox,         ///< before the inbox can have forgotten it
    repeated_by_rebalance,         ///< nothing but rebalances having happened
    repeated_by_failover,          ///< nothing but failovers having happened
    lost,                          ///< committed, in nobody's hand and never billed
    disordered,                    ///< billed after a later event of its tenant and partition
    disordered_while_undisturbed,  ///< the same, its partition never moved or set back
    disordered_over_partitions,    ///< billed after an event of its tenant that was appended later
    sinks_disagree,
    totals_differ,
    not_dense,
    moved_by_itself,      ///< a committed offset, or where a batch begins
    committed_by_zombie,  ///< a batch taken before its partition moved
    forgotten,            ///< a batch went back though its consumer did not crash
  };
  static constexpr std::size_t rules = 15;
  enum class Mark : std::uint8_t {
    crash_in_mid_batch,
    crash_before_commit,
    crash_between_two_sinks,
    read_again,
    ignored,
    repeated_beyond_inbox,
    fenced_commit,
    zombie_applied,
    moved_in_mid_batch,
    rolled_back,
    commit_lost,
    relay_repeated,
    negative_window,
  };

  void read(const Scenario& scenario, const History& history);
  /// The first event that breaks this rule.
  const std::optional<Broken>& breach(Rule rule) const {
    return breaches_[static_cast<std::size_t>(rule)];
  }
  bool reached(Mark mark) const { return (marks_ >> static_cast<unsigned>(mark) & 1U) != 0; }

 private:
  struct Asked {
    std::uint8_t type = 0;
    std::int64_t consumer = 0, partition = 0;
    /// The tokens, or an offset.
    std::int64_t number = 0;
    std::int64_t time = 0;
    std::string_view tenant;
  };
  struct Record {
    std::int64_t window = 0, tokens = 0;
    std::string_view tenant;
    /// Rises with every append.
    std::uint32_t serial = 0;
    /// Times told, surely.
    std::uint32_t billed = 0;
    /// Times that the broker may have taken its commit back.
    std::uint32_t set_back = 0;
    /// How many ids had been let in when it was last billed.
    std::uint64_t let_in = 0;
    bool known = false;
    /// It may have been billed more often than told.
    bool in_doubt = false;
  };
  struct Hand {
    std::int64_t consumer = 0, partition = 0;
    bool full = false;
    /// Whether it is full, and how far its batch is applied, is known.
    bool sure = true;
    std::int64_t first = 0, next = 0;
    std::int64_t at = 0;
    bool half = false;
    bool moved = false;
    std::vector<std::int64_t> in_transaction;
  };
  struct Partition {
    std::vector<Record> records;
    std::int64_t least_end = 0, most_end = 0;
    /// At least; exactly where `exact`.
    std::int64_t committed = 0;
    bool exact = true;
    std::int64_t furthest = 0;
    bool disturbed = false;
  };
  using Totals =
      std::map<std::pair<std::int64_t, std::string_view>, std::pair<std::int64_t, std::int64_t>>;

  static std::string place_of(std::int64_t partition, std::int64_t offset);
  bool parse(const Command& command, Asked& asked) const;
  void answered(const Event& event, const Asked& asked);
  void refused(const Event& event, const Asked& asked);
  void uncertain(const Asked& asked);
  void doubt_records(const Asked& asked);

  void appended(const Asked& asked, std::int64_t offset);
  void polled(const Asked& asked, TapeReader result);
  void applied(const Asked& asked, TapeReader result);
  void ended(const Asked& asked, TapeReader result);
  void crashed(const Asked& asked);
  void moved(const Asked& asked);
  void failed_over(const Asked& asked, std::int64_t committed);
  void relayed(bool crashes, TapeReader result);
  void told_totals(TapeReader result);

  void take(Hand& hand, std::int64_t first, std::int64_t next);
  void check_beginning(const Hand& hand, std::int64_t first);
  /// What an answer tells of a partition's committed offset; `stays`: nothing was committed.
  void told_committed(std::int64_t partition, std::int64_t committed, bool stays);
  void drop(Hand& hand);
  void bill(std::int64_t partition, std::int64_t offset);
  void check_repeat(const Record& record, const std::string& what);
  void check_order(std::int64_t partition, const Record& record, const std::string& what);
  void look_for_losses(std::int64_t partition);
  void check_totals(const Totals& told);
  void check_waiting(std::int64_t told, std::int64_t right, std::string_view what);
  void check_sinks(const Totals& first, const Totals& second, std::int64_t waiting);
  Totals read_totals(TapeReader& result) const;

  Partition& partition(std::int64_t number);
  Hand& hand(std::int64_t consumer, std::int64_t partition);
  Record* find(std::int64_t partition, std::int64_t offset);
  std::int64_t window_of(std::int64_t time) const;

  void breaks(Rule rule, std::string sentence);
  void mark(Mark mark) { marks_ |= 1U << static_cast<unsigned>(mark); }

  std::int64_t partitions_ = 4, strategy_ = 0, batch_ = 2, inbox_ = 0, consumers_ = 1, window_ = 0;
  bool has_outbox_ = false;
  std::uint32_t at_ = 0;
  std::uint32_t marks_ = 0;
  std::array<std::optional<Broken>, rules> breaches_;
  std::vector<Partition> log_;
  std::vector<Hand> hands_;
  std::uint32_t appends_ = 0;
  std::uint64_t let_in_ = 0;
  /// Effects that went through the outbox; of these, what the second sink has and what the relay
  /// knows to be delivered.
  std::int64_t in_outbox_ = 0, received_ = 0, relayed_ = 0;
  /// No fate is open; none that bears on what is billed; none that bears on the relay.
  bool certain_ = true, bills_certain_ = true, relay_certain_ = true;
  bool consumer_failed_ = false, any_moved_ = false, any_set_back_ = false;
};

}  // namespace fencepost::properties
