// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/tape.hpp"

#include <bit>
#include <cstring>

namespace fencepost {

// Numbers stand in the byte order of the machines we build for; a big-endian one would need a swap here.
static_assert(std::endian::native == std::endian::little);

namespace {

template <class Number>
void put(std::string& bytes, Number value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof raw);
}

}  // namespace

Tape& Tape::number(std::int64_t value) {
  char raw[1 + sizeof value];
  raw[0] = static_cast<char>(Tag::number);
  std::memcpy(raw + 1, &value, sizeof value);
  bytes_.append(raw, sizeof raw);
  return *this;
}

Tape& Tape::text(std::string_view value) {
  tag(Tag::text);
  put(bytes_, static_cast<std::uint32_t>(value.size()));
  bytes_.append(value);
  return *this;
}

Tape& Tape::odd(std::string_view json) {
  tag(Tag::odd);
  put(bytes_, static_cast<std::uint32_t>(json.size()));
  bytes_.append(json);
  return *this;
}

Tape& Tape::list(std::uint32_t items) {
  tag(Tag::list);
  put(bytes_, items);
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

bool TapeReader::take(Tag wanted) {
  if (peek() != wanted || at_end()) {
    if (!at_end()) raw();
    good_ = false;
    return false;
  }
  ++at_;
  return true;
}

std::uint32_t TapeReader::length() {
  std::uint32_t size = 0;
  if (static_cast<std::size_t>(end_ - at_) < sizeof size) {
    good_ = false;
    at_ = end_;
    return 0;
  }
  std::memcpy(&size, at_, sizeof size);
  at_ += sizeof size;
  return size;
}

std::int64_t TapeReader::number(std::int64_t least, std::int64_t most) {
  if (!take(Tag::number)) return 0;
  std::int64_t value = 0;
  if (static_cast<std::size_t>(end_ - at_) < sizeof value) {
    good_ = false;
    at_ = end_;
    return 0;
  }
  std::memcpy(&value, at_, sizeof value);
  at_ += sizeof value;
  if (value >= least && value <= most) return value;
  good_ = false;
  return 0;
}

std::string_view TapeReader::text() {
  if (!take(Tag::text)) return {};
  const std::uint32_t size = length();
  if (static_cast<std::size_t>(end_ - at_) < size) {
    good_ = false;
    at_ = end_;
    return {};
  }
  const std::string_view value(at_, size);
  at_ += size;
  return value;
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

std::uint32_t TapeReader::list() { return take(Tag::list) ? length() : 0; }

bool TapeReader::null() {
  if (at_end() || peek() != Tag::null) return false;
  ++at_;
  return true;
}

std::string_view TapeReader::raw() {
  const char* const start = at_;
  // A list of n values is its head and then n more; one counter walks any nesting.
  for (std::uint64_t left = 1; left > 0 && !at_end(); --left) {
    const Tag next = static_cast<Tag>(*at_++);
    switch (next) {
      case Tag::number: at_ = end_ - at_ < 8 ? end_ : at_ + 8; break;
      case Tag::list: left += length(); break;
      case Tag::text:
      case Tag::odd: {
        const std::uint32_t size = length();
        at_ = static_cast<std::size_t>(end_ - at_) < size ? end_ : at_ + size;
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
