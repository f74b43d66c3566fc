// SPDX-License-Identifier: Apache-2.0
// Bounded retries: a record that keeps failing becomes a dead letter, and neither blocks nor
// vanishes. docs/dead_letter.md has the choices.
#pragma once

#include <vector>

#include "fencepost/ports/reply.hpp"
#include "fencepost/ports/table.hpp"

namespace fencepost::ports {

/// What a reply told is still true after a crash. May refuse `disk_full`.
class DeadLetter {
 public:
  using Port = DeadLetter;
  static constexpr const char* workload = "dead-letter";

  struct Settings {
    std::int64_t partitions = 4;
    /// A record that failed this often becomes a dead letter; at least 1.
    Count max_attempts = 1;
  };
  enum class Became : std::uint8_t { processed, failed, dead_lettered };
  struct Attempt {
    Offset offset = 0;
    /// Which attempt at this record it was, from 1.
    Count attempt = 0;
    Became result = Became::processed;
  };
  struct Progress {
    /// The next offset to handle, and the next to be written.
    Offset committed = 0, end = 0;
    /// Nothing waits and no dead letter of the partition is open.
    bool complete = false;
  };
  struct Letter {
    /// From 0, in the order of the hand-off.
    std::int64_t id = 0;
    Partition partition = 0;
    Offset offset = 0;
    Name key;
    Value value = 0;
    /// `failed N times`, N the attempts made before the hand-off.
    std::string reason;
    /// Replays included.
    Count attempts = 0;
    bool replayed = false;
  };
  struct Replayed {
    bool processed = false;
    Count attempts = 0;
  };
  struct Processed {
    Partition partition = 0;
    Offset offset = 0;
    Name key;
    Value value = 0;
  };
  struct Results {
    /// What was processed or replayed, sorted by partition and offset.
    std::vector<Processed> results;
    /// Every partition is.
    bool complete = false;
  };

  virtual ~DeadLetter() = default;

  /// Writes a record that fails this often before it succeeds; nothing: always. Returns its offset.
  virtual Reply<Offset> arrive(Partition partition, const Name& key, Value value,
                               std::optional<Count> failures) = 0;
  /// Tries the first unhandled record of the partition once; nothing if none waits. One that failed
  /// `max_attempts` times is handed to the dead letters, and only then is the offset moved past it.
  virtual Reply<std::optional<Attempt>> work(Partition partition) = 0;
  virtual Reply<Progress> progress(Partition partition) = 0;
  virtual Reply<std::vector<Letter>> letters() = 0;
  /// One more attempt at a dead letter's record. Refuses `no_such_letter` and `already_replayed`.
  virtual Reply<Replayed> replay(std::int64_t id) = 0;
  virtual Reply<Results> results() = 0;
};

template <>
struct Parts<DeadLetter::Settings> {
  using Of = DeadLetter::Settings;
  static constexpr auto list = std::tuple(&Of::partitions, &Of::max_attempts);
};

template <>
struct Parts<DeadLetter::Attempt> {
  using Of = DeadLetter::Attempt;
  static std::string result_of(const Of& attempt) {
    if (attempt.result == DeadLetter::Became::processed) return "processed";
    return attempt.result == DeadLetter::Became::failed ? "failed" : "dead_lettered";
  }
  static constexpr auto list = std::tuple(&Of::offset, &Of::attempt, &result_of);
};

template <>
struct Parts<DeadLetter::Progress> {
  using Of = DeadLetter::Progress;
  static constexpr auto list = std::tuple(&Of::committed, &Of::end, &Of::complete);
};

template <>
struct Parts<DeadLetter::Letter> {
  using Of = DeadLetter::Letter;
  static constexpr auto list = std::tuple(&Of::id, &Of::partition, &Of::offset, &Of::key,
                                          &Of::value, &Of::reason, &Of::attempts, &Of::replayed);
};

template <>
struct Parts<DeadLetter::Replayed> {
  using Of = DeadLetter::Replayed;
  static constexpr auto list = std::tuple(&Of::processed, &Of::attempts);
};

template <>
struct Parts<DeadLetter::Processed> {
  using Of = DeadLetter::Processed;
  static constexpr auto list = std::tuple(&Of::partition, &Of::offset, &Of::key, &Of::value);
};

template <>
struct Parts<DeadLetter::Results> {
  using Of = DeadLetter::Results;
  static constexpr auto list = std::tuple(&Of::results, &Of::complete);
};

template <>
struct Commands<DeadLetter> {
  using Port = DeadLetter;
  static constexpr auto list =
      std::tuple(row(&Port::arrive), row(&Port::work), row(&Port::progress), row(&Port::letters),
                 row(&Port::replay), row(&Port::results));
};

}  // namespace fencepost::ports
