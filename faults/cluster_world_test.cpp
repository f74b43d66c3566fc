// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/cluster_world.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "fencepost/faults/uneventful_cluster_test.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"

namespace fencepost::faults {
namespace {

/// Nodes that live here: each echoes, forwards a broadcast to all others, and reads from what it
/// keeps until it is killed.
class Obedient final : public UneventfulCluster {
 public:
  void move_in(std::uint32_t nodes) override { nodes_.assign(nodes, {}); }
  std::string start(std::uint32_t node) override {
    nodes_[node].seen.clear();
    nodes_[node].lines.clear();
    return {};
  }
  void kill(std::uint32_t node) override {
    ++kills;
    nodes_[node] = {};
  }
  void lose_folder(std::uint32_t) override { ++lost_folders; }
  void pause(std::uint32_t node) override { nodes_[node].paused = true; }
  void resume(std::uint32_t node) override { nodes_[node].paused = false; }
  void send(std::uint32_t node, std::string_view line) override {
    EXPECT_FALSE(nodes_[node].paused) << "a paused node gets nothing";
    handle(node, *read_json(line));
  }
  sut::Rest settle(std::uint32_t node, std::vector<std::string>& lines) override {
    if (ends_at == node) return sut::Rest::ended;
    for (std::string& line : nodes_[node].lines) lines.push_back(std::move(line));
    nodes_[node].lines.clear();
    return sut::Rest::quiet;
  }
  bool wait_for_a_line(std::uint32_t) override {
    const bool any = !slow_lines_.empty();
    for (std::string& line : slow_lines_) nodes_[0].lines.push_back(std::move(line));
    slow_lines_.clear();
    return any;
  }
  std::string end(std::uint32_t) const override { return "ended with exit status 3"; }

  int kills = 0, lost_folders = 0;
  bool asks_before_init = false;
  /// What n0 replies to init comes only when it is waited for.
  bool starts_slowly = false;
  /// Replies to 10e-1, 20e-1, ...
  bool counts_tenths = false;
  std::uint32_t ends_at = UINT32_MAX;

 private:
  struct Node {
    std::vector<std::int64_t> seen;
    std::vector<std::string> lines;
    bool paused = false;
    Json waiting;
  };

  void say(std::uint32_t node, const std::string& to, Json body) {
    nodes_[node].lines.push_back(to_text(Json{}
                                             .set("src", Json::of("n" + std::to_string(node)))
                                             .set("dest", Json::of(to))
                                             .set("body", std::move(body))));
  }
  void reply(std::uint32_t node, const Json& message, Json body) {
    const Json& id = *message.find("body")->find("msg_id");
    body.set("in_reply_to", counts_tenths ? *read_json(to_text(id) + "0e-1") : id);
    say(node, message.find("src")->text, std::move(body));
  }
  void handle(std::uint32_t node, const Json& message) {
    const Json& body = *message.find("body");
    const std::string& type = body.find("type")->text;
    if (type == "init" && asks_before_init) {
      nodes_[node].waiting = message;
      return say(node, "lin-kv", *read_json(R"({"type":"read","key":1,"msg_id":7})"));
    }
    if (type == "error")
      return reply(node, nodes_[node].waiting, Json{}.set("type", Json::of("init_ok")));
    if (type == "init" && starts_slowly && node == 0) {
      reply(node, message, Json{}.set("type", Json::of("init_ok")));
      return std::swap(slow_lines_, nodes_[node].lines);
    }
    if (type == "init" || type == "topology")
      return reply(node, message, Json{}.set("type", Json::of(type + "_ok")));
    if (type == "read") {
      Json list = Json::list();
      for (const std::int64_t value : nodes_[node].seen) list.items.push_back(Json::of(value));
      return reply(node, message, Json{}.set("type", Json::of("read_ok")).set("messages", list));
    }
    const Json& value = *body.find("message");
    nodes_[node].seen.push_back(value.number);
    if (type != "broadcast") return;
    for (std::uint32_t other = 0; other < nodes_.size(); ++other)
      if (other != node)
        say(node, "n" + std::to_string(other),
            Json{}.set("type", Json::of("gossip")).set("message", value));
    reply(node, message, Json{}.set("type", Json::of("broadcast_ok")));
  }

