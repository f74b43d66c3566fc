// SPDX-License-Identifier: Apache-2.0
// The page docs/planted_bugs.md, written from the tables so that it cannot be wrong.
#pragma once

#include <string>

namespace fencepost::sut {

/// Markdown: one table a workload with id, sentence, source, convicting property and shortest history.
std::string planted_bugs_page();

}  // namespace fencepost::sut
