// SPDX-License-Identifier: Apache-2.0
// sight.hpp: how far apart two colours are for those who see all colours, and for those who do not.
#pragma once
#include "terrawright/kinds.hpp"

namespace terrawright::map {

// Lacking no cones, the red ones, the green ones, the blue ones.
enum class Sight { normal, protan, deutan, tritan };
inline constexpr Sight sights[] = {Sight::normal, Sight::protan, Sight::deutan, Sight::tritan};
const char* name_of(Sight sight);

// CIE76 between two opaque colours as Machado, Oliveira and Fernandes (2009) show them at severity 1. Made of +, -, *,
// / and sqrt alone, so the same everywhere.
double distance(Colour a, Colour b, Sight sight);

// The sight in which they are nearest.
struct Nearness {
  double distance;
  Sight sight;
};
Nearness nearness(Colour a, Colour b);

}  // namespace terrawright::map
