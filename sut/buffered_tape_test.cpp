// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/buffered_tape.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fencepost::sut {
namespace {

TEST(BufferedTape, writes_the_bytes_of_a_tape) {
  const std::string long_name(5000, 'x');
  Tape plain;
  Tape buffered;
  BufferedTape out(buffered);
  for (std::int64_t i = -300; i < 300; ++i) {
    plain.list(3).number(i << 40).text("member").null();
    out.list(3).number(i << 40).text("member").null();
    if (i % 100 == 0) plain.text(long_name), out.text(long_name);
    if (i % 7 == 0) plain.text(""), out.text("");
  }
  out.flush();
  EXPECT_EQ(plain, buffered);
}

TEST(BufferedTape, goes_on_after_what_the_tape_holds) {
  Tape plain;
  plain.flag(true).number(7);
  Tape buffered;
  buffered.flag(true);
  BufferedTape out(buffered);
  out.number(7).flush();
  EXPECT_EQ(plain, buffered);
}

}  // namespace
}  // namespace fencepost::sut
