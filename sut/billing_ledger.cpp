// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/billing_ledger.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fencepost::sut {

void BillingLedger::add(std::int64_t window, std::uint32_t tenant, std::int64_t tokens) {
  if (2 * used_ >= cells_.size()) grow();
  Account& account = find(window, tenant);
  used_ += account.events == 0;
  account.window = window;
  account.tenant = tenant;
  account.tokens += tokens;
  ++account.events;
}

/// The account, or the free cell where it belongs.
BillingLedger::Account& BillingLedger::find(std::int64_t window, std::int64_t tenant) {
  std::uint64_t hash = static_cast<std::uint64_t>(window) * 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 32U) ^ static_cast<std::uint64_t>(tenant)) * 0xff51afd7ed558ccdU;
  const std::size_t mask = cells_.size() - 1;
  std::size_t at = (hash ^ (hash >> 32U)) & mask;
  while (cells_[at].events != 0 && (cells_[at].window != window || cells_[at].tenant != tenant))
    at = (at + 1) & mask;
  return cells_[at];
}

void BillingLedger::grow() {
  std::vector<Account> old(cells_.empty() ? 16 : 2 * cells_.size());
  std::swap(old, cells_);
  for (const Account& account : old)
    if (account.events != 0) find(account.window, account.tenant) = account;
}

std::vector<BillingLedger::Account> BillingLedger::accounts(const InternedNames& names) const {
  std::vector<Account> all;
  all.reserve(used_);
  for (const Account& account : cells_)
    if (account.events != 0) all.push_back(account);
  std::ranges::sort(all, {}, [&names](const Account& account) {
    return std::pair(account.window, names.name(static_cast<std::uint32_t>(account.tenant)));
  });
  return all;
}

void BillingLedger::save(std::string& state) const {
  pack(state, static_cast<std::uint64_t>(used_));
  for (const Account& account : cells_)
    if (account.events != 0) pack(state, account);
}

bool BillingLedger::load(Unpacker& fields) {
  clear();
  for (auto left = fields.number<std::uint64_t>(); left > 0 && fields.good(); --left) {
    const auto account = fields.number<Account>();
    if (account.events == 0) return false;
    if (2 * used_ >= cells_.size()) grow();
    find(account.window, account.tenant) = account;
    ++used_;
  }
  return fields.good();
}

}  // namespace fencepost::sut
