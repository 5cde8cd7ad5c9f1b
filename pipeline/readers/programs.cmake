# SPDX-License-Identifier: Apache-2.0
# Two programs beside the modules decode what libraries decode that may crash, hang or end a process: decoder_process.cpp.
find_package(TIFF REQUIRED)
find_path(GEOTIFF_INCLUDE_FOLDER geotiff.h PATH_SUFFIXES geotiff REQUIRED)
find_library(GEOTIFF_LIBRARY geotiff REQUIRED)
find_library(PROJ_LIBRARY proj REQUIRED)  # which libgeotiff brings

# libtiff and libgeotiff, for .tif.
include(GNUInstallDirs)
file(GLOB sources CONFIGURE_DEPENDS tiff/*.cpp)
add_executable(terrawright_tiff ${sources})
target_include_directories(terrawright_tiff PRIVATE ${PROJECT_SOURCE_DIR}/pipeline ${PROJECT_SOURCE_DIR}/pipeline/sdk)
target_include_directories(terrawright_tiff SYSTEM PRIVATE ${GEOTIFF_INCLUDE_FOLDER})
target_link_libraries(terrawright_tiff PRIVATE terrawright_warnings ${GEOTIFF_LIBRARY} ${PROJ_LIBRARY} TIFF::TIFF Imath::Imath terrawright_files ${CMAKE_DL_LIBS})
set_target_properties(terrawright_tiff PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/terrawright)
install(TARGETS terrawright_tiff RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/terrawright)

# OpenImageIO, for other people's formats.
if(TERRAWRIGHT_OPENIMAGEIO OR TERRAWRIGHT_TESTS OR TERRAWRIGHT_BENCH)
  # Found by hand: Debian's OpenImageIOConfig.cmake names folders and libraries that its packages do not bring.
  find_path(OPENIMAGEIO_INCLUDE_FOLDER OpenImageIO/imageio.h REQUIRED)
  find_library(OPENIMAGEIO_LIBRARY OpenImageIO REQUIRED)
  find_library(OPENIMAGEIO_UTIL_LIBRARY OpenImageIO_Util REQUIRED)
endif()
if(TERRAWRIGHT_OPENIMAGEIO)
  add_executable(terrawright_openimageio openimageio/main.cpp)
  target_include_directories(terrawright_openimageio PRIVATE ${PROJECT_SOURCE_DIR}/pipeline)
  target_include_directories(terrawright_openimageio SYSTEM PRIVATE ${OPENIMAGEIO_INCLUDE_FOLDER})
  target_link_libraries(terrawright_openimageio PRIVATE terrawright_warnings ${OPENIMAGEIO_LIBRARY} ${OPENIMAGEIO_UTIL_LIBRARY} terrawright_files
                                                        Imath::Imath)
  set_target_properties(terrawright_openimageio PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/terrawright)
  install(TARGETS terrawright_openimageio RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/terrawright)
endif()
