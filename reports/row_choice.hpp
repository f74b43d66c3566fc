// SPDX-License-Identifier: Apache-2.0
// Which rows of a long picture are shown, when runs of the others each become one row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::reports {

/// What a row is worth, the dearest first.
enum class Weight : std::uint8_t {
  pointed_at,  ///< what a client asked and saw that the picture is about
  trouble,     ///< of a node, or of the whole
  related,     ///< a message that led on from what the picture is about
  struck,      ///< a message that was lost, late, doubled, ...
  ordinary,
};

/// True for each row to be shown, so that these and one for each run of the others are at most
/// `most` (at least 3). The last row is always among them; of those with the same weight the later
/// ones are taken first, but of those pointed at the outermost.
std::vector<bool> choose_rows(const std::vector<Weight>& rows, std::size_t most);

}  // namespace fencepost::reports
