// SPDX-License-Identifier: Apache-2.0
// An assignor of your own: a class behind the port of group-assign, and one line for its suite.
// It has a mistake; -DMENDED mends it.
#include <algorithm>
#include <fencepost/ports/group_assign.hpp>
#include <fencepost/suite/googletest.hpp>
#include <map>
#include <set>

namespace {

using namespace fencepost::ports;

class RoundRobin : public GroupAssign {
  std::vector<Owned> assign(const std::vector<Name>& members,
                            const std::vector<Partition>& partitions) override {
    const std::set<Name> group(members.begin(), members.end());
    auto turn = group.begin();
    std::map<Partition, Owner> owners;
    for (const Partition partition : in_dealing_order(partitions)) {
      if (owners.contains(partition)) continue;
      Owner& owner = owners[partition];
      if (group.empty()) continue;
      owner = *turn;
      if (++turn == group.end()) turn = group.begin();
    }
    std::vector<Owned> sorted;
    for (const auto& [partition, owner] : owners) sorted.push_back({partition, owner});
    return sorted;
  }

  static std::vector<Partition> in_dealing_order(std::vector<Partition> partitions) {
#ifdef MENDED
    std::sort(partitions.begin(), partitions.end());
#endif
    return partitions;
  }
};

FENCEPOST_SUITE(RoundRobin);

}  // namespace
