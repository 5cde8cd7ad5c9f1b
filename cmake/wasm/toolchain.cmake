# SPDX-License-Identifier: Apache-2.0
# Builds for WebAssembly by Debian's emscripten: clang compiles, with the flags that em++ gives it; em++ links.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(EMSCRIPTEN TRUE)
set(CMAKE_C_COMPILER clang-14)  # emscripten's own; em++ would start Python for each file
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_AR llvm-ar-14 CACHE FILEPATH "" FORCE)
set(CMAKE_RANLIB llvm-ranlib-14 CACHE FILEPATH "" FORCE)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

option(TERRAWRIGHT_THREADS "Threads on shared memory: such a module runs where a page is isolated, and takes no plugins" OFF)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TERRAWRIGHT_THREADS)
if(TERRAWRIGHT_THREADS)
  set(threads "-pthread")
else()
  set(threads "")
endif()
if(NOT DEFINED CACHE{EMSCRIPTEN_FLAGS})
  execute_process(COMMAND em++ -fwasm-exceptions ${threads} --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(EMSCRIPTEN_FLAGS "${flags}" CACHE INTERNAL "")
endif()
# -fwasm-exceptions, as -fexceptions would leave wasm for JavaScript around each call in a `try`.
option(TERRAWRIGHT_SIMD "128-bit vectors of WebAssembly" ON)
if(TERRAWRIGHT_SIMD)
  set(vectors "-msimd128")
else()
  set(vectors "")
endif()
set(CMAKE_C_FLAGS_INIT "${EMSCRIPTEN_FLAGS} ${vectors} -ffp-contract=off")
# std::function and std::shared_ptr have no names of types in the module: nothing asks for them.
set(CMAKE_CXX_FLAGS_INIT "${EMSCRIPTEN_FLAGS} ${vectors} -ffp-contract=off -D_LIBCPP_NO_RTTI")
set(CMAKE_CXX_LINK_EXECUTABLE "em++ -fwasm-exceptions ${threads} <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
