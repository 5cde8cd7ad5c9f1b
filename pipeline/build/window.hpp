// SPDX-License-Identifier: Apache-2.0
// The part of a world that a build writes: X,Y,WIDTHxHEIGHT in cells (512,300,1025x1025), or with units
// (10km,5km,40kmx40km), from the left and top edges of the world.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "config/world.hpp"
#include "engine/product.hpp"
#include "engine/tables/stored_table.hpp"
#include "graph/graph.hpp"
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

// The part of the world's content in a window.

// A window of a world.
struct Crop {
  Rect window{};
  std::int64_t width = 0, height = 0;  // of the world
};

// The rows of a table that have a place in the window, each with the values that it has in the world. A point counts
// where its cell does; a line is cut at the edge of the outermost cells, and where it leaves and comes back the row has
// several pieces. Rows without a place, as a histogram's, are the whole world's and stay. The edge of the world cuts
// nothing.
engine::StoredTable cut_table(const engine::StoredTable& table, const Crop& crop);

// A layer of the window's size with the same cells, of which statistics, classes and digest are the window's; a table
// with the rows whose places lie inside, as cut_table() says. Numbers stay what they are.
engine::Product cropped(const engine::Product& of_world, const Crop& crop,
                        const std::shared_ptr<engine::Memory>& memory);

// Bytes of memory that the window's part of all outputs takes.
std::uint64_t bytes_of_crops(const graph::Graph& graph, const Rect& window);

}  // namespace terrawright::build
