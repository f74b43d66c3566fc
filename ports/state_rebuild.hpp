// SPDX-License-Identifier: Apache-2.0
// A log of keyed records with the state that they fold to, snapshots of it, and rebuilds from them.
// docs/state_rebuild.md has the choices and an example.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a crash. May refuse `disk_full`, and a rebuild
/// `snapshot_damaged`.
class StateRebuild {
 public:
  using Port = StateRebuild;
  static constexpr const char* workload = "state-rebuild";

  struct Settings {
    /// As in log-compaction: for ever if nothing.
    std::optional<std::int64_t> tombstone_retention;
    /// Values are numbers and are added to the key's state, instead of replacing it.
    bool increment = false;
  };
  struct Snapshot {
    /// From 0, without gaps.
    std::int64_t id = 0;
    /// It holds every record below this.
    Offset next = 0;
  };
  struct Entry {
    Name key;
    /// A sum of up to 64 bits where values are added.
    Datum value;
  };
  struct Rebuilt {
    std::vector<Entry> state;
    Offset replayed_from = 0;
  };

  virtual ~StateRebuild() = default;

  /// Writes a record and applies it to the state, if that is there. Returns its offset.
  virtual Reply<Offset> append(const Name& key, const Payload& value) = 0;
  /// As in log-compaction. Where values are added, refuses `not_a_replacement_log`, before
  /// `beyond_end`.
  virtual Reply<Count> compact(Offset upto) = 0;
  /// Retention: records below `offset` are gone. Returns where the log begins, which never goes
  /// back. Refuses `beyond_end`.
  virtual Reply<Offset> truncate_before(Offset offset) = 0;
  /// Stores the state. Refuses `no_state` while it is lost.
  virtual Reply<Snapshot> snapshot() = 0;
  /// The state is gone until a rebuild is done; the log and the snapshots stay.
  virtual Reply<Done> lose_node() = 0;
  /// Replaces the state: the snapshot's and the records from its `next` on, or, without a snapshot,
  /// the whole log. Refuses `no_such_snapshot`; and `suffix_lost`, leaving the old state, where a
  /// record that is needed was truncated, or a tombstone that the snapshot does not hold has gone.
  virtual Reply<Rebuilt> rebuild(std::optional<std::int64_t> snapshot) = 0;
  /// Every key that has a value, sorted. Refuses `no_state` while the state is lost.
  virtual Reply<std::vector<Entry>> state() = 0;
};

template <>
struct Parts<StateRebuild::Settings> {
  using Of = StateRebuild::Settings;
  static constexpr auto list = std::tuple(&Of::tombstone_retention, &Of::increment);
};

template <>
struct Parts<StateRebuild::Snapshot> {
  using Of = StateRebuild::Snapshot;
  static constexpr auto list = std::tuple(&Of::id, &Of::next);
};

template <>
struct Parts<StateRebuild::Entry> {
  using Of = StateRebuild::Entry;
  static constexpr auto list = std::tuple(&Of::key, &Of::value);
};

template <>
struct Parts<StateRebuild::Rebuilt> {
  using Of = StateRebuild::Rebuilt;
  static constexpr auto list = std::tuple(&Of::state, &Of::replayed_from);
};

template <>
struct Commands<StateRebuild> {
  using Port = StateRebuild;
  static bool may_be_added(const Port::Settings& settings, const Name&, const Payload& value) {
    return !settings.increment || (value && value->index() == 0);
  }
  static constexpr auto list = std::tuple(
      row(&Port::append, &may_be_added), row(&Port::compact), row(&Port::truncate_before),
      row(&Port::snapshot), row(&Port::lose_node), row(&Port::rebuild), row(&Port::state));
};

}  // namespace fencepost::ports
