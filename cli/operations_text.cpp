// SPDX-License-Identifier: Apache-2.0
#include "fencepost/cli/operations_text.hpp"

namespace fencepost::cli {

std::string json_lines(const std::vector<Operation>& operations, std::string_view mark) {
  std::string text;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& operation = operations[i];
    Json line = Json{}
                    .set("index", Json::of(static_cast<std::int64_t>(i)))
                    .set("type", Json::of(to_text(operation.type)))
                    .set("process", Json::of(operation.process))
                    .set("f", Json::of(operation.f))
                    .set("value", operation.value);
    for (std::size_t k = 0; k < operation.more.keys.size(); ++k)
      line.set(operation.more.keys[k], operation.more.items[k]);
    text += mark;
    write_json(line, text);
    text += '\n';
  }
  return text;
}

}  // namespace fencepost::cli
