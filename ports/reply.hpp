// SPDX-License-Identifier: Apache-2.0
// What a method of a port returns: its result, a refusal, or that it cannot tell.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "fencepost/ports/values.hpp"

namespace fencepost::ports {

/// A command that is refused surely had no effect, but for an epoch that became known. Which port
/// has which of these stands above its methods; `malformed` is not among them, the adapter says it.
enum class Refusal : std::uint8_t {
  already_replayed,
  beyond_end,
  fenced,
  no_state,
  no_such_letter,
  no_such_snapshot,
  no_transaction,
  not_a_replacement_log,
  out_of_order,
  suffix_lost,
  unfinished,
  /// The disk had no room and nothing was changed: legal while it is full.
  disk_full,
  /// A rebuild found its snapshot damaged and changed nothing: legal after a bit was flipped.
  snapshot_damaged,
};

/// A disk operation failed, and the command may or may not have had its effect. Legal only then.
/// The object is destroyed and a new one starts on what is stored.
struct Uncertain {
  std::string why = "a disk operation failed";
};

/// `return 7;`, `return Refusal::fenced;` or `return Uncertain{};`.
template <class Result>
class Reply {
 public:
  template <class From>
  requires std::convertible_to<From, Result> &&
      (!std::same_as<std::remove_cvref_t<From>, Reply>)Reply(From&& result)
      : held_(std::in_place_index<0>, std::forward<From>(result)) {}
  Reply(Refusal code) : held_(std::in_place_index<1>, code) {}
  Reply(Uncertain open) : held_(std::in_place_index<2>, std::move(open)) {}

  bool is_done() const { return held_.index() == 0; }
  bool is_refused() const { return held_.index() == 1; }
  const Result& result() const { return std::get<0>(held_); }
  Refusal code() const { return std::get<1>(held_); }
  const std::string& why_uncertain() const { return std::get<2>(held_).why; }

 private:
  std::variant<Result, Refusal, Uncertain> held_;
};

}  // namespace fencepost::ports
