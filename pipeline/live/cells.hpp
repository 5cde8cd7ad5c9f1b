// SPDX-License-Identifier: Apache-2.0
// A layer as the page takes it: little-endian float32 (of a vector two a cell), of colours four bytes.
#pragma once
#include <cstdint>
#include <string>

#include "engine/layer.hpp"
#include "live/json.hpp"

namespace terrawright::live {

// So that no side has more cells than a page can show: every first, second, third ... cell of the world.
std::int64_t every_cell_of(std::int64_t width, std::int64_t height);

std::string cells_of(const engine::Layer& layer, std::int64_t every);
// Kind, unit, size, extremes and legend, with how many cells each class has.
Json facts_of(const engine::Layer& layer, std::int64_t every);

}  // namespace terrawright::live
