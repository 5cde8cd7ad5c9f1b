# SPDX-License-Identifier: Apache-2.0
# Content of an installation: docs/install.md. Nothing in it names the prefix, so that it can be moved.
set(package ${PROJECT_BINARY_DIR}/package)

if(TARGET terrawright)
  install(TARGETS terrawright RUNTIME)
endif()
if(TARGET terrawright_shared)  # a build of the program alone does not make it
  install(TARGETS terrawright_shared LIBRARY OPTIONAL)
endif()
install(DIRECTORY DESTINATION ${CMAKE_INSTALL_LIBDIR}/terrawright/plugins)  # empty
if(TARGET terrawright_shared)
  # Where Debian's Python looks; scripts/portable.py moves it to the root of the wheel.
  install(DIRECTORY python/terrawright DESTINATION lib/python3/dist-packages PATTERN __pycache__ EXCLUDE)
endif()
install(DIRECTORY pipeline/sdk/terrawright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY pipeline/sdk/vectors DESTINATION ${CMAKE_INSTALL_DATADIR}/terrawright)
install(DIRECTORY configs examples schema DESTINATION ${CMAKE_INSTALL_DATADIR}/terrawright
        REGEX "/(build|by-hand|out|reports|[.]cache)$" EXCLUDE  # what the examples' READMEs make
        PATTERN "*.sh" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(FILES README.md LICENSE CHANGELOG.md CONTRIBUTING.md pipeline/lettering/fonts/OFL.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(Terrawright)
include(CMakePackageConfigHelpers)
file(RELATIVE_PATH headers ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/Terrawright ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH library ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/Terrawright ${CMAKE_INSTALL_FULL_LIBDIR}/libterrawright.so)
file(WRITE ${package}/TerrawrightInstalled.cmake
     "set(TERRAWRIGHT_HEADERS ${headers})\nset(TERRAWRIGHT_LIBRARY ${library})\n")
# The interface may change with every minor version as long as the major one is 0.
write_basic_package_version_file(${package}/TerrawrightConfigVersion.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES cmake/TerrawrightConfig.cmake cmake/TerrawrightPlugin.cmake cmake/TerrawrightWorld.cmake
              cmake/plugin.map
              ${package}/TerrawrightInstalled.cmake ${package}/TerrawrightConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Terrawright)

# pkg-config --cflags --libs terrawright (a plugin), libterrawright (a program)
file(RELATIVE_PATH prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix ${prefix})
configure_file(cmake/terrawright.pc.in ${package}/terrawright.pc @ONLY)
configure_file(cmake/libterrawright.pc.in ${package}/libterrawright.pc @ONLY)
install(FILES ${package}/terrawright.pc ${package}/libterrawright.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET terrawright)
  include(Package)
endif()
