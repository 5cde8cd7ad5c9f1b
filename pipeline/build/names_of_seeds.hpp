// SPDX-License-Identifier: Apache-2.0
// Worlds of several seeds must not write one file.
#pragma once
#include "config/world.hpp"

namespace terrawright::build {

// Whose seed a world has.
enum class SeedFrom {
  config,   // its own: the config says what it means
  outside,  // one that was given: a name that another seed writes too is warned of
  several,  // it is one of several: such a name is an error
};
void check_names(const config::World& world, SeedFrom seed, report::Diagnostics& diagnostics);

}  // namespace terrawright::build
