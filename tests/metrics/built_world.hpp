// SPDX-License-Identifier: Apache-2.0
// All layers of one built world that the rows of the table of worlds measure.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "drainage.hpp"
#include "shipped_world.hpp"

namespace terrawright::metrics {

struct BuiltWorld {
  struct Lake {
    double area, outflow;  // km2, m3/s
    bool endorheic;
  };
  using Line = std::vector<terrawright_point>;

  std::string name;
  double cell = 0;                       // m
  std::vector<float> height;             // that go out, m
  std::vector<float> rain;               // mm/yr
  std::vector<std::uint8_t> land, lake;  // masks
  std::vector<std::uint8_t> river;       // mask, lakes left out
  std::vector<std::uint16_t> biome;      // classes
  Drainage drainage;                     // of the heights, with their hollows filled
  bool has_lakes = false;
  std::vector<Lake> lakes;
  std::vector<Line> lines;  // of rivers as files have them, in cells; none where no file has them
  double clipped = 0;       // cells beyond the range of the 16-bit heights

  int side() const { return drainage.side; }
  // Land that no lake covers.
  bool dry(std::size_t c) const { return land[c] != 0 && lake[c] == 0; }
};

BuiltWorld built_world(const test::Shipped& world, std::uint64_t seed, int side);

// configs/realistic.yaml with these heights in the place of its own. Water and rain are those of the new heights;
// coasts and lakes stay, and no file has lines of the new rivers.
BuiltWorld with_heights(const BuiltWorld& realistic, std::uint64_t seed, std::vector<float> height);

}  // namespace terrawright::metrics
