// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/protocol_manual.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "fencepost/model/model.hpp"
#include "fencepost/sut/external/json_codec.hpp"
#include "fencepost/sut/external/manual_exchanges.hpp"

namespace fencepost::sut {
namespace {

Parameters parameters_of(const Story& story) {
  Parameters parameters;
  const Result<Json> given = read_json(story.parameters);
  for (std::size_t i = 0; given && i < given->keys.size(); ++i)
    parameters.set(given->keys[i], given->items[i].number);
  return parameters;
}

/// `text` without the key that every reply has.
std::string unnumbered(std::string text) {
  const std::string number = R"(,"in_reply_to":1)";
  if (const std::size_t at = text.find(number); at != std::string::npos)
    text.erase(at, number.size());
  return text;
}

TEST(ProtocolManual, is_the_page_in_docs) {
  std::ostringstream page;
  page << std::ifstream(FENCEPOST_SOURCE_DIR "/docs/protocol.md").rdbuf();
  EXPECT_TRUE(page.str() == protocol_manual())
      << "write it anew: fencepost list --protocol > docs/protocol.md";
}

TEST(ProtocolManual, tells_what_the_models_do) {
  ASSERT_EQ(stories().size(), contracts().size());
  for (const Story& story : stories()) {
    const Contract& contract = *find_contract(story.workload);
    const std::unique_ptr<model::Model> model =
        model::make_model(story.workload, parameters_of(story));
    ASSERT_NE(model, nullptr) << story.workload;
    for (const Exchange& exchange : story.exchanges) {
      const Result<Command> command = decode_command(contract, exchange.request);
      ASSERT_TRUE(command) << exchange.request;
      Outcome outcome;
      model->answer(*command, outcome);
      EXPECT_EQ(unnumbered(encode_reply(contract, *command, outcome, 1)), exchange.reply)
          << exchange.request;
    }
  }
}

TEST(ProtocolManual, shows_every_command_and_every_refusal) {
  for (const Story& story : stories()) {
    const Contract& contract = *find_contract(story.workload);
    std::set<std::uint8_t> asked;
    std::string replies;
    for (const Exchange& exchange : story.exchanges) {
      asked.insert(decode_command(contract, exchange.request)->type);
      replies += exchange.reply;
    }
    EXPECT_EQ(asked.size(), contract.commands.size()) << story.workload;
    for (const std::string_view refusal : contract.refusals)
      EXPECT_NE(replies.find('"' + std::string(refusal) + '"'), std::string::npos)
          << story.workload << ' ' << refusal;
    EXPECT_NE(replies.find("malformed"), std::string::npos) << story.workload;
  }
}

}  // namespace
}  // namespace fencepost::sut
