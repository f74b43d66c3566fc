# SPDX-License-Identifier: Apache-2.0
# What is installed: the command, a library a layer with its headers, what find_package(fencepost) reads, the stored
# histories and the pages.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fencepost)

if(TARGET fencepost)
  install(TARGETS fencepost RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
get_property(layers GLOBAL PROPERTY fencepost_layers)
list(TRANSFORM layers PREPEND fencepost_)
set_target_properties(fencepost_googletest PROPERTIES EXPORT_NAME googletest)
install(TARGETS ${layers} fencepost_googletest EXPORT fencepostTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT fencepostTargets NAMESPACE fencepost:: DESTINATION ${package_folder})

write_basic_package_version_file(${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/fencepostConfig.cmake cmake/FindxxHash.cmake ${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake
        DESTINATION ${package_folder})
install(DIRECTORY seeds DESTINATION ${CMAKE_INSTALL_DATADIR}/fencepost)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
install(DIRECTORY examples/consumer DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
