// SPDX-License-Identifier: Apache-2.0
// The command that starts a program which will live in another folder than ours.
#pragma once

#include <string>
#include <vector>

namespace fencepost::sut {

/// A program with a slash in its name, and arguments that name a file, are what they are from the
/// folder in which we run: they become absolute.
std::vector<std::string> seen_from_here(std::vector<std::string> argv);

}  // namespace fencepost::sut
