// SPDX-License-Identifier: Apache-2.0
// What must hold. A property reads a history as a client and a chronicler could have written it; it
// does not ask the model, so that model and properties watch each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/history.hpp"

namespace fencepost::properties {

enum class Mode : std::uint8_t {
  always,      ///< no event may break it
  eventually,  ///< judged when the calm has been played to its end
  sometimes,   ///< a mark: a campaign must reach it at least once
};

struct Broken {
  /// Index of the event that broke it.
  std::uint32_t event;
  /// What a person would say, in domain words with the numbers of this history; lower case, no full
  /// stop.
  std::string sentence;
};

struct Property {
  /// A sentence without "should", with underscores.
  std::string_view name;
  Mode mode;
  /// One sentence for `explain`.
  std::string_view sentence;
  /// always, eventually: nothing if it held. Must be sound for every playable scenario: a command
  /// whose fate is not known (a crash in its handling, an *unknown* outcome) may or may not have
  /// had its effect.
  std::optional<Broken> (*check)(const Scenario& scenario, const History& history) = nullptr;
  /// sometimes: the history reached the mark.
  bool (*reached)(const Scenario& scenario, const History& history) = nullptr;
  /// sometimes: only a disk of ours can bring it about; not asked of systems with storage of their
  /// own.
  bool needs_disk = false;
  /// sometimes: nothing but a crash can bring it about; not asked of systems that are spared
  /// crashes.
  bool needs_crash = false;
};

constexpr Property only_with_crashes(Property mark) {
  mark.needs_crash = true;
  return mark;
}

/// What every workload must hold besides its own properties; judged after them.
/// Every outcome is one that the model gives.
inline constexpr std::string_view answers_as_the_model_does = "answers_as_the_model_does";
/// After any crash the system starts again; it reports damage only where a stored bit was flipped.
inline constexpr std::string_view starts_again_after_every_crash = "starts_again_after_every_crash";

/// A cluster has no model; its own checker judges, and these come before it.
/// No node ends by itself.
inline constexpr std::string_view nodes_stay_up = "nodes-stay-up";
/// Every reply has the form that the protocol asks for.
inline constexpr std::string_view speaks_the_protocol = "speaks-the-protocol";

/// Nodes come to rest after what they are asked, and stop sending each other messages.
inline constexpr std::string_view nodes_come_to_rest = "nodes-come-to-rest";

/// Those of the two groups above that go for the workloads of this kind.
std::span<const std::string_view> shared_properties(const Contract& contract);

}  // namespace fencepost::properties
