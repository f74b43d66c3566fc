// SPDX-License-Identifier: Apache-2.0
#include "fencepost/faults/packet.hpp"

namespace fencepost::faults {

std::string name_of_node(std::uint32_t node) { return "n" + std::to_string(node); }

std::string in_short(const Json& body) {
  if (!body.is(Json::Kind::object)) return to_text(body);
  std::string text;
  const Json* const type = body.find("type");
  if (type != nullptr) text = type->is(Json::Kind::text) ? type->text : to_text(*type);
  for (std::size_t i = 0; i < body.items.size(); ++i) {
    const std::string& key = body.keys[i];
    if (key == "type" || key == "msg_id" || key == "in_reply_to") continue;
    if (!text.empty()) text += ' ';
    text += key + '=' + to_text(body.items[i]);
  }
  return text;
}

}  // namespace fencepost::faults
