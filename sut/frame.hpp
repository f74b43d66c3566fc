// SPDX-License-Identifier: Apache-2.0
// A frame is a stored record that can tell three things apart: whole, torn (power was lost while it
// was being written: cut it off) and damaged (it was whole once: report it).
// docs/journal_format.md.
//
//   size u32 | head check u32 | payload check u64 | payload | 0xA5
//
// Both checks are seeded with the record's number, so a frame in another frame's place is damage
// too. A torn write is a prefix, its rest missing or zeros; the last byte of a frame is never zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::sut {

inline constexpr std::size_t frame_head_bytes = 16;
inline constexpr std::size_t frame_overhead_bytes = frame_head_bytes + 1;

/// Appends record number `number` to `out`.
void append_frame(std::string& out, std::string_view payload, std::uint64_t number);

struct Frame {
  enum class Kind : std::uint8_t {
    whole,
    end,      ///< nothing follows
    torn,     ///< the write of this frame was not finished; nothing follows it
    damaged,  ///< it was finished and is no longer what was written
  };
  Kind kind = Kind::end;
  std::string_view payload;
  /// whole: where the next frame begins.
  std::size_t next = 0;
};

/// The frame of record number `number` at `at` in a file's bytes.
Frame read_frame(std::string_view bytes, std::size_t at, std::uint64_t number);

}  // namespace fencepost::sut
