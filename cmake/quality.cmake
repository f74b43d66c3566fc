# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers, for our own targets only. Presets turn warnings into errors.
option(FENCEPOST_WARNINGS_ARE_ERRORS "Stop at warnings (our presets do)" OFF)
set(FENCEPOST_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them: address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(fencepost_quality INTERFACE)
target_compile_options(fencepost_quality INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion
  -Wimplicit-fallthrough $<$<BOOL:${FENCEPOST_WARNINGS_ARE_ERRORS}>:-Werror>)
if(FENCEPOST_SANITIZE)
  add_compile_options(-fsanitize=${FENCEPOST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FENCEPOST_SANITIZE})
endif()
