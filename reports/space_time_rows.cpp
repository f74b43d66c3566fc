// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/space_time_rows.hpp"

#include <algorithm>
#include <utility>

#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/row_choice.hpp"

namespace fencepost::reports {
namespace {

using Kind = Happening::Kind;

/// Of longer words no more is ever seen, whatever the width.
constexpr std::size_t most_bytes = 1600;

bool is_numbered(std::string_view name, char letter) {
  return name.size() > 1 && name[0] == letter &&
         name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Clients that no command ever used: they only greet nodes that have been started.
std::set<std::string_view> greeters(const std::vector<Happening>& happenings) {
  std::set<std::string_view> all, used;
  for (const Happening& happening : happenings)
    for (const std::string* name : {&happening.from, &happening.to})
      if (is_client(*name)) (happening.root == 0 ? all : used).insert(*name);
  for (const std::string_view name : used) all.erase(name);
  return all;
}

/// The indices of what is not setup; all of them if that leaves no message.
std::vector<std::size_t> shown(const std::vector<Happening>& happenings) {
  const std::set<std::string_view> greeting = greeters(happenings);
  std::vector<std::size_t> all, rest;
  bool has_begun = false, has_message = false;
  for (std::size_t i = 0; i < happenings.size(); ++i) {
    const Happening& happening = happenings[i];
    all.push_back(i);
    has_begun |= happening.root != 0 || !is_message(happening);
    const bool greets = happening.root == 0 && is_message(happening) &&
                        (greeting.contains(happening.from) || greeting.contains(happening.to));
    if (!has_begun || greets) continue;
    has_message |= is_message(happening);
    rest.push_back(i);
  }
  return has_message ? rest : all;
}

/// When a message is held, its name is not known yet: that of the late message it becomes is.
const Happening& named(const std::vector<Happening>& happenings, std::size_t i,
                       std::set<std::size_t>& taken) {
  const Happening& held = happenings[i];
  for (std::size_t j = i + 1; j < happenings.size(); ++j) {
    const Happening& later = happenings[j];
    if (later.late && !later.duplicate && later.kind != Kind::held && later.root == held.root &&
        later.from == held.from && later.to == held.to &&
        (held.words.empty() || held.words == later.words) && taken.insert(j).second)
      return later;
  }
  return held;
}

/// As scenarios have it: the request itself is 7, the next message that it led to 7.1.
std::string name_of(const Happening& happening) {
  if (happening.root == 0) return {};
  const std::string root = std::to_string(happening.root);
  if (happening.kind == Kind::held && !is_client(happening.from)) return root + ".?";
  return happening.part == 0 ? root : root + '.' + std::to_string(happening.part);
}

/// The operation that ended with this happening: written down right after it, before any other.
const Operation* ended_with(const ClusterHistory& history, std::size_t i, std::uint32_t& root) {
  const auto moment = static_cast<std::uint32_t>(i + 1);
  const auto found = std::ranges::lower_bound(history.moments, moment);
  if (found == history.moments.end() || *found != moment) return nullptr;
  const auto index = static_cast<std::size_t>(found - history.moments.begin());
  const Operation& operation = history.operations[index];
  if (operation.type == Operation::Type::invoke) return nullptr;
  root = history.roots[index];
  return &operation;
}

std::string tag_of(const Happening& happening, const SpaceTimeRow& row, bool has_operations) {
  std::vector<std::string> tags;
  if (happening.kind == Kind::lost) tags.emplace_back("lost");
  if (happening.kind == Kind::cut_off) tags.emplace_back("cut off");
  if (happening.kind == Kind::held) tags.emplace_back("held back");
  if (happening.duplicate) tags.emplace_back("again");
  if (happening.late && happening.kind != Kind::held) tags.emplace_back("late");
  if (happening.stale) tags.emplace_back("stale");
  const bool replies = happening.kind == Kind::delivered && is_client(happening.to);
  if (replies && has_operations && !row.end && happening.root != 0) tags.emplace_back("unheard");
  if (replies && row.end == Operation::Type::fail) tags.emplace_back("fail");
  if (replies && row.end == Operation::Type::info) tags.emplace_back("nobody knows");
  std::string text;
  for (const std::string& tag : tags) text += (text.empty() ? "" : ", ") + tag;
  return text;
}

std::string words_of(const Happening& happening, const SpaceTimeRow& row) {
  const std::string& to = happening.to;
  switch (happening.kind) {
    case Kind::killed: return to + " is killed and started again";
    case Kind::emptied: return to + " is killed, its folder emptied, and started again";
    case Kind::paused: return to + " is paused";
    case Kind::resumed: return to + " goes on";
    case Kind::cut:
      return happening.words == "both ways"
                 ? happening.from + " and " + to + " are cut off from each other"
                 : "nothing from " + happening.from + " reaches " + to;
    case Kind::healed: return "all can reach all again";
    case Kind::gave_up:
      return happening.from +
             " waits no longer: " + (row.end == Operation::Type::fail ? "fail" : "nobody knows");
    case Kind::calm_began: return "calm from here on";
    default: return happening.words.substr(0, most_bytes);
  }
}

/// What a picture says of happening number i.
SpaceTimeRow row_of(const ClusterHistory& history, std::size_t i,
                    const std::set<std::uint32_t>& highlighted, std::set<std::size_t>& taken) {
  const Happening& happening = history.happenings[i];
  const Happening& message =
      happening.kind == Kind::held ? named(history.happenings, i, taken) : happening;
  SpaceTimeRow row;
  row.happening = &happening;
  row.name = name_of(message);
  std::uint32_t root = happening.root;
  if (happening.kind == Kind::gave_up ||
      (happening.kind == Kind::delivered && is_client(happening.to)))
    if (const Operation* const end = ended_with(history, i, root)) row.end = end->type;
  row.highlighted = highlighted.contains(root) && root != 0;
  row.tag = tag_of(happening, row, !history.operations.empty());
  row.words = harmless(is_message(happening) ? words_of(message, row) : words_of(happening, row));
  return row;
}

Weight weight_of(const SpaceTimeRow& row) {
  const Happening& happening = *row.happening;
  const bool of_client = is_client(happening.from) || is_client(happening.to);
  if (row.highlighted && of_client) return Weight::pointed_at;
  if (!is_message(happening)) return Weight::trouble;
  if (row.highlighted) return Weight::related;
  return row.tag.empty() ? Weight::ordinary : Weight::struck;
}

SpaceTimeRow fold_of(std::size_t messages, std::size_t troubles, const Ink& ink) {
  SpaceTimeRow row;
  row.words = std::string(ink.ellipsis()) + ' ';
  if (messages > 0) row.words += counted(messages, "more message");
  if (messages > 0 && troubles > 0) row.words += " and ";
  if (troubles > 0) row.words += counted(troubles, "more trouble");
  return row;
}

/// Who stands still when.
void follow(const Happening& happening, std::set<std::string, std::less<>>& paused) {
  if (happening.kind == Kind::paused)
    paused.insert(happening.to);
  else if (happening.kind == Kind::calm_began)
    paused.clear();
  else if (happening.kind == Kind::resumed || happening.kind == Kind::killed ||
           happening.kind == Kind::emptied)
    paused.erase(happening.to);
}

}  // namespace

bool is_client(std::string_view name) { return is_numbered(name, 'c'); }

bool is_node(std::string_view name) { return is_numbered(name, 'n'); }

bool is_message(const Happening& happening) { return happening.kind <= Kind::cut_off; }

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

std::vector<SpaceTimeRow> space_time_rows(const ClusterHistory& history,
                                          const std::set<std::uint32_t>& highlighted,
                                          std::size_t most, const Ink& ink) {
  std::vector<SpaceTimeRow> rows;
  std::vector<Weight> weights;
  std::set<std::size_t> taken;
  std::set<std::string, std::less<>> paused;
  for (const std::size_t i : shown(history.happenings)) {
    SpaceTimeRow& row = rows.emplace_back(row_of(history, i, highlighted, taken));
    follow(*row.happening, paused);
    row.paused = paused;
    weights.push_back(weight_of(row));
  }
  const std::vector<bool> kept = choose_rows(weights, most);
  std::vector<SpaceTimeRow> chosen;
  for (std::size_t i = 0; i < rows.size();) {
    if (kept[i]) {
      chosen.push_back(std::move(rows[i++]));
      continue;
    }
    std::size_t folded[] = {0, 0};
    for (; i < rows.size() && !kept[i]; ++i) ++folded[is_message(*rows[i].happening) ? 0 : 1];
    chosen.push_back(fold_of(folded[0], folded[1], ink));
  }
  return chosen;
}

}  // namespace fencepost::reports
