# SPDX-License-Identifier: Apache-2.0
# Proves that the layers are walls: a layer that includes what it does not use does not compile, and what it
# uses it finds.
function(add_arrow_test layer header expected)
  set(source ${PROJECT_BINARY_DIR}/arrows/${layer}_to_${expected}.cpp)
  file(WRITE ${source} "#include \"fencepost/${header}\"\n")
  set(name arrow_${layer}_${expected})
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE fencepost::${layer})
  add_test(NAME ${name} COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
           "-I$<JOIN:$<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>,;-I>" ${source} COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES LABELS quick)
  if(ARGN STREQUAL "FORBIDDEN")
    set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION "${header}(: No such file or directory|' file not found)")
  endif()
endfunction()

add_arrow_test(sut        model/model.hpp                model      FORBIDDEN)
add_arrow_test(sut        faults/world.hpp               faults     FORBIDDEN)
add_arrow_test(model      sut/engine.hpp                 sut        FORBIDDEN)
add_arrow_test(faults     sut/engine.hpp                 sut        FORBIDDEN)
add_arrow_test(faults     model/model.hpp                model      FORBIDDEN)
add_arrow_test(external   sut/engine.hpp                 sut        FORBIDDEN)
add_arrow_test(properties sut/engine.hpp                 sut        FORBIDDEN)
add_arrow_test(reports    sut/engine.hpp                 sut        FORBIDDEN)
add_arrow_test(sut        sut/ports/system.hpp           ports)
add_arrow_test(properties model/vocabulary/command.hpp   vocabulary)
