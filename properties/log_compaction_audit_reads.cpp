// SPDX-License-Identifier: Apache-2.0
// The half of the audit that judges what was read: records and states.
#include <algorithm>

#include "fencepost/properties/log_compaction_audit.hpp"

namespace fencepost::properties {

void LogCompactionAudit::read(std::int64_t from, TapeReader result) {
  std::int64_t before = from - 1;
  for (std::uint32_t left = result.list(); left > 0; --left) {
    result.list();
    const std::int64_t offset = result.offset();
    LogLedger::Append record;
    record.key = result.text();
    record.payload = result.raw();
    if (offset <= before)
      breaks(Rule::order, "offset " + std::to_string(offset) + " is read after offset " +
                              std::to_string(before));
    shown(offset, record);
    before = offset;
  }
  missing(from);
  if (!to_be_removed_ || *to_be_removed_ < from) return;
  mark(Mark::crash_in_compaction);
  to_be_removed_.reset();
}

void LogCompactionAudit::shown(std::int64_t offset, const LogLedger::Append& record) {
  const std::size_t i = ledger_.find(offset);
  if (i == ledger_.records.size() || ledger_.records[i].offset != offset) {
    if (!ledger_.adopt(offset, record, now_))
      breaks(Rule::offsets, to_text(record.key, record.payload) + " is read at offset " +
                                std::to_string(offset) + ", where it was never appended");
    return;
  }
  LedgerRecord& known = ledger_.records[i];
  if (known.key != record.key || known.payload != record.payload)
    return breaks(Rule::offsets, to_text(record.key, record.payload) + " is read in the place of " +
                                     to_text(known));
  if (known.gone)
    return breaks(crashed_since(known.gone_at) ? Rule::survives : Rule::progress,
                  to_text(known) + " is read, although a compaction has removed it");
  known.shown_at = now_;
  known.perhaps_gone = false;
}

void LogCompactionAudit::missing(std::int64_t from) {
  for (std::size_t i = ledger_.find(from); i < ledger_.records.size(); ++i) {
    LedgerRecord& record = ledger_.records[i];
    if (record.gone || record.shown_at == now_) continue;
    if (!record.perhaps_gone) {
      const Rule rule = crashed_since(record.shown_at) ? Rule::survives
                        : record.is_tombstone()        ? Rule::retention
                                                       : Rule::state;
      return breaks(rule, to_text(record) + " is missing, although nothing could remove it");
    }
    record.gone = true;
    record.gone_at = now_;
  }
}

void LogCompactionAudit::state(TapeReader result) {
  for (std::uint32_t left = result.list(); left > 0; --left) {
    result.list();
    const std::string_view name = result.text();
    const std::string_view value = result.raw();
    if (ledger_.settle(name, value, now_)) continue;
    const LedgerKey& key = *std::ranges::find(ledger_.keys, name, &LedgerKey::key);
    breaks(crashed_since(key.shown_at) ? Rule::survives : Rule::state,
           "the state has " + to_text(name, value) + ", but " + to_text(name, key.payload) +
               " is the latest");
  }
  for (const LedgerKey& key : ledger_.keys) {
    if (key.shown_at == now_) continue;
    const std::uint32_t shown_at = key.shown_at;
    if (!ledger_.settle(key.key, LogLedger::no_payload, now_))
      breaks(
          crashed_since(shown_at) ? Rule::survives : Rule::state,
          "the state has nothing of " + to_text(key.key, key.payload) + ", the latest of its key");
  }
}

}  // namespace fencepost::properties
