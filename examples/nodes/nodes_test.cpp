// SPDX-License-Identifier: Apache-2.0
// The nodes of this folder before the checkers: each right one holds, each mistake is convicted by
// one of the properties that flaws.json names, under no more trouble than it names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "fencepost/faults/cluster_swarm.hpp"
#include "fencepost/properties/campaign.hpp"
#include "fencepost/properties/cluster_trial.hpp"
#include "fencepost/properties/sitting.hpp"
#include "fencepost/sut/external/child_cluster.hpp"

namespace fencepost::properties {
namespace {

using Entry = nlohmann::json;

const std::string folder = FENCEPOST_SOURCE_DIR "/examples/nodes/";

std::vector<Entry> entries() {
  std::ifstream file(folder + "flaws.json");
  return nlohmann::json::parse(file).get<std::vector<Entry>>();
}

/// The interpreter itself: what PATH names may be a script that looks for it, each time anew.
const std::string& python() {
  static const std::string program = [] {
    std::string path;
    FILE* const told = popen("python3 -c 'import sys; print(sys.executable)'", "r");
    for (int c = told == nullptr ? EOF : std::getc(told); c != EOF && c != '\n';
         c = std::getc(told))
      path += static_cast<char>(c);
    if (told != nullptr) pclose(told);
    return path.empty() ? std::string("python3") : path;
  }();
  return program;
}

/// `python_kafka_lin_kv_stale_cas_2`
std::string name_of(const Entry& entry) {
  std::string name = entry["file"].get<std::string>();
  if (!entry["flaw"].is_null()) name += '_' + entry["flaw"].get<std::string>();
  name += '_' + std::to_string(entry["nodes"].get<int>());
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

faults::Families families_of(const Entry& entry) {
  faults::Families families = faults::Families::none();
  for (const std::string fault : entry["faults"]) {
    if (fault == "delay") families.set(Family::reorder);
    if (fault == "drop") families.set(Family::loss);
    if (fault == "duplicate") families.set(Family::duplicate);
    if (fault == "partition") families.set(Family::partition);
    if (fault == "pause") families.set(Family::pause);
    if (fault == "restart") families.set(Family::crash);
    if (fault == "stale") families.set(Family::stale);
  }
  return families;
}

/// `G-single` stands for `G-single-item` and its kin as well.
bool is_convicted_by(const Entry& entry, std::string_view property) {
  return std::ranges::any_of(entry["property"], [&](const std::string name) {
    return property == name || property.starts_with(name + '-');
  });
}

class Nodes : public testing::TestWithParam<Entry> {
 protected:
  Summary run(std::uint64_t seeds) const {
    const Entry& entry = GetParam();
    const Workload& workload = *find_workload(entry["workload"].get<std::string>());
    const std::string language = entry["language"] == "python" ? python() : "node";
    std::vector<std::string> argv = {language, folder + entry["file"].get<std::string>()};
    if (!entry["flaw"].is_null()) {
      argv.emplace_back("--flaw");
      argv.push_back(entry["flaw"]);
    }
    Plan plan;
    plan.seeds = seeds;
    plan.longest = 30;
    plan.shrink_budget = 0;
    plan.block = seeds_at_a_sitting;
    plan.jobs = 2;
    plan.families = families_of(entry);
    plan.given.set("nodes", entry["nodes"].get<std::int64_t>());
    Listener silent;
    return run_campaign(
        workload, JudgeMaker([&] {
          return std::make_unique<ClusterTrial>(
              workload, std::make_unique<sut::ChildCluster>(sut::ClusterOptions{.argv = argv}));
        }),
        plan, silent);
  }
};

TEST_P(Nodes, are_judged_rightly) {
  const Entry& entry = GetParam();
  const bool is_right = entry["flaw"].is_null();
  const Summary summary = run(is_right ? 8 : 300);
  EXPECT_EQ(summary.failure, "");
  if (is_right) {
    EXPECT_EQ(summary.ruling(), Ruling::held)
        << (summary.findings.empty() ? ""
                                     : summary.findings.front().verdict.fingerprint.property +
                                           ": " + summary.findings.front().verdict.sentence);
  } else {
    ASSERT_FALSE(summary.findings.empty()) << "the mistake was not found";
    const Verdict& verdict = summary.findings.front().verdict;
    EXPECT_TRUE(is_convicted_by(entry, verdict.fingerprint.property))
        << verdict.fingerprint.property << ": " << verdict.sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Nodes, testing::ValuesIn(entries()),
                         [](const auto& param) { return name_of(param.param); });

/// The words of the first comment of a stored history: the program that it convicts.
std::vector<std::string> command_in(const HistoryFile& file) {
  std::istringstream words(file.comments.at(0));
  std::vector<std::string> argv;
  for (std::string word; words >> word;)
    argv.push_back(word.starts_with("examples/") ? FENCEPOST_SOURCE_DIR "/" + word
                   : word == "python3"           ? python()
                                                 : word);
  return argv;
}

TEST(StoredHistories, of_clusters_are_as_promised) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(FENCEPOST_SOURCE_DIR "/seeds/clusters")) {
    std::ifstream stream(entry.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const Result<HistoryFile> file = read_history(text);
    ASSERT_TRUE(file) << entry.path() << (file ? "" : file.why());
    EXPECT_EQ(write_history(*file), text) << entry.path();
    ClusterTrial trial(
        *find_workload(file->scenario.workload->name),
        std::make_unique<sut::ChildCluster>(sut::ClusterOptions{.argv = command_in(*file)}));
    const Verdict& verdict = trial.run(file->scenario);
    EXPECT_EQ(verdict.ruling, Ruling::violated) << entry.path();
    EXPECT_EQ(verdict.fingerprint.property, file->property) << entry.path();
    EXPECT_EQ(verdict.sentence, file->sentence) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace fencepost::properties
