// SPDX-License-Identifier: Apache-2.0
// ruggedness.hpp: how high and how rough the land is, as far as signs show it, and where a mountain could stand.
#pragma once
#include "sign_ground.hpp"

namespace terrawright::map {

struct MountainPlace {
  Spot top;
  double greatness;  // 0 .. 1: how high and rough it is
  bool hill, crest;
  std::uint64_t word;
};

// The greatest first: tops, then crests between them, then hills.
std::vector<MountainPlace> mountain_places(const SignGround& ground, const Parallel& parallel);

}  // namespace terrawright::map
