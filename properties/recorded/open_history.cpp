// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "fencepost/model/vocabulary/quoted.hpp"
#include "fencepost/properties/recorded/edn_history.hpp"
#include "fencepost/properties/recorded/jepsen_text.hpp"
#include "fencepost/properties/recorded/json_lines.hpp"
#include "fencepost/properties/recorded/reader.hpp"

namespace fencepost::recorded {
namespace {

constexpr std::string_view blanks = " \t\r\n,";
constexpr std::size_t most_preamble = std::size_t{1} << 20U;

struct Foreign {
  std::string_view first_bytes;
  std::string_view sentence;
};

constexpr std::array<Foreign, 7> foreign = {{
    {"fencepost history ",
     "is a scenario without what clients saw of it; `fencepost replay` plays it, and with "
     "--operations FILE writes what the clients of a cluster saw"},
    {"JEPSEN", "is Jepsen's binary store; check the history.edn or history.txt beside it"},
    {"\x1f\x8b", "is compressed; try: gunzip -c FILE | fencepost check -"},
    {"\x28\xb5\x2f\xfd", "is compressed; try: zstd -dc FILE | fencepost check -"},
    {"PK\x03\x04", "is an archive; unpack it first"},
    {"\xff\xfe", "is UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff", "is UTF-16; convert it: iconv -f UTF-16 -t UTF-8"},
}};

std::string why_foreign(std::string_view bytes) {
  for (const Foreign& form : foreign)
    if (bytes.starts_with(form.first_bytes)) return std::string(form.sentence);
  return {};
}

/// Whether what begins with a brace is a JSON object: its first key is a string, and a colon
/// follows.
bool is_json_object(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.size(), bytes.find_first_not_of(blanks, 1)));
  if (!bytes.starts_with('"')) return false;
  std::size_t end = 1;
  while (end < bytes.size() && bytes[end] != '"') end += bytes[end] == '\\' ? 2 : 1;
  const std::size_t next = bytes.find_first_not_of(blanks, end + 1);
  return next < bytes.size() && bytes[next] == ':';
}

bool begins_like_text(std::string_view bytes) {
  return (bytes.front() >= '0' && bytes.front() <= '9') || bytes.starts_with(":nemesis") ||
         bytes.find(":invoke") != std::string_view::npos;
}

/// `bytes` are not blank.
Result<Format> format_of(std::string_view bytes) {
  if (bytes.front() == '{') return is_json_object(bytes) ? Format::json_lines : Format::edn;
  if (bytes.front() == '[') {
    const std::size_t first = bytes.find_first_not_of(blanks, 1);
    if (first < bytes.size() && bytes[first] == '{' && is_json_object(bytes.substr(first)))
      return Failure{"is one JSON array; write an operation a line: jq -c '.[]' FILE"};
    return Format::edn;
  }
  if (std::string_view("(#;^").find(bytes.front()) != std::string_view::npos) return Format::edn;
  if (begins_like_text(bytes)) return Format::jepsen_text;
  return Failure{
      "is neither JSON lines nor a history.edn or history.txt of Jepsen; it begins with " +
      quote(bytes.substr(0, 12))};
}

std::unique_ptr<Reader> reader_of(Format format, Window window) {
  switch (format) {
    case Format::json_lines: return std::make_unique<JsonLines>(std::move(window));
    case Format::edn: return std::make_unique<EdnHistory>(std::move(window));
    case Format::jepsen_text: return std::make_unique<JepsenText>(std::move(window));
    case Format::history: return std::make_unique<JsonLines>(std::move(window), operation_mark);
  }
  return nullptr;
}

/// A .history file that holds operations, and of which workload.
std::optional<std::string> workload_of_history(Window& window) {
  if (!window.bytes().starts_with(foreign.front().first_bytes)) return std::nullopt;
  const std::string line = '\n' + std::string(operation_mark);
  while (window.bytes().find(line) == std::string_view::npos &&
         window.bytes().size() < most_preamble && window.grow()) {
  }
  constexpr std::string_view head = "\nworkload ";
  const std::string_view bytes = window.bytes();
  const std::size_t at = bytes.find(head);
  if (bytes.find(line) == std::string_view::npos || at == std::string_view::npos)
    return std::nullopt;
  const std::string_view name = bytes.substr(at + head.size(), 64);
  return std::string(name.substr(0, name.find_first_of(" \n")));
}

}  // namespace

std::optional<Format> format_from(std::string_view name) {
  for (const Format format :
       {Format::json_lines, Format::edn, Format::jepsen_text, Format::history})
    if (name == to_text(format)) return format;
  return {};
}

const char* to_text(Format format) {
  switch (format) {
    case Format::json_lines: return "jsonl";
    case Format::edn: return "edn";
    case Format::jepsen_text: return "text";
    case Format::history: return "history";
  }
  return "";
}

Result<Opened> open_history(Refill refill, std::optional<Format> format) {
  Window window(std::move(refill));
  window.grow();
  if (window.bytes().starts_with("\xef\xbb\xbf")) window.drop(3);
  if (std::optional<std::string> workload = workload_of_history(window))
    return Opened{Format::history, reader_of(Format::history, std::move(window)),
                  *std::move(workload)};
  if (std::string why = why_foreign(window.bytes()); !why.empty()) return Failure{std::move(why)};
  std::size_t first = window.bytes().find_first_not_of(blanks);
  while (first == std::string_view::npos && window.grow())
    first = window.bytes().find_first_not_of(blanks);
  if (!window.why().empty()) return Failure{"cannot be read: " + window.why()};
  if (first == std::string_view::npos) return Failure{"is empty, so there is nothing to judge"};
  Result<Format> seen = format ? Result<Format>(*format) : format_of(window.bytes().substr(first));
  // A log may begin with much that is no operation.
  while (!seen && window.bytes().size() < most_preamble && window.grow())
    seen = format_of(window.bytes().substr(first));
  if (!seen) return Failure{seen.why()};
  return Opened{*seen, reader_of(*seen, std::move(window)), {}};
}

}  // namespace fencepost::recorded
