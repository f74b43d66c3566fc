# SPDX-License-Identifier: Apache-2.0
# find_package(fencepost 0.1 [COMPONENTS googletest]): every layer is a target and a component, such as
# fencepost::suite. What a component needs besides is looked for if it is named:
#   googletest   GoogleTest, unless the project has it already (GTest::gtest)
#   external     SQLite
include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(xxHash)
find_dependency(Threads)
find_dependency(ZLIB)
if("googletest" IN_LIST fencepost_FIND_COMPONENTS AND NOT TARGET GTest::gtest)
  find_dependency(GTest)
endif()
if("external" IN_LIST fencepost_FIND_COMPONENTS)
  find_dependency(SQLite3)
endif()
list(REMOVE_ITEM CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/fencepostTargets.cmake)
foreach(fencepost_component IN LISTS fencepost_FIND_COMPONENTS)
  if(TARGET fencepost::${fencepost_component})
    set(fencepost_${fencepost_component}_FOUND TRUE)
  elseif(fencepost_FIND_REQUIRED_${fencepost_component})
    set(fencepost_FOUND FALSE)
    set(fencepost_NOT_FOUND_MESSAGE "fencepost has no component ${fencepost_component}; it has googletest and external, "
                                    "and one for each library")
  endif()
endforeach()
