// SPDX-License-Identifier: Apache-2.0
// ruggedness.hpp: how high and how rough the land is, as far as signs show it, and where a mountain could stand.
#pragma once
#include <cmath>

#include "sign_ground.hpp"

namespace terrawright::map {

constexpr double near_named = 1000;  // 1/100 mm
inline double apart(const Spot& a, const Spot& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

struct MountainPlace {
  Spot top;
  double greatness;  // 0 .. 1: how high and rough it is
  bool hill, crest;
  std::uint64_t word;
  bool named = false;
};

// Those of summits with a name first, each greater than all nearby; then the greatest: tops, crests between them,
// hills.
std::vector<MountainPlace> mountain_places(const SignGround& ground, const std::vector<Spot>& named,
                                           const Parallel& parallel);

}  // namespace terrawright::map
