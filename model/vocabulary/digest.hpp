// SPDX-License-Identifier: Apache-2.0
// The running digest of a history: XXH3-128, chained event by event, so that the digest after every
// event is a prefix digest and the first event at which two runs part can be named.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace fencepost {

struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const Digest&, const Digest&) = default;
};

/// 32 lower-case hexadecimal digits, high half first.
std::string to_text(const Digest& digest);
/// The inverse; false if the text is anything but 32 hexadecimal digits.
bool from_text(std::string_view text, Digest& digest);

/// Folds events, each a run of bytes, into a digest: next = XXH3-128(previous digest, event bytes).
class DigestChain {
 public:
  DigestChain();
  /// Begins an event; its bytes are gathered until `fold`.
  void begin() { scratch_.resize(sizeof(Digest)); }
  void add(std::string_view bytes) { scratch_.append(bytes); }
  void add(std::uint64_t number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    scratch_.append(raw, sizeof raw);
  }
  /// Ends the event and returns the digest of everything so far.
  const Digest& fold();
  const Digest& value() const { return value_; }
  void reset();

 private:
  std::string scratch_;
  Digest value_;
};

}  // namespace fencepost
