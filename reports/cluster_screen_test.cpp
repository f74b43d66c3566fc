// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/cluster_screen.hpp"

#include <algorithm>

#include "fencepost/model/vocabulary/history_text.hpp"
#include "fencepost/reports/cluster_story_test.hpp"

namespace fencepost::reports {
namespace {

Scenario scenario_of(const std::string& text) {
  const Result<HistoryFile> file = read_history(text);
  EXPECT_TRUE(file) << file.why();
  return file->scenario;
}

class ClusterScreen : public ClusterStory {
 protected:
  ClusterScreen() {
    finding_.seed = 0x5eed;
    finding_.shrunk.runs = 164;
    finding_.shrunk.one_minimal = true;
  }
  void play(const std::string& workload, const std::string& parameters, const std::string& steps) {
    finding_.found = finding_.shrunk.scenario =
        scenario_of("fencepost history 1\nworkload " + workload + "\nparameters " + parameters +
                    "\nexpect held\n\n" + steps);
    finding_.found.steps.resize(48);
  }
  void violates(const char* property, const std::string& sentence) {
    finding_.fingerprint.property = property;
    finding_.verdict.sentence = sentence;
    finding_.verdict.digest = digest_of(history_.operations);
  }
  std::string screen(std::size_t columns = 100, const Ink& ink = {.signs = true}) const {
    return cluster_screen(finding_, history_, anomaly_, end_,
                          {.path = "runs/lost.history", .why_not = {}, .text = {}}, ink, columns);
  }

  properties::Finding finding_;
  std::optional<properties::Anomaly> anomaly_;
  faults::ClusterEnd end_;
};

TEST_F(ClusterScreen, shows_a_broadcast_that_a_partition_swallowed) {
  play("broadcast", "nodes=3 topology=1",
       "1 c broadcast node=1 message=0\n"
       "  cut from=0 to=1,2 both\n"
       "2 c broadcast node=0 message=1\n"
       "  heal\n"
       "calm\n"
       "3 d read node=2\n"
       "end commands=3 exceptions=2\n");
  message(0, 0, "c3", "n0", "topology");
  message(0, 1, "n0", "c3", "topology_ok");
  saw(Type::invoke, 1, 0, "broadcast", "0");
  message(1, 0, "c6", "n1", "broadcast message=0");
  message(1, 1, "n1", "n0", "broadcast message=0");
  message(1, 2, "n1", "n2", "broadcast message=0");
  message(1, 3, "n1", "c6", "broadcast_ok");
  saw(Type::ok, 1, 0, "broadcast", "0");
  trouble(Kind::cut, "n0", "n1,n2", "both ways");
  saw(Type::invoke, 2, 0, "broadcast", "1");
  message(2, 0, "c6", "n0", "broadcast message=1");
  message(2, 1, "n0", "n1", "broadcast message=1", Kind::cut_off);
  message(2, 2, "n0", "c6", "broadcast_ok");
  saw(Type::ok, 2, 0, "broadcast", "1");
  trouble(Kind::healed);
  trouble(Kind::calm_began);
  saw(Type::invoke, 3, 1, "read", "null");
  message(3, 0, "c7", "n2", "read");
  message(3, 1, "n2", "c7", "read_ok messages=[0]");
  saw(Type::ok, 3, 1, "read", "[0]");
  anomaly_ = {"lost", "1 was acknowledged, but a read after the calm did not see it", {3, 5}};
  violates("lost", anomaly_->sentence);
  EXPECT_EQ(screen(), R"(
  ✗ lost   broadcast · seed 0x5eed

      1 was acknowledged, but a read after the calm did not see it

           c6      c7      n0      n1      n2
      1    ●───────┼───────┼──────▶│       │  broadcast message=0
      1.1  │       │       │◀──────┤       │  broadcast message=0
      1.2  │       │       │       ├──────▶│  broadcast message=0
      1.3  ✓◀──────┼───────┼───────┤       │  broadcast_ok
           │       │       ◆╌╌╌╌╌╌╌◇╌╌╌╌╌╌╌◇)"
                      R"(  n0 and n1,n2 are cut off from each other
    ▸ 2    ●───────┼──────▶│       │       │  broadcast message=1
    ▸ 2.1  │       │       ├─────╫ │       │  cut off: broadcast message=1
    ▸ 2.2  ✓◀──────┼───────┤       │       │  broadcast_ok
           │       │       ┼╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌┼  all can reach all again
           ╪═══════╪═══════╪═══════╪═══════╪)"
                      R"(  calm from here on
    ▸ 3    │       ●───────┼───────┼──────▶│  read
    ▸ 3.1  │       ✓◀──────┼───────┼───────┤)"
                      R"(  read_ok messages=[0]

      c6 (n0)  broadcast 1 → ok
      c7 (n2)  read → [0]

