# SPDX-License-Identifier: Apache-2.0
# Completions for shells, man pages, and a Debian package of all: scripts/package.sh.

# bash, zsh and fish complete command lines. Made by the installation, so that nothing but `terrawright` needs a build.
set(shells bash zsh fish)
set(files terrawright _terrawright terrawright.fish)
set(folders bash-completion/completions zsh/vendor-completions fish/vendor_completions.d)
file(MAKE_DIRECTORY ${package}/completions)
foreach(shell file folder IN ZIP_LISTS shells files folders)
  install(CODE "execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} \"$<TARGET_FILE:terrawright>\" completions ${shell}
                                OUTPUT_FILE \"${package}/completions/${file}\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${package}/completions/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
endforeach()

option(TERRAWRIGHT_PACKAGE "Man pages, and a .deb by cpack; needs help2man" OFF)
if(NOT TERRAWRIGHT_PACKAGE)
  return()
endif()

# terrawright(1) and a page of each verb.
find_program(HELP2MAN help2man REQUIRED)
add_custom_target(
  manual ALL
  COMMAND ${CMAKE_COMMAND} -E env HELP2MAN=${HELP2MAN} ${PROJECT_SOURCE_DIR}/scripts/manual.sh
          $<TARGET_FILE:terrawright> ${package}/man1
  DEPENDS terrawright
  COMMENT "Man pages")
install(DIRECTORY ${package}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})

install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME terrawright)
set(CPACK_PACKAGE_CONTACT "Terrawright's developers <terrawright@localhost>")
set(CPACK_PACKAGE_VENDOR Terrawright)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "worlds from one YAML file")
set(CPACK_PACKAGE_DESCRIPTION
    "Builds worlds from one YAML file that names a graph of stages: heights, land, rain,\n\
temperature, wind, lakes, rivers and biomes, as layered images, meshes, packs for game\n\
engines and tables. The same file gives the same pixels on every machine.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
