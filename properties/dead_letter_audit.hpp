// SPDX-License-Identifier: Apache-2.0
// Goes through a history of the dead-letter workload and keeps book of what its answers imply: what
// became of each record, how far each partition has got, how often each letter was tried. Where the
// fate of a command is open there is a least and a most; every later answer draws them together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fencepost/properties/property.hpp"

namespace fencepost::properties {

class DeadLetterAudit {
 public:
  enum class Rule : std::uint8_t {
    survives,
    bounded,
    only_failing,
    passes,
    identity,
    every,
    replay_once,
    complete,
    count
  };
  enum class Mark : std::uint8_t {
    succeeded_on_last_attempt,
    poison_dead_lettered,
    single_attempt,
    attempts_survived,
    left_unhandled,
    handed_off,
    work_copied,
    replayed,
    replay_failed,
    second_replay_refused,
    unknown_letter_refused,
    completeness_regained,
    count
  };

  void read(const Scenario& scenario, const History& history);
  /// The first event that breaks this rule.
  const std::optional<Broken>& breach(Rule rule) const {
    return breaches_[static_cast<std::size_t>(rule)];
  }
  bool reached(Mark mark) const { return marks_[static_cast<std::size_t>(mark)]; }

 private:
  /// `handled`: somehow, since the offset is past it.
  enum class Fate : std::uint8_t { waiting, handled, processed, dead, replayed };
  struct Record {
    /// Whether key, value and failures are known.
    bool is_known = false;
    std::string_view key;
    std::int64_t value = 0;
    std::optional<std::int64_t> failures;
    Fate fate = Fate::waiting;
    /// The fate was not told but follows from what was not listed.
    bool is_deduced = false;
    bool has_result = false;
    /// How many crashes there had been when its fate was last told.
    std::uint32_t life = 0;
    /// A dead letter's id, -1 if it is not known, and its attempts: at least this many, and one
    /// more for each replay whose fate is open.
    std::int64_t id = -1;
    std::int64_t attempts = 0;
    std::int64_t open_replays = 0;
    /// The last event that listed it.
    std::uint32_t listed_at = UINT32_MAX;
    std::uint32_t shown_at = UINT32_MAX;

    bool fails(std::int64_t attempt) const { return !failures || attempt <= *failures; }
    bool is_letter() const { return fate == Fate::dead || fate == Fate::replayed; }
  };
  struct Partition {
    /// As many as surely arrived; at most `most` did.
    std::vector<Record> records;
    std::int64_t most = 0;
    /// The next offset to handle and the attempts made there, before `open` more calls of `work`
    /// that may have had their effect.
    std::int64_t next = 0;
    std::int64_t attempts = 0;
    std::int64_t open = 0;
    /// Records from here on have not been handled, whatever became of those calls.
    std::int64_t reach = 0;
    /// Attempts told before the last crash.
    std::int64_t attempts_before_crash = 0;
    /// Power was lost while this record was handed off.
    std::int64_t hand_off_at = -1;

    std::int64_t size() const { return static_cast<std::int64_t>(records.size()); }
    bool is_exact() const { return open == 0 && most == size(); }
    Record& record(std::int64_t offset) { return records[static_cast<std::size_t>(offset)]; }
    const Record& record(std::int64_t offset) const {
      return records[static_cast<std::size_t>(offset)];
    }
  };
  struct Row {
    std::int64_t id, partition, offset;
    std::string_view key;
    std::int64_t value;
    std::string_view reason;
    std::int64_t attempts;
    bool is_replayed;
  };
  using Source = std::pair<std::int64_t, std::int64_t>;

  static std::string record_named(std::int64_t partition, std::int64_t offset);

  void see(const Event& event, const Command& command);
  void power_lost();
  void uncertain(const Event& event, const Command& command);
  void uncertain_work(const Event& event, Partition& partition);
  void uncertain_replay(std::int64_t id);

  void arrived(TapeReader fields, std::int64_t offset);
  void worked(const Event& event, std::int64_t number);
  void tried(std::int64_t number, std::int64_t offset, std::int64_t attempt,
             std::string_view result);
  void judge_place(std::int64_t number, std::int64_t offset, std::int64_t attempt);
  void judge_result(std::int64_t number, std::int64_t offset, std::int64_t attempt,
                    std::string_view result);
  void nothing_waits(std::int64_t number);
  void progress(std::int64_t number, TapeReader result);

  void letters(TapeReader result);
  void judge_letter(const Row& row);
  void take_letter(const Row& row);
  void unlisted();
  void unlisted(Record& record, const std::string& name);
  void replayed(std::int64_t id, const Event& event);
  void told_replay(Record& record, std::int64_t id, TapeReader result);
  void results(TapeReader result);
  void judge_result_row(const Row& row);
  void unshown();
  void unshown(Record& record, const std::string& name);
  void judge_completeness(bool complete);

  Partition& partition(std::int64_t number) {
    return partitions_[static_cast<std::size_t>(number)];
  }
  /// Unknown records up to this end.
  void grow(Partition& partition, std::int64_t end);
  /// Everything below `next` is handled.
  void advance(Partition& partition, std::int64_t next);
  /// An offset that may have been handled.
  bool may_be_handled(const Partition& partition, std::int64_t offset) const;
  /// Every letter that there can be has its id, so that the next one's is known.
  bool ids_are_known() const;
  /// A letter up to this one was not told: the offset passed its record, which can only have
  /// failed.
  bool hand_off_is_doubtful(std::int64_t id);
  std::int64_t most_letters() const;
  void number_letter(Record& record, const Source& source);
  Record* letter(std::int64_t id);
  bool surely_open(const Partition& partition) const;
  bool perhaps_open(const Partition& partition) const;

  void breaks(Rule rule, std::string sentence);
  void mark(Mark mark) { marks_[static_cast<std::size_t>(mark)] = true; }

  std::int64_t max_attempts_ = 1;
  std::vector<Partition> partitions_;
  /// By id, as far as known.
  std::vector<Source> letters_;
  /// While a list of them is read.
  std::vector<Source> listed_;
  std::uint32_t at_ = 0;
  std::uint32_t life_ = 0;
  /// Replays of letters whose id stood for no known record.
  std::int64_t wild_replays_ = 0;
  bool was_incomplete_ = false;
  std::array<std::optional<Broken>, static_cast<std::size_t>(Rule::count)> breaches_;
  std::array<bool, static_cast<std::size_t>(Mark::count)> marks_{};
};

}  // namespace fencepost::properties
