// SPDX-License-Identifier: Apache-2.0
// How values, commands and outcomes are written for people: JSON spelling, without spaces inside a
// value. The history format and every report use these. Everything written is one line of UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {

/// How a command of a type that the contract does not have is written.
inline constexpr std::string_view unknown_command = "no-such-command";

/// `3`, `"p"`, `null`, `true`, `[1,2]`, `[[0,"a"],[1,null]]`. An odd value is written odd"..." with
/// its JSON text. Lists may be nested to any depth. Only the first value of the reader is written.
std::string to_text(const TapeReader& one_value);
/// Reads one value as `to_text` writes it from the front of `text`, which must be UTF-8, onto
/// `tape` and removes it from `text`. Says why not (then `tape` holds rubbish), otherwise empty.
/// read_value gives back every tape that to_text wrote, except for an `absent` inside a list, which
/// has no spelling of its own.
std::string read_value(std::string_view& text, Tape& tape);
/// `produce producer="p" epoch=0 partition=0 sequence=0 value=7`; fields that were not given are
/// left out.
std::string to_text(const Contract& contract, const Command& command);
/// Reads what to_text wrote; the fields may stand in any order. The whole of `text` must be the
/// command. Says why not, otherwise empty. Values are not judged: a malformed command can be read.
std::string read_command(std::string_view text, const Contract& contract, Command& command);
/// `offset=0 duplicate=false`, `refused fenced`, `unknown (power was lost)`, `owners=[[0,"a"]]`;
/// `{}` for an empty result. For people: there is no way back.
std::string to_text(const Contract& contract, const Command& command, const Outcome& outcome);

/// An exception in the words of the history format: `again 3`, `crash kept=1 torn=4`, `calm`.
std::string to_text(const Step& exception);
/// Is this word the name of an exception (or `calm`)?
bool names_exception(std::string_view word);
/// Reads what to_text wrote. Says why not, otherwise empty. Judges each number alone, not the
/// scenario.
std::string read_exception(std::string_view text, Step& exception);

/// Removes the first word of `text` and the spaces around it; quotes do not count. Empty at the
/// end.
std::string_view take_word(std::string_view& text);
/// Decimal digits, or hexadecimal ones after 0x: false if it is anything else or above `most`.
bool read_number(std::string_view digits, std::uint64_t most, std::uint64_t& number);

}  // namespace fencepost
