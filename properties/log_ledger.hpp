// SPDX-License-Identifier: Apache-2.0
// What the answers of a log-compaction history imply about the log: which records surely or perhaps
// are there, how far it surely or perhaps reaches. Where the fate of a command is open (power was
// lost while it was handled) *surely* and *perhaps* part; later answers draw them together again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::properties {

/// A record that was acknowledged or read. Key and payload are owned by the scenario; the payload
/// is one tape value.
struct LedgerRecord {
  std::int64_t offset = 0;
  std::string_view key;
  std::string_view payload;
  /// The last event that showed it in the log, and the one by which it was surely gone.
  std::uint32_t shown_at = 0;
  std::uint32_t gone_at = 0;
  bool superseded = false;
  bool perhaps_superseded = false;
  bool gone = false;
  bool perhaps_gone = false;

  bool is_tombstone() const { return payload.front() == static_cast<char>(Tag::null); }
};

/// `"a"=1`
std::string to_text(std::string_view key, std::string_view payload);
/// `record 3 ("a"=1)`
std::string to_text(const LedgerRecord& record);

/// What the fold may say of a key: `payload`, or one of the ledger's `alternatives`.
struct LedgerKey {
  std::string_view key;
  std::string_view payload;
  std::uint32_t shown_at = 0;
};

class LogLedger {
 public:
  struct Append {
    std::string_view key;
    std::string_view payload;
  };

  /// Retention of a log whose tombstones stay for ever.
  static constexpr std::int64_t for_ever = INT64_MIN;
  static constexpr std::string_view no_payload{"\1", 1};
  static_assert(static_cast<char>(Tag::null) == '\1');

  explicit LogLedger(std::int64_t retention) : retention_(retention) {}

  void appended(std::int64_t offset, const Append& append, std::uint32_t event);
  void perhaps_appended(const Append& append);
  void compacted(std::int64_t upto, std::uint32_t event);
  void perhaps_compacted(std::int64_t upto);
  /// A compaction up to here was refused because the log ends before.
  void ends_below(std::int64_t upto);
  /// A record was read that is not in the ledger; false if no open append explains it.
  bool adopt(std::int64_t offset, const Append& append, std::uint32_t event);
  /// The fold says this of the key; false if it cannot.
  bool settle(std::string_view key, std::string_view payload, std::uint32_t event);

  /// In offset order.
  std::vector<LedgerRecord> records;
  std::vector<LedgerKey> keys;

  /// The record at or first above this offset, as an index.
  std::size_t find(std::int64_t offset) const;
  std::int64_t surely_ends() const { return surely_ends_; }
  std::int64_t clean_below() const { return surely_clean_; }
  /// How many records there are, at the least and at the most.
  std::int64_t fewest() const;
  std::int64_t most() const;
  /// This tombstone's retention has not ended, whatever became of the open commands.
  bool is_retained(const LedgerRecord& tombstone) const;

 private:
  void settle_open(std::int64_t offset, std::uint32_t event);
  void insert(std::int64_t offset, const Append& append, std::uint32_t event);
  /// Of the open appends some had their effect, and it is not known which.
  void lose_order();
  LedgerKey& latest(std::string_view key);
  void forget_alternatives(std::string_view key);
  void mark_perhaps_gone(std::int64_t upto);
  bool outlived(const LedgerRecord& tombstone, std::int64_t clean_below, std::int64_t end) const;

  std::int64_t retention_;
  /// The next offset is one of surely .. perhaps.
  std::int64_t surely_ends_ = 0;
  std::int64_t perhaps_ends_ = 0;
  /// The highest `upto` of the compactions that surely, and that perhaps, were made.
  std::int64_t surely_clean_ = 0;
  std::int64_t perhaps_clean_ = 0;
  /// Appends of unknown fate at the end of the log, oldest first, and those of which not even the
  /// place is known.
  std::vector<Append> open_;
  std::vector<Append> ghosts_;
  std::vector<Append> alternatives_;
};

}  // namespace fencepost::properties
