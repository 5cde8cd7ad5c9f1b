# SPDX-License-Identifier: Apache-2.0
# The stage author's side, in this project and for whoever has find_package(Terrawright): headers, and the flags that a
# library of stages needs.
include_guard(GLOBAL)
# With errno a root is a branch and a call, and with traps a comparison is a branch: no loop that has one becomes vectors.
# Neither flag reorders or contracts anything, so the pixels are the same.
set(TERRAWRIGHT_VECTOR_FLAGS -fno-math-errno -fno-trapping-math)
set(TERRAWRIGHT_PLUGIN_EXPORTS ${CMAKE_CURRENT_LIST_DIR}/plugin.map)

# Headers, C++17 and what keeps the pixels the same go to whatever links TARGET. For libraries that are loaded: hides
# all symbols but the entry, so that two plugins never share a name.
function(terrawright_sdk_target target headers)
  # libterrawright.so shows something else.
  set(is_loaded "$<AND:$<IN_LIST:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY;SHARED_LIBRARY>,$<NOT:$<BOOL:$<TARGET_PROPERTY:TERRAWRIGHT_SHOWS>>>>")
  target_include_directories(${target} INTERFACE ${headers})
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(CXX IN_LIST languages)
    target_compile_features(${target} INTERFACE cxx_std_17)
  endif()
  target_compile_options(
    ${target} INTERFACE -ffp-contract=off $<${is_loaded}:-fvisibility=hidden>
                        $<$<AND:${is_loaded},$<COMPILE_LANGUAGE:CXX>>:-fvisibility-inlines-hidden>)
  target_link_options(${target} INTERFACE "$<${is_loaded}:LINKER:--version-script=${TERRAWRIGHT_PLUGIN_EXPORTS}>")
endfunction()

# terrawright_add_plugin(name sources...): NAME.so, a library of stages in C or C++.
function(terrawright_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE terrawright::sdk)
  target_compile_options(${name} PRIVATE ${TERRAWRIGHT_VECTOR_FLAGS})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so)
endfunction()
