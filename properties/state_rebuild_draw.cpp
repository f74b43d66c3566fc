// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "fencepost/properties/state_rebuild.hpp"

namespace fencepost::properties {
namespace {

using faults::Chance;

constexpr std::array<std::string_view, 4> keys = {"a", "b", "é", ""};
/// The last stands for none: tombstones stay for ever.
constexpr std::array<std::int64_t, 8> retentions = {0, 0, 0, 1, 1, 2, 4, -1};
constexpr std::array<std::int64_t, 4> limits = {0, -1, INT32_MIN, INT32_MAX};
constexpr std::array<std::string_view, 4> words = {"", "x", "null", "wörter und mehr"};

enum Type : std::uint8_t { append, compact, truncate_before, snapshot, lose_node, rebuild, state };

/// Draws the commands of one seed. It counts appends and snapshots, so that it knows about where
/// the log ends and what each snapshot holds.
class Drawing {
 public:
  Drawing(const Chance& chance, Scenario& scenario) : chance_(chance), scenario_(scenario) {
    key_count_ = 1 + chance.below(4, "rebuild: keys");
    increment_ = chance.percent(30, "rebuild: increment");
    null_percent_ =
        std::array<std::uint64_t, 3>{20, 40, 60}[chance.below(3, "rebuild: tombstones")];
    retention_percent_ =
        std::array<std::uint64_t, 3>{0, 5, 12}[chance.below(3, "rebuild: truncations")];
  }

  void parameters() {
    const std::int64_t retention =
        retentions[chance_.below(retentions.size(), "rebuild: retention")];
    if (retention >= 0) scenario_.parameters.set("tombstone_retention", retention);
    if (increment_) scenario_.parameters.set("increment", 1);
  }

  void command(std::uint64_t number) {
    const Type before = last_;
    last_ = next(before, number);
    deletes_ = false;
    switch (last_) {
      case append: draw_append(number); break;
      case compact: draw_compact(before, number); break;
      case truncate_before: draw_truncate(number); break;
      case snapshot:
        send(scenario_, "S1", snapshot);
        nexts_.push_back(end_);
        break;
      case lose_node: send(scenario_, "S1", lose_node); break;
      case rebuild: draw_rebuild(number); break;
      case state: send(scenario_, "C1", state); break;
    }
  }

  void end() {
    calm(scenario_);
    send(scenario_, "C1", state);
    if (!nexts_.empty())
      send(scenario_, "S1", rebuild).number(static_cast<std::int64_t>(nexts_.size()) - 1);
    send(scenario_, "S1", rebuild).null();
    send(scenario_, "C1", state);
  }

 private:
  Type next(Type before, std::uint64_t number) const {
    // A lost state, a dropped tombstone and a shortened log show in a rebuild.
    if (before == lose_node && chance_.percent(60, "rebuild: after a loss", number)) return rebuild;
    if (before == snapshot && chance_.percent(25, "rebuild: after a snapshot", number))
      return append;
    if (deletes_ && chance_.percent(30, "rebuild: after a deletion", number)) return compact;
    if (before == truncate_before && chance_.percent(35, "rebuild: after retention", number))
      return rebuild;
    if (before == compact && chance_.percent(70, "rebuild: after a compaction", number))
      return chance_.percent(50, "rebuild: compact again", number) ? compact : rebuild;
    const std::uint64_t dice = chance_.below(100, "rebuild: command", number);
    if (dice < 12) return snapshot;
    if (dice < 24) return rebuild;
    if (dice < 30) return state;
    if (dice < 34) return lose_node;
    if (dice < 34 + retention_percent_) return truncate_before;
    if (dice >= (increment_ ? 96 : 84)) return compact;
    return append;
  }

  void draw_append(std::uint64_t number) {
    const bool first = chance_.percent(60, "rebuild: producer", number);
    Tape& fields = send(scenario_, first ? "P1" : "P2", append);
    const std::size_t key = chance_.below(key_count_, "rebuild: key", number);
    fields.text(keys[key]);
    const std::uint64_t which = chance_.below(4, "rebuild: value", number);
    // A key is seldom deleted that is not there.
    deletes_ = !increment_ && chance_.percent(null_percent_, "rebuild: null", number) &&
               (is_live_[key] || chance_.percent(10, "rebuild: null of none", number));
    is_live_[key] = !deletes_;
    if (deletes_)
      fields.null();
    else if (increment_ || chance_.percent(75, "rebuild: number", number))
      fields.number(which == 0 ? limits[chance_.below(4, "rebuild: limit", number)]
                               : static_cast<std::int64_t>(number));
    else
      fields.text(words[which]);
    ++end_;
  }

  void draw_compact(Type before, std::uint64_t number) {
    std::int64_t upto = end_;
    const std::uint64_t dice = chance_.below(8, "rebuild: upto", number);
    if (before == compact && dice < 4) upto = last_upto_;
    if (dice == 4) upto = end_ + 1;
    if (dice == 5) upto = chance_.between(0, end_, "rebuild: upto anywhere", number);
    last_upto_ = upto;
    send(scenario_, "K1", compact).number(upto);
  }

  void draw_truncate(std::uint64_t number) {
    std::int64_t offset = chance_.between(0, end_, "rebuild: start anywhere", number);
    const std::uint64_t dice = chance_.below(8, "rebuild: start", number);
    if (dice < 4 && !nexts_.empty())
      offset = nexts_.back() + (dice == 0 && nexts_.back() < end_ ? 1 : 0);
    if (dice == 4) offset = end_;
    if (dice == 5) offset = end_ + 1;
    send(scenario_, "K1", truncate_before).number(offset);
  }

  void draw_rebuild(std::uint64_t number) {
    Tape& fields = send(scenario_, "S1", rebuild);
    const std::uint64_t dice = chance_.below(20, "rebuild: from", number);
    const auto count = static_cast<std::int64_t>(nexts_.size());
    if (dice == 0)
      fields.absent();
    else if (dice == 1)
      fields.number(count);
    else if (dice < 7 || count == 0)
      fields.null();
    else if (dice < 14)
      fields.number(count - 1);
    else
      fields.number(chance_.between(0, count - 1, "rebuild: from an old one", number));
  }

  const Chance& chance_;
  Scenario& scenario_;
  std::uint64_t key_count_;
  std::uint64_t null_percent_;
  std::uint64_t retention_percent_;
  bool increment_;
  Type last_ = append;
  std::array<bool, 4> is_live_{};
  /// The last command deletes a key.
  bool deletes_ = false;
  std::int64_t end_ = 0;
  std::int64_t last_upto_ = 0;
  /// About the `next` of each snapshot.
  std::vector<std::int64_t> nexts_;
};

}  // namespace

void draw_state_rebuild(const Chance& chance, const faults::Swarm& swarm, Scenario& scenario) {
  Drawing drawing(chance, scenario);
  drawing.parameters();
  for (std::uint32_t number = 1; number <= swarm.commands; ++number) {
    drawing.command(number);
    if (swarm.malformed && chance.percent(8, "rebuild: malformed", number))
      make_malformed(chance, scenario);
  }
  drawing.end();
}

}  // namespace fencepost::properties
