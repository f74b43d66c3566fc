// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/tape.hpp"

#include <gtest/gtest.h>

namespace fencepost {
namespace {

TEST(Tape, reads_back_what_was_written) {
  Tape tape;
  tape.number(-7).text("p").flag(true).null().list(2).number(1).text("").odd("1.5").absent();
  TapeReader in(tape);
  EXPECT_EQ(in.time(), -7);
  EXPECT_EQ(in.text(), "p");
  EXPECT_TRUE(in.flag());
  EXPECT_TRUE(in.null());
  EXPECT_EQ(in.list(), 2U);
  EXPECT_EQ(in.number(0, 5), 1);
  EXPECT_EQ(in.text(), "");
  EXPECT_EQ(in.peek(), Tag::odd);
  in.raw();
  EXPECT_EQ(in.peek(), Tag::absent);
  EXPECT_FALSE(in.at_end());
  in.raw();
  EXPECT_TRUE(in.at_end());
  EXPECT_TRUE(in.good());
}

TEST(Tape, equal_values_are_equal_bytes_however_they_were_written) {
  Tape counted, patched;
  counted.list(2).number(1).number(2);
  const std::size_t place = patched.open();
  patched.number(1).number(2);
  patched.close(place, 2);
  EXPECT_EQ(counted, patched);
}

TEST(Tape, consumes_a_value_of_the_wrong_type_and_stays_bad) {
  Tape tape;
  tape.list(2).text("a").list(0).number(3);
  TapeReader in(tape);
  EXPECT_EQ(in.offset(), 0);
  EXPECT_FALSE(in.good());
  EXPECT_EQ(in.offset(), 3) << "the list was consumed whole";
  EXPECT_FALSE(in.good());
}

TEST(Tape, knows_the_ranges_of_the_conventions_page) {
  const auto good = [](std::int64_t number, auto read) {
    Tape tape;
    tape.number(number);
    TapeReader in(tape);
    read(in);
    return in.good();
  };
  const auto epoch = [](TapeReader& in) { in.epoch(); };
  EXPECT_TRUE(good(INT32_MAX, epoch));
  EXPECT_FALSE(good(std::int64_t{INT32_MAX} + 1, epoch));
  EXPECT_FALSE(good(-1, epoch));
  const auto value = [](TapeReader& in) { in.value(); };
  EXPECT_TRUE(good(INT32_MIN, value));
  EXPECT_FALSE(good(std::int64_t{INT32_MIN} - 1, value));
  const auto offset = [](TapeReader& in) { in.offset(); };
  EXPECT_TRUE(good(INT64_MAX, offset));
  EXPECT_FALSE(good(-1, offset));
  const auto partition = [](TapeReader& in) { in.partition(3); };
  EXPECT_TRUE(good(2, partition));
  EXPECT_FALSE(good(3, partition));
}

TEST(Tape, a_boolean_or_a_missing_value_is_not_a_number) {
  Tape tape;
  tape.flag(true);
  TapeReader in(tape);
  in.offset();
  EXPECT_FALSE(in.good());
  TapeReader empty{std::string_view()};
  empty.offset();
  EXPECT_FALSE(empty.good());
}

TEST(Tape, survives_bytes_that_no_tape_would_hold) {
  const Tape tape = Tape().list(3).text("abc").number(9).list(1).odd("{}");
  const std::string bytes(tape.bytes());
  for (std::size_t length = 0; length <= bytes.size(); ++length)
    for (int corrupt = 0; corrupt < 256; corrupt += 5) {
      std::string broken = bytes.substr(0, length);
      if (!broken.empty()) broken[length / 2] = static_cast<char>(corrupt);
      TapeReader in{std::string_view(broken)};
      for (int i = 0; i < 9; ++i) in.raw();
      TapeReader typed{std::string_view(broken)};
      typed.list(), typed.text(), typed.offset(), typed.flag(), typed.list(), typed.text();
      EXPECT_TRUE(in.at_end()) << "fewer than nine values fit into so few bytes";
    }
}

}  // namespace
}  // namespace fencepost
