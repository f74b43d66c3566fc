// SPDX-License-Identifier: Apache-2.0
// A fresh empty folder among the system's temporary files, removed with all that is in it.
#pragma once

#include <string>

namespace fencepost::sut {

class WorkFolder {
 public:
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();

  /// Absolute; empty if it could not be made, for the reason in `why`.
  const std::string& path() const { return path_; }
  const std::string& why() const { return why_; }
  /// Could this path be that of a folder made here? Others are never removed, whoever asks. Allowed
  /// after a fork.
  static bool is_one(const char* path);
  /// Removes all that is in it.
  void empty() const;

 private:
  std::string path_;
  std::string why_;
};

}  // namespace fencepost::sut