  std::vector<Node> nodes_;
  std::vector<std::string> slow_lines_;
};

/// Clients that ask what the command is called, and take any reply for an answer.
class Plain final : public Clients {
 public:
  void begin(const Scenario&) override {}
  void ask(std::int64_t, const Command& command, Turn& turn) override {
    TapeReader fields(command.fields);
    fields.raw();
    Operation operation;
    operation.f = command.type == 0 ? "broadcast" : "read";
    turn.request.set("type", Json::of(operation.f));
    if (command.type == 0) {
      operation.value = Json::of(fields.time());
      turn.request.set("message", operation.value);
    }
    asked_ = operation;
    turn.wrote.push_back(std::move(operation));
  }
  void hear(std::int64_t, const Json& reply, Turn& turn) override {
    Operation done = asked_;
    done.type = Operation::Type::ok;
    if (const Json* const messages = reply.find("messages")) done.value = *messages;
    turn.wrote.push_back(std::move(done));
  }
  void give_up(std::int64_t, Turn& turn) override {
    Operation done = asked_;
    done.type = Operation::Type::info;
    turn.wrote.push_back(std::move(done));
  }
  void succeed(std::int64_t, std::int64_t) override {}

 private:
  Operation asked_;
};

struct Played {
  ClusterHistory history;
  ClusterEnd end;
  Obedient cluster;
};

Played play(const std::string& steps, std::uint32_t commands, std::uint32_t exceptions,
            std::uint32_t ends_at = UINT32_MAX, bool asks_before_init = false,
            bool starts_slowly = false, bool counts_tenths = false) {
  const std::string text =
      "fencepost history 1\nworkload broadcast\nparameters nodes=3\nexpect held\n\n" + steps +
      "end commands=" + std::to_string(commands) + " exceptions=" + std::to_string(exceptions) +
      "\n";
  const Result<HistoryFile> file = read_history(text);
  EXPECT_TRUE(file) << (file ? "" : file.why());
  Played played;
  if (!file) return played;
  EXPECT_EQ(write_history(*file).size(), write_history(*read_history(write_history(*file))).size());
  Plain clients;
  ClusterWorld world({.start_milliseconds = 1, .reply_milliseconds = 1});
  played.cluster.ends_at = ends_at;
  played.cluster.asks_before_init = asks_before_init;
  played.cluster.starts_slowly = starts_slowly;
  played.cluster.counts_tenths = counts_tenths;
  played.end = world.play(file->scenario, played.cluster, clients, played.history);
  return played;
}

/// `read [1]`, `broadcast ?`, of each operation that ended.
std::vector<std::string> ends_of(const Played& played) {
  std::vector<std::string> ends;
  for (const Operation& operation : played.history.operations) {
    if (operation.type == Operation::Type::invoke) continue;
    ends.push_back(operation.f + ' ' +
                   (operation.type == Operation::Type::info ? "?" : to_text(operation.value)));
  }
  return ends;
}

using Ends = std::vector<std::string>;

TEST(ClusterWorld, delivers_everything_in_turn_on_a_calm_day) {
  const Played played = play("1 c0 broadcast node=0 message=7\n2 c1 read node=2\n", 2, 0);
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read [7]"}));
  EXPECT_FALSE(played.end.idle_exception);
}

TEST(ClusterWorld, holds_a_message_until_its_place) {
  const Played played =
      play("1 c0 broadcast node=0 message=7\n2 c1 read node=2\nlate 1.2\n3 c1 read node=2\n", 3, 1);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read []", "read [7]"}));
  EXPECT_EQ(played.end.struck[static_cast<int>(Family::reorder)], 1U);
}

TEST(ClusterWorld, drops_a_message_and_delivers_another_twice) {
  const Played played = play(
      "1 c0 broadcast node=0 message=7\ndrop 1.1\nagain 1.2\n2 c1 read node=1\n3 c1 read node=2\n",
      3, 2);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read []", "read [7,7]"}));
}

TEST(ClusterWorld, cuts_nodes_off_one_way_until_they_are_healed) {
  const Played played = play(
      "cut from=0 to=1,2\n1 c0 broadcast node=0 message=7\n2 c1 broadcast node=1 message=8\nheal\n"
      "3 c0 broadcast node=0 message=9\n4 c1 read node=0\n5 c1 read node=1\n",
      5, 2);
  EXPECT_EQ(ends_of(played),
            (Ends{"broadcast 7", "broadcast 8", "broadcast 9", "read [7,8,9]", "read [8,9]"}));
}

TEST(ClusterWorld, keeps_what_is_sent_to_a_paused_node) {
  const Played played = play(
      "pause node=2\n1 c0 broadcast node=0 message=7\n2 c1 read node=2\nresume node=2\n"
      "3 c1 read node=2\n",
      3, 2);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read [7]", "read [7]"}));
}

TEST(ClusterWorld, kills_a_node_and_starts_it_again) {
  const Played played = play(
      "1 c0 broadcast node=0 message=7\nkill node=2\n2 c1 read node=2\n3 c1 read node=1\n", 3, 1);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read []", "read [7]"}));
  EXPECT_EQ(played.cluster.kills, 1);
  EXPECT_EQ(played.cluster.lost_folders, 0);
}

TEST(ClusterWorld, kills_a_node_after_it_has_handled_a_message) {
  const Played played = play(
      "1 c0 broadcast node=0 message=7\nkill-in 1\n2 c1 read node=0\n3 c1 read node=1\n", 3, 1);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read []", "read [7]"}));
  EXPECT_EQ(play("1 c0 read node=0\nlose-folder node=1\n", 1, 1).cluster.lost_folders, 1);
}

TEST(ClusterWorld, gives_a_client_up_whose_reply_never_comes) {
  const Played played = play("1 c0 broadcast node=0 message=7\ndrop 1.3\n2 c0 read node=0\n", 2, 1);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast ?", "read [7]"}));
  const auto& operations = played.history.operations;
  EXPECT_NE(operations.front().process, operations.back().process);
}

TEST(ClusterWorld, tells_which_exception_struck_nothing) {
  const Played played = play("1 c0 read node=0\nlate 1.5\n", 1, 1);
  ASSERT_TRUE(played.end.idle_exception);
  EXPECT_EQ(*played.end.idle_exception, 1U);
}

TEST(ClusterWorld, releases_everything_when_the_calm_begins) {
  const Played played = play(
      "pause node=1\n1 c0 broadcast node=0 message=7\nlate 1.2\ncalm\n2 r1 read node=1\n"
      "3 r2 read node=2\n",
      3, 2);
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read [7]", "read [7]"}));
}

TEST(ClusterWorld, ends_with_the_words_of_a_node_that_ended) {
  const Played played = play("1 c0 read node=0\n", 1, 0, 1);
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::not_started);
  EXPECT_EQ(played.end.words,
            "n1 ended with exit status 3 before it replied init_ok\nit wrote nothing on stderr");
}

TEST(ClusterWorld, answers_for_services_before_a_node_is_initialised) {
  const Played played = play("1 c0 read node=2\n", 1, 0, UINT32_MAX, true);
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played) << played.end.words;
  EXPECT_EQ(ends_of(played), (Ends{"read []"}));
}

TEST(ClusterWorld, hears_who_is_initialised_while_another_node_is_waited_for) {
  const Played played = play("1 c0 read node=2\n", 1, 0, UINT32_MAX, false, true);
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played) << played.end.words;
  EXPECT_EQ(ends_of(played), (Ends{"read []"}));
}

TEST(ClusterWorld, hears_a_reply_whatever_the_spelling_of_its_number) {
  const Played played = play("1 c0 broadcast node=0 message=7\n2 c0 read node=0\n", 2, 0,
                             UINT32_MAX, false, false, true);
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played) << played.end.words;
  EXPECT_EQ(ends_of(played), (Ends{"broadcast 7", "read [7]"}));
}

TEST(ClusterWorld, gives_the_same_history_every_time) {
  const std::string steps =
      "1 c0 broadcast node=0 message=7\nlate 1.1\n2 c1 broadcast node=1 message=8\nagain 2.1\n"
      "3 c2 read node=2\n";
  EXPECT_EQ(digest_of(play(steps, 3, 2).history.operations),
            digest_of(play(steps, 3, 2).history.operations));
}

}  // namespace
}  // namespace fencepost::faults
