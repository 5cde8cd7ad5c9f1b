# SPDX-License-Identifier: Apache-2.0
# Paths of the stage family.word and its example below a folder: family/word.cpp and family/word.yaml, or
# family/word/word.cpp and family/word/word.yaml with the stage's parts beside them.

# Sets three lists of one length: the files of stages that end in `suffix`, relative to the folder, and whose they are.
function(terrawright_files_of_stages folder suffix out_files out_families out_words)
  file(GLOB found CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*/*${suffix} ${folder}/*/*/*${suffix})
  set(${out_files} "")
  set(${out_families} "")
  set(${out_words} "")
  foreach(file IN LISTS found)
    string(REGEX REPLACE "/.*" "" family ${file})
    get_filename_component(name ${file} NAME)
    string(REPLACE "${suffix}" "" word ${name})
    if(word MATCHES "^[a-z0-9_]+$" AND (file STREQUAL "${family}/${name}" OR file STREQUAL "${family}/${word}/${name}"))
      list(APPEND ${out_files} ${file})
      list(APPEND ${out_families} ${family})
      list(APPEND ${out_words} ${word})
    endif()
  endforeach()
  return(PROPAGATE ${out_files} ${out_families} ${out_words})
endfunction()

# A plugin of all stages below a folder: declarations for its source, and the list for TERRAWRIGHT_PLUGIN.
function(terrawright_plugin_of_stages folder out_declarations out_list)
  terrawright_files_of_stages(${folder} .cpp files families words)
  set(${out_declarations} "")
  set(${out_list} "")
  foreach(family word IN ZIP_LISTS families words)
    string(APPEND ${out_declarations} "const terrawright_stage* terrawright_stage_${word}_of_${family}();\n")
    list(APPEND ${out_list} "terrawright_stage_${word}_of_${family}()")
  endforeach()
  list(JOIN ${out_list} ", " ${out_list})
  return(PROPAGATE ${out_declarations} ${out_list})
endfunction()
