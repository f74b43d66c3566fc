// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/recorded/jepsen_text.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/recorded/edn.hpp"
#include "fencepost/properties/recorded/operation_form.hpp"

namespace fencepost::recorded {
namespace {

constexpr std::string_view blanks = "\t ";

struct Columns {
  std::string_view process, type, f, rest;
  /// Nothing stands before the process.
  bool begins_line = false;
  /// A tab; a space where somebody made spaces of tabs.
  char separator = '\t';
};

/// The word up to the next separator; takes it away, and what separates it.
std::string_view take_column(std::string_view& line, char separator) {
  const std::string_view column = line.substr(0, line.find(separator));
  line.remove_prefix(std::min(line.size(), column.size() + 1));
  if (separator == ' ') line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return column;
}

/// Where the colon of a type stands, with a blank before the colon and behind the type.
std::size_t place_of_type(std::string_view line) {
  for (std::size_t at = line.find(':', 1); at != std::string_view::npos;
       at = line.find(':', at + 1)) {
    if (blanks.find(line[at - 1]) == std::string_view::npos) continue;
    const std::size_t end = line.find_first_of(blanks, at);
    if (end != std::string_view::npos && type_from(line.substr(at + 1, end - at - 1))) return at;
  }
  return std::string_view::npos;
}

bool is_process(std::string_view word) {
  return word == ":nemesis" ||
         (!word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos);
}

/// Nothing if the line is none of an operation.
std::optional<Columns> columns_of(std::string_view line) {
  const std::size_t type = place_of_type(line);
  if (type == std::string_view::npos) return {};
  const std::size_t end = line.find_last_not_of(blanks, type - 1) + 1;
  const std::size_t begin = line.substr(0, end).find_last_of(blanks) + 1;
  if (!is_process(line.substr(begin, end - begin))) return {};
  Columns columns;
  columns.process = line.substr(begin, end - begin);
  columns.begins_line = begin == 0;
  columns.separator = line[line.find_first_of(blanks, type)];
  line.remove_prefix(type + 1);
  columns.type = take_column(line, columns.separator);
  columns.f = take_column(line, columns.separator);
  columns.rest = line;
  return columns;
}

/// The value and what may follow it.
std::string take_value(std::string_view rest, char separator, Operation& operation) {
  const EdnEnd end = read_edn(rest, operation.value, false);
  if (end.kind == EdnEnd::Kind::wrong) return end.why;
  if (end.kind == EdnEnd::Kind::closing) return "has a bracket in its value that closes nothing";
  if (end.kind == EdnEnd::Kind::cut_off) return "ends within its value: it is cut off";
  if (end.kind == EdnEnd::Kind::nothing) return "has no value; nothing is written nil";
  std::string_view error = rest.substr(end.used);
  if (error.empty()) return {};
  if (error.front() != separator) return "goes on behind its value without a tab";
  operation.more.kind = Json::Kind::object;
  operation.more.keys.emplace_back("error");
  Json& text = operation.more.items.emplace_back();
  text.kind = Json::Kind::text;
  text.text = error.substr(1);
  return {};
}

std::string take_f(std::string_view column, Operation& operation) {
  Json f;
  const EdnEnd end = read_edn(column, f, false);
  if (end.kind != EdnEnd::Kind::value || end.used != column.size() || !f.is(Json::Kind::text))
    return "has " + quote(column.substr(0, 40)) + " for its f, not a name";
  operation.f = std::move(f.text);
  return {};
}

}  // namespace

/// A line of no operation.
Result<bool> JepsenText::take_other(std::string_view line) const {
  const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
  // An operation that was cut off begins with a process, which neither an error nor a log does.
  const std::string_view first = line.substr(0, line.find('\t'));
  if (is_blank || ((is_log_ || after_error_) && !is_process(first))) return false;
  return Failure{"is no operation: process, :type, :f and value, with tabs between"};
}

Result<bool> JepsenText::take(std::string_view line, Recorded& to) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::optional<Columns> columns = columns_of(line);
  const bool is_operation = columns && (columns->begins_line || is_log_ || !has_begun_);
  if (!has_begun_ && !line.empty()) {
    has_begun_ = true;
    is_log_ = !columns || !columns->begins_line;
  }
  if (!is_operation) return take_other(line);
  after_error_ = false;
  if (columns->process == ":nemesis") return false;
  to.operation = {};
  to.operation.type = *type_from(columns->type);
  const char* const end = columns->process.data() + columns->process.size();
  if (std::from_chars(columns->process.data(), end, to.operation.process).ec != std::errc{})
    return Failure{"has a process beyond 64 bits"};
  std::string why = take_f(columns->f, to.operation);
  if (why.empty()) why = take_value(columns->rest, columns->separator, to.operation);
  if (!why.empty()) return Failure{std::move(why)};
  after_error_ = !to.operation.more.is(Json::Kind::null);
  return true;
}

Result<bool> JepsenText::next(Recorded& to) {
  for (;;) {
    const std::optional<Window::Line> line = window_.first_line();
    if (!line && window_.why().empty()) return false;
    if (!line) return Failure{window_.why()};
    to.line = window_.line();
    to.index = -1;
    Result<bool> taken = take(line->text, to);
    if (taken && !line->has_end)
      taken = Failure{"has no line end and may be cut off; if it is whole, add one"};
    if (!taken) return Failure{"line " + std::to_string(to.line) + ": it " + taken.why()};
    window_.drop(line->size());
    if (*taken) return true;
  }
}

}  // namespace fencepost::recorded
