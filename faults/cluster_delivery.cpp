// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/model/vocabulary/decimal.hpp"

namespace fencepost::faults {
namespace {

/// A cluster that goes on talking to itself is left to it after so many messages; what is on the
/// way is delivered after the next command.
constexpr std::uint64_t most_deliveries_in_a_row = 2000;

/// Whoever sends so many while messages are held asks again and again for what they bring; then
/// they are let go.
constexpr std::uint64_t most_deliveries_while_held = 300;

/// In milliseconds. After so long with one message after the other it is seen whether timers ring
/// faster than that; to see it, nothing is delivered for so long.
constexpr std::uint64_t longest_in_turn = 500, listening = 500;
/// So long what comes is delivered in rounds before the next step.
constexpr std::uint64_t longest_in_rounds = 300;

/// The number that a reply says it replies to; some programs give it as text or as 7.0.
std::int64_t number_in(const Json& in_reply_to) {
  if (in_reply_to.is(Json::Kind::number)) return in_reply_to.number;
  if (!in_reply_to.is(Json::Kind::text) && !in_reply_to.is(Json::Kind::odd_number)) return -1;
  const bool is_text = in_reply_to.is(Json::Kind::text);
  std::string text = is_text ? in_reply_to.text : decimal_text(in_reply_to.text);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  std::int64_t number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || number > 1'000'000'000) return -1;
    number = number * 10 + (digit - '0');
  }
  return number;
}

bool is_whole(const Json& in_reply_to) { return in_reply_to.is(Json::Kind::number); }

}  // namespace

void ClusterWorld::settle() {
  const std::uint64_t began = cluster_->milliseconds();
  if (!talks_since_) talks_since_ = began;
  bool has_listened = false;
  std::uint64_t turns = turns_;
  for (std::uint64_t delivered = 0; !is_over();) {
    // A client that goes on is progress; one command may be many requests.
    if (std::exchange(turns, turns_) != turns_) delivered = 0;
    const std::uint64_t took = cluster_->milliseconds() - began;
    if (delivered >= most_deliveries_in_a_row) return leave_talking(delivered);
    if (delivered >= most_deliveries_while_held && network_.release_held()) delivered = 0;
    if (took > longest_in_turn && !std::exchange(has_listened, true) && !is_hurried_)
      is_hurried_ = is_due_to_timers(delivered);
    const std::optional<Packet> packet = network_.next();
    ++delivered;
    if (packet && is_hurried_)
      delivered += deliver_a_round(*packet);
    else if (packet)
      deliver(*packet);
    else if (!collect_what_came_by_itself(0))
      return talks_since_.reset();
    if (is_hurried_ && took > longest_in_rounds) return;
  }
}

void ClusterWorld::leave_talking(std::uint64_t delivered) {
  if (is_due_to_timers(delivered)) {
    is_hurried_ = true;
    return;
  }
  talks_since_.reset();
  note_unrest(0, "and its cluster went on sending messages, " +
                     std::to_string(most_deliveries_in_a_row) + " after one request");
}

std::uint64_t ClusterWorld::deliver_a_round(const Packet& first) {
  is_round_ = true;
  deliver(first);
  std::uint64_t others = 0;
  for (; !is_over(); ++others) {
    const std::optional<Packet> packet = network_.next();
    if (!packet) break;
    deliver(*packet);
  }
  is_round_ = false;
  for (const auto& [node, root] : std::exchange(to_collect_, {}))
    if (!is_over()) collect(node, root);
  return others;
}

bool ClusterWorld::is_due_to_timers(std::uint64_t messages) {
  if (!cluster_->has_timers()) return false;
  const std::uint64_t milliseconds = cluster_->milliseconds() - *talks_since_;
  const std::uint64_t sent_before = network_.sent(), end = cluster_->milliseconds() + listening;
  for (std::uint64_t now = end - listening; now < end && !is_over(); now = cluster_->milliseconds())
    collect_what_came_by_itself(static_cast<std::uint32_t>(end - now));
  // One may be passed on to every node and be acknowledged by each.
  const std::uint64_t most_of_one = 2 * std::uint64_t{nodes_};
  const std::uint64_t sent = network_.sent() - sent_before;
  if (sent * most_of_one * milliseconds < messages * listening) return false;
  const std::string what = "nodes that send more as time passes than can be delivered in turn";
  if (!end_.notes.contains(what)) note(what, {});
  return true;
}

