// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/billing_sinks.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/sut/state_text.hpp"

namespace fencepost::sut {

std::uint32_t BillingSinks::tenant(std::string_view name) {
  const std::uint32_t number = names_.use(name);
  tenants_ = std::max(tenants_, number + 1);
  return number;
}

BillingSinks::Relayed BillingSinks::relay(bool crashes, bool takes_all) {
  Relayed relayed;
  for (std::size_t entry = 0; entry < outbox_.size(); ++entry) {
    const bool is_known = entry < received_;
    ++(is_known ? relayed.ignored : relayed.delivered);
    if (!is_known || takes_all) bill_second(outbox_[entry]);
  }
  received_ = outbox_.size();
  if (crashes) return relayed;
  relayed_ += static_cast<std::int64_t>(outbox_.size());
  outbox_.clear();
  received_ = 0;
  return relayed;
}

void BillingSinks::tell(Tape& result) const {
  tell_ledger(first_, result);
  tell_ledger(second_, result);
  result.number(static_cast<std::int64_t>(outbox_.size()));
}

void BillingSinks::tell_ledger(const BillingLedger& ledger, Tape& result) const {
  const std::vector<BillingLedger::Account> accounts = ledger.accounts(names_);
  result.list(static_cast<std::uint32_t>(accounts.size()));
  for (const BillingLedger::Account& account : accounts)
    result.list(4)
        .number(account.window)
        .text(names_.name(static_cast<std::uint32_t>(account.tenant)))
        .number(account.tokens)
        .number(account.events);
}

void BillingSinks::clear() {
  names_ = {};
  tenants_ = 0;
  first_.clear();
  second_.clear();
  inbox.clear();
  outbox_.clear();
  relayed_ = 0;
  received_ = 0;
}

void BillingSinks::save(std::string& state) const {
  pack(state, tenants_);
  for (std::uint32_t tenant = 0; tenant < tenants_; ++tenant) pack_text(state, names_.name(tenant));
  first_.save(state);
  second_.save(state);
  inbox.save(state);
  pack_items(state, outbox_);
  pack(state, relayed_);
  pack(state, static_cast<std::uint64_t>(received_));
}

bool BillingSinks::load(Unpacker& fields) {
  clear();
  // No name is ever released, so each gets its old number again.
  for (auto left = fields.number<std::uint32_t>(); left > 0 && fields.good(); --left)
    tenant(fields.text());
  if (!first_.load(fields) || !second_.load(fields) || !inbox.load(fields)) return false;
  unpack_items(fields, outbox_);
  relayed_ = fields.number<std::int64_t>();
  received_ = static_cast<std::size_t>(fields.number<std::uint64_t>());
  return fields.good() && received_ <= outbox_.size();
}

void BillingSinks::print_ledger(std::string& text, std::string_view name,
                                const BillingLedger& ledger) const {
  for (const BillingLedger::Account& account : ledger.accounts(names_)) {
    const std::string_view tenant = names_.name(static_cast<std::uint32_t>(account.tenant));
    add_line(text, std::string(name) + " " + std::to_string(account.window) + " " + quote(tenant),
             {account.tokens, account.events});
  }
}

void BillingSinks::print(std::string& text, bool has_outbox) const {
  print_ledger(text, "first", first_);
  print_ledger(text, "second", second_);
  for (const EffectInbox::Id& id : inbox.ids()) add_line(text, "inbox", {id.partition, id.offset});
  for (const Usage& usage : outbox_)
    add_line(text, "outbox " + quote(names_.name(usage.tenant)), {usage.window, usage.tokens});
  if (has_outbox)
    add_line(text, "relayed", {relayed_, relayed_ + static_cast<std::int64_t>(received_)});
}

}  // namespace fencepost::sut
