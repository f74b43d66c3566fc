# SPDX-License-Identifier: Apache-2.0
# libFuzzer programs, from *_fuzz.cpp, with everything they call instrumented. As tests they run for
# FENCEPOST_FUZZ_SECONDS; by hand they run until something breaks.
set(FENCEPOST_FUZZ_SECONDS 15 CACHE STRING "How long each fuzz test runs")
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "FENCEPOST_FUZZ needs clang: configure with -D CMAKE_CXX_COMPILER=clang++")
endif()

# add_fuzz(NAME SOURCE FOLDERS of the layers that it calls LIBRARIES ... [CORPUS folders to begin from])
function(add_fuzz name source)
  cmake_parse_arguments(fuzz "" "" "FOLDERS;LIBRARIES;CORPUS" ${ARGN})
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${source})
    return()
  endif()
  list(TRANSFORM fuzz_FOLDERS APPEND /*.cpp)
  file(GLOB sources CONFIGURE_DEPENDS ${fuzz_FOLDERS})
  list(FILTER sources EXCLUDE REGEX "_(test|suite|fuzz)\\.cpp$")
  add_executable(${name} ${source} ${sources})
  target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/layers/external)
  target_link_libraries(${name} PRIVATE ${fuzz_LIBRARIES} fencepost_quality)
  target_compile_options(${name} PRIVATE -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  set(found ${PROJECT_BINARY_DIR}/fuzz/${name})
  file(MAKE_DIRECTORY ${found})
  list(TRANSFORM fuzz_CORPUS PREPEND ${PROJECT_SOURCE_DIR}/)
  if(BUILD_TESTING OR FENCEPOST_TESTS)
    add_test(NAME ${name} COMMAND ${name} -max_total_time=${FENCEPOST_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
                                  -max_len=8192 -print_final_stats=1 ${found} ${fuzz_CORPUS})
    set_tests_properties(${name} PROPERTIES LABELS deep)
  endif()
endfunction()

add_fuzz(history_fuzz model/vocabulary/history_fuzz.cpp FOLDERS model/vocabulary
         LIBRARIES fencepost::vocabulary CORPUS seeds/golden seeds/planted seeds/regressions)
add_fuzz(protocol_fuzz sut/external/protocol_fuzz.cpp FOLDERS model/vocabulary sut/external
         LIBRARIES fencepost::ports nlohmann_json::nlohmann_json SQLite::SQLite3)
add_fuzz(recorded_fuzz properties/recorded/recorded_fuzz.cpp FOLDERS model/vocabulary properties/recorded
         LIBRARIES fencepost::recorded nlohmann_json::nlohmann_json CORPUS seeds/recorded)
