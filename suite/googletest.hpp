// SPDX-License-Identifier: Apache-2.0
// The suite of a workload as GoogleTest cases: the one header that needs GoogleTest.
//
//   FENCEPOST_SUITE(MyAssignor);
//   FENCEPOST_SUITE(MyAssignor, .seeds = 100'000, .histories = SOURCE_DIR "/histories");
//
// at namespace scope of one source file, for a class that is derived from a port (fencepost/ports/)
// and is complete there. What may follow it are members of Options (options.hpp). Cases are named
// after suite.hpp, the suite after the class. A failure ends in the line that replays it.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "fencepost/suite/history_files.hpp"
#include "fencepost/suite/suite.hpp"

namespace fencepost::suite {

/// Where a FENCEPOST_SUITE stands.
struct Place {
  const char* file;
  int line;
};

class GoogleTestCase : public testing::Test {
 public:
  GoogleTestCase(std::shared_ptr<Suite> suite, std::string suite_name, std::string name,
                 Place place)
      : suite_(std::move(suite)),
        suite_name_(std::move(suite_name)),
        name_(std::move(name)),
        place_(place) {}

  void TestBody() override {
    if (suite_ == nullptr) {
      ADD_FAILURE_AT(place_.file, place_.line) << name_;
      return;
    }
    const Judgement judgement = suite_->judge(name_);
    if (judgement.kind == Judgement::Kind::skipped) GTEST_SKIP() << judgement.words;
    if (judgement.kind == Judgement::Kind::passed) return;
    ADD_FAILURE_AT(place_.file, place_.line) << judgement.words << how_to_replay(judgement.history);
  }

 private:
  std::string how_to_replay(const std::string& history) const {
    if (history.empty()) return {};
    return "  replay it:  FENCEPOST_HISTORIES='" + history + "' " + program() +
           " --gtest_filter=" + suite_name_ + '.' + std::string(stored_case) + '\n';
  }

  std::shared_ptr<Suite> suite_;
  std::string suite_name_;
  std::string name_;
  Place place_;
};

/// GoogleTest's names have no other signs than letters, digits and _.
inline std::string suite_name(std::string name) {
  for (char& c : name)
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')) c = '_';
  return name;
}

inline void add_case(const std::shared_ptr<Suite>& suite, const std::string& suite_name,
                     const std::string& case_name, const std::string& words, Place place) {
  testing::RegisterTest(
      suite_name.c_str(), case_name.c_str(), nullptr, nullptr, place.file, place.line,
      [=]() -> GoogleTestCase* { return new GoogleTestCase(suite, suite_name, words, place); });
}

/// Where the suite of this name was seen first; null if that is now.
inline const Place* seen_before(const std::string& name, Place place) {
  static std::map<std::string, Place> all;
  const auto [first, fresh] = all.emplace(name, place);
  return fresh ? nullptr : &first->second;
}

inline std::string words_of_a_second(Place first) {
  return "a class of this name has its suite at " + std::string(first.file) + ':' +
         std::to_string(first.line) + "; if it is another one, name it in full";
}

/// One suite a name: a second one is a failing case that says so.
template <class Class>
bool add_to_googletest(const char* name, Place place, const Options& options) {
  static_assert(ports::Implementation<Class>,
                "FENCEPOST_SUITE wants a class that is derived from a port, such as "
                "fencepost::ports::GroupAssign");
  if constexpr (ports::Implementation<Class>) {
    const std::string plain = suite_name(name);
    if (const Place* const first = seen_before(plain, place)) {
      add_case(nullptr, plain, "has_one_FENCEPOST_SUITE", words_of_a_second(*first), place);
      return false;
    }
    const auto suite = std::make_shared<Suite>(subject<Class>(name), options);
    for (const std::string& one : suite->cases()) add_case(suite, plain, one, one, place);
  }
  return true;
}

}  // namespace fencepost::suite

#define FENCEPOST_JOIN_NOW(a, b) a##b
#define FENCEPOST_JOIN(a, b) FENCEPOST_JOIN_NOW(a, b)
#define FENCEPOST_TEXT(class_name) #class_name
#define FENCEPOST_SUITE(class_name, ...)                                             \
  [[maybe_unused]] static const bool FENCEPOST_JOIN(fencepost_suite_at_, __LINE__) = \
      ::fencepost::suite::add_to_googletest<class_name>(FENCEPOST_TEXT(class_name),  \
                                                        {__FILE__, __LINE__}, {__VA_ARGS__})
