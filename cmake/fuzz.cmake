# SPDX-License-Identifier: Apache-2.0
# libFuzzer programs, from *_fuzz.cpp, with the layers they call instrumented. As tests they run for
# FENCEPOST_FUZZ_SECONDS; by hand they run until something breaks.
set(FENCEPOST_FUZZ_SECONDS 15 CACHE STRING "How long each fuzz test runs")
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "FENCEPOST_FUZZ needs clang: configure with -D CMAKE_CXX_COMPILER=clang++")
endif()
if(NOT FENCEPOST_SANITIZE MATCHES address)
  message(FATAL_ERROR "FENCEPOST_FUZZ needs the address sanitizer: configure with -D FENCEPOST_SANITIZE=address,undefined")
endif()

# What the fuzzers are to find their way through. Programs that are no fuzzers take the counters' stubs from the sanitizer.
foreach(layer vocabulary external recorded)
  target_compile_options(fencepost_${layer} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endforeach()

# add_fuzz(NAME SOURCE LIBRARIES ... [CORPUS folders to begin from])
function(add_fuzz name source)
  cmake_parse_arguments(fuzz "" "" "LIBRARIES;CORPUS" ${ARGN})
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE ${fuzz_LIBRARIES} fencepost_quality)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set(found ${PROJECT_BINARY_DIR}/fuzz/${name})
  file(MAKE_DIRECTORY ${found})
  list(TRANSFORM fuzz_CORPUS PREPEND ${PROJECT_SOURCE_DIR}/)
  if(BUILD_TESTING OR FENCEPOST_TESTS)
    add_test(NAME ${name} COMMAND ${name} -max_total_time=${FENCEPOST_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
                                  -max_len=8192 -print_final_stats=1 ${found} ${fuzz_CORPUS})
    set_tests_properties(${name} PROPERTIES LABELS deep)
  endif()
endfunction()

add_fuzz(history_fuzz model/vocabulary/history_fuzz.cpp LIBRARIES fencepost::vocabulary
         CORPUS seeds/golden seeds/planted seeds/regressions)
add_fuzz(protocol_fuzz sut/external/protocol_fuzz.cpp LIBRARIES fencepost::external nlohmann_json::nlohmann_json)
add_fuzz(recorded_fuzz properties/recorded/recorded_fuzz.cpp LIBRARIES fencepost::recorded CORPUS seeds/recorded)
