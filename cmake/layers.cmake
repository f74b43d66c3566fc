# SPDX-License-Identifier: Apache-2.0
# add_layer(NAME FOLDER [USES layers] [LIBRARIES ...] [PRIVATE_LIBRARIES ...])
# Makes a library of the sources in FOLDER. Its include root holds one link, fencepost/FOLDER, so that a
# header of a layer that is not used cannot be found: a forbidden arrow is a compile error.
# PRIVATE_LIBRARIES are headers only; who uses the installed library does not need them.
function(add_layer name folder)
  cmake_parse_arguments(layer "" "" "USES;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  set(root ${PROJECT_BINARY_DIR}/layers/${name})
  cmake_path(GET folder PARENT_PATH parent)
  file(MAKE_DIRECTORY ${root}/fencepost/${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${root}/fencepost/${folder} SYMBOLIC)

  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_(test|suite|fuzz)\\.cpp$")
  file(GLOB headers RELATIVE ${PROJECT_SOURCE_DIR}/${folder} CONFIGURE_DEPENDS ${folder}/*.hpp)
  list(FILTER headers EXCLUDE REGEX "_test\\.hpp$")
  list(TRANSFORM headers PREPEND ${root}/fencepost/${folder}/)
  list(TRANSFORM layer_USES PREPEND fencepost_)

  if(sources)
    add_library(fencepost_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(fencepost_${name}
                          PRIVATE "$<BUILD_INTERFACE:${layer_PRIVATE_LIBRARIES};fencepost_quality>")
    precompile(fencepost_${name})
  else()
    add_library(fencepost_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(fencepost::${name} ALIAS fencepost_${name})
  set_target_properties(fencepost_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(fencepost_${name} ${scope} cxx_std_20)
  target_sources(fencepost_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${root} FILES ${headers})
  target_link_libraries(fencepost_${name} ${scope} ${layer_USES} ${layer_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY fencepost_layers ${name})
endfunction()
