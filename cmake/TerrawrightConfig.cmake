# SPDX-License-Identifier: Apache-2.0
# find_package(Terrawright): the targets terrawright::sdk, for plugins, terrawright::terrawright, the library for programs,
# and terrawright::testing, for tests of stages; the functions terrawright_add_plugin and terrawright_world.
# Works in an installation, which lies beside it where its headers are, and in the source tree without a build. There the
# library is that of build/release, which is made where a test needs it.
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightPlugin.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightWorld.cmake)
if(NOT TARGET terrawright::sdk)
  set(TERRAWRIGHT_HEADERS ../pipeline/sdk)
  set(TERRAWRIGHT_LIBRARY ../build/release/lib/libterrawright.so)
  include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightInstalled.cmake OPTIONAL)
  add_library(terrawright::sdk INTERFACE IMPORTED)
  terrawright_sdk_target(terrawright::sdk ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_HEADERS})
  get_filename_component(TERRAWRIGHT_LIBRARY ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_LIBRARY} ABSOLUTE)
  set(TERRAWRIGHT_BUILD ${CMAKE_CURRENT_LIST_DIR}/../build/release)
  if(EXISTS ${TERRAWRIGHT_LIBRARY} OR EXISTS ${TERRAWRIGHT_BUILD}/build.ninja)
    add_library(terrawright::terrawright SHARED IMPORTED)
    set_target_properties(terrawright::terrawright PROPERTIES
      IMPORTED_LOCATION ${TERRAWRIGHT_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_HEADERS})
    if(NOT EXISTS ${TERRAWRIGHT_LIBRARY})
      add_custom_target(terrawright_library COMMAND ${CMAKE_COMMAND} --build ${TERRAWRIGHT_BUILD} --target terrawright_shared
                        BYPRODUCTS ${TERRAWRIGHT_LIBRARY} COMMENT "Building libterrawright" VERBATIM)
      add_dependencies(terrawright::terrawright terrawright_library)
    endif()
    add_library(terrawright::testing INTERFACE IMPORTED)
    set_target_properties(terrawright::testing PROPERTIES
      INTERFACE_LINK_LIBRARIES "terrawright::sdk;terrawright::terrawright")
  endif()
endif()
