// SPDX-License-Identifier: Apache-2.0
#include "fencepost/reports/cluster_story_test.hpp"
#include "fencepost/reports/space_time.hpp"

namespace fencepost::reports {
namespace {

class SpaceTimeShape : public ClusterStory {
 protected:
  std::string drawn() const { return '\n' + space_time(history_, options_, {.signs = true}); }
  std::string typed() const { return '\n' + space_time(history_, options_, {}); }

  SpaceTimeOptions options_;
};

TEST_F(SpaceTimeShape, folds_what_matters_least) {
  for (std::uint32_t root = 1; root <= 6; ++root) {
    asks(root, "c4", "n0", "add delta=" + std::to_string(root));
    for (std::uint32_t part = 1; part <= 5; ++part)
      message(root, part, "n0", "n1", "gossip " + std::to_string(part));
    if (root == 3) trouble(Kind::killed, "", "n1");
    if (root == 4) history_.happenings.back().kind = Kind::lost;
    replies(root, 6, "n0", "c4", "add_ok");
  }
  options_.highlighted = {2};
  options_.most_rows = 12;
  EXPECT_EQ(drawn(), R"(
       c4      n0      n1
       ⋮       ⋮       ⋮  … 7 more messages
▸ 2    ●──────▶│       │  add delta=2
       ⋮       ⋮       ⋮  … 2 more messages
▸ 2.3  │       ├──────▶│  gossip 3
▸ 2.4  │       ├──────▶│  gossip 4
▸ 2.5  │       ├──────▶│  gossip 5
▸ 2.6  ✓◀──────┤       │  add_ok
       ⋮       ⋮       ⋮  … 6 more messages
       │       │       ╳  n1 is killed and started again
       ⋮       ⋮       ⋮  … 21 more messages
  6.6  ✓◀──────┤       │  add_ok
)");
  options_.most_rows = 8;
  EXPECT_EQ(typed(), R"(
       c4      n0      n1
       .       .       .  ... 7 more messages
> 2    o------>|       |  add delta=2
       .       .       .  ... 4 more messages
> 2.5  |       |------>|  gossip 5
> 2.6  +<------|       |  add_ok
       .       .       .  ... 27 more messages and 1 more trouble
  6.6  +<------|       |  add_ok
)");
  history_.happenings[20].kind = Kind::healed;
  options_.highlighted = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(typed(), R"(
       c4      n0
> 1    o------>|  add delta=1
       .       .  ... 5 more messages
> 1.6  +<------|  add_ok
       .       .  ... 28 more messages and 1 more trouble
> 6    o------>|  add delta=6
       .       .  ... 5 more messages
> 6.6  +<------|  add_ok
)");
}

TEST_F(SpaceTimeShape, fits_into_a_narrow_terminal) {
  options_.width = 80;
  options_.indent = "    ";
  asks(12, "c4", "n0",
       "txn txn=[[\"append\",9,1],[\"r\",8,null],[\"append\",7,30],[\"r\",9,null]]");
  message(12, 1, "n0", "lin-tso", "ts");
  message(12, 2, "n0", "n1", "prepare", Kind::cut_off);
  message(12, 3, "n0", "n2", "prepare");
  message(12, 4, "c5", "c6", "");
  EXPECT_EQ(drawn(), R"(
            c4   c5   c6   n0   n1   n2   lin-tso
      12    ●────┼────┼───▶│    │    │)"
                     R"(    │  txn txn=[["append",9,1],["r",8,nul…
      12.1  │    │    │    ├────┼────┼───▶│  ts
      12.2  │    │    │    ├──╫ │    │    │  cut off: prepare
      12.3  │    │    │    ├────┼───▶│    │  prepare
      12.4  │    ●───▶│    │    │    │    │  unheard
)");
}

TEST_F(SpaceTimeShape, names_those_without_a_lane) {
  options_.width = 80;
  options_.most_rows = 8;
  options_.highlighted = {30};
  const char* const odd = "n1,n3,n5,n7,n9,n11,n13,n15,n17,n19,n21,n23";
  trouble(Kind::cut, "n0,n2,n4,n6,n8,n10,n12,n14,n16,n18,n20,n22", odd, "one way");
  message(2, 1, "n22", "n2", "gossip");
  message(2, 2, "n22", "n21", "gossip");
  asks(30, "c4", "n23", "read");
  message(30, 1, "n23", "n19", "gossip");
  message(31, 1, "n22", "n17", "gossip");
  trouble(Kind::calm_began);
  EXPECT_EQ(typed(), R"(
        c4  n0  n1  n2  n3  n4  n5  n6  n7  n17 n19 n22 n23
        |   *...o...*...o...*...o...*...o...o...o...*...o  nothing from n0,n2...
        .   .   .   .   .   .   .   .   .   .   .   .   .  ... 2 more messages
> 30    o---------------------------------------------->|  read
> 30.1  |   |   |   |   |   |   |   |   |   |   |<------|  gossip
  31.1  |   |   |   |   |   |   |   |   |   |<------|   |  gossip
        =================================================  calm from here on
  without a lane: n8 n9 n10 n11 n12 n13 n14 n15 n16 n18 n20 n21
)");
}

TEST_F(SpaceTimeShape, is_not_steered_by_hostile_words) {
  asks(1, "c4", "n0", "echo \x1b[2J\xe2\x80\xae\r\n\xff" + std::string(10'000, 'x'));
  message(1, 1, "n0", "c\x1b[31mevil-and-long", "漢字漢字 a");
  message(1, 2, "n0", "n1", std::string(200, '!') + "漢字", Kind::lost);
  replies(1, 3, "n0", "c4", "漢" + std::string(6000, '\xe5'));
  options_.width = 80;
  EXPECT_EQ(drawn(), R"(
       c4    n0    n1    c?[31me…
  1    ●────▶│     │     │  echo ?[2J?  ?xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  1.1  │     ├─────┼────▶│  漢字漢字 a
  1.2  │     ├───× │     │  lost: !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!…
  1.3  ✓◀────┤     │     │  漢??????????????????????????????????????????????????…
)");
  EXPECT_EQ(typed(), R"(
       c4    n0    n1    c?[31...
  1    o---->|     |     |  echo ?[2J?  ?xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
  1.1  |     |---------->|  漢字漢字 a
  1.2  |     |---x |     |  lost: !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!...
  1.3  +<----|     |     |  漢????????????????????????????????????????????????...
)");
}

TEST_F(SpaceTimeShape, paints_what_is_pointed_at) {
  asks(1, "c4", "n0", "read");
  replies(1, 1, "n0", "c4", "read_ok");
  options_.highlighted = {1};
  EXPECT_EQ(space_time(history_, options_, {.colour = true, .signs = true}),
            "       c4      n0\n"
            "\x1b[1;31m▸\x1b[0m \x1b[1m1    ●──────▶│  \x1b[0m\x1b[1mread\x1b[0m\n"
            "\x1b[1;31m▸\x1b[0m \x1b[1m1.1  ✓◀──────┤  \x1b[0m\x1b[1mread_ok\x1b[0m\n");
}

}  // namespace
}  // namespace fencepost::reports
