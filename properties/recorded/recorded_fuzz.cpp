// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: whatever bytes are read as a recorded history, in whichever form, must come to
// the same operations in pieces of any size, and the values must be JSON.
#include <cstddef>
#include <cstdint>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/properties/recorded/reading.hpp"

namespace {

using fencepost::recorded::Reading;

void check_values(const std::string& text, fencepost::recorded::Format format) {
  auto opened = open_history(fencepost::recorded::from_text(text), format);
  if (!opened) return;
  fencepost::recorded::Recorded recorded;
  for (auto next = opened->reader->next(recorded); next && *next;
       next = opened->reader->next(recorded)) {
    std::string json, again;
    write_json(recorded.operation.value, json);
    const auto value = fencepost::read_json(json);
    CHECK(value);
    write_json(*value, again);
    CHECK(again == json);
    CHECK(recorded.operation.process >= 0 && recorded.line > 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using fencepost::recorded::Format;
  using fencepost::recorded::read_all;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t piece = size % 7 + 1;
  for (const Format format : {Format::json_lines, Format::edn, Format::jepsen_text}) {
    const Reading whole = read_all(text, SIZE_MAX, format);
    const Reading pieces = read_all(text, piece, format);
    CHECK(whole.operations == pieces.operations);
    CHECK(whole.lines == pieces.lines && whole.why == pieces.why);
    check_values(text, format);
  }
  CHECK(read_all(text).why == read_all(text, piece).why);
  return 0;
}
