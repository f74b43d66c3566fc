# SPDX-License-Identifier: Apache-2.0
# cmake -D BUILD=... -D CONSUMER=... -D GENERATOR=... -D COMPILER=... -P package_test.cmake
set(prefix ${BUILD}/package_test/prefix)
file(REMOVE_RECURSE ${BUILD}/package_test)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${BUILD}/package_test/build -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${BUILD}/package_test/build)
run(${BUILD}/package_test/build/consumer)
run(${prefix}/bin/fencepost --version)
