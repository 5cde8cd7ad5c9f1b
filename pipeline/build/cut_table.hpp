// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "build/crop.hpp"
#include "engine/stored_table.hpp"

namespace terrawright::build {

// The rows of a table that have a place in the window, each with the values that it has in the world. A point counts
// where its cell does; a line is cut at the edge of the outermost cells, and where it leaves and comes back the row has
// several pieces. Rows without a place, as a histogram's, are the whole world's and stay. The edge of the world cuts
// nothing.
engine::StoredTable cut_table(const engine::StoredTable& table, const Crop& crop);

}  // namespace terrawright::build
