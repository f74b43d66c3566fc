// SPDX-License-Identifier: Apache-2.0
// A system of your own in C++: put it behind the port and let a campaign try it. This one spreads
// partitions over members in the order in which they were given, which is not what the contract says.
#include <fencepost/properties/campaign.hpp>

#include <cstdio>

namespace {

using namespace fencepost;

class InOrderOfArrival final : public sut::System {
 public:
  void answer(const Command& command, Outcome& outcome) override {
    TapeReader fields(command.fields);
    std::vector<std::string_view> members(fields.list());
    for (std::string_view& member : members) member = fields.text();
    std::vector<std::int64_t> partitions(fields.list());
    for (std::int64_t& partition : partitions) partition = fields.offset();
    if (!fields.good()) return outcome.refuse(refusal::malformed);
    Tape& owners = outcome.done().list(static_cast<std::uint32_t>(partitions.size()));
    for (std::size_t i = 0; i < partitions.size(); ++i) {
      owners.list(2).number(partitions[i]);
      members.empty() ? owners.null() : owners.text(members[i % members.size()]);
    }
  }
};

struct Stateless final : sut::Home {
  void move_in(const Parameters&, sut::Disk&) override {}
  sut::Start start() override { return {std::make_unique<InOrderOfArrival>(), {}, {}}; }
  bool uses_disk() const override { return false; }
};

}  // namespace

int main() {
  properties::Listener silent;
  const auto summary = properties::run_campaign(*properties::find_workload("group-assign"),
                                                [] { return std::make_unique<Stateless>(); }, {}, silent);
  for (const properties::Finding& finding : summary.findings) std::puts(finding.verdict.sentence.c_str());
  return summary.findings.empty() ? 1 : 0;
}
