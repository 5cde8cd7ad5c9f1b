// SPDX-License-Identifier: Apache-2.0
// Worlds with faults that a developer could make, beside the sound world of the same seed.
#pragma once
#include <string>
#include <vector>

#include "built_world.hpp"

namespace terrawright::metrics {

struct Fault {
  std::string name;
  BuiltWorld (*faulty)(const BuiltWorld& realistic, std::uint64_t seed);
};

std::vector<Fault> faults();

}  // namespace terrawright::metrics
