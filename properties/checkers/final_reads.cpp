// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/final_reads.hpp"

#include <algorithm>
#include <map>

namespace fencepost::properties {

bool is_flagged_final(const Operation& operation) {
  const Json* const flag = operation.more.find("final?");
  return flag != nullptr && flag->is(Json::Kind::yes);
}

std::vector<std::size_t> final_reads(const std::vector<ReadCall>& reads, std::uint64_t added_at,
                                     bool any_flagged) {
  std::vector<std::size_t> result;
  std::map<std::int64_t, std::size_t> last;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (reads[i].flagged) result.push_back(i);
    if (!any_flagged && reads[i].invoked_at >= added_at) last[reads[i].client] = i;
  }
  for (const auto& [client, read] : last) result.push_back(read);
  std::ranges::sort(result, {}, [&](std::size_t i) { return reads[i].invoked_at; });
  return result;
}

std::string no_final_reads() {
  return "no read after the last add succeeded, so that nobody knows what was lost; end the "
         "history with a read of each client, flagged \"final?\"";
}

}  // namespace fencepost::properties
