// SPDX-License-Identifier: Apache-2.0
// EDN, the notation of Clojure, read into JSON values. Vectors, lists and sets become lists;
// keywords (without their colon), symbols, characters and ratios become text; `5N` is an integer if
// it fits 64 bits, other numbers keep their spelling; tags and metadata are passed over; the keys
// of maps become text: 0 is "0", nil is "null", a vector its JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::recorded {

struct EdnEnd {
  enum class Kind : std::uint8_t {
    value,    ///< it was read
    nothing,  ///< only space, comments and discarded forms stand there
    closing,  ///< a closing bracket comes first, at `used`
    cut_off,  ///< the text ends within a form
    wrong,    ///< it is no EDN, at `used`
  };
  Kind kind = Kind::nothing;
  /// Where the form begins.
  std::size_t begin = 0;
  /// Where it ends.
  std::size_t used = 0;
  /// wrong: why; completes a sentence that begins with "it".
  std::string why;
};

/// Reads the first form of the text. With `may_go_on`, a word at the very end is cut off, since the
/// text may end within it. Refuses bytes that are not UTF-8, a map that has a key twice, nesting
/// beyond Json::most_depth, and numbers beyond what a double holds.
EdnEnd read_edn(std::string_view text, Json& value, bool may_go_on);

/// How many bytes of space and comments the text begins with.
std::size_t edn_blank(std::string_view text);

}  // namespace fencepost::recorded
