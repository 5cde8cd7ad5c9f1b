// SPDX-License-Identifier: Apache-2.0
// Parts of a file, known before any cell exists, their file, and their origin.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encode/delivered.hpp"
#include "encode/png.hpp"
#include "encode/tiling.hpp"
#include "engine/layers/layer.hpp"
#include "engine/tables/row_readers.hpp"
#include "engine/tables/stored_table.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

class Delivery;

// Metadata of the world, and of a file's content. No times, no host names, nothing of the rest of the config: two
// builds give the same bytes, and a file changes only when what it holds does.
struct Provenance {
  std::string world;      // name
  std::string generator;  // "terrawright 0.1.0"
  std::string seed;       // as written in the world's file
  double metres_per_cell = 0;
  double latitude = 0;                 // degrees, centre row, north up
  std::int64_t width = 0, height = 0;  // cells
  std::optional<Rect> window = {};     // those that the files hold; nothing: all
  double longitude = 0;                // degrees, centre column
  std::int64_t coarsen = 1;            // cells a side that are one of the file
};

using encode::most_grey;
using encode::Range;
using encode::Tile;
using encode::Tiling;
using encode::window_text;

// A height, scalar or weight.
bool is_field(std::uint32_t kind);

// A layer, a text or a table.
struct Part {
  std::string name;
  engine::LayerFacts facts;
  engine::RowGeometry places = engine::RowGeometry::none;  // of a table
  // For a tile's layer the statistics of all tiles, for colours their alpha's, so that all are stored in one way.
  std::optional<Statistics> of_tiles = {};
  std::string title = {};  // what people call it; empty: the config does not say
  std::string doc = {};    // of the port that it comes from
  double metres = 0;       // that one of its unit is; 0: it is no length
  std::string recipe = {};
  std::size_t same_as = 0;  // the first part that is the same output of the same node; its own place: it is new
};

struct Picture {
  std::filesystem::path file;  // its extension names the format; empty: only printed, which a text or a table can be
  std::vector<Part> parts;     // in the order of the config
  double metres_per_cell = 0;  // of the world

  // A part of the world; its layers are of that size, or coarser. None: all, which coarser layers cannot tell.
  struct Window {
    Rect cells{};
    std::int64_t width = 0, height = 0;  // of the world
  };
  std::optional<Window> window = {};

  std::optional<Tiling> tiles = {};             // then `file` has {x} and {y} in it, and there is one of each tile
  bool is_tile = false;                         // one of them; then `window` is its own
  std::int64_t coarsen = 1;                     // cells of the world a side that are one of its layers
  bool by_layer = false;                        // each layer of the output has a file of its own
  std::shared_ptr<const Delivery> writer = {};  // which knows the rest; none: it is only printed
};

// The files that writing it makes, in the order in which write() gives them; of tiles all of them. Throws WriteFailed
// where the writer refuses a tile.
std::vector<std::filesystem::path> files_of(const Picture& picture);

// Bytes of memory that writing it takes beside layers and a band of rows: the cells of a tile, rows of overviews.
std::uint64_t bytes_beside(const Picture& picture);

// For pictures in tiles. More files than that no folder is pleasant with.
constexpr std::int64_t most_tiles = 1000000;
// For a raster that begins at `of` and has one cell for coarsen x coarsen of the world: the position of these cells in
// it. The last ones may reach beyond `of`, and are cut.
Rect in_world(const Rect& cells, const Rect& of, std::int64_t coarsen);
// With the tile's column and row in the place of {x} and {y}.
std::filesystem::path tile_path(const std::filesystem::path& pattern, std::int64_t x, std::int64_t y);
// The folder that all tiles are in or below.
std::filesystem::path folder_of_tiles(const std::filesystem::path& pattern);
// The picture of one of its tiles.
Picture tile_picture(const Picture& whole, const Tile& tile);

// Metadata of layers in every file.

using Attributes = std::vector<std::pair<std::string, std::string>>;

// "Software" and, each with "terrawright:" before it, layer, kind, unit, minimum, maximum, nans, metres_per_cell,
// latitude, longitude where it is not 0, seed, world, recipe (of what is pictured) and legend. For a window also its
// cells, the size of the world, and the degrees of its own middle, as latitude is. They are window, world_size,
// longitude, world_latitude and, if it is not 0, world_longitude. If one cell is several of the world, these too, and
// coarsen. Numbers are the shortest texts that read back as the same double. Missing properties of a layer are omitted.
Attributes attributes_of(const Part& part, const std::string& texture, const engine::Layer& layer,
                         const Provenance& provenance);

// A layer from top to bottom, a few rows at a time, so that no copy of all of it is ever made.

using encode::usual_band;
static_assert(encode::most_rows == schedule::chunk_side, "a band is of the rows of a chunk");

// each(first row, rows, pointer to the band's cells, row after row without gaps), as encode::band_rows() has it. Throws
// Stopped.
template <class Cell, class Each>
void each_band(const engine::Layer& layer, const std::atomic<bool>& cancelled, Each each,
               std::int64_t bytes = usual_band, std::int64_t of = 1) {
  const std::int64_t width = layer.facts().width;
  engine::LayerRows from(layer);
  encode::each_band<Cell>(
      width, layer.facts().height, encode::band_rows(width * layer.cell_bytes(), bytes, of),
      [&](std::int64_t y, std::int64_t rows, Cell* cells) {
        if (cancelled) throw Stopped{};
        from.read(y, rows, cells);
      },
      each);
}

// A coarser layer: one cell for each block of factor x factor, as coarse_rows.hpp says.
inline std::int64_t coarse_side(std::int64_t cells, std::int64_t factor) { return (cells + factor - 1) / factor; }

// Its statistics, classes and digest are its own. Reads a band of rows at a time. Throws Stopped.
std::shared_ptr<engine::Layer> coarsened(const engine::Layer& of, std::int64_t factor,
                                         const std::shared_ptr<engine::Memory>& memory,
                                         const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
