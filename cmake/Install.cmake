# SPDX-License-Identifier: Apache-2.0
include(GNUInstallDirs)
install(DIRECTORY pipeline/sdk/terrawright DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY configs schema DESTINATION ${CMAKE_INSTALL_DATADIR}/terrawright)
if(TARGET terrawright)
  install(TARGETS terrawright RUNTIME)
endif()
