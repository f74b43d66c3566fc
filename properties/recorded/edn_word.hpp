// SPDX-License-Identifier: Apache-2.0
// The words of EDN (numbers, keywords, symbols, characters, strings) as JSON values.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::recorded {

/// Why bytes are no text: they are not UTF-8 or have a NUL among them. Empty if they are.
std::string why_no_text(std::string_view bytes);
/// `nil`, `true`, `12`, `5N`, `1.5M`, `1/2`, `:a/b`, `name`. Not empty. Says why not, otherwise
/// empty.
std::string read_edn_word(std::string_view word, Json& value);
/// What stands behind the backslash of a character: `a`, `newline`, `u00e9`, `o101`.
std::string read_edn_character(std::string_view word, Json& value);
/// What stands between the quotes of a string.
std::string read_edn_string(std::string_view inside, std::string& bytes);

}  // namespace fencepost::recorded
