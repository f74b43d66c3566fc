// SPDX-License-Identifier: Apache-2.0
// Writes values onto a tape through a small buffer, for answers of thousands of rows: what would be
// several calls a value is a few stores. The bytes are those that Tape itself writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "fencepost/model/vocabulary/tape.hpp"

namespace fencepost::sut {

class BufferedTape {
 public:
  /// The values are on the tape once `flush` has been called; until then nobody else may write on
  /// it.
  explicit BufferedTape(Tape& tape) : tape_(tape) {}
  BufferedTape(const BufferedTape&) = delete;
  BufferedTape& operator=(const BufferedTape&) = delete;

  BufferedTape& null() {
    room(1);
    tag(Tag::null);
    return *this;
  }
  BufferedTape& flag(bool on) {
    room(1);
    tag(on ? Tag::yes : Tag::no);
    return *this;
  }
  BufferedTape& number(std::int64_t value) {
    room(1 + sizeof value);
    tag(Tag::number);
    store(&value, sizeof value);
    return *this;
  }
  BufferedTape& text(std::string_view value) {
    room(1 + sizeof(std::uint32_t) + value.size());
    if (value.size() > capacity - 8) {
      tape_.text(value);
      return *this;
    }
    const auto size = static_cast<std::uint32_t>(value.size());
    tag(Tag::text);
    store(&size, sizeof size);
    store(value.data(), value.size());
    return *this;
  }
  BufferedTape& list(std::uint32_t items) {
    room(1 + sizeof items);
    tag(Tag::list);
    store(&items, sizeof items);
    return *this;
  }
  void flush() {
    tape_.raw({buffer_, used_});
    used_ = 0;
  }

 private:
  static constexpr std::size_t capacity = 2048;

  void room(std::size_t bytes) {
    if (capacity - used_ < bytes) flush();
  }
  void tag(Tag tag) { buffer_[used_++] = static_cast<char>(tag); }
  void store(const void* bytes, std::size_t size) {
    if (size != 0) std::memcpy(buffer_ + used_, bytes, size);
    used_ += size;
  }

  Tape& tape_;
  std::size_t used_ = 0;
  char buffer_[capacity];
};

}  // namespace fencepost::sut
