// SPDX-License-Identifier: Apache-2.0
#include "terrawright/magnify.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "terrawright/random.h"

using namespace terrawright;

namespace {

// The definition, one cell at a time.
template <class Value>
Value at(Kernel kernel, const std::vector<Value>& grid, const MagnifyAxis& along_x, const MagnifyAxis& along_y,
         std::int64_t x, std::int64_t y) {
  const Taps column = taps_at(kernel, along_x, x), row = taps_at(kernel, along_y, y);
  double wide[4];
  for (int k = 0; k < 4; ++k) {
    const Value* g = grid.data() + row.index[k] * along_x.samples;
    wide[k] = static_cast<double>(static_cast<Value>(weighted(
        kernel, column.weight, static_cast<double>(g[column.index[0]]), static_cast<double>(g[column.index[1]]),
        static_cast<double>(g[column.index[2]]), static_cast<double>(g[column.index[3]]))));
  }
  return static_cast<Value>(weighted(kernel, row.weight, wide[0], wide[1], wide[2], wide[3]));
}

template <class Value>
std::int64_t wrong_cells(Kernel kernel, std::int64_t samples, std::int64_t side, const Rect& area) {
  std::vector<Value> grid;
  for (std::int64_t i = 0; i < samples * samples; ++i) {
    grid.push_back(static_cast<Value>(static_cast<std::uint32_t>(terrawright_mix64(static_cast<std::uint64_t>(i)))) /
                   Value{3000000});
  }
  const MagnifyAxis axis{samples - 1, side - 1, samples};
  std::int64_t wrong = 0;
  magnify(kernel, grid.data(), axis, axis, area, [&](std::int64_t y, const Value* values) {
    for (std::int64_t x = 0; x < area.width; ++x) {
      const Value expected = at(kernel, grid, axis, axis, area.x + x, y);
      wrong += std::memcmp(&expected, values + x, sizeof expected) != 0 ? 1 : 0;
    }
  });
  return wrong;
}

}  // namespace

TEST_CASE("magnified cells have the bits of the formula, whatever the processor", "[sdk.magnify]") {
  for (const Kernel kernel : {Kernel::bspline, Kernel::catmull, Kernel::cosine, Kernel::linear}) {
    for (const Rect& area : {Rect{0, 0, 100, 97}, Rect{13, 41, 131, 7}, Rect{96, 0, 1, 1}, Rect{0, 64, 33, 64},
                             Rect{150, 150, 103, 103}}) {
      CHECK(wrong_cells<float>(kernel, 9, 257, area) == 0);
      CHECK(wrong_cells<double>(kernel, 9, 257, area) == 0);
      CHECK(wrong_cells<float>(kernel, 130, 200, area) == 0);
      for (const std::int64_t step : {1, 3, 4, 8}) {  // where a row is spread out
        CHECK(wrong_cells<float>(kernel, 256 / step + 1, 256 / step * step + 1, area) == 0);
        CHECK(wrong_cells<double>(kernel, 256 / step + 1, 256 / step * step + 1, area) == 0);
      }
    }
  }
}
