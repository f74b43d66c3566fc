// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/options.hpp"

#include <cstdlib>

#include "fencepost/model/vocabulary/value_text.hpp"

namespace fencepost::suite {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Why not, otherwise empty.
std::string take_number(const char* name, std::uint64_t least, std::uint64_t& number) {
  const std::string text = variable(name);
  if (text.empty()) return {};
  std::uint64_t given = 0;
  if (read_number(text, UINT64_MAX, given) && given >= least) {
    number = given;
    return {};
  }
  return std::string(name) + " is '" + text + "'; it must be a number from " +
         std::to_string(least) + " on, such as 2000 or 0x5eed";
}

void take_text(const char* name, std::string& text) {
  if (std::string given = variable(name); !given.empty()) text = std::move(given);
}

}  // namespace

Result<Options> with_environment(const Options& options) {
  Options all = options;
  for (const std::string& why :
       {take_number("FENCEPOST_SEEDS", 1, all.seeds), take_number("FENCEPOST_SEED", 0, all.seed)})
    if (!why.empty()) return Failure{why};
  take_text("FENCEPOST_FINDINGS", all.findings);
  take_text("FENCEPOST_HISTORIES", all.histories);
  return all;
}

}  // namespace fencepost::suite