      shrunk from 48 lines to 6 in 164 runs; no line can go
      saved   runs/lost.history
      digest  020b99811b2de6f2e11c5d4efe0f219f

)");
  EXPECT_EQ(screen(80, {}), R"(
  x lost   broadcast - seed 0x5eed

      1 was acknowledged, but a read after the calm did not see it

           c6    c7    n0    n1    n2
      1    o---------------->|     |  broadcast message=0
      1.1  |     |     |<----|     |  broadcast message=0
      1.2  |     |     |     |---->|  broadcast message=0
      1.3  +<----------------|     |  broadcast_ok
           |     |     *.....o.....o  n0 and n1,n2 are cut off from each other
    > 2    o---------->|     |     |  broadcast message=1
    > 2.1  |     |     |---# |     |  cut off: broadcast message=1
    > 2.2  +<----------|     |     |  broadcast_ok
           |     |     .............  all can reach all again
           =========================  calm from here on
    > 3    |     o---------------->|  read
    > 3.1  |     +<----------------|  read_ok messages=[0]

      c6 (n0)  broadcast 1 -> ok
      c7 (n2)  read -> [0]

      shrunk from 48 lines to 6 in 164 runs; no line can go
      saved   runs/lost.history
      digest  020b99811b2de6f2e11c5d4efe0f219f

)");
}

TEST_F(ClusterScreen, shows_a_log_that_lost_a_write) {
  play("kafka", "nodes=2",
       "1 c send node=0 key=0 message=5\n"
       "2 d send node=1 key=0 message=6\n"
       "  late 1.2\n"
       "  again 1\n"
       "  kill node=1\n"
       "calm\n"
       "3 d drain node=0\n"
       "end commands=3 exceptions=3\n");
  saw(Type::invoke, 1, 0, "send", R"([["send","0",5]])");
  message(1, 0, "c4", "n0", R"(send key="0" msg=5)");
  message(1, 1, "n0", "seq-kv", R"(read key="log 0")");
  message(1, 0, "seq-kv", "n0", "error code=20", Kind::held);
  saw(Type::invoke, 2, 1, "send", R"([["send","0",6]])");
  message(2, 0, "c5", "n1", R"(send key="0" msg=6)");
  message(2, 1, "n1", "seq-kv", R"(write key="log 0" value=[6])");
  message(2, 2, "seq-kv", "n1", "write_ok");
  message(2, 3, "n1", "c5", "send_ok offset=0");
  saw(Type::ok, 2, 1, "send", R"([["send","0",[0,6]]])");
  message(1, 2, "seq-kv", "n0", "error code=20").late = true;
  message(1, 3, "n0", "seq-kv", R"(write key="log 0" value=[5])");
  message(1, 4, "seq-kv", "n0", "write_ok");
  message(1, 5, "n0", "c4", "send_ok offset=0");
  saw(Type::ok, 1, 0, "send", R"([["send","0",[0,5]]])");
  message(1, 0, "c4", "n0", R"(send key="0" msg=5)").duplicate = true;
  trouble(Kind::killed, "", "n1");
  trouble(Kind::calm_began);
  saw(Type::invoke, 3, 1, "poll", R"([["poll"]])");
  message(3, 0, "c5", "n0", R"(poll offsets={"0":0})");
  message(3, 1, "n0", "c5", R"(poll_ok msgs={"0":[[0,5]]})");
  saw(Type::ok, 3, 1, "poll", R"([["poll",{"0":[[0,5]]}]])");
  anomaly_ = {"lost-write", "6 of key 0 was acknowledged, but no poll ever saw it", {2, 5}};
  violates("lost-write", anomaly_->sentence);
  finding_.repeats.of = 5;
  finding_.repeats.same_verdict = 4;
  finding_.repeats.same_history = 1;
  end_.notes["lines on stdout that are no messages"] = {12, "starting up\x1b[2J"};
  end_.notes["messages without a sender that exists"] = {1, ""};
  EXPECT_EQ(screen(), R"(
  ✗ lost-write   kafka · seed 0x5eed

      6 of key 0 was acknowledged, but no poll ever saw it

           c4      c5      n0      n1      seq-kv
      1    ●───────┼──────▶│       │       │  send key="0" msg=5
      1.1  │       │       ├───────┼──────▶│  read key="log 0"
      1.2  │       │       │       │     ○─┤  held back: error code=20
    ▸ 2    │       ●───────┼──────▶│       │  send key="0" msg=6
    ▸ 2.1  │       │       │       ├──────▶│  write key="log 0" value=[6]
    ▸ 2.2  │       │       │       │◀──────┤  write_ok
    ▸ 2.3  │       ✓◀──────┼───────┤       │  send_ok offset=0
      1.2  │       │       │◀╌╌╌╌╌╌┼╌╌╌╌╌╌╌┤  late: error code=20
      1.3  │       │       ├───────┼──────▶│  write key="log 0" value=[5]
      1.4  │       │       │◀──────┼───────┤  write_ok
      1.5  ✓◀──────┼───────┤       │       │  send_ok offset=0
      1    ╞═══════╪══════▶│       │       │  again: send key="0" msg=5
           │       │       │       ╳       │  n1 is killed and started again
           ╪═══════╪═══════╪═══════╪═══════╪)"
                      R"(  calm from here on
    ▸ 3    │       ●──────▶│       │       │  poll offsets={"0":0}
    ▸ 3.1  │       ✓◀──────┤       │       │  poll_ok msgs={"0":[[0,5]]}

      c5 (n1)  send key=0 6 → offset 0
      c5 (n0)  poll → key 0: 5 at 0

      shrunk from 48 lines to 7 in 164 runs; no line can go
      needs a second copy of a message (again) and a restart (kill), which Maelstrom itself does not
      do; --faults maelstrom leaves them out
      the program does not do the same every time: 4 of 5 replays gave this verdict, 1 of 5 the same
      history
      noted   lines on stdout that are no messages (12), the first: starting up?[2J
      noted   messages without a sender that exists (1)
      saved   runs/lost.history
      digest  6ebff11f41f6787cd39c01947f8be336

)");
}

