// SPDX-License-Identifier: Apache-2.0
// The page docs/protocol.md, written from the tables that the codec itself uses: the contracts, the
// error codes, and the stories. A test keeps the page equal.
#pragma once

#include <string>

namespace fencepost::sut {

/// The whole page as Markdown.
std::string protocol_manual();

}  // namespace fencepost::sut
