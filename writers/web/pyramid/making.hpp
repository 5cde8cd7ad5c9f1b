// SPDX-License-Identifier: Apache-2.0
// The tiles of a pyramid.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "web/pyramid/options.hpp"

namespace terrawright::web {

struct TileAt {
  int zoom;
  std::int64_t x, y;
};
using TakeTile = std::function<void(const TileAt& at, const std::string& png)>;

// All tiles, those of a zoom by their numbers (tile_id). The answer: how many pixels of the last zoom are of values
// that the encoding cannot tell. Throws as Writing does.
std::uint64_t make_tiles(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid,
                         const TakeTile& take);

}  // namespace terrawright::web
