# SPDX-License-Identifier: Apache-2.0
# Every installed header compiles alone, and no header reads GoogleTest, RapidCheck or a JSON library but for the two
# that are there for it: cmake -D PREFIX=... -D COMPILER=... -D BUILD=... -P headers_test.cmake
set(asked_for suite/googletest.hpp properties/rapidcheck_scenarios.hpp)
set(scratch ${BUILD}/package_test/headers)
file(MAKE_DIRECTORY ${scratch})
file(GLOB_RECURSE headers RELATIVE ${PREFIX}/include/fencepost ${PREFIX}/include/fencepost/*.hpp)
list(REMOVE_ITEM headers ${asked_for})
list(LENGTH headers count)
if(count EQUAL 0)
  message(FATAL_ERROR "no header is installed below ${PREFIX}")
endif()
foreach(header IN LISTS headers)
  file(WRITE ${scratch}/alone.cpp "#include <fencepost/${header}>\n")
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I${PREFIX}/include -MD -MF ${scratch}/read.d
                          ${scratch}/alone.cpp
                  RESULT_VARIABLE result ERROR_VARIABLE words)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${header} does not compile alone:\n${words}")
    continue()
  endif()
  file(READ ${scratch}/read.d read)
  if(read MATCHES "[^ \n]*/(gtest|gmock|rapidcheck|nlohmann)[^ \n]*")
    message(SEND_ERROR "${header} reads ${CMAKE_MATCH_0}")
  endif()
endforeach()
message("${count} headers compile alone")
