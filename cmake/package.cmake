# SPDX-License-Identifier: Apache-2.0
# What is installed: the command, a library a layer with its headers, and what find_package(fencepost) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fencepost)

install(TARGETS fencepost RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
get_property(layers GLOBAL PROPERTY fencepost_layers)
list(TRANSFORM layers PREPEND fencepost_)
install(TARGETS ${layers} EXPORT fencepostTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT fencepostTargets NAMESPACE fencepost:: DESTINATION ${package_folder})

write_basic_package_version_file(${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/fencepostConfig.cmake cmake/FindxxHash.cmake ${PROJECT_BINARY_DIR}/fencepostConfigVersion.cmake
        DESTINATION ${package_folder})
install(DIRECTORY seeds DESTINATION ${CMAKE_INSTALL_DATADIR}/fencepost)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
