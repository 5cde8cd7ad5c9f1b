// SPDX-License-Identifier: Apache-2.0
// The outline of an island in numbers that do not depend on its size, and where its summit is.
#pragma once
#include <cstdint>
#include <vector>

namespace terrawright::metrics {

struct Outline {
  double elongation;   // sqrt of the ratio of the eigenvalues of the land's covariance; 1: as long as broad
  double solidity;     // area / area of the convex hull
  double compactness;  // 4 pi area / perimeter^2, along the sides of cells; a disc has 0.62
  double off_middle;   // summit to centroid / sqrt(area / pi)
};

// Shape on an outline whose longer side is 96 cells, as maps of all scales are compared; the summit on all cells.
Outline outline(const std::vector<std::uint8_t>& land, const std::vector<float>& height, std::int64_t width);

// Minus the slope of log (boxes that hold coast) on log (their side), sides 2, 4 ... W/16.
double box_dimension(const std::vector<std::uint8_t>& land, int side);

// Cells of land with sea on three sides or four, and of sea with land on as many, in 1000 cells beside the shore.
double one_cell_teeth(const std::vector<std::uint8_t>& land, int side);

}  // namespace terrawright::metrics
