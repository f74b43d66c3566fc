// SPDX-License-Identifier: Apache-2.0
// Where a class that keeps its own files finds room for them.
#pragma once

#include <string>

#include "fencepost/ports/values.hpp"

namespace fencepost::ports {

/// A fresh folder of the system's temporary ones, removed at the end. If there is none, `why` says
/// so and the path is empty.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const Folder& folder() const { return folder_; }
  const std::string& why() const { return why_; }
  /// Empties it.
  void clear();

 private:
  Folder folder_;
  std::string why_;
};

}  // namespace fencepost::ports
