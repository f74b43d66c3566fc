// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <vector>

#include "fencepost/properties/log_compaction.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

constexpr std::array<std::string_view, 5> keys = {"a", "b", "é", "", "ab"};
/// The last stands for none: tombstones stay for ever.
constexpr std::array<std::int64_t, 8> retentions = {0, 0, 0, 1, 2, 2, 4, -1};
constexpr std::array<std::int64_t, 4> values = {0, 1, INT32_MIN, INT32_MAX};
constexpr std::array<std::string_view, 4> words = {"", "x", "null", "wörter und mehr"};

/// Draws the commands of one seed. It counts the appends it sends, so that it knows about where the
/// log ends.
class Drawing {
 public:
  Drawing(const Chance& chance, Scenario& scenario) : chance_(chance), scenario_(scenario) {
    key_count_ = 2 + chance.below(4, "log: keys");
    many_keys_ =
        chance.percent(4, "log: many keys") ? 40 + chance.below(30, "log: how many keys") : 0;
    null_percent_ = std::array<std::uint64_t, 3>{0, 25, 50}[chance.below(3, "log: tombstones")];
    compact_percent_ =
        std::array<std::uint64_t, 3>{15, 25, 35}[chance.below(3, "log: compactions")];
  }

  void parameters() {
    const std::int64_t retention = retentions[chance_.below(retentions.size(), "log: retention")];
    if (retention >= 0) scenario_.parameters.set("tombstone_retention", retention);
  }

  void append_many() {
    for (std::uint64_t i = 1; i <= many_keys_; ++i) append(first_key + i);
  }

  void command(std::uint64_t number) {
    const std::uint64_t dice = chance_.below(100, "log: command", number);
    // What a compaction did shows in a read after it, or in the next compaction.
    const bool follows =
        compacted_just_now_ && chance_.percent(60, "log: after a compaction", number);
    if (follows && chance_.percent(60, "log: read after a compaction", number)) {
      send(scenario_, "C1", 2).number(0);
      compacted_just_now_ = false;
      return;
    }
    if (follows || dice < compact_percent_)
      compact(number);
    else if (dice < compact_percent_ + 12)
      read(number);
    else if (dice < compact_percent_ + 18)
      send(scenario_, "C1", 3);
    else
      append(number);
    compacted_just_now_ = follows || dice < compact_percent_;
  }

  void end() {
    calm(scenario_);
    send(scenario_, "C1", 2).number(0);
    send(scenario_, "C1", 3);
  }

 private:
  void append(std::uint64_t number) {
    const bool first = chance_.percent(60, "log: producer", number);
    Tape& fields = send(scenario_, first ? "P1" : "P2", 0);
    key(fields, number);
    payload(fields, number);
    ++end_;
  }

  void key(Tape& fields, std::uint64_t number) const {
    // At first each of the many once.
    if (number > first_key) return one_of_many(fields, number - first_key);
    if (many_keys_ == 0 || chance_.percent(30, "log: few keys", number))
      fields.text(keys[chance_.below(key_count_, "log: key", number)]);
    else
      one_of_many(fields, chance_.below(many_keys_, "log: one of many keys", number));
  }
  static void one_of_many(Tape& fields, std::uint64_t which) {
    fields.text("k" + std::to_string(which));
  }

  void payload(Tape& fields, std::uint64_t number) const {
    const std::uint64_t which = chance_.below(4, "log: value", number);
    if (chance_.percent(null_percent_, "log: null", number))
      fields.null();
    else if (chance_.percent(70, "log: number", number))
      fields.number(which == 0 ? values[chance_.below(4, "log: limit", number)]
                               : static_cast<std::int64_t>(number));
    else
      fields.text(words[which]);
  }

  void compact(std::uint64_t number) {
    std::int64_t upto = end_;
    // Every other compaction that follows one repeats it, or goes on to the end.
    if (compacted_just_now_ && chance_.percent(50, "log: upto repeated", number)) {
      send(scenario_, "K1", 1)
          .number(chance_.percent(50, "log: upto the same", number) ? earlier_.back() : end_);
      return;
    }
    switch (chance_.below(10, "log: upto", number)) {
      case 0: upto = 0; break;
      case 1:
      case 2: upto = end_ > 0 ? end_ - 1 : 0; break;
      case 3: upto = end_ + 1; break;
      case 4: upto = chance_.between(0, end_, "log: upto anywhere", number); break;
      case 5:
      case 6:
        if (!earlier_.empty())
          upto = earlier_[chance_.below(earlier_.size(), "log: upto again", number)];
        break;
      default: break;
    }
    earlier_.push_back(upto);
    send(scenario_, "K1", 1).number(upto);
  }

  void read(std::uint64_t number) {
    std::int64_t from = 0;
    switch (chance_.below(6, "log: from", number)) {
      case 0: from = end_; break;
      case 1: from = end_ + 1; break;
      case 2: from = chance_.between(0, end_, "log: from anywhere", number); break;
      default: break;
    }
    send(scenario_, "C1", 2).number(from);
  }

  const Chance& chance_;
  Scenario& scenario_;
  /// Numbers of commands above this are those of the run that appends every one of the many keys.
  static constexpr std::uint64_t first_key = 1'000'000;
  std::uint64_t key_count_;
  std::uint64_t many_keys_;
  std::uint64_t null_percent_;
  std::uint64_t compact_percent_;
  std::int64_t end_ = 0;
  bool compacted_just_now_ = false;
  std::vector<std::int64_t> earlier_;
};

}  // namespace

void draw_log_compaction(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  Drawing drawing(chance, scenario);
  drawing.parameters();
  drawing.append_many();
  for (std::uint32_t number = 1; number <= swarm.commands; ++number) {
    drawing.command(number);
    if (swarm.malformed && chance.percent(8, "log: malformed", number))
      make_malformed(chance, scenario);
  }
  drawing.end();
}

}  // namespace fencepost::properties
