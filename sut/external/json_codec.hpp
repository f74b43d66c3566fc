// SPDX-License-Identifier: Apache-2.0
// Commands and outcomes as JSON bodies, and back, by the workload's contract: the fields are the
// keys. The outcome's tape is canonical: the results in the contract's order, `absent` where one is
// missing, a value of the wrong kind as what it is, so that it differs from the right one and is
// shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/command.hpp"
#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/model/vocabulary/outcome.hpp"
#include "fencepost/model/vocabulary/result.hpp"
#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::sut {

/// `{"type":"produce","msg_id":7,"producer":"p",...}`. Fields that were not given are left out. An
/// odd value whose text is no JSON travels as an object, which is odd too.
std::string encode_command(const Contract& contract, const Command& command, std::int64_t msg_id);

/// The inverse. Keys that are no fields are ignored, as the conventions page says of commands; a
/// type that the contract does not have gives Command::unknown_type. Refuses what is no object with
/// a text `type`.
Result<Command> decode_command(const Contract& contract, std::string_view body);

/// `{"type":"produce_ok","in_reply_to":7,"offset":0}` or an error; what a right system would reply.
/// An *unknown* outcome is error 13.
std::string encode_reply(const Contract& contract, const Command& command, const Outcome& outcome,
                         std::int64_t in_reply_to);

/// Reads the body of a reply to `command`. Says why it is none (then `outcome` is rubbish),
/// otherwise empty: the reason completes a sentence that begins with "it". Strict: keys that are no
/// results are refused.
std::string decode_reply(const Contract& contract, const Command& command, const Json& body,
                         bool strict, Outcome& outcome);

/// `{"partitions":4}`: every parameter of the contract, its standard where none is given; one
/// without a standard is left out.
std::string encode_parameters(const Contract& contract, const Parameters& parameters);

}  // namespace fencepost::sut
