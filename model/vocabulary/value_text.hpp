// SPDX-License-Identifier: Apache-2.0
// How values, commands and outcomes are written for people: JSON spelling, without spaces inside a value.
// The history format and every report use these.
#pragma once

#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/scenario.hpp"

namespace fencepost {

/// `3`, `"p"`, `null`, `[1,2]`, `[[0,"a"],[1,null]]`. An odd value is written as odd"..." with its JSON text.
std::string to_text(const TapeReader& one_value);
/// Reads one value as `to_text` writes it from the front of `text` onto `tape` and removes it from `text`;
/// says why not, otherwise empty.
std::string read_value(std::string_view& text, Tape& tape);
/// `produce producer="p" epoch=0 partition=0 sequence=0 value=7`
std::string to_text(const Contract& contract, const Command& command);
/// `offset=0`, `refused fenced`, `unknown (power was lost)`, `owners=[[0,"a"]]`; `{}` for an empty result.
std::string to_text(const Contract& contract, const Command& command, const Outcome& outcome);
/// An exception in the words of the history format: `again 3`, `crash keep=1 torn=4`.
std::string to_text(const Step& exception);

}  // namespace fencepost
