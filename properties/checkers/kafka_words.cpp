// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/kafka_words.hpp"

#include <algorithm>

namespace fencepost::properties::kafka {

std::string process_text(const History& history, OpId id) {
  return "process " + std::to_string(history.process_of(id));
}

std::string listed(const std::vector<std::string>& words, std::size_t all) {
  const std::size_t shown = std::min(words.size(), most_listed);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i > 0 && i + 1 == all;
    text += (is_last ? " and " : i > 0 ? ", " : "") + words[i];
  }
  if (shown < all) text += " and " + std::to_string(all - shown) + " more";
  return text;
}

}  // namespace fencepost::properties::kafka
