// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/wire_errors.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace fencepost::sut {
namespace {

constexpr WireError all[] = {
    {0, "timeout", false},
    {1, "node-not-found", true},
    {not_supported, "not-supported", true},
    {11, "temporarily-unavailable", true},
    {malformed_request, "malformed-request", true},
    {13, "crash", false},
    {14, "abort", true},
    {20, "key-does-not-exist", true},
    {21, "key-already-exists", true},
    {precondition_failed, "precondition-failed", true},
    {30, "txn-conflict", true},
};

/// `fenced`, `fenced: epoch 3 is known`, but not `fenced_off`.
bool begins_with_word(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  const std::string_view rest = text.substr(word.size());
  const auto goes_on = [](char c) {
    return c == '_' || c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  return rest.empty() || !goes_on(rest.front());
}

}  // namespace

std::span<const WireError> wire_errors() { return all; }

std::int64_t code_of(std::string_view refusal) {
  return refusal == refusal::malformed ? malformed_request : precondition_failed;
}

void read_error(const Contract& contract, bool type_is_known, std::int64_t code,
                std::string_view text, Outcome& outcome) {
  if (code == malformed_request || (code == not_supported && !type_is_known))
    return outcome.refuse(refusal::malformed);
  if (code == precondition_failed)
    for (const std::string_view word : contract.refusals)
      if (begins_with_word(text, word)) return outcome.refuse(word);
  const auto* const known = std::ranges::find(all, code, &WireError::code);
  if (known == std::end(all)) return outcome.unknown("error code " + std::to_string(code));
  known->definite ? outcome.refuse(known->name) : outcome.unknown(known->name);
}

}  // namespace fencepost::sut
