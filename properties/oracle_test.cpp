// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/oracle.hpp"

#include <gtest/gtest.h>

#include "fencepost/model/vocabulary/value_text.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

/// A scenario of state-rebuild and what a system says to it.
class Court {
 public:
  Court() {
    scenario_.workload = find_contract("state-rebuild");
    oracle_.begin(scenario_, false);
  }
  /// A disk fault leaves open whether the command had its effect.
  void leave_open(std::string_view words) {
    Event& event = ask(words);
    event.outcome.unknown("");
    event.disk_struck = true;
    oracle_.saw(scenario_, event);
  }
  bool allows_done(std::string_view words, std::int64_t number) {
    Event& event = ask(words);
    event.outcome.done().number(number);
    return oracle_.saw(scenario_, event);
  }
  bool allows_refusal(std::string_view words, std::string_view code) {
    Event& event = ask(words);
    event.outcome.refuse(code);
    return oracle_.saw(scenario_, event);
  }
  void flip_bit() {
    event_ = {};
    event_.kind = Event::Kind::bit_flipped;
    oracle_.saw(scenario_, event_);
  }
  Oracle& oracle() { return oracle_; }

 private:
  Event& ask(std::string_view words) {
    Command command;
    EXPECT_EQ(read_command(words, *scenario_.workload, command), "");
    send(scenario_, "C1", command.type) = command.fields;
    event_ = {};
    event_.step = event_.message = static_cast<std::uint32_t>(scenario_.steps.size() - 1);
    return event_;
  }

  Scenario scenario_;
  Oracle oracle_;
  Event event_;
};

TEST(Oracle, allows_no_damaged_snapshot_before_a_bit_was_flipped) {
  Court court;
  EXPECT_FALSE(court.allows_refusal("rebuild", refusal::snapshot_damaged));
  EXPECT_TRUE(court.oracle().expected().is_done());
}

TEST(Oracle, allows_a_damaged_snapshot_without_effect_in_the_place_of_a_rebuild) {
  Court court;
  EXPECT_TRUE(court.allows_done("append key=\"a\" value=1", 0));
  court.flip_bit();
  EXPECT_TRUE(court.allows_refusal("rebuild", refusal::snapshot_damaged));
  EXPECT_TRUE(court.allows_done("append key=\"a\" value=2", 1));
}

TEST(Oracle, allows_no_damaged_snapshot_where_the_rebuild_is_refused_anyway) {
  Court court;
  court.flip_bit();
  EXPECT_FALSE(court.allows_refusal("rebuild snapshot=0", refusal::snapshot_damaged));
  EXPECT_EQ(court.oracle().expected().code(), refusal::no_such_snapshot);
}

TEST(Oracle, allows_no_damaged_snapshot_to_other_commands) {
  Court court;
  court.flip_bit();
  EXPECT_FALSE(court.allows_refusal("state", refusal::snapshot_damaged));
  EXPECT_TRUE(court.oracle().expected().is_done());
}

TEST(Oracle, learns_from_a_damaged_snapshot_which_fate_was_had) {
  Court court;
  court.leave_open("snapshot");
  EXPECT_EQ(court.oracle().fates(), 2U);
  court.flip_bit();
  EXPECT_TRUE(court.allows_refusal("rebuild snapshot=0", refusal::snapshot_damaged));
  EXPECT_EQ(court.oracle().fates(), 1U);
}

}  // namespace
}  // namespace fencepost::properties
