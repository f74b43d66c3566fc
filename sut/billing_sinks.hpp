// SPDX-License-Identifier: Apache-2.0
// What usage is billed into: one sink or two, the inbox by which the first takes each effect once,
// and the outbox from which the second is served.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fencepost/model/vocabulary/tape.hpp"
#include "fencepost/sut/billing_ledger.hpp"
#include "fencepost/sut/effect_inbox.hpp"
#include "fencepost/sut/interned_names.hpp"
#include "fencepost/sut/usage_log.hpp"

namespace fencepost::sut {

class BillingSinks {
 public:
  struct Relayed {
    std::int64_t delivered = 0, ignored = 0;
  };

  explicit BillingSinks(std::int64_t ids_kept) : inbox(ids_kept) {}

  /// The number of a tenant's name.
  std::uint32_t tenant(std::string_view name);
  const InternedNames& names() const { return names_; }

  void bill_first(const Usage& usage) { first_.add(usage.window, usage.tenant, usage.tokens); }
  void bill_second(const Usage& usage) { second_.add(usage.window, usage.tenant, usage.tokens); }

  void put_in_outbox(const Usage& usage) { outbox_.push_back(usage); }
  /// Nothing waits that the relay does not know to be delivered.
  bool outbox_is_empty() const { return outbox_.empty(); }
  /// Something waits that the second sink does not have.
  bool second_lacks_any() const { return received_ < outbox_.size(); }
  /// `crashes`: the relay does not remember what it has delivered. `takes_all`: the second sink
  /// takes what it has already once more, which it should not.
  Relayed relay(bool crashes, bool takes_all);

  /// Appends the totals of both and how much waits.
  void tell(Tape& result) const;
  void clear();
  void save(std::string& state) const;
  bool load(Unpacker& fields);
  void print(std::string& text, bool has_outbox) const;

  EffectInbox inbox;

 private:
  void tell_ledger(const BillingLedger& ledger, Tape& result) const;
  void print_ledger(std::string& text, std::string_view name, const BillingLedger& ledger) const;

  InternedNames names_;
  std::uint32_t tenants_ = 0;
  BillingLedger first_, second_;
  /// What the relay does not know to be delivered; the second sink has the first `received_` of it.
  std::vector<Usage> outbox_;
  std::int64_t relayed_ = 0;
  std::size_t received_ = 0;
};

}  // namespace fencepost::sut
