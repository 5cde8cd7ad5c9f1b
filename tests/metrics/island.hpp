// SPDX-License-Identifier: Apache-2.0
// Island worlds to be measured, through heights, sea level and islets.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "field.hpp"
#include "support/build.hpp"

namespace terrawright::metrics {

// As the stages' defaults have it: rho 0.63, the border pinned, 60 % under the sea, one island.
struct Island {
  int n = 7;
  std::string with = {};  // parameters beside seeding
  std::string percentile = "60 %";
  std::string further = {};  // stages after `land`, YAML lines
  std::string layers = {};   // of theirs
  int side() const { return (1 << n) + 1; }
  // Layers height, sea.land, land.height, land.land; number sea.level.
  test::Built build(std::uint64_t seed) const;
};

bool border_is_sea(const std::vector<std::uint8_t>& land, int side);

// A line of shares: 1 where it holds of a seed's world, 0 where not.
template <class Holds>
Line share(std::string variant, int seeds, Range expected, Holds holds) {
  Line line{std::move(variant), {}, expected};
  for (int seed = 1; seed <= seeds; ++seed) line.values.push_back(holds(static_cast<std::uint64_t>(seed)) ? 1 : 0);
  return line;
}

}  // namespace terrawright::metrics
