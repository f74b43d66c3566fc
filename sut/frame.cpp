// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/frame.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace fencepost::sut {
namespace {

constexpr char end_mark = static_cast<char>(0xA5);

std::uint32_t check_of_head(std::uint32_t size, std::uint64_t number) {
  // Never zero, so that a head of zeros is not a head.
  return static_cast<std::uint32_t>(XXH3_64bits_withSeed(&size, sizeof size, number)) | 1U;
}

std::uint64_t check_of_payload(std::string_view payload, std::uint64_t number) {
  return XXH3_64bits_withSeed(payload.data(), payload.size(), number);
}

template <class Number>
Number load(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

bool all_zero(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return c == '\0'; });
}

/// The tail of a torn write may be zeros. Whatever was stored ends in a byte that is not zero.
bool ends_in_zero(std::string_view bytes) { return bytes.back() == '\0'; }

}  // namespace

void append_frame(std::string& out, std::string_view payload, std::uint64_t number) {
  const auto size = static_cast<std::uint32_t>(payload.size());
  const std::uint32_t head = check_of_head(size, number);
  const std::uint64_t check = check_of_payload(payload, number);
  char raw[frame_head_bytes];
  std::memcpy(raw, &size, 4);
  std::memcpy(raw + 4, &head, 4);
  std::memcpy(raw + 8, &check, 8);
  out.append(raw, sizeof raw);
  out.append(payload);
  out.push_back(end_mark);
}

Frame read_frame(std::string_view bytes, std::size_t at, std::uint64_t number) {
  const std::string_view rest = bytes.substr(at);
  if (rest.empty()) return {};
  if (rest.size() < frame_head_bytes) return {Frame::Kind::torn, {}, at};
  const auto size = load<std::uint32_t>(rest, 0);
  if (load<std::uint32_t>(rest, 4) != check_of_head(size, number)) {
    // A head may be cut short by zeros; then everything after it is zeros too.
    const bool zeros_from_inside_head = ends_in_zero(rest) && all_zero(rest.substr(8));
    return {zeros_from_inside_head ? Frame::Kind::torn : Frame::Kind::damaged, {}, at};
  }
  const std::size_t whole = frame_overhead_bytes + size;
  if (rest.size() < whole) return {Frame::Kind::torn, {}, at};
  const std::string_view payload = rest.substr(frame_head_bytes, size);
  const bool good = rest[whole - 1] == end_mark &&
                    load<std::uint64_t>(rest, 8) == check_of_payload(payload, number);
  if (good) return {Frame::Kind::whole, payload, at + whole};
  const bool zeros_to_the_end = rest.size() == whole && ends_in_zero(rest);
  return {zeros_to_the_end ? Frame::Kind::torn : Frame::Kind::damaged, {}, at};
}

}  // namespace fencepost::sut
