// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/call_words.hpp"

#include <functional>
#include <string_view>

namespace fencepost::reports {
namespace {

/// A name without quotes, if it cannot be taken for anything else.
std::string bare(const Json& value) {
  const bool is_plain =
      value.is(Json::Kind::text) && !value.text.empty() &&
      value.text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
  return is_plain ? value.text : to_text(value);
}

std::string joined(const Json& list, std::string_view between,
                   const std::function<std::string(const Json&)>& words) {
  std::string text;
  for (const Json& item : list.items) {
    const std::string part = words(item);
    text += (text.empty() || part.empty() ? "" : std::string(between)) + part;
  }
  return text;
}

/// `0=3, 1=4`
std::string words_of_map(const Json& map) {
  std::string text;
  for (std::size_t i = 0; i < map.keys.size(); ++i)
    text += (i == 0 ? "" : ", ") + map.keys[i] + '=' + to_text(map.items[i]);
  return text;
}

bool is_pair(const Json& value) { return value.is(Json::Kind::list) && value.items.size() == 2; }

/// `key 0: 5 at 3, 6 at 4`
std::string words_of_poll(const Json& seen) {
  std::string text;
  for (std::size_t i = 0; i < seen.keys.size(); ++i) {
    const std::string records = joined(seen.items[i], ", ", [](const Json& pair) {
      return is_pair(pair) ? to_text(pair.items[1]) + " at " + to_text(pair.items[0])
                           : to_text(pair);
    });
    if (records.empty()) continue;
    text += (text.empty() ? "key " : "; key ") + seen.keys[i] + ": " + records;
  }
  return text.empty() ? "nothing" : text;
}

bool is_micro(const Json& micro, std::string_view name, std::size_t size) {
  return micro.is(Json::Kind::list) && micro.items.size() == size && micro.items[0].text == name;
}

/// One operation of a transaction, as it was asked.
std::string words_of_asking(const Json& micro) {
  if (is_micro(micro, "poll", 1) || is_micro(micro, "poll", 2)) return "poll";
  if (is_micro(micro, "r", 3)) return "r " + bare(micro.items[1]);
  if (is_micro(micro, "send", 3))
    return "send key=" + bare(micro.items[1]) + ' ' + to_text(micro.items[2]);
  if (is_micro(micro, "w", 3) || is_micro(micro, "append", 3))
    return micro.items[0].text + ' ' + bare(micro.items[1]) + ' ' + to_text(micro.items[2]);
  return to_text(micro);
}

/// What was seen of it; empty for nothing.
std::string words_of_seeing(const Json& micro) {
  if (is_micro(micro, "poll", 2)) return words_of_poll(micro.items[1]);
  if (is_micro(micro, "r", 3)) return bare(micro.items[1]) + '=' + to_text(micro.items[2]);
  if (is_micro(micro, "send", 3) && is_pair(micro.items[2]))
    return "offset " + to_text(micro.items[2].items[0]);
  return {};
}

bool is_transaction(const std::string& f) { return f == "send" || f == "poll" || f == "txn"; }

bool has_key(const Operation& asked) { return is_pair(asked.value); }

std::string words_of_question(const Operation& asked) {
  const Json& value = asked.value;
  const bool from_the_beginning = asked.more.find("seek-to-beginning?") != nullptr;
  if (is_transaction(asked.f)) return joined(value, ", ", words_of_asking);
  if (asked.f == "assign" || asked.f == "subscribe" || asked.f == "committed")
    return asked.f + ' ' + joined(value, ", ", bare) +
           (from_the_beginning ? " from the beginning" : "");
  if (asked.f == "commit") return "commit " + words_of_map(value);
  if (asked.f == "read" && has_key(asked)) return "read key=" + bare(value.items[0]);
  if (asked.f == "write" && has_key(asked))
    return "write key=" + bare(value.items[0]) + ' ' + to_text(value.items[1]);
  if (asked.f == "cas" && has_key(asked) && is_pair(value.items[1]))
    return "cas key=" + bare(value.items[0]) + " from " + to_text(value.items[1].items[0]) +
           " to " + to_text(value.items[1].items[1]);
  return value.is(Json::Kind::null) ? asked.f : asked.f + ' ' + to_text(value);
}

std::string words_of_answer(const Operation& asked, const Operation& end) {
  const Json& value = end.value;
  std::string text;
  if (is_transaction(end.f)) text = joined(value, ", ", words_of_seeing);
  if (end.f == "committed") return value.keys.empty() ? "nothing" : words_of_map(value);
  if (end.f == "read" && has_key(asked) && is_pair(value)) return to_text(value.items[1]);
  if (end.f == "read" || end.f == "generate" || end.f == "echo") return to_text(value);
  return text.empty() ? "ok" : text;
}

/// `22 was 4`
std::string words_of_error(const Operation& end) {
  const Json* const error = end.more.find("error");
  if (error == nullptr) return {};
  if (error->is(Json::Kind::text)) return error->text;
  return joined(*error, " ", [](const Json& part) {
    return part.is(Json::Kind::text) ? part.text : to_text(part);
  });
}

}  // namespace

std::string call_words(const Operation& asked, const Operation* end, const Ink& ink) {
  const std::string question = words_of_question(asked) + ' ' + std::string(ink.arrow()) + ' ';
  if (end == nullptr) return question + '?';
  if (end->type == Operation::Type::ok) return question + words_of_answer(asked, *end);
  const std::string error = words_of_error(*end);
  if (end->type == Operation::Type::fail)
    return question + (error.empty() ? "fail" : "fail: " + error);
  return question + (error.empty() ? "?" : "? " + error);
}

}  // namespace fencepost::reports
