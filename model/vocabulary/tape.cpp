// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/tape.hpp"

#include <bit>
#include <cstring>

namespace fencepost {

// Numbers stand in the byte order of the machines we build for; a big-endian one would need a swap
// here.
static_assert(std::endian::native == std::endian::little);

Tape& Tape::text(std::string_view value) {
  sized(Tag::text, static_cast<std::uint32_t>(value.size())).bytes_.append(value);
  return *this;
}

Tape& Tape::odd(std::string_view json) {
  sized(Tag::odd, static_cast<std::uint32_t>(json.size())).bytes_.append(json);
  return *this;
}

std::size_t Tape::open() {
  const std::size_t place = bytes_.size();
  list(0);
  return place;
}

void Tape::close(std::size_t place, std::uint32_t items) {
  std::memcpy(bytes_.data() + place + 1, &items, sizeof items);
}

Tape& Tape::raw(std::string_view values) {
  bytes_.append(values);
  return *this;
}

bool TapeReader::refuse_one() {
  if (!at_end()) raw();
  good_ = false;
  return false;
}

bool TapeReader::run_out() {
  good_ = false;
  at_ = end_;
  return false;
}

bool TapeReader::flag() {
  const Tag next = peek();
  if (next == Tag::yes || next == Tag::no) {
    ++at_;
    return next == Tag::yes;
  }
  take(Tag::yes);
  return false;
}

std::string_view TapeReader::raw() {
  const char* const start = at_;
  // A list of n values is its head and then n more; one counter walks any nesting.
  for (std::uint64_t values = 1; values > 0 && !at_end(); --values) {
    const Tag next = static_cast<Tag>(*at_++);
    switch (next) {
      case Tag::number: at_ = end_ - at_ < 8 ? end_ : at_ + 8; break;
      case Tag::list: {
        std::uint32_t items = 0;
        if (load(items)) values += items;
        break;
      }
      case Tag::text:
      case Tag::odd: {
        std::uint32_t size = 0;
        if (load(size)) at_ = left() < size ? end_ : at_ + size;
        break;
      }
      case Tag::absent:
      case Tag::null:
      case Tag::no:
      case Tag::yes: break;
    }
  }
  return {start, static_cast<std::size_t>(at_ - start)};
}

}  // namespace fencepost
