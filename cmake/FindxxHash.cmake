# SPDX-License-Identifier: Apache-2.0
# xxHash ships no CMake package: finds its header and library and offers xxHash::xxhash. Its functions are compiled
# in, since most of what is hashed is shorter than a call of the library is long.
find_path(xxHash_INCLUDE_DIR xxhash.h)
find_library(xxHash_LIBRARY xxhash)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxHash REQUIRED_VARS xxHash_LIBRARY xxHash_INCLUDE_DIR)
if(xxHash_FOUND AND NOT TARGET xxHash::xxhash)
  add_library(xxHash::xxhash UNKNOWN IMPORTED)
  set_target_properties(xxHash::xxhash PROPERTIES
    IMPORTED_LOCATION ${xxHash_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${xxHash_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS XXH_INLINE_ALL)
endif()
