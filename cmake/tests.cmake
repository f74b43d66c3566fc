# SPDX-License-Identifier: Apache-2.0
# One test program a room, from its *_test.cpp neighbours; one suite program from the *_suite.cpp files,
# in which RapidCheck drives the property suites. Labels: quick (seconds) and deep (all the rest).
enable_testing()
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)

# gtest.h is read once, not once a test. Tests are optimised less than what they test: they take longer to compile than to run.
file(WRITE ${PROJECT_BINARY_DIR}/tests/precompiled.cpp "#include <gtest/gtest.h>\n")
add_library(fencepost_precompiled STATIC ${PROJECT_BINARY_DIR}/tests/precompiled.cpp)
target_link_libraries(fencepost_precompiled PUBLIC GTest::gtest fencepost_quality)
if(FENCEPOST_SANITIZE)
  target_compile_options(fencepost_precompiled PUBLIC -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(fencepost_precompiled PUBLIC -O1)
endif()
target_precompile_headers(fencepost_precompiled PRIVATE <gtest/gtest.h> ${often_included})

function(add_room_test room)
  cmake_parse_arguments(test "" "FOLDER;LABEL" "PATTERN;LIBRARIES" ${ARGN})
  list(TRANSFORM test_PATTERN PREPEND ${test_FOLDER}/)
  file(GLOB sources CONFIGURE_DEPENDS ${test_PATTERN})
  if(NOT sources)
    return()
  endif()
  add_executable(${room} ${sources})
  target_precompile_headers(${room} REUSE_FROM fencepost_precompiled)
  target_link_libraries(${room} PRIVATE ${test_LIBRARIES} fencepost_precompiled GTest::gtest_main)
  target_include_directories(${room} PRIVATE ${PROJECT_BINARY_DIR}/layers/cli)
  set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_DEFINITIONS FENCEPOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                                      FENCEPOST_COMMAND="$<TARGET_FILE:fencepost>")
  add_test(NAME ${room} COMMAND ${room})
  set_tests_properties(${room} PROPERTIES LABELS ${test_LABEL} TIMEOUT 900)
endfunction()

set(json nlohmann_json::nlohmann_json)
set(all_layers fencepost::vocabulary fencepost::model fencepost::ports fencepost::sut fencepost::external
               fencepost::faults fencepost::properties fencepost::reports)
add_room_test(vocabulary_test FOLDER model/vocabulary LABEL quick PATTERN *_test.cpp LIBRARIES fencepost::vocabulary)
add_room_test(model_test      FOLDER model            LABEL quick PATTERN *_test.cpp LIBRARIES fencepost::model)
add_room_test(faults_test     FOLDER faults           LABEL quick PATTERN *_test.cpp LIBRARIES fencepost::faults)
add_room_test(sut_test        FOLDER sut              LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers})
add_room_test(external_test   FOLDER sut/external     LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(checkers_test   FOLDER properties/checkers LABEL quick PATTERN *_test.cpp LIBRARIES fencepost::checkers ${json})
add_room_test(recorded_test   FOLDER properties/recorded LABEL quick PATTERN *_test.cpp LIBRARIES fencepost::recorded)
add_room_test(properties_test FOLDER properties       LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(reports_test    FOLDER reports          LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(cli_test        FOLDER cli              LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(own_class_test  FOLDER suite            LABEL quick PATTERN *_test.cpp LIBRARIES ${all_layers} fencepost::googletest)
add_room_test(suite           FOLDER properties       LABEL deep  PATTERN *_suite.cpp
              LIBRARIES ${all_layers} rapidcheck rapidcheck_gtest)

# With sanitizers, each bug is convicted; that its history is the shortest there is needs none, and takes minutes.
if(FENCEPOST_SANITIZE)
  set_tests_properties(suite PROPERTIES ENVIRONMENT "GTEST_FILTER=-*with_the_shortest_history*:*through_rapidcheck*")
endif()

# What runs worlds in several threads, alone: all that the preset tsan builds.
if(FENCEPOST_SANITIZE STREQUAL "thread")
  add_room_test(threads_test FOLDER properties LABEL quick LIBRARIES fencepost::sut fencepost::properties
                PATTERN campaign_test.cpp cluster_trial_test.cpp determinism_test.cpp)
endif()

# A program that answers in every way but the plain one.
add_executable(restless sut/external/restless/restless.cpp)
target_link_libraries(restless PRIVATE fencepost_quality Threads::Threads)
set_property(SOURCE sut/external/quiescence_test.cpp APPEND PROPERTY COMPILE_DEFINITIONS
                                                                     FENCEPOST_RESTLESS="$<TARGET_FILE:restless>")
add_dependencies(external_test restless)

if(TARGET cli_test)
  add_dependencies(cli_test fencepost)
endif()

# The architecture and the style, as tests. The style is the same in every build.
if(NOT FENCEPOST_SANITIZE)
  add_test(NAME tidy COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/tidy.cmake)
  add_test(NAME tidy_bites COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR} -D SCRATCH=${PROJECT_BINARY_DIR}/tests/tidy
                                   -P ${PROJECT_SOURCE_DIR}/cmake/tidy_test.cmake)
  set_tests_properties(tidy tidy_bites PROPERTIES LABELS quick)
endif()
include(arrows)

include(examples_tests)

# Every command that a page shows.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT FENCEPOST_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_test(NAME docs COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/docs_test.py ${PROJECT_SOURCE_DIR}
                             $<TARGET_FILE_DIR:fencepost>)
  set_tests_properties(docs PROPERTIES LABELS deep TIMEOUT 900 COST 60)
endif()

include(package_tests)
