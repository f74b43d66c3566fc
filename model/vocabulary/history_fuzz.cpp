// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: whatever bytes are read as a history must be written and read back equal.
#include <cstddef>
#include <cstdint>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/model/vocabulary/history_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = fencepost::read_history({reinterpret_cast<const char*>(data), size});
  if (!file) {
    CHECK(file.why().starts_with("line "));
    return 0;
  }
  const std::string text = fencepost::write_history(*file);
  const auto again = fencepost::read_history(text);
  CHECK(again);
  CHECK(again->scenario == file->scenario);
  CHECK(again->property == file->property && again->expect_violated == file->expect_violated);
  CHECK(again->kind == file->kind && again->bug == file->bug && again->sentence == file->sentence);
  CHECK(again->seed == file->seed && again->digest == file->digest &&
        again->comments == file->comments);
  CHECK(fencepost::write_history(*again) == text);
  return 0;
}
