// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/world.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace fencepost::faults {
namespace {

/// Writes down every offset that it is told, in a file; answers how many it knows. Syncs if asked
/// to.
class Ledger final : public sut::System {
 public:
  Ledger(sut::Disk& disk, bool syncs) : disk_(disk), syncs_(syncs), file_(disk.open("log")) {
    std::string bytes;
    disk_.read(file_, bytes);
    count_ = static_cast<std::int64_t>(bytes.size());
  }

  void answer(const Command& command, Outcome& outcome) override {
    TapeReader in(command.fields);
    in.partition(4);
    const char mark = static_cast<char>('a' + in.offset());
    if (!in.good()) return outcome.refuse(refusal::malformed);
    if (count_ == 0 && disk_.sync_names() != sut::DiskResult::ok) return outcome.unknown("names");
    switch (disk_.append(file_, std::string(1, mark))) {
      case sut::DiskResult::ok: break;
      case sut::DiskResult::full: return outcome.refuse(refusal::disk_full);
      case sut::DiskResult::failed: return outcome.unknown("write");
    }
    if (syncs_ && disk_.sync(file_) != sut::DiskResult::ok) return outcome.unknown("sync");
    outcome.done().number(++count_);
  }

 private:
  sut::Disk& disk_;
  bool syncs_;
  sut::Disk::File file_;
  std::int64_t count_;
};

struct LedgerHome final : sut::Home {
  bool syncs = true;
  sut::Disk* disk = nullptr;
  int starts = 0;
  void move_in(const Parameters&, sut::Disk& given) override { disk = &given; }
  sut::Start start() override {
    ++starts;
    return {std::make_unique<Ledger>(*disk, syncs), {}, {}};
  }
};

struct Nobody final : Witness {
  bool saw(const Scenario&, const Event&) override { return true; }
};

/// The events as a line: `1` a message, `1'` a copy, `1?` its client not told, x a crash, and so
/// on.
std::string story(const Scenario& scenario, const History& history) {
  std::string line;
  for (const Event& event : history) {
    const std::string id = std::to_string(scenario.steps[event.message].id);
    if (!line.empty()) line += ' ';
    switch (event.kind) {
      case Event::Kind::answered: {
        line += id;
        if (event.copy == Event::Copy::duplicate) line += '\'';
        if (event.copy == Event::Copy::late) line += '~';
        if (!event.told) line += '?';
        if (event.outcome.is_done()) {
          line += "=" + std::to_string(TapeReader(event.outcome.body).time());
        } else {
          line += "=" + std::string(event.outcome.code());
        }
        break;
      }
      case Event::Kind::request_lost: line += id + "-lost"; break;
      case Event::Kind::crashed:
        line += event.in_message ? "x" + id : event.twice ? "xx" : "x";
        break;
      case Event::Kind::node_lost: line += "node"; break;
      case Event::Kind::bit_flipped: line += "flip"; break;
      case Event::Kind::damage_found: line += "damage"; break;
      case Event::Kind::calm_began: line += "calm"; break;
    }
  }
  return line;
}

struct WorldTest : testing::Test {
  Scenario scenario;
  LedgerHome home;
  World world;
  History history;
  Nobody nobody;

