// SPDX-License-Identifier: Apache-2.0
// Nodes that go on sending messages: because of those that they get, or because time passes.
#include <gtest/gtest.h>

#include <algorithm>

#include "fencepost/faults/cluster_world.hpp"
#include "fencepost/faults/uneventful_cluster_test.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"

namespace fencepost::faults {
namespace {

struct Ways {
  /// A node that is asked sends its neighbour a ball, and gets it back, without end.
  bool plays_ball = false;
  /// n0 sends so many messages each so many milliseconds, all of which are acknowledged.
  std::uint64_t period = 0;
  int burst = 1;
  /// What waiting for a node takes on this machine.
  std::uint64_t cost = 1;
  sut::Rest rest = sut::Rest::quiet;
};

/// Two nodes, and the time they live in.
class Talkers final : public UneventfulCluster {
 public:
  explicit Talkers(Ways ways) : ways_(ways) {}
  void move_in(std::uint32_t nodes) override { lines_.assign(nodes, {}); }
  void send(std::uint32_t node, std::string_view line) override {
    const Json message = *read_json(line);
    const Json& body = *message.find("body");
    const std::string& type = body.find("type")->text;
    if (type == "ball") return say(node, other(node), Json{}.set("type", Json::of("ball")));
    if (type == "ack") return;
    if (type == "retry") return say(node, other(node), Json{}.set("type", Json::of("ack")));
    say(node, message.find("src")->text,
        Json{}.set("type", Json::of(type + "_ok")).set("in_reply_to", *body.find("msg_id")));
    if (type == "read" && ways_.plays_ball)
      say(node, other(node), Json{}.set("type", Json::of("ball")));
  }
  sut::Rest settle(std::uint32_t node, std::vector<std::string>& lines) override {
    pass(ways_.cost);
    std::ranges::move(lines_[node], std::back_inserter(lines));
    lines_[node].clear();
    return ways_.rest;
  }
  bool wait_for_a_line(std::uint32_t milliseconds) override {
    const auto any = [this] {
      return std::ranges::any_of(lines_, [](const auto& lines) { return !lines.empty(); });
    };
    for (; milliseconds > 0 && !any(); --milliseconds) pass(1);
    return any();
  }
  bool has_timers() override { return ways_.period > 0; }
  std::uint64_t milliseconds() const override { return now_; }

 private:
  static std::string other(std::uint32_t node) { return name_of_node(1 - node); }
  void say(std::uint32_t node, const std::string& to, Json body) {
    lines_[node].push_back(to_text(Json{}
                                       .set("src", Json::of(name_of_node(node)))
                                       .set("dest", Json::of(to))
                                       .set("body", std::move(body))));
  }
  void pass(std::uint64_t milliseconds) {
    now_ += milliseconds;
    for (; ways_.period > 0 && next_tick_ <= now_; next_tick_ += ways_.period)
      for (int i = 0; i < ways_.burst; ++i) say(0, "n1", Json{}.set("type", Json::of("retry")));
  }

  Ways ways_;
  std::vector<std::vector<std::string>> lines_;
  std::uint64_t now_ = 0, next_tick_ = 1;
};

/// Asks for a read, and takes any reply.
class Readers final : public Clients {
 public:
  void begin(const Scenario&) override {}
  void ask(std::int64_t, const Command&, Turn& turn) override {
    turn.request.set("type", Json::of("read"));
    turn.wrote.emplace_back();
  }
  void hear(std::int64_t, const Json&, Turn& turn) override {
    turn.wrote.emplace_back().type = Operation::Type::ok;
  }
  void give_up(std::int64_t, Turn& turn) override {
    turn.wrote.emplace_back().type = Operation::Type::info;
  }
  void succeed(std::int64_t, std::int64_t) override {}
};

struct Played {
  ClusterEnd end;
  std::ptrdiff_t answered = 0;
  std::uint64_t took = 0;
};

/// Four reads.
Played play(Ways ways) {
  const Result<HistoryFile> file = read_history(
      "fencepost history 1\nworkload broadcast\nparameters nodes=2\nexpect held\n\n"
      "1 c0 read node=0\n2 c1 read node=1\n3 c2 read node=0\n4 c3 read node=0\n"
      "end commands=4 exceptions=0\n");
  EXPECT_TRUE(file) << (file ? "" : file.why());
  Talkers talkers(ways);
  Readers readers;
  ClusterHistory history;
  ClusterWorld world;
  Played played;
  played.end = world.play(file->scenario, talkers, readers, history);
  played.answered = std::ranges::count(history.operations, Operation::Type::ok, &Operation::type);
  played.took = talkers.milliseconds();
  return played;
}

bool has_note(const Played& played, std::string_view beginning) {
  return std::ranges::any_of(played.end.notes, [beginning](const auto& entry) {
    return entry.first.starts_with(beginning);
  });
}

TEST(ClusterStorm, is_one_if_messages_lead_to_messages_without_end) {
  const Played played = play({.plays_ball = true});
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::restless);
  EXPECT_TRUE(played.end.words.find("2000 after one request") != std::string::npos);
}

TEST(ClusterStorm, is_one_though_timers_ring_as_well) {
  EXPECT_EQ(play({.plays_ball = true, .period = 500}).end.kind, ClusterEnd::Kind::restless);
  EXPECT_EQ(play({.plays_ball = true, .period = 5000, .burst = 2, .cost = 5}).end.kind,
            ClusterEnd::Kind::restless);
}

TEST(ClusterStorm, is_none_if_timers_ring_faster_than_messages_are_delivered) {
  for (const std::uint64_t cost : {5U, 20U}) {
    const Played played = play({.period = 100, .burst = 20, .cost = cost});
    EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played) << played.end.words;
    EXPECT_EQ(played.end.unrests, 0);
    EXPECT_EQ(played.answered, 4);
    EXPECT_LT(played.took, 10'000U);
    EXPECT_TRUE(has_note(played, "nodes that send more as time passes"))
        << cost << " took " << played.took << " delivered " << played.end.deliveries;
  }
}

TEST(ClusterStorm, is_none_if_much_was_left_from_before) {
  const Played played = play({.period = 10, .burst = 60, .cost = 5});
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played) << played.end.words;
  EXPECT_EQ(played.end.unrests, 0);
}

TEST(ClusterStorm, is_none_if_timers_ring_slowly) {
  const Played played = play({.period = 100, .burst = 2, .cost = 2});
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played);
  EXPECT_TRUE(played.end.notes.empty());
}

TEST(ClusterStorm, notes_once_who_never_sleeps) {
  const Played played = play({.rest = sut::Rest::spins});
  EXPECT_EQ(played.end.kind, ClusterEnd::Kind::played);
  EXPECT_EQ(played.answered, 4);
  EXPECT_EQ(played.end.notes.size(), 1);
  EXPECT_TRUE(has_note(played, "nodes that never sleep"));
  EXPECT_EQ(played.end.notes.begin()->second.first, 1U);
}

}  // namespace
}  // namespace fencepost::faults
