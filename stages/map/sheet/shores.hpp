// SPDX-License-Identifier: Apache-2.0
// shores.hpp: the coast and the shores of lakes, as rings.
#pragma once
#include "blocks.hpp"

namespace terrawright::map {

// Rings around land; no land lies outside of them and no sea inside, but for what is too small to be drawn.
Lines coast_of(const Ground& ground, const Parallel& parallel);
Lines lake_shores(const Ground& ground, const Parallel& parallel);

}  // namespace terrawright::map
