// SPDX-License-Identifier: Apache-2.0
// A tape holds values in one canonical byte form: two values are equal exactly if their bytes are.
// Commands and outcomes travel as tapes, so comparing an outcome with the model's is one memcmp and
// a digest needs no second encoding. A tape knows no field names; the contract of a workload does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fencepost {

/// What the next value on a tape is. `odd` is a JSON value that no field of ours can hold (a float,
/// an object, a number beyond 64 bits), kept as its JSON text so that malformed input can be
/// replayed. `absent` stands where a field was not given.
enum class Tag : std::uint8_t { absent, null, no, yes, number, text, list, odd };

class Tape {
 public:
  Tape& absent() { return tag(Tag::absent); }
  Tape& null() { return tag(Tag::null); }
  Tape& flag(bool on) { return tag(on ? Tag::yes : Tag::no); }
  Tape& number(std::int64_t value) {
    char raw[1 + sizeof value];
    raw[0] = static_cast<char>(Tag::number);
    std::memcpy(raw + 1, &value, sizeof value);
    bytes_.append(raw, sizeof raw);
    return *this;
  }
  Tape& text(std::string_view value);
  /// A JSON value of a kind that no field may have, as compact JSON text.
  Tape& odd(std::string_view json);
  /// A list: the given number of values must follow.
  Tape& list(std::uint32_t items) { return sized(Tag::list, items); }

  /// A list whose length is known only at its end: `open` where it begins, `close` with that place.
  std::size_t open();
  void close(std::size_t place, std::uint32_t items);

  /// Appends whole values copied from another tape (see TapeReader::raw).
  Tape& raw(std::string_view values);

  /// Forgets the values and keeps the memory.
  void clear() { bytes_.clear(); }
  bool empty() const { return bytes_.empty(); }
  std::string_view bytes() const { return bytes_; }

  friend bool operator==(const Tape&, const Tape&) = default;

 private:
  Tape& tag(Tag tag) {
    bytes_.push_back(static_cast<char>(tag));
    return *this;
  }
  Tape& sized(Tag tag, std::uint32_t size) {
    char raw[1 + sizeof size];
    raw[0] = static_cast<char>(tag);
    std::memcpy(raw + 1, &size, sizeof size);
    bytes_.append(raw, sizeof raw);
    return *this;
  }

  std::string bytes_;
};

/// Reads a tape from front to back. A value of the wrong type or out of its range is consumed,
/// yields zero or empty and makes `good()` false for ever after, so a body reads all its fields and
/// asks once. The ranges are those of the conventions page: offsets and sequences 63 bits, epochs
/// 31 bits, values 32 bits signed, times 64 bits signed. Text stays owned by the tape.
class TapeReader {
 public:
  explicit TapeReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  explicit TapeReader(const Tape& tape) : TapeReader(tape.bytes()) {}
  /// A reader does not keep its tape alive.
  explicit TapeReader(Tape&& tape) = delete;

  bool good() const { return good_; }
  /// Nothing is left to read.
  bool at_end() const { return at_ == end_; }
  /// The tag of the next value; `absent` at the end.
  Tag peek() const { return at_ == end_ ? Tag::absent : static_cast<Tag>(*at_); }
  /// Declares the input malformed, for rules that only the caller can check.
  void refuse() { good_ = false; }

  std::int64_t number(std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    if (!take(Tag::number) || !load(value)) return 0;
    if (value >= least && value <= most) return value;
    good_ = false;
    return 0;
  }
  std::int64_t offset() { return number(0, INT64_MAX); }
  std::int64_t sequence() { return number(0, INT64_MAX); }
  std::int64_t epoch() { return number(0, INT32_MAX); }
  std::int64_t value() { return number(INT32_MIN, INT32_MAX); }
  std::int64_t time() { return number(INT64_MIN, INT64_MAX); }
  /// A partition below `count`.
  std::int64_t partition(std::int64_t count) { return number(0, count - 1); }
  std::string_view text() {
    std::uint32_t size = 0;
    if (!take(Tag::text) || !load(size)) return {};
    if (left() < size) {
      run_out();
      return {};
    }
    const std::string_view value(at_, size);
    at_ += size;
    return value;
  }
  bool flag();
  /// Enters a list and returns how many values follow; 0 if it is none.
  std::uint32_t list() {
    std::uint32_t items = 0;
    return take(Tag::list) && load(items) ? items : 0;
  }
  /// Consumes a null if one is next.
  bool null() {
    if (at_end() || peek() != Tag::null) return false;
    ++at_;
    return true;
  }
  /// Consumes one value, lists whole, and returns its bytes.
  std::string_view raw();

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  /// Consumes the tag, or another value whole.
  bool take(Tag wanted) {
    if (at_end() || peek() != wanted) return refuse_one();
    ++at_;
    return true;
  }
  template <class Number>
  bool load(Number& number) {
    if (left() < sizeof number) return run_out();
    std::memcpy(&number, at_, sizeof number);
    at_ += sizeof number;
    return true;
  }
  bool refuse_one();
  bool run_out();

  const char* at_;
  const char* end_;
  bool good_ = true;
};

}  // namespace fencepost
