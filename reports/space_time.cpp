// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/space_time.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "fencepost/reports/columns.hpp"
#include "fencepost/reports/space_time_lanes.hpp"
#include "fencepost/reports/space_time_rows.hpp"

namespace fencepost::reports {
namespace {

using Kind = Happening::Kind;
using Cells = std::vector<std::string_view>;

struct Stroke {
  std::string_view line, across, to_right, to_left;
};

struct Signs {
  std::string_view lane, paused, folded;
  Stroke once, twice, late;
  std::string_view head_right, head_left, asks, itself;
  std::string_view lost, cut_off, held;
  std::string_view killed, pauses, one_side, other_side;
  std::string_view fail, ok, unknown, pointer;
};

constexpr Signs drawn = {"│",
                         "┊",
                         "⋮",
                         {"─", "┼", "├", "┤"},
                         {"═", "╪", "╞", "╡"},
                         {"╌", "┼", "├", "┤"},
                         "▶",
                         "◀",
                         "●",
                         "↺",
                         "×",
                         "╫",
                         "○",
                         "╳",
                         "╧",
                         "◆",
                         "◇",
                         "✗",
                         "✓",
                         "?",
                         "▸"};
constexpr Signs typed = {"|",
                         ":",
                         ".",
                         {"-", "-", "|", "|"},
                         {"=", "=", "|", "|"},
                         {".", ".", "|", "|"},
                         ">",
                         "<",
                         "o",
                         "@",
                         "x",
                         "#",
                         "o",
                         "X",
                         "=",
                         "*",
                         "o",
                         "x",
                         "+",
                         "?",
                         ">"};

class Picture {
 public:
  Picture(const std::vector<SpaceTimeRow>& rows, const SpaceTimeOptions& options, const Ink& ink)
      : rows_(rows),
        options_(options),
        ink_(ink),
        signs_(ink.signs ? drawn : typed),
        width_(std::clamp<std::size_t>(options.width, 80, 200)) {
    for (const SpaceTimeRow& row : rows) names_ = std::max(names_, width(row.name));
    lanes_ = place_lanes(rows, std::max<std::size_t>(40, width_ - std::min(width_, margin())));
  }

  std::string text() const {
    std::string text = head();
    for (const SpaceTimeRow& row : rows_) text += line(row);
    return text + left_out();
  }

  bool leaves_lanes_out() const { return !lanes_.left_out.empty(); }

 private:
  /// Indent, pointer and names, with what stands between.
  std::size_t margin() const { return width(options_.indent) + 2 + names_ + 2; }

  std::string head() const {
    std::string names;
    for (const Lane& lane : lanes_.lanes) {
      const bool is_last = &lane == &lanes_.lanes.back();
      const std::size_t gap = (is_last ? width_ : (&lane + 1)->column) - lane.column;
      const std::string name = fitted(harmless(lane.name), is_last ? 8 : gap - 1, ink_.ellipsis());
      names += is_last ? name : left(name, gap);
    }
    return options_.indent + std::string(margin() - width(options_.indent), ' ') + names + '\n';
  }

  std::string line(const SpaceTimeRow& row) const {
    const bool is_fold = row.happening == nullptr;
    const std::string pointer(row.highlighted ? signs_.pointer : " ");
    std::string text = options_.indent + (row.highlighted ? ink_.bad(pointer) : pointer) + ' ';
    std::string front = left(row.name, names_) + "  ";
    for (const std::string_view cell : is_fold ? lanes(row) : draw(row)) front += cell;
    if (row.words.empty() && row.tag.empty()) front.erase(front.find_last_not_of(' ') + 1);
    text += row.highlighted ? ink_.strong(front) : is_fold ? ink_.faint(front) : front;
    return text + words(row) + '\n';
  }

  std::string words(const SpaceTimeRow& row) const {
    const std::size_t room = width_ - margin() - lanes_.width;
    const std::string tag = row.tag.empty() || row.words.empty() ? row.tag : row.tag + ": ";
    const std::string rest =
        fitted(ends(row) + row.words, room - std::min(room, width(tag)), ink_.ellipsis());
    if (row.happening == nullptr) return ink_.faint(rest);
    if (!is_message(*row.happening)) return ink_.doubtful(rest);
    return (tag.empty() ? tag : ink_.doubtful(tag)) + (row.highlighted ? ink_.strong(rest) : rest);
  }

  /// Who sends to whom, if that cannot be drawn.
  std::string ends(const SpaceTimeRow& row) const {
    if (row.happening == nullptr || !is_message(*row.happening)) return {};
    const Happening& message = *row.happening;
    if (lanes_.find(message.from) != nullptr && lanes_.find(message.to) != nullptr) return {};
    return harmless(message.from) + ' ' + std::string(ink_.arrow()) + ' ' + harmless(message.to) +
           ": ";
  }

  /// The lanes with nothing between them.
  Cells lanes(const SpaceTimeRow& row) const {
    Cells cells(lanes_.width, " ");
    for (const Lane& lane : lanes_.lanes)
      cells[lane.column] = row.happening == nullptr         ? signs_.folded
                           : row.paused.contains(lane.name) ? signs_.paused
                                                            : signs_.lane;
    return cells;
  }

