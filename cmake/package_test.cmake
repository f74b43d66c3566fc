# SPDX-License-Identifier: Apache-2.0
# Builds examples/consumer, sees its suite fail and replays what it found; with the package, mends it and sees it pass:
# cmake -D BUILD=... -D SOURCE=... -D PREFIX=... -D GENERATOR=... -D COMPILER=... -D LAUNCHER=...
#       -D VARIANT=package|sources -P package_test.cmake
# `package` uses what is installed in PREFIX, `sources` makes SOURCE a part of the project.
set(consumer ${BUILD}/package_test/${VARIANT})
file(REMOVE_RECURSE ${consumer}/fencepost-findings)
set(arguments -S ${SOURCE}/examples/consumer -B ${consumer} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
if(VARIANT STREQUAL "package")
  file(REMOVE_RECURSE ${consumer})
  list(APPEND arguments -D CMAKE_PREFIX_PATH=${PREFIX} -D FETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS)
else()
  list(APPEND arguments -D FETCHCONTENT_SOURCE_DIR_FENCEPOST=${SOURCE} -D FENCEPOST_PRECOMPILE=ON)
  if(LAUNCHER)
    list(APPEND arguments -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
  endif()
endif()

function(build flags)
  execute_process(COMMAND ${CMAKE_COMMAND} ${arguments} -D CMAKE_CXX_FLAGS=${flags} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${consumer} --target consumer COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

# run(WANTED EXIT CODE, COMMAND ...) leaves what was said in `said`.
function(run wanted)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${consumer} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL wanted)
    message(FATAL_ERROR "${ARGN}\nended with ${result}, not ${wanted}:\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(want words)
  string(FIND "${said}" "${words}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "'${words}' was not said:\n${said}")
  endif()
endfunction()

build("")
run(1 ./consumer)
set(history "assign members=[\"b\",\"a\"] partitions=[1,0]")
foreach(words input_order_does_not_matter "${history}" "the model would have said" "no line can go")
  want("${words}")
endforeach()

# The page beside it shows the real screen.
file(READ ${SOURCE}/examples/consumer/README.md page)
string(REGEX MATCH "  ✗ input_order.*digest  [0-9a-f]+\n\n  replay it:  [^\n]*" screen "${page}")
if(screen STREQUAL "")
  message(FATAL_ERROR "the page shows no screen")
endif()
want("${screen}")

# The line to copy.
if(NOT said MATCHES "replay it:  (FENCEPOST_HISTORIES='fencepost-findings/RoundRobin-input[^\n]*)")
  message(FATAL_ERROR "no line replays what was found")
endif()
run(1 bash -c "${CMAKE_MATCH_1}")
want("${history}")
want("1 FAILED TEST")
run(1 ${CMAKE_COMMAND} -E env FENCEPOST_SEEDS=many ./consumer)
want("FENCEPOST_SEEDS is 'many'")
# A case alone is judged like all together.
run(1 ./consumer --gtest_filter=*input_order*)
run(0 ./consumer --gtest_filter=*loads_differ*:*mark_*)

# The flag is one for all sources: all would be compiled once more.
if(VARIANT STREQUAL "package")
  build(-DMENDED)
  run(0 ./consumer)
  run(0 ${CMAKE_COMMAND} -E env FENCEPOST_HISTORIES=fencepost-findings FENCEPOST_SEEDS=5000 ./consumer --gtest_brief=1)
  run(0 ${CMAKE_CTEST_COMMAND} --output-on-failure)
endif()

# Nothing of our flags reaches the consumer.
file(READ ${consumer}/compile_commands.json commands)
string(REGEX MATCH "\"command\": [^\n]* -c [^\n]*consumer[.]cpp\"" command "${commands}")
if(NOT command MATCHES "consumer.cpp" OR command MATCHES " -(W|O|f)")
  message(FATAL_ERROR "the consumer is compiled so: ${command}")
endif()
