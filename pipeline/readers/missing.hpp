// SPDX-License-Identifier: Apache-2.0
// Samples without data, which are NaN.
#pragma once
#include <cstdint>

namespace terrawright::readers {

// Each becomes that of the nearest one with data, in steps along rows and columns; of those equally near the one that
// its west, north, east or south neighbour took, in this order. Throws std::runtime_error where none has data.
void fill_missing(float* cells, std::int64_t width, std::int64_t height);

}  // namespace terrawright::readers
