# SPDX-License-Identifier: Apache-2.0
# build/wasm/terrawright.js and .wasm: the functions of terrawright/world.h for JavaScript, docs/wasm.md.
add_executable(terrawright ${sources})
target_compile_definitions(terrawright PRIVATE TERRAWRIGHT_VERSION="${PROJECT_VERSION}")
target_link_libraries(terrawright PRIVATE terrawright_build terrawright_plugins terrawright_stages terrawright_writers terrawright_warnings)
set_target_properties(terrawright PROPERTIES SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/library.map)
terrawright_cold_room(terrawright)

# Those of the C++ library that plugins share with the program.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/wasm/plugin_symbols.txt shared)
list(TRANSFORM shared PREPEND "LINKER:--export=")
if(TERRAWRIGHT_THREADS)  # no plugins, and workers that stand ready, as many as `threads` says beside `report`
  set(shared "SHELL:-s PTHREAD_POOL_SIZE=Module.threads")
endif()
file(STRINGS library.map functions REGEX "terrawright_[a-z_]+;")
list(TRANSFORM functions REPLACE "^ *(terrawright_[a-z_]+);" "_\\1")
list(JOIN functions "," functions)
target_link_options(
  terrawright PRIVATE -O2 --no-entry ${shared} "SHELL:-s EXPORTED_FUNCTIONS=${functions},_malloc,_free" "SHELL:-s EXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8"
  "SHELL:-s MODULARIZE=1" "SHELL:-s EXPORT_NAME=terrawright" "SHELL:-s ALLOW_MEMORY_GROWTH=1" "SHELL:-s ALLOW_TABLE_GROWTH=1" "SHELL:-s MAXIMUM_MEMORY=4GB"
  "SHELL:-s WASM_BIGINT=1" "SHELL:-s TOTAL_STACK=4MB" "SHELL:-s FORCE_FILESYSTEM=1" --profiling-funcs)
# Its names of functions sort them, and do not stay.
set(order ${PROJECT_SOURCE_DIR}/cmake/wasm/order_functions.py)
add_custom_command(TARGET terrawright POST_BUILD COMMAND python3 ${order} ${PROJECT_BINARY_DIR}/terrawright.wasm VERBATIM)
set_property(TARGET terrawright APPEND PROPERTY LINK_DEPENDS ${order})

# The plugin of examples/100-plugin as a side module, as docs/wasm.md shows it.
file(GLOB plugin CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/100-plugin/*.cpp)
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/example.wasm
  COMMAND em++ -std=c++17 -O2 -fPIC -fvisibility=hidden -fwasm-exceptions -ffp-contract=off ${TERRAWRIGHT_VECTOR_FLAGS}
          -I${PROJECT_SOURCE_DIR}/pipeline/sdk ${plugin} -s SIDE_MODULE=2 -s EXPORTED_FUNCTIONS=_terrawright_plugin_v1 -s WASM_BIGINT=1
          -o ${PROJECT_BINARY_DIR}/example.wasm
  DEPENDS ${plugin} VERBATIM)
add_custom_target(example_side_module DEPENDS ${PROJECT_BINARY_DIR}/example.wasm)
