# SPDX-License-Identifier: Apache-2.0
# Compiles seeds/golden into the suites, so that a test of yours needs no file of ours.
file(GLOB golden_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/seeds/golden/*.history)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${golden_files})
set(golden_rows "")
foreach(golden_file IN LISTS golden_files)
  file(READ ${golden_file} golden_text)
  cmake_path(GET golden_file STEM golden_name)
  string(APPEND golden_rows "    {\"${golden_name}\", R\"history(${golden_text})history\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/golden/golden_histories.cpp @ONLY CONTENT
[=[// SPDX-License-Identifier: Apache-2.0
#include "fencepost/suite/history_files.hpp"

namespace fencepost::suite {

std::span<const Golden> golden_histories() {
  static constexpr Golden all[] = {
@golden_rows@  };
  return all;
}

}  // namespace fencepost::suite
]=])
target_sources(fencepost_suite PRIVATE ${PROJECT_BINARY_DIR}/golden/golden_histories.cpp)