  WorldTest() { scenario.workload = find_contract("offset-commit"); }
  void message() {
    Step& step = scenario.steps.emplace_back();
    step.id = static_cast<std::uint32_t>(count_commands(scenario));
    step.actor = "c1";
    step.command.type = 0;
    step.command.fields.number(0).number(step.id);
  }
  Step& except(Step::Kind kind, std::uint32_t id = 0) {
    return scenario.steps.emplace_back(exception(kind, id));
  }
  std::string play() {
    EXPECT_EQ(why_unplayable(scenario), "");
    world.play(scenario, home, nobody, history);
    return story(scenario, history);
  }
};

TEST_F(WorldTest, is_calm_without_exceptions) {
  message(), message(), except(Step::Kind::calm), message();
  EXPECT_EQ(play(), "1=1 2=2 calm 3=3");
  EXPECT_EQ(home.starts, 1);
}

TEST_F(WorldTest, delivers_copies_and_late_messages_where_the_plan_says) {
  message(), message(), message(), except(Step::Kind::late, 1), except(Step::Kind::again, 2);
  EXPECT_EQ(play(), "2=1 3=2 1~=3 2'=4");
}

TEST_F(WorldTest, loses_requests_and_replies) {
  message(), except(Step::Kind::drop_request, 1), message(), except(Step::Kind::drop_reply, 2),
      message();
  EXPECT_EQ(play(), "1-lost 2?=1 3=2");
}

TEST_F(WorldTest, keeps_what_was_synced_through_a_crash) {
  message(), message(), except(Step::Kind::crash), message();
  EXPECT_EQ(play(), "1=1 2=2 x 3=3");
  EXPECT_EQ(home.starts, 2);
  home.syncs = false;
  EXPECT_EQ(play(), "1=1 2=2 x 3=1");
  scenario.steps[2].loss.kept = 1;
  EXPECT_EQ(play(), "1=1 2=2 x 3=2");
}

TEST_F(WorldTest, loses_power_before_the_planned_operation_of_a_message) {
  message(), message(), except(Step::Kind::crash_in, 2).at = 2, message();
  EXPECT_EQ(play(), "1=1 x2 3=2");
  scenario.steps[2].loss.kept = 1;
  EXPECT_EQ(play(), "1=1 x2 3=3") << "the write was there, its sync was not";
  EXPECT_FALSE(world.play(scenario, home, nobody, history).idle_exception);
  scenario.steps[2].at = 9;
  EXPECT_EQ(play(), "1=1 2=2 3=3");
  EXPECT_EQ(world.play(scenario, home, nobody, history).idle_exception, 2U);
}

TEST_F(WorldTest, starts_a_system_again_that_is_uncertain_after_a_disk_error) {
  message(), message(), except(Step::Kind::fail_sync, 2).at = 1, message();
  EXPECT_EQ(play(), "1=1 2=sync x 3=2");
  scenario.steps[2] = exception(Step::Kind::disk_full, 2);
  EXPECT_EQ(play(), "1=1 2=disk_full 3=2");
  scenario.steps[2] = exception(Step::Kind::fail_write, 2);
  scenario.steps[2].at = 1;
  EXPECT_EQ(play(), "1=1 2=write x 3=2");
}

TEST_F(WorldTest, strikes_only_the_first_copy_of_a_message) {
  message(), except(Step::Kind::drop_reply, 1), except(Step::Kind::again, 1);
  EXPECT_EQ(play(), "1?=1 1'=2");
}

TEST_F(WorldTest, takes_ids_with_gaps_of_any_size) {
  message(), message();
  scenario.steps[0].id = 7;
  scenario.steps[1].id = UINT32_MAX;
  except(Step::Kind::again, 7), except(Step::Kind::drop_reply, UINT32_MAX);
  EXPECT_EQ(play(), "7=1 4294967295?=2 7'=3");
}

TEST_F(WorldTest, counts_what_struck_by_family) {
  message(), except(Step::Kind::again, 1), except(Step::Kind::crash), except(Step::Kind::crash);
  play();
  const End& end = world.play(scenario, home, nobody, history);
  EXPECT_EQ(end.struck[static_cast<std::size_t>(Family::duplicate)], 1U);
  EXPECT_EQ(end.struck[static_cast<std::size_t>(Family::crash)], 2U);
  EXPECT_EQ(end.deliveries, 2U);
}

TEST_F(WorldTest, has_the_same_digest_again_and_another_for_another_history) {
  message(), message(), except(Step::Kind::crash), message();
  play();
  const Digest first = history.digest();
  play();
  EXPECT_EQ(history.digest(), first);
  home.syncs = false;
  play();
  EXPECT_NE(history.digest(), first);
}

/// Throws at its second message.
class Thrower final : public sut::System {
 public:
  void answer(const Command&, Outcome& outcome) override {
    if (++messages_ == 2) throw std::runtime_error("no such key");
    outcome.done().number(messages_);
  }

 private:
  std::int64_t messages_ = 0;
};

struct ThrowerHome final : sut::Home {
  void move_in(const Parameters&, sut::Disk&) override {}
  sut::Start start() override { return {std::make_unique<Thrower>(), {}, {}}; }
};

TEST_F(WorldTest, takes_an_exception_for_no_answer) {
  message(), message(), message();
  ThrowerHome thrower;
  world.play(scenario, thrower, nobody, history);
  EXPECT_EQ(story(scenario, history), "1=1 2=it threw: no such key x 3=1");
}

struct DamagedHome final : sut::Home {
  void move_in(const Parameters&, sut::Disk&) override {}
  sut::Start start() override { return {nullptr, "rust", {}}; }
};

TEST_F(WorldTest, starts_nothing_where_nothing_happens) {
  DamagedHome damaged;
  Scenario nothing;
  nothing.workload = scenario.workload;
  EXPECT_EQ(world.play(nothing, damaged, nobody, history).kind, End::Kind::played);
  EXPECT_TRUE(history.empty());
}

TEST_F(WorldTest, pauses_before_the_step_asked_for) {
  message(), message();
  EXPECT_EQ(world.play(scenario, home, nobody, history, 1).kind, End::Kind::paused);
  EXPECT_EQ(story(scenario, history), "1=1");
  EXPECT_NE(world.system(), nullptr);
}

}  // namespace
}  // namespace fencepost::faults
