// SPDX-License-Identifier: Apache-2.0
// Byte strings as people read them: JSON spelling in double quotes. Bytes that are not UTF-8 are
// written \xHH, the one addition to JSON, so that every byte string has a spelling.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost {

/// How many bytes the first UTF-8 sequence of `text` has; 0 if it is empty or does not begin with
/// one (surrogates, overlong forms and code points above 10ffff are none). `point` is its code
/// point.
std::size_t first_code_point(std::string_view text, char32_t& point);

/// Control characters, and those that break or reverse a line.
bool steers_a_terminal(char32_t point);

/// `"a\"b"`. Control characters and those that reverse or break a line are written \uHHHH, so that
/// what is printed is one line and cannot steer a terminal.
std::string quote(std::string_view bytes);

/// Reads one quoted string from the front of `text`, which must be UTF-8, appends its bytes to
/// `bytes` and removes it from `text`. Says why not, otherwise empty.
std::string read_quoted(std::string_view& text, std::string& bytes);

}  // namespace fencepost