bool ClusterWorld::is_planned(const std::map<PacketName, std::uint32_t>& plan,
                              const Packet& packet) const {
  return !packet.duplicate && plan.contains(packet.name);
}

void ClusterWorld::send(std::uint32_t root, Packet packet) {
  if (const std::optional<Packet> held = network_.send(root, std::move(packet)))
    happen(Happening::Kind::held, *held).late = false;
}

void ClusterWorld::deliver(const Packet& packet) {
  if (is_planned(drops_, packet)) {
    has_struck_[drops_[packet.name]] = true;
    struck(Family::loss);
    happen(Happening::Kind::lost, packet);
    return;
  }
  if (network_.is_cut(packet.from, packet.to)) {
    happen(Happening::Kind::cut_off, packet);
    return;
  }
  ++end_.deliveries;
  if (const auto node = node_named(packet.to))
    deliver_to_node(*node, packet);
  else if (Services::has(packet.to))
    deliver_to_service(packet);
  else
    deliver_to_client(packet);
}

void ClusterWorld::send_line(std::uint32_t node, const Packet& packet) {
  cluster_->send(node, to_text(Json{}
                                   .set("id", Json::of(next_packet_++))
                                   .set("src", Json::of(packet.from))
                                   .set("dest", Json::of(packet.to))
                                   .set("body", packet.body)));
}

void ClusterWorld::deliver_to_node(std::uint32_t node, const Packet& packet) {
  happen(Happening::Kind::delivered, packet);
  send_line(node, packet);
  const bool is_doomed = is_planned(kills_, packet);
  if (is_round_ && !is_doomed) {
    to_collect_.insert_or_assign(node, packet.name.root);
    return;
  }
  collect(node, packet.name.root);
  if (is_over() || !is_doomed) return;
  has_struck_[kills_[packet.name]] = true;
  struck(Family::crash);
  kill(node, false);
}

std::optional<Packet> ClusterWorld::reply_of_service(const Packet& request, std::uint32_t back) {
  std::optional<Json> body = services_.answer(request.to, request.from, request.body, back);
  if (!body) return std::nullopt;
  const Json* const id = request.body.find("msg_id");
  body->set("in_reply_to", id == nullptr ? Json{} : *id);
  return Packet{{}, request.to, request.from, *std::move(body)};
}

void ClusterWorld::deliver_to_service(const Packet& packet) {
  std::uint32_t back = 0;
  const bool has_stale =
      is_planned(stales_, packet) && packet.to.ends_with("kv") && packet.to != "lin-kv";
  if (has_stale) {
    const std::uint32_t step = stales_[packet.name];
    back = scenario_->steps[step].at;
    has_struck_[step] = true;
    struck(Family::stale);
  }
  happen(Happening::Kind::delivered, packet).stale = has_stale;
  std::optional<Packet> reply = reply_of_service(packet, back);
  if (!reply) return note("requests that a service does not know", in_short(packet.body));
  send(packet.name.root, *std::move(reply));
}

void ClusterWorld::deliver_to_client(const Packet& packet) {
  const Json* const id = packet.body.find("in_reply_to");
  const auto found = questions_.find({packet.to, id == nullptr ? -1 : number_in(*id)});
  happen(Happening::Kind::delivered, packet);
  if (found == questions_.end()) {
    if (!packet.duplicate)
      note("replies that came late, twice or to nobody", in_short(packet.body));
    return;
  }
  if (!is_whole(*id)) {
    note("replies whose in_reply_to is no integer", to_text(*id));
    if (rules_.strict) break_rule("in_reply_to is no integer", to_text(packet.body));
  }
  const Question question = found->second;
  questions_.erase(found);
  if (question.actor.empty()) return;  // a greeting's
  turn_.clear();
  clients_->hear(question.client, packet.body, turn_);
  if (!turn_.malformed.empty())
    break_rule("the reply " + in_short(packet.body) + " is not right", "it " + turn_.malformed);
  take_turn(question);
}

}  // namespace fencepost::faults
