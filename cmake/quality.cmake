# SPDX-License-Identifier: Apache-2.0
# Warnings, sanitizers and a compiler cache, for our own targets only. Presets turn warnings into errors.
option(FENCEPOST_WARNINGS_ARE_ERRORS "Stop at warnings (our presets do)" OFF)
option(FENCEPOST_PRECOMPILE "Read the standard library once, not once a file: hides a forgotten include" OFF)
set(FENCEPOST_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them: address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(FENCEPOST_CCACHE ccache DOC "Remembers what has been compiled; used if it is there")
if(FENCEPOST_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness that ccache asks for where precompiled headers are used.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${FENCEPOST_CCACHE})
endif()

add_library(fencepost_quality INTERFACE)
target_compile_options(fencepost_quality INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion
  -Wimplicit-fallthrough $<$<BOOL:${FENCEPOST_WARNINGS_ARE_ERRORS}>:-Werror>
  # gcc 12 warns of overlaps inside std::string that cannot happen (its bug 105651 and relatives), and at -O1 of
  # what is inside an empty std::optional.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-maybe-uninitialized>)
if(FENCEPOST_SANITIZE)
  add_compile_options(-fsanitize=${FENCEPOST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FENCEPOST_SANITIZE})
endif()

# What most files include. A build without FENCEPOST_PRECOMPILE proves that each layer's file includes what it needs.
set(often_included <algorithm> <array> <functional> <map> <memory> <optional> <ranges> <set> <span> <sstream> <string> <vector>)
if(FENCEPOST_PRECOMPILE)
  file(WRITE ${PROJECT_BINARY_DIR}/precompiled/standard.cpp "// Nothing but what is precompiled.\n")
  add_library(fencepost_standard STATIC ${PROJECT_BINARY_DIR}/precompiled/standard.cpp)
  target_link_libraries(fencepost_standard PRIVATE fencepost_quality)
  target_precompile_headers(fencepost_standard PRIVATE ${often_included})
endif()

function(precompile target)
  if(FENCEPOST_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM fencepost_standard)
  endif()
endfunction()
