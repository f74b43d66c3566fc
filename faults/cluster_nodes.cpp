// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "fencepost/faults/cluster_world.hpp"

namespace fencepost::faults {
namespace {

constexpr std::int64_t init_id = 1;
/// A node that says one thing after the other instead of init_ok is given up after so many waits.
constexpr int most_waits = 10'000;

bool is_text(const Json* value) { return value != nullptr && value->is(Json::Kind::text); }

Json init_body(std::uint32_t node, std::uint32_t nodes) {
  std::vector<Json> names;
  for (std::uint32_t n = 0; n < nodes; ++n) names.push_back(Json::of(name_of_node(n)));
  return Json{}
      .set("type", Json::of("init"))
      .set("msg_id", Json::of(init_id))
      .set("node_id", Json::of(name_of_node(node)))
      .set("node_ids", Json::list(std::move(names)));
}

/// Keys of a line that no message has.
std::string strange_key(const Json& line) {
  for (const std::string& key : line.keys)
    if (key != "id" && key != "src" && key != "dest" && key != "body") return key;
  return {};
}

}  // namespace

std::optional<std::uint32_t> ClusterWorld::node_named(std::string_view name) const {
  if (name.size() < 2 || name.size() > 3 || name[0] != 'n') return std::nullopt;
  for (std::uint32_t node = 0; node < nodes_; ++node)
    if (name == name_of_node(node)) return node;
  return std::nullopt;
}

void ClusterWorld::end(ClusterEnd::Kind kind, std::uint32_t node, const std::string& what) {
  end_.kind = kind;
  end_.words = name_of_node(node) + ' ' + what;
  const std::string words = cluster_->last_words(node);
  end_.words +=
      words.empty() ? "\nit wrote nothing on stderr" : "\nits last lines on stderr:\n" + words;
}

void ClusterWorld::note_unrest(std::uint32_t node, const std::string& what) {
  constexpr int most_unrests = 3;
  note("nodes that did not come to rest", name_of_node(node) + ' ' + what);
  if (++end_.unrests == most_unrests) end(ClusterEnd::Kind::restless, node, what + ", three times");
}

void ClusterWorld::note_spinning(std::uint32_t node) {
  const std::string what = "nodes that never sleep, taken for quiet after a short silence";
  if (!end_.notes.contains(what)) note(what, name_of_node(node));
}

bool ClusterWorld::start_all() {
  cluster_->move_in(nodes_);
  is_hurried_ = false;
  talks_since_.reset();
  for (std::uint32_t node = 0; node < nodes_; ++node)
    if (const std::string why = cluster_->start(node); !why.empty()) {
      end_.kind = ClusterEnd::Kind::not_started;
      end_.words = why;
      return false;
    }
  for (std::uint32_t node = 0; node < nodes_; ++node) send_init(node);
  for (std::uint32_t node = 0; node < nodes_; ++node)
    if (!await_init(node)) return false;
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (const std::string& line : std::exchange(early_lines_[node], {})) take_line(node, line, 0);
    greet(node);
  }
  settle();
  return !is_over();
}

void ClusterWorld::send_init(std::uint32_t node) {
  send_line(node, {{}, setup_client_id(), name_of_node(node), init_body(node, nodes_)});
}

bool ClusterWorld::is_init_reply(std::uint32_t node, std::string_view line) {
  const Result<Json> message = read_json(line);
  const Json* const body = message ? message->find("body") : nullptr;
  const Json* const type = body == nullptr ? nullptr : body->find("type");
  const Json* const replied = body == nullptr ? nullptr : body->find("in_reply_to");
  if (!is_text(type) || replied == nullptr ||
      node_named(message->find("dest") == nullptr ? "" : message->find("dest")->text))
    return false;
  if (type->text == "init_ok") return true;
  end(ClusterEnd::Kind::not_started, node, "did not reply init_ok to init but " + in_short(*body));
  return false;
}

bool ClusterWorld::take_init_reply(std::uint32_t node) {
  std::vector<std::string>& lines = early_lines_[node];
  for (auto line = lines.begin(); line != lines.end() && !is_over(); ++line) {
    if (!is_init_reply(node, *line)) continue;
    lines.erase(line);
    return true;
  }
  return false;
}

bool ClusterWorld::serve_early(std::uint32_t node, std::string_view line) {
  const Result<Json> message = read_json(line);
  const Json* const to = message ? message->find("dest") : nullptr;
  const Json* const body = message ? message->find("body") : nullptr;
  if (!is_text(to) || body == nullptr || !Services::has(to->text)) return false;
  const std::optional<Packet> reply =
      reply_of_service({{}, name_of_node(node), to->text, *body}, 0);
  if (reply) send_line(node, *reply);
  return reply.has_value();
}

