// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "fencepost/sut/external/last_lines.hpp"

namespace fencepost::sut {
namespace {

std::string print(const Json& value) {
  std::string text;
  write_json(value, text);
  return spoken(text, 60);
}

bool is_text(const Json* value, std::string_view text) {
  return value != nullptr && value->is(Json::Kind::text) && value->text == text;
}

/// What the closed schema of the envelope forbids.
std::string breaks_the_envelope(const Json& message) {
  constexpr std::array<std::string_view, 4> allowed = {"id", "src", "dest", "body"};
  for (const std::string& key : message.keys)
    if (std::ranges::find(allowed, key) == allowed.end())
      return "has the key \"" + spoken(key, 40) + "\" beside `body`";
  if (!is_text(message.find("src"), node_id)) return "does not have \"n0\" as its `src`";
  if (!is_text(message.find("dest"), client_id)) return "does not have \"c1\" as its `dest`";
  return {};
}

std::string why_stray(const Json& message, bool strict) {
  if (!message.is(Json::Kind::object)) return "is no JSON object";
  const Json* const body = message.find("body");
  if (body == nullptr || !body->is(Json::Kind::object)) return "has no object `body`";
  const Json* const to = message.find("dest");
  if (to != nullptr && !is_text(to, client_id))
    return "is for " + print(*to) + ", who is not there";
  const Json* const reply_to = body->find("in_reply_to");
  if (reply_to == nullptr || reply_to->is(Json::Kind::null)) return "has no `in_reply_to`";
  return strict ? breaks_the_envelope(message) : std::string{};
}

}  // namespace

std::string write_request(std::int64_t msg_id, std::string_view body) {
  std::string line = "{\"id\":" + std::to_string(msg_id) + ",\"src\":\"";
  return line.append(client_id)
             .append("\",\"dest\":\"")
             .append(node_id)
             .append("\",\"body\":")
             .append(body) +
         "}\n";
}

Message read_message(std::string_view line, std::int64_t awaited, bool strict) {
  Result<Json> parsed = read_json(line);
  if (!parsed) return {Message::Kind::stray, parsed.why(), {}};
  if (std::string why = why_stray(*parsed, strict); !why.empty())
    return {Message::Kind::stray, std::move(why), {}};
  const Json& body = *parsed->find("body");
  const Json& reply_to = *body.find("in_reply_to");
  if (!reply_to.is(Json::Kind::number) || reply_to.number < 1 || reply_to.number > awaited)
    return {Message::Kind::invented,
            "is a reply to request " + print(reply_to) + ", which was never sent",
            {}};
  if (reply_to.number < awaited) return {Message::Kind::late, {}, {}};
  return {Message::Kind::reply, {}, body};
}

}  // namespace fencepost::sut
