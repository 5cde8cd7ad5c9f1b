// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

// A test rebuilds everything, and does not touch the user's cache. Tests of the cache name one.
static const int without_cache = setenv("TERRAWRIGHT_CACHE", "off", 1);

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
