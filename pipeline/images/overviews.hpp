// SPDX-License-Identifier: Apache-2.0
// Smaller pictures in the file of a large one, as GIS programs draw it from afar.
#pragma once
#include <cstdint>
#include <vector>

namespace terrawright::images {

// Cells a side of the squares in which a picture with overviews is stored.
constexpr std::int64_t overview_tile = 256;

// How many cells of the picture a side are one of each overview: 2, 4, 8 and so on to where all of it is one square, at
// most 64.
std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height);

// A row of an overview of `factor`: of each block of so many columns and all `rows` the mean, in double precision and
// rows from the top; NaN does not count, and where nothing else is there the mean is NaN.
void mean_of_blocks(const float* cells, std::int64_t width, std::int64_t rows, std::int64_t factor, float* means);

}  // namespace terrawright::images
