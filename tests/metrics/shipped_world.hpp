// SPDX-License-Identifier: Apache-2.0
// The worlds of configs/ to be measured as they ship, and those of before, kept in tests/worlds/earlier/.
#pragma once
#include <string>
#include <vector>

#include "row.hpp"
#include "support/shipped.hpp"

namespace terrawright::metrics {

constexpr int shipped_side = 1025;

// A world as it was at 12da533.
inline test::Shipped before(const std::string& name) {
  return {name, test::config_file("tests/worlds/earlier/" + name + ".yaml")};
}

// These layers of a world and nothing else: "land: land.land, height: metres".
inline test::Built layers(const test::Shipped& world, std::uint64_t seed, const std::string& wanted,
                          int side = shipped_side, const std::vector<std::string>& set = {}) {
  return world.layers(static_cast<int>(seed), side, wanted, set);
}

// The heights that go out, as an output names them.
inline std::string heights_of(const test::Shipped& world) { return world.of_heights("height: ", "}"); }

// The value that a share of them is not above.
double quantile(std::vector<double> values, double share);

}  // namespace terrawright::metrics
