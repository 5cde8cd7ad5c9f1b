// SPDX-License-Identifier: Apache-2.0
// land_and_sea.hpp: rows of a picture whose land and sea are painted each by itself, and mixed along the shore.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "view/colour_rows.hpp"
#include "view/shore_rows.hpp"

namespace terrawright::view {

class LandAndSea {
 public:
  LandAndSea(const View<const float>& z, const Rect& tile)
      : shore_(z, tile), water_(tile.width), soil_(tile.width), land_share_(water_.size()) {}

  bool any_land() const { return shore_.any_land(); }
  bool any_sea() const { return shore_.any_sea(); }

  // paint_water(row), paint_soil(row): paint row y where the tile has sea, or land, in it.
  template <class PaintWater, class PaintSoil>
  void paint(std::int64_t y, Colour* to, PaintWater paint_water, PaintSoil paint_soil) {
    const bool water = shore_.any_sea(y), soil = shore_.any_land(y);
    if (water) paint_water(water_);
    if (soil) paint_soil(soil_);
    if (water && soil) {
      shore_.shares(y, land_share_.data());
      lay_over(land_share_.data(), soil_.red.data(), water_.red.data(), water_.size());
      lay_over(land_share_.data(), soil_.green.data(), water_.green.data(), water_.size());
      lay_over(land_share_.data(), soil_.blue.data(), water_.blue.data(), water_.size());
    }
    const ColourRow& row = water ? water_ : soil_;
    write_bytes(row.red.data(), row.green.data(), row.blue.data(), to, row.size());
  }

 private:
  ShoreRows shore_;
  ColourRow water_, soil_;
  std::vector<double> land_share_;  // of the row that is painted
};

}  // namespace terrawright::view
