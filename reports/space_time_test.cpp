// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/space_time.hpp"

#include "fencepost/reports/cluster_story_test.hpp"

namespace fencepost::reports {
namespace {

class SpaceTime : public ClusterStory {
 protected:
  std::string drawn() const { return '\n' + space_time(history_, options_, {.signs = true}); }
  std::string typed() const { return '\n' + space_time(history_, options_, {}); }

  SpaceTimeOptions options_;
};

TEST_F(SpaceTime, draws_a_calm_day) {
  message(0, 0, "c0", "n0", "topology");
  message(0, 1, "n0", "c0", "topology_ok");
  message(0, 2, "n0", "n1", "gossip");
  asks(1, "c4", "n0", "broadcast message=1");
  message(1, 1, "n0", "n1", "gossip values=[1]");
  message(1, 2, "n0", "n0", "tick");
  replies(1, 3, "n0", "c4", "broadcast_ok");
  asks(2, "c10", "n1", "read");
  message(2, 1, "n1", "seq-kv", "read key=\"0\"");
  message(2, 2, "seq-kv", "n1", "read_ok value=1");
  replies(2, 3, "n1", "c10", "read_ok messages=[1]");
  trouble(Kind::calm_began);
  EXPECT_EQ(drawn(), R"(
       c4      c10     n0      n1      seq-kv
  1    ●───────┼──────▶│       │       │  broadcast message=1
  1.1  │       │       ├──────▶│       │  gossip values=[1]
  1.2  │       │       │↺      │       │  tick
  1.3  ✓◀──────┼───────┤       │       │  broadcast_ok
  2    │       ●───────┼──────▶│       │  read
  2.1  │       │       │       ├──────▶│  read key="0"
  2.2  │       │       │       │◀──────┤  read_ok value=1
  2.3  │       ✓◀──────┼───────┤       │  read_ok messages=[1]
       ╪═══════╪═══════╪═══════╪═══════╪)"
                     R"(  calm from here on
)");
  EXPECT_EQ(typed(), R"(
       c4      c10     n0      n1      seq-kv
  1    o-------------->|       |       |  broadcast message=1
  1.1  |       |       |------>|       |  gossip values=[1]
  1.2  |       |       |@      |       |  tick
  1.3  +<--------------|       |       |  broadcast_ok
  2    |       o-------------->|       |  read
  2.1  |       |       |       |------>|  read key="0"
  2.2  |       |       |       |<------|  read_ok value=1
  2.3  |       +<--------------|       |  read_ok messages=[1]
       =================================  calm from here on
)");
}

TEST_F(SpaceTime, shows_what_strikes_a_message) {
  asks(1, "c4", "n0", "send msg=1");
  message(1, 1, "n0", "n1", "copy", Kind::lost);
  message(1, 2, "n0", "n2", "copy", Kind::cut_off);
  message(1, 0, "c4", "n0", "send msg=1").duplicate = true;
  message(1, 3, "n2", "n0", "copy", Kind::lost).duplicate = true;
  message(1, 0, "n0", "n2", "late copy", Kind::held);
  message(1, 0, "n0", "n1", "never", Kind::held);
  message(1, 5, "n0", "seq-kv", "read").stale = true;
  message(1, 6, "n0", "n2", "late copy").late = true;
  message(1, 7, "n2", "c4", "error code=13");
  saw(Type::info, 1);
  replies(2, 1, "n0", "c5", "error code=22 text=\"was 4\"", Type::fail);
  message(1, 8, "n0", "c4", "send_ok").late = true;
  saw(Type::invoke, 3);
  message(3, 0, "c5", "n2", "", Kind::held);
  message(3, 0, "c5", "n2", "poll").late = true;
  EXPECT_EQ(drawn(), R"(
       c4      c5      n0      n1      n2      seq-kv
  1    ●───────┼──────▶│       │       │       │  send msg=1
  1.1  │       │       ├─────× │       │       │  lost: copy
  1.2  │       │       ├───────┼─────╫ │       │  cut off: copy
  1    ╞═══════╪══════▶│       │       │       │  again: send msg=1
  1.3  │       │       │ ×═════╪═══════╡       │  lost, again: copy
  1.6  │       │       ├─○     │       │       │  held back: late copy
  1.?  │       │       ├─○     │       │       │  held back: never
  1.5  │       │       ├───────┼───────┼──────▶│  stale: read
  1.6  │       │       ├╌╌╌╌╌╌╌┼╌╌╌╌╌╌▶│       │  late: late copy
  1.7  ?◀──────┼───────┼───────┼───────┤)"
                     R"(       │  nobody knows: error code=13
  2.1  │       ✗◀──────┤       │       │       │  fail: error code=22 text="was 4"
  1.8  │◀╌╌╌╌╌╌┼╌╌╌╌╌╌╌┤       │       │       │  late, unheard: send_ok
  3    │       ●─○     │       │       │       │  held back: poll
  3    │       ├╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌┼╌╌╌╌╌╌▶│       │  late: poll
)");
  EXPECT_EQ(typed(), R"(
       c4      c5      n0      n1      n2      seq-kv
  1    o-------------->|       |       |       |  send msg=1
  1.1  |       |       |-----x |       |       |  lost: copy
  1.2  |       |       |-------------# |       |  cut off: copy
  1    |==============>|       |       |       |  again: send msg=1
  1.3  |       |       | x=============|       |  lost, again: copy
  1.6  |       |       |-o     |       |       |  held back: late copy
  1.?  |       |       |-o     |       |       |  held back: never
  1.5  |       |       |---------------------->|  stale: read
  1.6  |       |       |..............>|       |  late: late copy
  1.7  ?<------------------------------|       |  nobody knows: error code=13
  2.1  |       x<------|       |       |       |  fail: error code=22 text="was 4"
  1.8  |<..............|       |       |       |  late, unheard: send_ok
  3    |       o-o     |       |       |       |  held back: poll
  3    |       |......................>|       |  late: poll
)");
}

