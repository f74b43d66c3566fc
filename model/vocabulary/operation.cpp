// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/operation.hpp"

namespace fencepost {

const char* to_text(Operation::Type type) {
  switch (type) {
    case Operation::Type::invoke: return "invoke";
    case Operation::Type::ok: return "ok";
    case Operation::Type::fail: return "fail";
    case Operation::Type::info: return "info";
  }
  return "";
}

}  // namespace fencepost
