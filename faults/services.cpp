// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/services.hpp"

#include <algorithm>
#include <utility>

namespace fencepost::faults {
namespace {

constexpr std::int64_t no_such_key = 20;
constexpr std::int64_t precondition_failed = 22;

const Json nothing{};

const Json& field(const Json& request, std::string_view name) {
  const Json* const value = request.find(name);
  return value == nullptr ? nothing : *value;
}

bool is_type(const Json& request, std::string_view wanted) {
  const Json& type = field(request, "type");
  return type.is(Json::Kind::text) && type.text == wanted;
}

Json reply(std::string_view type) { return Json{}.set("type", Json::of(type)); }

Json error(std::int64_t code, std::string_view text) {
  return reply("error").set("code", Json::of(code)).set("text", Json::of(text));
}

Json key_missing() { return error(no_such_key, "the key does not exist"); }

Json mismatch(const Json& value) {
  return error(precondition_failed, "the value is " + to_text(value));
}

bool creates(const Json& request) {
  return field(request, "create_if_not_exists").is(Json::Kind::yes);
}

/// The request on one state, which it may change.
Json apply(const Json& request, Shelf& shelf) {
  const std::string key = canonical_text(field(request, "key"));
  const auto found = shelf.find(key);
  if (is_type(request, "write")) {
    shelf[key] = field(request, "value");
    return reply("write_ok");
  }
  if (is_type(request, "read"))
    return found == shelf.end() ? key_missing() : reply("read_ok").set("value", found->second);
  if (found == shelf.end() && !creates(request)) return key_missing();
  if (found != shelf.end() &&
      canonical_text(found->second) != canonical_text(field(request, "from")))
    return mismatch(found->second);
  shelf[key] = field(request, "to");
  return reply("cas_ok");
}

bool is_known(const Json& request) {
  return is_type(request, "read") || is_type(request, "write") || is_type(request, "cas");
}

bool same(const Shelf& one, const Shelf& other) {
  return std::ranges::equal(one, other, [](const auto& left, const auto& right) {
    return left.first == right.first && canonical_text(left.second) == canonical_text(right.second);
  });
}

}  // namespace

Json LinearStore::answer(const Json& request) { return apply(request, shelf_); }

Json SequentialStore::answer(std::string_view caller, const Json& request, std::uint32_t back) {
  const std::uint64_t last = first_ + states_.size() - 1;
  auto seen = seen_.find(caller);
  if (seen == seen_.end()) seen = seen_.emplace(caller, 0).first;
  // A state that is no longer kept cannot be answered from: the oldest one that is takes its place.
  const std::uint64_t oldest = std::max(seen->second, first_);
  const std::uint64_t chosen = last - std::min<std::uint64_t>(back, last - oldest);
  if (chosen < last) {
    const Shelf& old = states_[static_cast<std::size_t>(chosen - first_)];
    Shelf tried = old;
    Json answer = apply(request, tried);
    if (same(tried, old)) {
      seen->second = chosen;
      return answer;
    }
  }
  Shelf newest = states_.back();
  Json answer = apply(request, newest);
  if (same(newest, states_.back())) {
    seen->second = last;
    return answer;
  }
  states_.push_back(std::move(newest));
  if (states_.size() > most_states) {
    states_.pop_front();
    ++first_;
  }
  seen->second = last + 1;
  return answer;
}

void LastWriterStore::merge(const Replica& from, Replica& into) {
  for (const auto& [key, stamped] : from.shelf) {
    const auto [found, is_new] = into.shelf.try_emplace(key, stamped);
    if (!is_new && stamped.time >= found->second.time) found->second = stamped;
  }
  into.clock = std::max(into.clock, from.clock);
}

Json LastWriterStore::answer(const Json& request, std::uint32_t back) {
  if (back == 0) {
    merge(replicas_[0], replicas_[1]);
    merge(replicas_[1], replicas_[0]);
  }
  Replica& replica = replicas_[back % 2];
  const std::string key = canonical_text(field(request, "key"));
  const auto found = replica.shelf.find(key);
  const auto store = [&](const Json& value) { replica.shelf[key] = {replica.clock++, value}; };
  if (is_type(request, "write")) {
    store(field(request, "value"));
    return reply("write_ok");
  }
  if (found == replica.shelf.end()) return key_missing();
  const Json value = found->second.value;
  if (is_type(request, "read")) return reply("read_ok").set("value", value);
  if (canonical_text(value) != canonical_text(field(request, "from"))) return mismatch(value);
  store(field(request, "to"));
  return reply("cas_ok");
}

bool Services::has(std::string_view name) {
  return name == "seq-kv" || name == "lin-kv" || name == "lww-kv" || name == "lin-tso";
}

std::optional<Json> Services::answer(std::string_view service, std::string_view caller,
                                     const Json& request, std::uint32_t back) {
  if (service == "lin-tso") {
    if (!is_type(request, "ts")) return std::nullopt;
    return reply("ts_ok").set("ts", Json::of(next_timestamp_++));
  }
  if (!is_known(request)) return std::nullopt;
  if (service == "lin-kv") return linear_.answer(request);
  if (service == "seq-kv") return sequential_.answer(caller, request, back);
  return last_writer_.answer(request, back);
}

}  // namespace fencepost::faults
