// SPDX-License-Identifier: Apache-2.0
// Smaller pictures in the file of a large one, as GIS programs draw it from afar.
#pragma once
#include <cstdint>
#include <vector>

namespace terrawright::images {

// Cells a side of the squares in which a picture with overviews is stored.
constexpr std::int64_t overview_tile = 256;

// How many cells of the picture a side are one of each overview: 2, 4, 8 and so on to where all of it is one square, at
// most 64. Their cells are what coarse_rows.hpp makes of a block.
std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height);

}  // namespace terrawright::images
