// SPDX-License-Identifier: Apache-2.0
#include "fencepost/model/vocabulary/cluster_history.hpp"

namespace fencepost {

void ClusterHistory::clear() {
  operations.clear();
  roots.clear();
  moments.clear();
  happenings.clear();
}

Digest digest_of(const std::vector<Operation>& operations) {
  DigestChain chain;
  for (const Operation& operation : operations) {
    chain.begin();
    chain.add(static_cast<std::uint64_t>(operation.type));
    chain.add(static_cast<std::uint64_t>(operation.process));
    chain.add(operation.f.size());
    chain.add(operation.f);
    chain.add(canonical_text(operation.value));
    chain.fold();
  }
  return chain.value();
}

}  // namespace fencepost
