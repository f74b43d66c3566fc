# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(xxHash)
find_dependency(Threads)
find_dependency(ZLIB)
find_dependency(SQLite3)
list(REMOVE_ITEM CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
include(${CMAKE_CURRENT_LIST_DIR}/fencepostTargets.cmake)
