// SPDX-License-Identifier: Apache-2.0
// libFuzzer: a line as a child's reply to every command of every workload, and as a command: nothing crashes,
// what was read is written and read again as the same.
#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/check.hpp"
#include "fencepost/sut/external/json_codec.hpp"
#include "fencepost/sut/external/message.hpp"

namespace fencepost::sut {
namespace {

void take_reply(const Contract& contract, const Command& command, const Json& body) {
  Outcome outcome;
  for (const bool strict : {false, true}) {
    if (!decode_reply(contract, command, body, strict, outcome).empty() || !outcome.is_done()) continue;
    const Result<Json> again = read_json(encode_reply(contract, command, outcome, 1));
    CHECK(again);
    Outcome same;
    CHECK(decode_reply(contract, command, *again, true, same).empty());
    CHECK(same == outcome);
  }
}

void take_command(const Contract& contract, std::string_view line) {
  const Result<Command> command = decode_command(contract, line);
  if (!command) return;
  const Result<Command> same = decode_command(contract, encode_command(contract, *command, 1));
  CHECK(same);
  CHECK(*same == *command);
}

}  // namespace
}  // namespace fencepost::sut

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fencepost;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  sut::Message message = sut::read_message(line, 1, size % 2 == 0);
  const Result<Json> bare = read_json(line);
  if (bare && message.kind != sut::Message::Kind::reply) message.body = *bare;
  for (const Contract& contract : contracts()) {
    sut::take_command(contract, line);
    for (std::size_t type = 0; type <= contract.commands.size(); ++type) {
      Command command;
      if (type < contract.commands.size()) command.type = static_cast<std::uint8_t>(type);
      sut::take_reply(contract, command, message.body);
    }
  }
  return 0;
}
