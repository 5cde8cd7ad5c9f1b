// SPDX-License-Identifier: Apache-2.0
// layout.hpp: which part of the world lies on which part of the paper, at which scale.
#pragma once
#include <cstdint>
#include <optional>

#include "plane.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::map {

enum class Orientation { automatic, portrait, landscape };

struct Box {  // 1/100 mm: from its left and upper side to its right and lower side
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
  std::int32_t width() const { return right - left; }
  std::int32_t height() const { return bottom - top; }
};

struct WorldFacts {
  std::int64_t width = 1, height = 1;
  double cell = 1, latitude = 0, longitude = 0;
};

// Requested properties of the paper.
struct PaperFacts {
  std::int32_t shorter = 29700, longer = 42000;  // 1/100 mm
  Orientation orientation = Orientation::automatic;
  std::optional<double> denominator;
  bool any_scale = false;  // not only round ones
  bool band = true;        // room beside the map for title and legend
  bool trimmed = false;    // the paper ends around the frame
};

struct Layout {
  std::int32_t width = 0, height = 0;  // of the paper
  Box frame;                           // of the map
  Box band;                            // for title and legend; empty: they stand in the sea
  double x0 = 0, y0 = 0;               // cell at the frame's upper left corner
  double k = 1;                        // 1/100 mm a cell
  double denominator = 1;
  std::int32_t margin = 1100, border = 650;
  bool landscape = false;

  double x(double cell) const { return frame.left + (cell - x0) * k; }
  double y(double cell) const { return frame.top + (cell - y0) * k; }
  Spot spot(double cell_x, double cell_y) const { return {x(cell_x), y(cell_y)}; }
};

// Extent of land, in cells; without cells: none, and all of the world is shown. Throws a Failure where the land does
// not fit at the scale that is asked for.
Layout laid_out(const WorldFacts& world, const Rect& land, const PaperFacts& paper);

// Throws a Failure of the parameter that says how large the paper is, if it holds no map at all.
void require_room(const PaperFacts& paper, const char* parameter);

// The least round denominator that is no less.
double round_denominator(double least);

}  // namespace terrawright::map