bool ClusterWorld::serve_early(std::uint32_t node) {
  return std::erase_if(early_lines_[node],
                       [&](const std::string& line) { return serve_early(node, line); }) > 0;
}

bool ClusterWorld::await_init(std::uint32_t node) {
  for (int waits = 0; waits < most_waits; ++waits) {
    const sut::Rest rest = cluster_->settle(node, early_lines_[node]);
    if (take_init_reply(node)) return true;
    if (is_over()) return false;
    if (rest == sut::Rest::ended) {
      end(ClusterEnd::Kind::not_started, node, cluster_->end(node) + " before it replied init_ok");
      return false;
    }
    if (serve_early(node)) continue;
    if (!cluster_->wait_for_a_line(rules_.start_milliseconds)) break;
    for (std::uint32_t other = 0; other < nodes_; ++other)
      if (other != node) static_cast<void>(cluster_->settle(other, early_lines_[other]));
  }
  end(ClusterEnd::Kind::not_started, node,
      "gave no init_ok within " + std::to_string(rules_.start_milliseconds) + " ms");
  return false;
}

bool ClusterWorld::kill(std::uint32_t node, bool lose_folder) {
  cluster_->kill(node);
  if (lose_folder) cluster_->lose_folder(node);
  network_.resume(name_of_node(node));
  happen(lose_folder ? Happening::Kind::emptied : Happening::Kind::killed, {}, name_of_node(node));
  if (const std::string why = cluster_->start(node); !why.empty()) {
    end_.kind = ClusterEnd::Kind::not_started;
    end_.words = why;
    return true;
  }
  send_init(node);
  if (!await_init(node)) return true;
  for (std::uint32_t other = 0; other < nodes_; ++other)
    for (const std::string& line : std::exchange(early_lines_[other], {}))
      take_line(other, line, 0);
  greet(node);
  return true;
}

void ClusterWorld::greet(std::uint32_t node) {
  Json body = clients_->greeting();
  if (body.is(Json::Kind::null)) return;
  const std::string client = setup_client_id();
  constexpr std::int64_t msg_id = 1;
  questions_.emplace(QuestionName{client, msg_id}, Question{});
  body.set("msg_id", Json::of(msg_id));
  send(0, {{}, client, name_of_node(node), std::move(body)});
}

void ClusterWorld::collect(std::uint32_t node, std::uint32_t root) {
  if (network_.is_paused(name_of_node(node))) return;
  std::vector<std::string> lines;
  const sut::Rest rest = cluster_->settle(node, lines);
  for (const std::string& line : lines) take_line(node, line, root);
  if (rest == sut::Rest::busy)
    note_unrest(node, "was still at work when its time was up (--timeout)");
  if (rest == sut::Rest::spins) note_spinning(node);
  if (rest == sut::Rest::ended) end(ClusterEnd::Kind::node_ended, node, cluster_->end(node));
}

bool ClusterWorld::collect_what_came_by_itself(std::uint32_t milliseconds) {
  if (!cluster_->wait_for_a_line(milliseconds)) return false;
  for (std::uint32_t node = 0; node < nodes_ && !is_over(); ++node) collect(node, 0);
  return true;
}

void ClusterWorld::take_line(std::uint32_t node, std::string_view line, std::uint32_t root) {
  Result<Json> message = read_json(line);
  const auto refuse = [&](const std::string& what) {
    note("lines on stdout that are no messages", line);
    if (rules_.strict) break_rule(name_of_node(node) + " wrote a line that " + what, line);
  };
  if (!message) return refuse(message.why());
  const Json* const from = message->find("src");
  const Json* const to = message->find("dest");
  const Json* const body = message->find("body");
  if (!is_text(to) || body == nullptr) return refuse("is no message: it needs src, dest and body");
  if (const std::string key = strange_key(*message); !key.empty()) {
    note("messages with keys that no message has", line);
    if (rules_.strict)
      break_rule(name_of_node(node) + " wrote a message with the key " + key, line);
  }
  const bool known = node_named(to->text) || Services::has(to->text) ||
                     (to->text.starts_with('c') && to->text.size() > 1);
  if (!known) return refuse("goes to nobody: there is no " + to->text);
  const bool own = is_text(from) && (node_named(from->text) || Services::has(from->text));
  if (!own) note("messages without a sender that exists", line);
  send(root, {{}, own ? from->text : name_of_node(node), to->text, *body});
}

}  // namespace fencepost::faults
