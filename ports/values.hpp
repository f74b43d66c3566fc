// SPDX-License-Identifier: Apache-2.0
// The plain values of the ports. What reaches a class of yours is within the ranges that stand
// here: anything else was refused before as `malformed`.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace fencepost::ports {

/// From 0; below `Settings::partitions` where a port has that, else up to 2^63-1.
using Partition = std::int64_t;
/// From 0 to 2^63-1.
using Offset = std::int64_t;
using Sequence = std::int64_t;
using Count = std::int64_t;
/// From 0 to 2^31-1.
using Epoch = std::int64_t;
/// From -2^31 to 2^31-1.
using Value = std::int64_t;
/// Milliseconds, of 64 bits; negative ones are legal.
using Time = std::int64_t;
/// A member, producer, tenant or key: bytes, compared byte by byte. May be empty, may hold zeros.
using Name = std::string;
/// Nothing: nobody.
using Owner = std::optional<Name>;
/// What a key holds: a number or text.
using Datum = std::variant<std::int64_t, std::string>;
/// Nothing: a tombstone.
using Payload = std::optional<Datum>;

/// The answer of a command that has nothing to tell.
struct Done {};

/// A folder of its own for a class that keeps its own files: empty when a world begins, left alone
/// by crashes. See home.hpp.
struct Folder {
  std::string path;
};

/// Thrown by a constructor that finds what is stored damaged: says what and where, for a person.
/// It is right only after a stored bit was flipped.
struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fencepost::ports
