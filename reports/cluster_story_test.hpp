// SPDX-License-Identifier: Apache-2.0
// A cluster's history by hand, for the tests of its pictures.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "fencepost/model/vocabulary/cluster_history.hpp"

namespace fencepost::reports {

class ClusterStory : public testing::Test {
 protected:
  using Kind = Happening::Kind;
  using Type = Operation::Type;

  Happening& message(std::uint32_t root, std::uint32_t part, const std::string& from,
                     const std::string& to, const std::string& words, Kind kind = Kind::delivered) {
    Happening& happening = history_.happenings.emplace_back();
    happening.kind = kind;
    happening.root = root;
    happening.part = part;
    happening.from = from;
    happening.to = to;
    happening.words = words;
    return happening;
  }
  Happening& trouble(Kind kind, const std::string& from = {}, const std::string& to = {},
                     const std::string& words = {}) {
    return message(0, 0, from, to, words, kind);
  }
  void saw(Type type, std::uint32_t root, std::int64_t process = 0, const char* f = "read",
           const char* value = "null") {
    Operation& operation = history_.operations.emplace_back();
    operation.type = type;
    operation.process = process;
    operation.f = f;
    operation.value = *read_json(value);
    history_.roots.push_back(root);
    history_.moments.push_back(static_cast<std::uint32_t>(history_.happenings.size()));
  }
  void asks(std::uint32_t root, const char* from, const char* to, const std::string& words) {
    saw(Type::invoke, root);
    message(root, 0, from, to, words);
  }
  void replies(std::uint32_t root, std::uint32_t part, const char* from, const char* to,
               const std::string& words, Type type = Type::ok) {
    message(root, part, from, to, words);
    saw(type, root);
  }

  ClusterHistory history_;
};

}  // namespace fencepost::reports