TEST_F(SpaceTime, shows_trouble_of_nodes) {
  asks(1, "c4", "n0", "add delta=1");
  trouble(Kind::paused, "", "n1");
  message(1, 1, "n0", "n2", "gossip");
  trouble(Kind::resumed, "", "n1");
  trouble(Kind::killed, "", "n2");
  message(0, 0, "c7", "n2", "topology");
  message(0, 0, "n2", "n0", "hello");
  trouble(Kind::emptied, "", "n0");
  trouble(Kind::cut, "n0", "n1,n2", "one way");
  trouble(Kind::cut, "n0,n2", "n1", "both ways");
  trouble(Kind::healed);
  trouble(Kind::paused, "", "n0");
  trouble(Kind::gave_up, "c4").root = 1;
  saw(Type::info, 1);
  trouble(Kind::gave_up, "c5").root = 2;
  saw(Type::fail, 2);
  trouble(Kind::calm_began);
  message(1, 2, "n2", "n0", "gossip");
  EXPECT_EQ(drawn(), R"(
       c4      c5      n0      n1      n2
  1    ●───────┼──────▶│       │       │  add delta=1
       │       │       │       ╧       │  n1 is paused
  1.1  │       │       ├───────┼──────▶│  gossip
       │       │       │       │       │  n1 goes on
       │       │       │       │       ╳  n2 is killed and started again
       │       │       │◀──────┼───────┤  hello
       │       │       ╳       │       │  n0 is killed, its folder emptied, and started again
       │       │       ◆╌╌╌╌╌╌╌◇╌╌╌╌╌╌╌◇  nothing from n0 reaches n1,n2
       │       │       ◆╌╌╌╌╌╌╌◇╌╌╌╌╌╌╌◆)"
                     R"(  n0,n2 and n1 are cut off from each other
       │       │       ┼╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌┼  all can reach all again
       │       │       ╧       │       │  n0 is paused
  1    ?       │       ┊       │       │  c4 waits no longer: nobody knows
  2    │       ✗       ┊       │       │  c5 waits no longer: fail
       ╪═══════╪═══════╪═══════╪═══════╪)"
                     R"(  calm from here on
  1.2  │       │       │◀──────┼───────┤  gossip
)");
  EXPECT_EQ(typed(), R"(
       c4      c5      n0      n1      n2
  1    o-------------->|       |       |  add delta=1
       |       |       |       =       |  n1 is paused
  1.1  |       |       |-------------->|  gossip
       |       |       |       |       |  n1 goes on
       |       |       |       |       X  n2 is killed and started again
       |       |       |<--------------|  hello
       |       |       X       |       |  n0 is killed, its folder emptied, and started again
       |       |       *.......o.......o  nothing from n0 reaches n1,n2
       |       |       *.......o.......*  n0,n2 and n1 are cut off from each other
       |       |       .................  all can reach all again
       |       |       =       |       |  n0 is paused
  1    ?       |       :       |       |  c4 waits no longer: nobody knows
  2    |       x       :       |       |  c5 waits no longer: fail
       =================================  calm from here on
  1.2  |       |       |<--------------|  gossip
)");
}

TEST_F(SpaceTime, shows_the_setup_if_there_is_nothing_else) {
  message(0, 0, "c0", "n0", "topology");
  message(0, 1, "n0", "n1", "hello");
  trouble(Kind::calm_began);
  EXPECT_EQ(drawn(), R"(
    c0      n0      n1
    ●──────▶│       │  topology
    │       ├──────▶│  hello
    ╪═══════╪═══════╪  calm from here on
)");
  history_.clear();
  EXPECT_EQ(drawn(), "\n");
}

}  // namespace
}  // namespace fencepost::reports
