# SPDX-License-Identifier: Apache-2.0
# What is installed can be used, and so can the sources as a part of another project. Included from tests.cmake.
set(package_prefix ${PROJECT_BINARY_DIR}/package_test/prefix)
set(package_script ${CMAKE_COMMAND} -D BUILD=${PROJECT_BINARY_DIR} -D SOURCE=${PROJECT_SOURCE_DIR} -D PREFIX=${package_prefix}
                   -D GENERATOR=${CMAKE_GENERATOR} -D COMPILER=${CMAKE_CXX_COMPILER})

# With one compiler: what is installed does not depend on it, and this takes minutes.
if(FENCEPOST_INSTALL AND NOT FENCEPOST_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_test(NAME install COMMAND ${package_script} -P ${PROJECT_SOURCE_DIR}/cmake/install_test.cmake)
  add_test(NAME package COMMAND ${package_script} -D VARIANT=package -P ${PROJECT_SOURCE_DIR}/cmake/package_test.cmake)
  add_test(NAME headers COMMAND ${package_script} -P ${PROJECT_SOURCE_DIR}/cmake/headers_test.cmake)
  set_tests_properties(install PROPERTIES FIXTURES_SETUP installed)
  set_tests_properties(package headers PROPERTIES FIXTURES_REQUIRED installed)
  set_tests_properties(install package headers PROPERTIES LABELS deep TIMEOUT 1500)
endif()
# Builds the libraries once more, without our flags: with the compiler that is quicker at it, and first of all tests.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_test(NAME package_sources COMMAND ${package_script} -D VARIANT=sources -D LAUNCHER=${FENCEPOST_CCACHE}
                                        -P ${PROJECT_SOURCE_DIR}/cmake/package_test.cmake)
  set_tests_properties(package_sources PROPERTIES LABELS deep TIMEOUT 1500 COST 100)
endif()

# A mistake in a FENCEPOST_SUITE is a sentence of the compiler.
function(add_bad_suite_test name sentence)
  set(source ${PROJECT_BINARY_DIR}/bad_suites/${name}.cpp)
  string(JOIN "\n" code "#include <fencepost/ports/offset_commit.hpp>" "#include <fencepost/suite/googletest.hpp>"
         "using namespace fencepost::ports\;" ${ARGN} "")
  file(WRITE ${source} "${code}")
  add_library(bad_suite_${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(bad_suite_${name} PRIVATE fencepost::googletest)
  add_test(NAME bad_suite_${name}
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
                   "-I$<JOIN:$<TARGET_PROPERTY:bad_suite_${name},INCLUDE_DIRECTORIES>,;-I>" ${source} COMMAND_EXPAND_LISTS)
  set_tests_properties(bad_suite_${name} PROPERTIES LABELS quick PASS_REGULAR_EXPRESSION "${sentence}")
endfunction()

add_bad_suite_test(of_no_port "FENCEPOST_SUITE wants a class that is derived from a port"
                   "struct Mine {}\;" "FENCEPOST_SUITE(Mine)\;")
add_bad_suite_test(of_half_a_class "the class does not implement every method of its port"
                   "struct Mine : OffsetCommit {}\;" "FENCEPOST_SUITE(Mine)\;")
add_bad_suite_test(of_another_constructor "the class must be constructible from"
                   "struct Mine : OffsetCommit {" "  explicit Mine(int) {}"
                   "  Reply<Offset> processed(Partition, Offset) override { return 0\; }"
                   "  Reply<Offset> committed(Partition) override { return 0\; }" "}\;" "FENCEPOST_SUITE(Mine)\;")
