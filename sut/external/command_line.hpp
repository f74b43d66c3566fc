// SPDX-License-Identifier: Apache-2.0
// The command that starts a program which will live in another folder than ours.
#pragma once

#include <string>
#include <vector>

namespace fencepost::sut {

/// What stands behind the reason why a program could not be started: `; a file of that name is
/// here: write ./my-node`. Empty if nothing more can be told.
std::string hint_about(const std::string& program);

/// A program with a slash in its name, and arguments that name a file, are what they are from the
/// folder in which we run: they become absolute.
std::vector<std::string> seen_from_here(std::vector<std::string> argv);

}  // namespace fencepost::sut
