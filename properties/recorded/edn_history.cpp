// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/edn_history.hpp"

#include "fencepost/properties/recorded/edn.hpp"

namespace fencepost::recorded {

Failure EdnHistory::failure_at(std::size_t offset, const std::string& why) const {
  if (!window_.why().empty()) return Failure{window_.why()};
  return Failure{"line " + std::to_string(window_.line_at(offset)) + ": it " + why};
}

void EdnHistory::begin() {
  has_begun_ = true;
  std::size_t blank = 0;
  while ((blank = edn_blank(window_.bytes())) == window_.bytes().size())
    if (!window_.grow()) return;
  const char first = window_.bytes()[blank];
  if (first != '[' && first != '(') return;
  close_ = first == '[' ? ']' : ')';
  window_.drop(blank + 1);
}

Result<bool> EdnHistory::end(std::size_t bracket) {
  if (window_.bytes()[bracket] != close_)
    return failure_at(bracket, "has a bracket that closes nothing");
  window_.drop(bracket + 1);
  std::size_t blank = 0;
  while ((blank = edn_blank(window_.bytes())) == window_.bytes().size())
    if (!window_.grow()) break;
  if (!window_.why().empty() || blank < window_.bytes().size())
    return failure_at(blank, "goes on behind the list of operations");
  is_over_ = true;
  return false;
}

Result<bool> EdnHistory::next(Recorded& to) {
  if (!has_begun_) begin();
  while (!is_over_) {
    Json value;
    const EdnEnd found = read_edn(window_.bytes(), value, true);
    if (found.kind == EdnEnd::Kind::wrong) return failure_at(found.used, found.why);
    if (found.kind == EdnEnd::Kind::closing) return end(found.used);
    if (found.kind == EdnEnd::Kind::value) {
      to.line = window_.line_at(found.begin);
      const Result<bool> taken = form_.take(std::move(value), to);
      if (!taken) return failure_at(found.begin, taken.why());
      window_.drop(found.used);
      if (*taken) return true;
    } else if (!window_.grow()) {
      is_over_ = window_.why().empty() && close_ == 0 && found.kind == EdnEnd::Kind::nothing;
      if (!is_over_)
        return failure_at(found.begin,
                          found.kind == EdnEnd::Kind::nothing
                              ? "ends before its list of operations does: it is cut off"
                              : "ends within what begins here: it is cut off");
    }
  }
  return false;
}

}  // namespace fencepost::recorded
