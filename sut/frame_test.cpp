// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/frame.hpp"

#include <gtest/gtest.h>

namespace fencepost::sut {
namespace {

const std::string payloads[] = {"", "a", "record", std::string(9, '\0'), std::string(300, '\xff')};

TEST(Frame, is_read_back_whole) {
  std::string bytes;
  for (std::uint64_t n = 0; n < std::size(payloads); ++n) append_frame(bytes, payloads[n], n);
  std::size_t at = 0;
  for (std::uint64_t n = 0; n < std::size(payloads); ++n) {
    const Frame frame = read_frame(bytes, at, n);
    ASSERT_EQ(frame.kind, Frame::Kind::whole);
    EXPECT_EQ(frame.payload, payloads[n]);
    at = frame.next;
  }
  EXPECT_EQ(read_frame(bytes, at, 9).kind, Frame::Kind::end);
}

TEST(Frame, is_torn_at_every_shorter_length_with_and_without_zeros) {
  for (const std::string& payload : payloads) {
    std::string bytes;
    append_frame(bytes, payload, 7);
    for (std::size_t length = 1; length < bytes.size(); ++length) {
      std::string torn = bytes.substr(0, length);
      EXPECT_EQ(read_frame(torn, 0, 7).kind, Frame::Kind::torn) << length;
      torn.resize(bytes.size(), '\0');
      EXPECT_EQ(read_frame(torn, 0, 7).kind, Frame::Kind::torn) << length << " and zeros";
    }
  }
}

TEST(Frame, is_damaged_by_any_flipped_bit_and_never_mistaken_for_torn) {
  for (const std::string& payload : payloads) {
    std::string bytes;
    append_frame(bytes, payload, 7);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      std::string flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
      EXPECT_EQ(read_frame(flipped, 0, 7).kind, Frame::Kind::damaged) << bit;
    }
  }
}

TEST(Frame, is_damaged_in_another_frames_place) {
  std::string bytes;
  append_frame(bytes, "record", 7);
  EXPECT_EQ(read_frame(bytes, 0, 8).kind, Frame::Kind::damaged);
}

}  // namespace
}  // namespace fencepost::sut
