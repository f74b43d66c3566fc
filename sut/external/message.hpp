// SPDX-License-Identifier: Apache-2.0
// The envelope around a body, and what a line from the child is to the client that waits for a
// reply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fencepost/model/vocabulary/json_tree.hpp"

namespace fencepost::sut {

inline constexpr std::string_view node_id = "n0";
inline constexpr std::string_view client_id = "c1";

struct Message {
  enum class Kind : std::uint8_t {
    reply,    ///< to the request that is waited for
    late,     ///< to an earlier one: a reply given twice, or too late
    stray,    ///< no reply at all: log output, nonsense, a message to somebody else
    invented  ///< a reply to a request that was never sent
  };
  Kind kind = Kind::stray;
  /// stray, invented: why; completes a sentence that begins with "it" or "which".
  std::string why;
  /// reply: its body, an object.
  Json body;
};

/// `{"id":1,"src":"c1","dest":"n0","body":...}` and a line end. Requests are numbered from 1.
std::string write_request(std::int64_t msg_id, std::string_view body);

/// Reads one line. Strict: the envelope has `src` "n0", `dest` "c1", `body`, perhaps `id`, and
/// nothing else.
Message read_message(std::string_view line, std::int64_t awaited, bool strict);

}  // namespace fencepost::sut
