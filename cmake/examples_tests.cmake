# SPDX-License-Identifier: Apache-2.0
# The adapters of examples/adapters against the contract. Needs python3-kafka, and npm for KafkaJS: what is
# missing fails the test, it is not skipped.
add_executable(adapters_test ${PROJECT_SOURCE_DIR}/examples/adapters/adapters_test.cpp)
target_precompile_headers(adapters_test REUSE_FROM fencepost_precompiled)
target_link_libraries(adapters_test PRIVATE fencepost::external fencepost::properties fencepost_precompiled GTest::gtest_main)
target_compile_definitions(adapters_test PRIVATE FENCEPOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")

add_test(NAME install_adapters COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/install_adapters.cmake)
set_tests_properties(install_adapters PROPERTIES FIXTURES_SETUP adapters LABELS quick TIMEOUT 300)
add_test(NAME adapters_test COMMAND adapters_test)
set_tests_properties(adapters_test PROPERTIES FIXTURES_REQUIRED adapters LABELS quick TIMEOUT 300)

# The nodes of examples/nodes: the right ones hold, the mistaken ones are convicted.
add_executable(nodes_test ${PROJECT_SOURCE_DIR}/examples/nodes/nodes_test.cpp)
target_precompile_headers(nodes_test REUSE_FROM fencepost_precompiled)
target_link_libraries(nodes_test PRIVATE fencepost::external fencepost::properties nlohmann_json::nlohmann_json
                      fencepost_precompiled GTest::gtest_main)
target_compile_definitions(nodes_test PRIVATE FENCEPOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# Those with timers, most of the JavaScript ones and those of three workloads are left to a call of nodes_test by hand: all of it
# takes long.
if(NOT FENCEPOST_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_test(NAME nodes_test COMMAND nodes_test --gtest_brief=1
           --gtest_filter=-*javascript*:*gossip*:*txn_rw_register*:*pn_counter*:*g_set*:*forget_backlog*:*_single*:*g_counter*:*one_hop*:*aborts_half*:*no_retry*:*forget_commits*:*volatile*:*per_node*:*repeats*)
  add_test(NAME nodes_javascript_test COMMAND nodes_test --gtest_brief=1
           --gtest_filter=*javascript_echo*:*javascript_unique_ids*:*javascript_lin_kv_js_cached*)
  set_tests_properties(nodes_test nodes_javascript_test PROPERTIES LABELS deep TIMEOUT 900 COST 60)
endif()
