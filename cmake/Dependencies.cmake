# SPDX-License-Identifier: Apache-2.0
# Why each one is here: docs/dependencies.md.
find_package(TBB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
if(TERRAWRIGHT_IMAGES)
  find_package(spdlog REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(nlohmann_json REQUIRED)
endif()
if(TERRAWRIGHT_TESTS)
  find_package(Catch2 REQUIRED)
endif()
