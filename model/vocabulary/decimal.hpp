// SPDX-License-Identifier: Apache-2.0
// Numbers as text: which spellings mean the same, exactly.
#pragma once

#include <string>
#include <string_view>

namespace fencepost {

/// The one spelling of all numbers that are equal as decimals, of JSON numbers with a fraction or
/// an exponent: `1.5` for 1.50, 1.5E0 and 15e-1, `1.0` for 10e-1, `0.0` for -0e7, `1.5e30` where
/// zeros would fill the line. Integers keep their spelling, and with it their difference from 1.0.
/// So does an exponent of more than 17 digits.
std::string decimal_text(std::string_view number);

}  // namespace fencepost
