// SPDX-License-Identifier: Apache-2.0
// The home of an engine that keeps its data on the disk it is given: starting is building it anew
// and letting it recover.
#pragma once

#include <memory>
#include <utility>

#include "fencepost/sut/planted_bugs.hpp"
#include "fencepost/sut/ports/system.hpp"

namespace fencepost::sut {

/// `Engine` is built from (const Parameters&, Disk&, Bugs) and has `std::string recover()`, which
/// returns what is damaged or nothing.
template <class Engine, class Bugs>
class EngineHome final : public Home {
 public:
  explicit EngineHome(Bugs bugs) : bugs_(bugs) {}

  void move_in(const Parameters& parameters, Disk& disk) override {
    parameters_ = parameters;
    disk_ = &disk;
  }

  Start start() override {
    auto engine = std::make_unique<Engine>(parameters_, *disk_, bugs_);
    Start start;
    start.damage = engine->recover();
    if (start.damage.empty()) start.system = std::move(engine);
    return start;
  }

 private:
  Bugs bugs_;
  Parameters parameters_;
  Disk* disk_ = nullptr;
};

/// The home of Engine<NoBugs>, or of Engine<OneBug<Bug>> if `bug` is one of `table`, whose order is
/// that of `Bug`.
template <template <class> class Engine, class Bug, std::size_t size>
std::unique_ptr<Home> make_home(const PlantedBug (&table)[size], const PlantedBug* bug) {
  if (bug == nullptr) return std::make_unique<EngineHome<Engine<NoBugs>, NoBugs>>(NoBugs{});
  const auto planted = static_cast<Bug>(bug - table);
  return std::make_unique<EngineHome<Engine<OneBug<Bug>>, OneBug<Bug>>>(OneBug<Bug>{planted});
}

}  // namespace fencepost::sut