TEST_F(ClusterScreen, names_the_transactions_of_a_cycle) {
  play("txn-rw-register", "nodes=1",
       "1 c txn node=0 txn=[[\"w\",1,1]]\n"
       "calm\n"
       "end commands=1 exceptions=0\n");
  for (std::uint32_t i = 0; i < 10; ++i) {
    saw(Type::invoke, i + 1, i, "txn", R"([["w",1,1],["r",2,null]])");
    if (i > 0) message(i + 1, 0, "c" + std::to_string(i % 3), "n0", "txn");
    if (i > 1) saw(Type::ok, i + 1, i, "txn", R"([["w",1,1],["r",2,7]])");
  }
  anomaly_ = {"G2", "T1 read what T2 wrote", {0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 2, 9999}};
  violates("G2", anomaly_->sentence);
  EXPECT_EQ(screen(), R"(
  ✗ G2   txn-rw-register · seed 0x5eed

      T1 read what T2 wrote

          c0      c1      c2      n0
    ▸ 2   │       ●───────┼──────▶│  txn
    ▸ 3   │       │       ●──────▶│  txn
    ▸ 4   ●───────┼───────┼──────▶│  txn
    ▸ 5   │       ●───────┼──────▶│  txn
    ▸ 6   │       │       ●──────▶│  txn
    ▸ 7   ●───────┼───────┼──────▶│  txn
    ▸ 8   │       ●───────┼──────▶│  txn
    ▸ 9   │       │       ●──────▶│  txn
    ▸ 10  ●───────┼───────┼──────▶│  txn

      T1  client 0  w 1 1, r 2 → ?
      T2  c1 (n0)   w 1 1, r 2 → ?
          c2 (n0)   w 1 1, r 2 → 2=7
          c0 (n0)   w 1 1, r 2 → 2=7
          c1 (n0)   w 1 1, r 2 → 2=7
          c2 (n0)   w 1 1, r 2 → 2=7
          c0 (n0)   w 1 1, r 2 → 2=7
      … 3 more operations

      shrunk from 48 lines to 2 in 164 runs; no line can go
      saved   runs/lost.history
      digest  c464fa0cd383e2fa46d9dc0772130e47

)");
}

TEST_F(ClusterScreen, tells_what_a_node_said_last) {
  play("echo", "nodes=1",
       "1 c echo node=0 payload=1\n"
       "calm\n"
       "end commands=1 exceptions=0\n");
  message(1, 0, "c1", "n0", "echo echo=1");
  violates("nodes-stay-up",
           "n0 ended with exit status 1\nits last lines on stderr:\nTraceback\n  \x1b[31mKeyError");
  for (const char* what : {"a", "b", "c", "d", "e"}) end_.notes[what] = {1, "x"};
  EXPECT_EQ(screen(), R"(
  ✗ nodes-stay-up   echo · seed 0x5eed

      n0 ended with exit status 1
      its last lines on stderr:
      Traceback
        ?[31mKeyError

         c1      n0
      1  ●──────▶│  echo echo=1

      shrunk from 48 lines to 2 in 164 runs; no line can go
      noted   a (1), the first: x
      noted   b (1), the first: x
      noted   c (1), the first: x
      noted   2 more things
      saved   runs/lost.history
      digest  00000000000000000000000000000000

)");
}

TEST_F(ClusterScreen, is_one_screen) {
  play("echo", "nodes=1",
       "1 c echo node=0 payload=1\n"
       "calm\n"
       "end commands=1 exceptions=0\n");
  for (std::uint32_t i = 1; i < 3000; ++i) message(1, i, "n0", "n1", "ping").late = i % 3 == 0;
  violates("wrong-echo", std::string(5000, 'x'));
  const std::string text = screen(80, {});
  EXPECT_LE(std::ranges::count(text, '\n'), 40);
}

}  // namespace
}  // namespace fencepost::reports
