// SPDX-License-Identifier: Apache-2.0
// The part of a world that a build writes: X,Y,WIDTHxHEIGHT in cells (512,300,1025x1025), or with units
// (10km,5km,40kmx40km), from the left and top edges of the world.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "config/world.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::build {

// A number of cells, or metres.
struct Extent {
  std::optional<std::int64_t> cells;
  double metres = 0;
};

// A window as it was asked for, of a world that need not be known.
struct WrittenWindow {
  std::string text;
  Extent x, y, width, height;
};
std::optional<WrittenWindow> read_window(const std::string& text, report::Diagnostics& diagnostics);

// Its cells: of a length in metres those whose centres lie in it, so that windows side by side neither share nor lack
// a cell. Nothing where it leaves the world.
std::optional<Rect> window_in(const config::World& world, const WrittenWindow& written,
                              report::Diagnostics& diagnostics);

// "window-512-300-1025x1025", in names of files and folders.
std::string name_of(const Rect& window);

}  // namespace terrawright::build