  Cells draw(const SpaceTimeRow& row) const {
    Cells cells = lanes(row);
    const Happening& happening = *row.happening;
    switch (happening.kind) {
      case Kind::killed:
      case Kind::emptied: mark(cells, happening.to, signs_.killed); break;
      case Kind::paused: mark(cells, happening.to, signs_.pauses); break;
      case Kind::resumed: break;
      case Kind::cut:
        rule(cells, signs_.late, true);
        for (const std::string& name : names_in(happening.from)) mark(cells, name, signs_.one_side);
        for (const std::string& name : names_in(happening.to)) mark(cells, name, signs_.other_side);
        break;
      case Kind::healed: rule(cells, signs_.late, true); break;
      case Kind::calm_began: rule(cells, signs_.twice, false); break;
      case Kind::gave_up: mark(cells, happening.from, end_of(row)); break;
      default: arrow(cells, row);
    }
    return cells;
  }

  void mark(Cells& cells, std::string_view name, std::string_view sign) const {
    if (const Lane* const lane = lanes_.find(name)) cells[lane->column] = sign;
  }

  /// A line from the first lane, or the first of a node, to the last such.
  void rule(Cells& cells, const Stroke& stroke, bool of_nodes) const {
    const Lane *first = nullptr, *last = nullptr;
    for (const Lane& lane : lanes_.lanes) {
      if (of_nodes && !lane.is_node) continue;
      if (first == nullptr) first = &lane;
      last = &lane;
    }
    if (first != nullptr) fill(cells, first->column, last->column, stroke);
  }

  void fill(Cells& cells, std::size_t first, std::size_t last, const Stroke& stroke) const {
    for (std::size_t i = first; i <= last; ++i)
      cells[i] = cells[i] == " " ? stroke.line : stroke.across;
  }

  void arrow(Cells& cells, const SpaceTimeRow& row) const {
    const Happening& message = *row.happening;
    const Lane* const from = lanes_.find(message.from);
    const Lane* const to = lanes_.find(message.to);
    if (from == nullptr || to == nullptr) return;
    const Stroke& stroke = message.duplicate ? signs_.twice
                           : message.late    ? signs_.late
                                             : signs_.once;
    const std::size_t start = from->column, goal = to->column;
    const bool asks = is_client(message.from) && !message.duplicate &&
                      (!message.late || message.kind == Kind::held);
    if (start == goal) {
      cells[start + 1] = signs_.itself;
    } else {
      const bool to_right = start < goal;
      const std::size_t stop = stop_of(message.kind, start, goal);
      fill(cells, to_right ? start : stop, to_right ? stop : start, stroke);
      cells[stop] = tip_of(message.kind, to_right);
      cells[start] = to_right ? stroke.to_right : stroke.to_left;
    }
    if (asks) cells[start] = signs_.asks;
    if (row.end) cells[goal] = end_of(row);
  }

  /// Where the tip stands: at the lane, short of it, or near where it came from.
  static std::size_t stop_of(Kind kind, std::size_t start, std::size_t goal) {
    const std::size_t short_of = kind == Kind::delivered ? 1 : 2;
    if (kind == Kind::held) return start < goal ? start + 2 : start - 2;
    return start < goal ? goal - short_of : goal + short_of;
  }

  std::string_view tip_of(Kind kind, bool to_right) const {
    if (kind == Kind::lost) return signs_.lost;
    if (kind == Kind::cut_off) return signs_.cut_off;
    if (kind == Kind::held) return signs_.held;
    return to_right ? signs_.head_right : signs_.head_left;
  }

  std::string_view end_of(const SpaceTimeRow& row) const {
    if (row.end == Operation::Type::ok) return signs_.ok;
    return row.end == Operation::Type::fail ? signs_.fail : signs_.unknown;
  }

  std::string left_out() const {
    if (!leaves_lanes_out()) return {};
    std::string text = "without a lane:";
    for (const std::string& name : lanes_.left_out) text += ' ' + harmless(name);
    return options_.indent + "  " +
           ink_.faint(fitted(text, width_ - width(options_.indent) - 2, ink_.ellipsis())) + '\n';
  }

  const std::vector<SpaceTimeRow>& rows_;
  const SpaceTimeOptions& options_;
  const Ink& ink_;
  const Signs& signs_;
  std::size_t width_;
  std::size_t names_ = 0;
  Lanes lanes_;
};

}  // namespace

std::string space_time(const ClusterHistory& history, const SpaceTimeOptions& options,
                       const Ink& ink) {
  if (history.happenings.empty()) return {};
  const std::size_t most = std::max<std::size_t>(options.most_rows, 8) - 1;
  const auto rows = space_time_rows(history, options.highlighted, most, ink);
  const Picture picture(rows, options, ink);
  if (!picture.leaves_lanes_out() || rows.size() < most) return picture.text();
  const auto fewer = space_time_rows(history, options.highlighted, most - 1, ink);
  return Picture(fewer, options, ink).text();
}

}  // namespace fencepost::reports
