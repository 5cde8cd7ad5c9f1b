# SPDX-License-Identifier: Apache-2.0
# find_package(Terrawright): the target terrawright::sdk and the functions terrawright_add_plugin and terrawright_world.
# Works in the source tree, without a build, and in an installation, which lies beside it where its headers are.
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightPlugin.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightWorld.cmake)
if(NOT TARGET terrawright::sdk)
  set(TERRAWRIGHT_HEADERS ../pipeline/sdk)
  include(${CMAKE_CURRENT_LIST_DIR}/TerrawrightInstalled.cmake OPTIONAL)
  add_library(terrawright::sdk INTERFACE IMPORTED)
  terrawright_sdk_target(terrawright::sdk ${CMAKE_CURRENT_LIST_DIR}/${TERRAWRIGHT_HEADERS})
endif()
