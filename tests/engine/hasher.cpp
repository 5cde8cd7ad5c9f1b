// SPDX-License-Identifier: Apache-2.0
// A hash that gets no memory says so.
#include "engine/layers/hasher.hpp"

#include <dlfcn.h>

#include <new>

#include "support/catch.hpp"

namespace {

bool is_short = false;  // of memory

}  // namespace

// Stands before the library's own.
extern "C" XXH3_state_t* XXH3_createState() {
  static const auto own = reinterpret_cast<XXH3_state_t* (*)()>(dlsym(RTLD_NEXT, "XXH3_createState"));
  return is_short ? nullptr : own();
}

TEST_CASE("a hash without memory is an exception, not a crash", "[layer]") {
  is_short = true;
  CHECK_THROWS_AS(terrawright::engine::Hasher(), std::bad_alloc);
  is_short = false;
  terrawright::engine::Hasher hasher;
  hasher.add("abc", 3);
  CHECK(hasher.digest() == terrawright::engine::digest_of("abc"));
}
