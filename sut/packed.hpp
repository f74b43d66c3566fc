// SPDX-License-Identifier: Apache-2.0
// Numbers of fixed width, little-endian, and text with its length: what records of the log and
// checkpoints are made of. Reading past the end yields zeros and makes `good()` false for ever
// after.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace fencepost::sut {

static_assert(std::endian::native == std::endian::little);

template <class Number>
void pack(std::string& out, Number value) {
  static_assert(std::has_unique_object_representations_v<Number>);
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  out.append(raw, sizeof raw);
}

inline void pack_text(std::string& out, std::string_view text) {
  pack(out, static_cast<std::uint32_t>(text.size()));
  out.append(text);
}

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  template <class Number>
  Number number() {
    static_assert(std::has_unique_object_representations_v<Number>);
    Number value{};
    const std::string_view raw = bytes(sizeof value);
    if (raw.size() == sizeof value) std::memcpy(&value, raw.data(), sizeof value);
    return value;
  }

  std::string_view text() { return bytes(number<std::uint32_t>()); }

  /// The next `size` bytes.
  std::string_view bytes(std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace fencepost::sut
