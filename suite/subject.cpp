// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/subject.hpp"

namespace fencepost::suite {

faults::Families Subject::families() const {
  const faults::Families all = faults::Families::all();
  if (storage == ports::Storage::disk || workload->contract->stateless) return all;
  const faults::Families files = all.without(Family::node_loss).without(Family::disk);
  return storage == ports::Storage::folder ? files : files.without(Family::crash);
}

bool Subject::can_reach(const properties::Property& mark) const {
  if (mark.needs_disk) return storage == ports::Storage::disk;
  return !mark.needs_crash || families().has(Family::crash);
}

}  // namespace fencepost::suite
