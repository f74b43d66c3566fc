// SPDX-License-Identifier: Apache-2.0
// The disk as a system on trial sees it. What survives a power loss, in words:
//   - bytes appended to a file survive once `sync` of that file has returned ok;
//   - a file that was created, renamed or removed is so after a power loss once `sync_names` has returned
//     ok; until then the directory may be as it was;
//   - of what was not synced, any prefix (in the order of the calls) may survive, the next write perhaps
//     torn, its missing rest perhaps as zeros;
//   - after a failed sync nothing unsynced may be trusted, even if it can still be read.
// A call may also never return: power loss unwinds the system with PowerLoss, which it must not catch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::sut {

enum class [[nodiscard]] DiskResult : std::uint8_t {
  ok,
  failed,  ///< an input/output error; how much was written is not known
  full,    ///< no room; a part may have been written
};

/// Thrown by the simulated disk through the system on trial, whose memory is lost with it.
struct PowerLoss {};

class Disk {
 public:
  using File = std::uint32_t;
  virtual ~Disk() = default;

  /// Files whose name begins with this are the log; all others are derived from it and vanish when the
  /// node is lost.
  static constexpr std::string_view log_prefix = "log";

  /// Opens a file, creating it if it is not there. The handle is valid until the next start.
  virtual File open(std::string_view name) = 0;
  virtual bool exists(std::string_view name) const = 0;
  /// All files, sorted by name.
  virtual std::vector<std::string> names() const = 0;
  virtual std::uint64_t size(File file) const = 0;
  /// Replaces `bytes` with the whole content.
  virtual void read(File file, std::string& bytes) const = 0;
  virtual DiskResult append(File file, std::string_view bytes) = 0;
  /// Cuts the file to `size` bytes; never needs room. Counts as a write, so it too needs a sync.
  virtual DiskResult truncate(File file, std::uint64_t size) = 0;
  virtual DiskResult sync(File file) = 0;
  /// Replaces `to` if it exists. Handles stay with the content.
  virtual DiskResult rename(std::string_view from, std::string_view to) = 0;
  virtual DiskResult remove(std::string_view name) = 0;
  virtual DiskResult sync_names() = 0;
};

}  // namespace fencepost::sut
