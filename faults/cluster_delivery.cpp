// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/model/vocabulary/decimal.hpp"

namespace fencepost::faults {
namespace {

/// A cluster that goes on talking to itself is left to it after so many messages; what is on the
/// way is delivered after the next command.
constexpr int most_deliveries_in_a_row = 2000;

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
  for (int delivered = 0; !is_over(); ++delivered) {
    if (delivered == most_deliveries_in_a_row)
      return note_unrest(0, "and its cluster went on sending messages, " +
                                std::to_string(most_deliveries_in_a_row) + " after one command");
    if (const std::optional<Packet> packet = network_.next())
      deliver(*packet);
    else if (!collect_what_came_by_itself(0))
      return;
  }
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
  collect(node, packet.name.root);
  if (is_over() || !is_planned(kills_, packet)) return;
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
