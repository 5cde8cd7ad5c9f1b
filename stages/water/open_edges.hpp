// SPDX-License-Identifier: Apache-2.0
// Water leaves the map where the map ends.
#pragma once
#include "terrawright/failure.hpp"
#include "terrawright/world.hpp"

namespace terrawright::water {

// Throws Failure at the port.
inline void refuse_wrapped(const World& world, const char* port) {
  if (!world.wraps_x() && !world.wraps_y()) return;
  throw Failure(port,
                "the world wraps, and water is not led across its edges, over which it leaves the map; set wrap: "
                "none, or leave this stage out");
}

}  // namespace terrawright::water
