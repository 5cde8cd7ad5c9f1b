// SPDX-License-Identifier: Apache-2.0
// All that decides the heights of midpoint displacement, worked out before any cell exists.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "amplitude.hpp"
#include "displacement.hpp"
#include "lattice.hpp"
#include "nodes.hpp"

namespace terrawright::heights {

// Base of a block's centre: the mean of its four corners, or of its four displaced edge midpoints.
enum class CentreFrom { corners, edges };

struct MidpointSurface {
  std::uint64_t stream = 0;
  Lattice lattice;
  Nodes nodes;
  CentreFrom centre_from = CentreFrom::corners;
  Distribution distribution = Distribution::uniform;
  std::vector<Amplitude> amplitudes;  // one per level of the lattice
};

}  // namespace terrawright::heights
