// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/planted_bugs.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "fencepost/model/vocabulary/contract.hpp"
#include "fencepost/sut/engine.hpp"
#include "fencepost/sut/planted_bugs_page.hpp"

namespace fencepost::sut {
namespace {

TEST(PlantedBugs, are_at_least_four_for_each_workload_and_named_once) {
  std::set<std::string_view> ids;
  std::map<std::string_view, int> count;
  for (const PlantedBug* bug : planted_bugs()) {
    EXPECT_TRUE(ids.insert(bug->id).second) << bug->id << " is there twice";
    EXPECT_NE(find_contract(bug->workload), nullptr) << bug->id;
    EXPECT_FALSE(bug->sentence.empty() || bug->source.empty() || bug->property.empty()) << bug->id;
    EXPECT_GT(bug->shortest, 0) << bug->id;
    EXPECT_EQ(find_planted_bug(bug->id), bug);
    EXPECT_NE(make_engine(bug->workload, bug), nullptr) << bug->id;
    ++count[bug->workload];
  }
  for (const Contract& contract : contracts()) EXPECT_GE(count[contract.name], 4) << contract.name;
}

TEST(PlantedBugs, are_documented_by_the_page_as_it_is) {
  std::ifstream file(FENCEPOST_SOURCE_DIR "/docs/planted_bugs.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_EQ(page.str(), planted_bugs_page())
      << "write it anew: fencepost bugs --markdown > docs/planted_bugs.md";
}

}  // namespace
}  // namespace fencepost::sut
