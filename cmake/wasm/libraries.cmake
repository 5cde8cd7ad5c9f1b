# SPDX-License-Identifier: Apache-2.0
# Libraries of the target WebAssembly. find_package and pkg_check_modules find those that are compiled here from the source
# packages that scripts/wasm.sh unpacks, or headers of installed packages, to which it links in sources/include. The names of
# variables are long since macros set those of their callers.
set(third_party_sources ${CMAKE_CURRENT_LIST_DIR}/../../build/wasm-sources)
set(third_party_zlib ${third_party_sources}/zlib)
set(third_party_deflate ${third_party_sources}/libdeflate)
set(third_party_png ${third_party_sources}/libpng1.6)
set(third_party_exr ${third_party_sources}/openexr/src/lib/OpenEXRCore)
set(third_party_b44 ${CMAKE_CURRENT_LIST_DIR}/b44_tables.c)
set(third_party_yaml ${third_party_sources}/yaml-cpp)
set(third_party_blosc ${third_party_sources}/c-blosc/blosc)
set(third_party_md ${third_party_sources}/libmd)
set(third_party_wrappers ${CMAKE_CURRENT_LIST_DIR}/include)

# terrawright_library(NAME INCLUDE FILE...): compiled once, without our warnings.
function(terrawright_library name include)
  string(MAKE_C_IDENTIFIER "third_party_${name}" target)
  if(NOT TARGET ${target})
    if(ARGN)
      file(GLOB files ${ARGN})
      add_library(${target} STATIC ${files})
      set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
      target_compile_options(${target} PRIVATE -w -Oz)  # a page loads each byte
      target_include_directories(${target} SYSTEM PUBLIC ${include})
    else()
      add_library(${target} INTERFACE)
      target_include_directories(${target} SYSTEM INTERFACE ${include})
    endif()
    add_library(${name} ALIAS ${target})
  endif()
endfunction()

# pkg_check_modules(PREFIX ... IMPORTED_TARGET MODULE)
macro(pkg_check_modules prefix)
  if("${prefix}" STREQUAL "xxhash")  # headers alone
    terrawright_library(PkgConfig::xxhash "${third_party_wrappers};${third_party_sources}/include")
    target_compile_definitions(third_party_PkgConfig__xxhash INTERFACE XXH_INLINE_ALL)
  elseif("${prefix}" STREQUAL "deflate")
    terrawright_library(PkgConfig::deflate ${third_party_deflate} ${third_party_deflate}/lib/*.c)
  elseif("${prefix}" STREQUAL "blosc")
    terrawright_library(PkgConfig::blosc ${third_party_blosc} ${third_party_blosc}/blosc*.c ${third_party_blosc}/*-generic.c ${third_party_blosc}/fastcopy.c ${third_party_blosc}/shuffle.c
                        ${third_party_sources}/lz4/lib/lz4.c ${third_party_sources}/lz4/lib/lz4hc.c)
    target_compile_definitions(third_party_PkgConfig__blosc PRIVATE HAVE_LZ4=1)
    target_include_directories(third_party_PkgConfig__blosc PRIVATE ${third_party_sources}/lz4/lib)
  elseif("${prefix}" STREQUAL "webp" OR "${prefix}" STREQUAL "harfbuzz" OR "${prefix}" STREQUAL "cairo")
    message(FATAL_ERROR "${prefix} is not among the libraries of WebAssembly: leave out packs by TERRAWRIGHT_PACKS")
  endif()
endmacro()

macro(terrawright_provide method name)
  if("${name}" STREQUAL "yaml-cpp")
    terrawright_library(yaml-cpp ${third_party_yaml}/include ${third_party_yaml}/src/*.cpp)
    file(GLOB third_party_fast ${third_party_yaml}/src/scan*.cpp ${third_party_yaml}/src/stream.cpp)  # they read each letter
    set_source_files_properties(${third_party_fast} PROPERTIES COMPILE_OPTIONS -O2)
  elseif("${name}" STREQUAL "ZLIB")
    terrawright_library(ZLIB::ZLIB ${third_party_zlib} ${third_party_zlib}/adler32.c ${third_party_zlib}/compress.c ${third_party_zlib}/crc32.c ${third_party_zlib}/deflate.c ${third_party_zlib}/inf*.c ${third_party_zlib}/trees.c
                        ${third_party_zlib}/uncompr.c ${third_party_zlib}/zutil.c)
  elseif("${name}" STREQUAL "PNG")
    terrawright_library(PNG::PNG ${third_party_png} ${third_party_png}/png.c ${third_party_png}/png[egmprsw]*.c ${third_party_png}/pngtrans.c)
    target_link_libraries(third_party_PNG__PNG PUBLIC third_party_ZLIB__ZLIB)
  elseif("${name}" STREQUAL "OpenEXR")
    terrawright_library(OpenEXR::OpenEXRCore "${third_party_sources}/include;${third_party_sources}/include/OpenEXR;${third_party_sources}/include/Imath" ${third_party_exr}/[!i]*.c ${third_party_exr}/internal_[!b]*.c
                        ${third_party_exr}/internal_b44.c ${third_party_b44})
    target_compile_definitions(third_party_OpenEXR__OpenEXRCore PRIVATE exrcore_expTable=filled_expTable\(\) exrcore_logTable=filled_logTable\(\))
    target_link_libraries(third_party_OpenEXR__OpenEXRCore PUBLIC third_party_ZLIB__ZLIB)
  elseif("${name}" STREQUAL "OpenSSL")  # its SHA-256 alone is needed
    terrawright_library(OpenSSL::Crypto ${third_party_md}/include ${third_party_md}/src/sha2.c)
    set_source_files_properties(${third_party_md}/src/sha2.c PROPERTIES COMPILE_OPTIONS -O2)
  elseif("${name}" STREQUAL "pegtl")
    terrawright_library(taocpp::pegtl ${third_party_sources}/include)
  elseif("${name}" STREQUAL "nlohmann_json")
    terrawright_library(nlohmann_json::nlohmann_json ${third_party_sources}/include)
  endif()
  set(${name}_FOUND TRUE)
endmacro()
cmake_language(SET_DEPENDENCY_PROVIDER terrawright_provide SUPPORTED_METHODS FIND_PACKAGE)
