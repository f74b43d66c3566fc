// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/json_lines.hpp"

namespace fencepost::recorded {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

Result<bool> JsonLines::next(Recorded& to) {
  for (;;) {
    const std::optional<Window::Line> line = window_.first_line();
    if (!line && window_.why().empty()) return false;
    if (!line) return Failure{window_.why()};
    to.line = window_.line();
    const bool is_none = is_blank(line->text) || !line->text.starts_with(mark_);
    const Result<bool> taken =
        is_none ? Result<bool>(false) : take(line->text.substr(mark_.size()), to);
    if (!taken)
      return Failure{"line " + std::to_string(to.line) + ": it " + taken.why() +
                     (line->has_end ? "" : "; the file ends in this line and may be cut off")};
    window_.drop(line->size());
    if (*taken) return true;
  }
}

Result<bool> JsonLines::take(std::string_view line, Recorded& to) {
  Result<Json> value = read_json(line);
  if (!value) return Failure{value.why()};
  return form_.take(std::move(*value), to);
}

}  // namespace fencepost::recorded
