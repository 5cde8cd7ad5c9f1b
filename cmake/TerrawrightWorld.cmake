# SPDX-License-Identifier: Apache-2.0
# Worlds as targets, for users of find_package(Terrawright). They are rebuilt only when the config, a file that it
# includes or reads, a plugin or the program itself changes.
include_guard(GLOBAL)

# terrawright_world(TARGET CONFIG
#                   [ALL]                 made by default
#                   [OUT folder]          for the files; default: TARGET in the binary folder
#                   [SEEDS seed...]       worlds of other seeds
#                   [SET path=value...]   overrides
#                   [PLUGINS plugin...]   libraries or targets of terrawright_add_plugin
#                   [FILES file...]       what it writes into OUT, for rules that need them
#                   [OPTIONS option...])  anything else for terrawright build, as --strict
function(terrawright_world target config)
  cmake_parse_arguments(PARSE_ARGV 2 world "ALL" "OUT" "SEEDS;SET;PLUGINS;FILES;OPTIONS")
  if(world_UNPARSED_ARGUMENTS OR world_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "terrawright_world(${target}): what is \"${world_UNPARSED_ARGUMENTS}"
                        "${world_KEYWORDS_MISSING_VALUES}\"? It takes ALL, OUT, SEEDS, SET, PLUGINS, FILES and OPTIONS")
  endif()
  if(TARGET terrawright)
    set(program $<TARGET_FILE:terrawright>)
  else()
    find_program(TERRAWRIGHT_PROGRAM terrawright HINTS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../bin
                                                       ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../../bin REQUIRED)
    set(program ${TERRAWRIGHT_PROGRAM})
  endif()
  get_filename_component(config ${config} ABSOLUTE)
  if(NOT world_OUT)
    set(world_OUT ${target})
  endif()
  get_filename_component(out ${world_OUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  # Files that stand as they would be written keep their time: what is newer than its dependencies is the stamp.
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}.world)
  set(arguments "")
  foreach(seed IN LISTS world_SEEDS)
    list(APPEND arguments --seed ${seed})
  endforeach()
  foreach(assignment IN LISTS world_SET)
    list(APPEND arguments --set ${assignment})
  endforeach()
  set(plugins "")
  foreach(plugin IN LISTS world_PLUGINS)
    if(TARGET ${plugin})
      list(APPEND plugins ${plugin})
      list(APPEND arguments --plugins $<TARGET_FILE:${plugin}>)
    else()
      get_filename_component(plugin ${plugin} ABSOLUTE)
      list(APPEND arguments --plugins ${plugin})
    endif()
  endforeach()
  list(TRANSFORM world_FILES PREPEND ${out}/)
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${world_FILES}
    COMMAND ${program} build ${config} --out ${out} --quiet ${arguments} ${world_OPTIONS} --depfile ${stamp}.d
            --depfile-target ${stamp}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${config} ${program} ${plugins}
    DEPFILE ${stamp}.d
    WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
    COMMENT "Building the world ${target}"
    VERBATIM)
  set(all "")
  if(world_ALL)
    set(all ALL)
  endif()
  add_custom_target(${target} ${all} DEPENDS ${stamp})
endfunction()
