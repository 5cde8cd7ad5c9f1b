// SPDX-License-Identifier: Apache-2.0
// A machine that gives no threads.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// In the place of pthread_create: refuses all threads, or those whose stack is as large as the task library's.
const std::string stingy = R"(
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                                     void* (*body)(void*), void* context) {
  size_t stack = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &stack);
  if (getenv("TERRAWRIGHT_TEST_LARGE") == nullptr || stack == size_t{4} << 20) return EAGAIN;
  return reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, body, context);
}
)";

}  // namespace

#ifndef TERRAWRIGHT_SANITIZED  // the libraries of sanitizers want to come first
TEST_CASE("A machine that gives no threads gets an error, not an abort", "[threads]") {
  const TemporaryFolder folder;
  write(folder / "stingy.cpp", stingy);
  REQUIRE(compile_plugin("g++", folder / "stingy.cpp", folder / "stingy.so").exit == 0);
  write(folder / "tif.yaml", R"(terrawright: 1
name: t
world: {size: [33, 33], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
outputs: [{file: t.tif, layers: {height: terrain}}]
)");
  const std::string stingily = "LD_PRELOAD=" + (folder / "stingy.so") + " " TERRAWRIGHT_PROGRAM " build ";
  const std::string rest = " --quiet --out " + (folder / "a") + " --threads ";
  const std::string build = stingily + "configs/island.yaml --set world.size=[65,65]" + rest;
  // No library that a .tif needs wants one.
  const Ran none = shell(stingily + (folder / "tif.yaml") + rest + "1");
  INFO(none.err);
  CHECK(none.exit == 0);
  // The libraries have theirs, and the run gets none.
  const Ran few = shell("TERRAWRIGHT_TEST_LARGE=1 " + build + "3");
  CHECK(few.exit == 1);
  CHECK_THAT(few.err, Catch::StartsWith("error: 2 more threads are needed, and the machine gives 0") &&
                          Catch::Contains("--threads"));
  CHECK_FALSE(std::filesystem::exists(folder / "a/island-42.exr"));
  const Ran alone = shell(build + "1");
  INFO(alone.err);
  CHECK(alone.exit == 0);
}
#endif
