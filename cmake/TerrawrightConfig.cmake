# SPDX-License-Identifier: Apache-2.0
# find_package(Terrawright): the targets terrawright::sdk, for plugins, and terrawright::terrawright, the library for
# programs; the functions terrawright_add_plugin and terrawright_world.
# Works in the source tree, without a build, and in an installation, which lies beside it where its headers are.
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightPlugin.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightWorld.cmake)
if(NOT TARGET terrawright::sdk)
  set(TERRAWRIGHT_HEADERS ../pipeline/sdk)
  include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightInstalled.cmake OPTIONAL)
  add_library(terrawright::sdk INTERFACE IMPORTED)
  terrawright_sdk_target(terrawright::sdk ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_HEADERS})
  if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_LIBRARY} AND TERRAWRIGHT_LIBRARY)
    add_library(terrawright::terrawright SHARED IMPORTED)
    set_target_properties(terrawright::terrawright PROPERTIES
      IMPORTED_LOCATION ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_HEADERS})
  endif()
endif()
