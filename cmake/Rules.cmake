# SPDX-License-Identifier: Apache-2.0
# Settings for all our code.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O3: GCC's -O2 does not vectorise the row loops of diamond-square.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
if(EMSCRIPTEN)  # a page loads each byte: stages alone are fast
  set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG")
endif()
if(NOT EMSCRIPTEN)
  add_compile_options(-fno-semantic-interposition)  # a library keeps its own functions: they may be inlined
endif()

include(GNUInstallDirs)

# The stage author's side. As a target of its own, for the rooms: an imported one would hide the warnings of its headers.
add_library(terrawright_sdk INTERFACE)
add_library(terrawright::sdk ALIAS terrawright_sdk)
include(TerrawrightPlugin)
terrawright_sdk_target(terrawright_sdk ${PROJECT_SOURCE_DIR}/pipeline/sdk)

# Keys name the code by it.
if(NOT EMSCRIPTEN)
  add_link_options(-Wl,--build-id=sha1)
endif()

# Warnings are errors for our code.
add_library(terrawright_warnings INTERFACE)
target_compile_options(terrawright_warnings INTERFACE -Wall -Wextra -Wconversion -Wpedantic -Wshadow -Werror)
if(EMSCRIPTEN)  # sizes of containers are 32 bits there
  target_compile_options(terrawright_warnings INTERFACE -Wno-shorten-64-to-32)
endif()

set(TERRAWRIGHT_SANITIZE "" CACHE STRING "Sanitizers, as address,undefined or thread")
if(TERRAWRIGHT_SANITIZE)
  add_compile_options(-fsanitize=${TERRAWRIGHT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=${TERRAWRIGHT_SANITIZE})
  add_compile_definitions(TERRAWRIGHT_SANITIZED)
  # Code of a sanitizer hides initialisation from GCC: it warns of libstdc++'s own std::function.
  target_compile_options(terrawright_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# The preset `release` compiles several files of a room as one unit; `dev` each for itself. Names of unnamed namespaces are
# therefore unique in a room, and in a family of stages. A name in another file is no shadow: `dev` and scripts/check.sh warn
# of those.
if(CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 45)  # each unit reads the same headers again
  target_compile_options(terrawright_warnings INTERFACE -Wno-shadow)
endif()

set(TERRAWRIGHT_FAST_LEVEL "" CACHE STRING "Optimisation of targets that are compiled fast, where they are no release")
# terrawright_compiled_fast(TARGET LEVEL FILE...): a lower level of optimisation than -O3, which takes up to twice the time to
# compile, but for files that look at every cell.
function(terrawright_compiled_fast target level)
  if(EMSCRIPTEN)
    set(level "")  # that of the preset
  endif()
  target_compile_options(${target} PRIVATE $<IF:$<CONFIG:Release>,${level},${TERRAWRIGHT_FAST_LEVEL}>)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
endfunction()

# A room that no cell passes through, but for these files. At -Og GCC does not see that an optional which is asked first has a
# value; clang-tidy, which is given GCC's options, does not know that warning.
function(terrawright_cold_room target)
  terrawright_compiled_fast(${target} -Og ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-unknown-warning-option -Wno-maybe-uninitialized)
  endif()
endfunction()

# terrawright_embedded(SYMBOL FILE SOURCE): a source with the file's bytes as `SYMBOL`, and `SYMBOL_size`. Clang calls a long
# literal one that not all compilers have to support.
function(terrawright_embedded symbol file out)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -Dfile=${file} -Dsymbol=${symbol} -Dsource=${source} -P ${script}
    DEPENDS ${file} ${script}
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
  set(${out} ${source} PARENT_SCOPE)
endfunction()
