# SPDX-License-Identifier: Apache-2.0
# One test program a room, from its *_test.cpp neighbours; one suite program from the *_suite.cpp files,
# in which RapidCheck drives the property suites.
enable_testing()
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)

function(add_room_test room)
  cmake_parse_arguments(test "" "FOLDER;PATTERN" "LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${test_FOLDER}/${test_PATTERN})
  if(NOT sources)
    return()
  endif()
  add_executable(${room} ${sources})
  target_link_libraries(${room} PRIVATE ${test_LIBRARIES} GTest::gtest GTest::gtest_main fencepost_quality)
  target_compile_definitions(${room} PRIVATE FENCEPOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${room} COMMAND ${room})
endfunction()

set(all_layers fencepost::vocabulary fencepost::model fencepost::ports fencepost::sut fencepost::external
               fencepost::faults fencepost::properties fencepost::reports)
set(json nlohmann_json::nlohmann_json)
add_room_test(vocabulary_test FOLDER model/vocabulary PATTERN *_test.cpp LIBRARIES fencepost::vocabulary)
add_room_test(model_test      FOLDER model            PATTERN *_test.cpp LIBRARIES fencepost::model)
add_room_test(faults_test     FOLDER faults           PATTERN *_test.cpp LIBRARIES fencepost::faults)
add_room_test(sut_test        FOLDER sut              PATTERN *_test.cpp LIBRARIES fencepost::sut fencepost::faults)
add_room_test(external_test   FOLDER sut/external     PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(properties_test FOLDER properties       PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(reports_test    FOLDER reports          PATTERN *_test.cpp LIBRARIES ${all_layers} ${json})
add_room_test(suite           FOLDER properties       PATTERN *_suite.cpp LIBRARIES ${all_layers} rapidcheck rapidcheck_gtest)
