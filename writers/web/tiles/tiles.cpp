// SPDX-License-Identifier: Apache-2.0
// A folder of {z}/{x}/{y}.png, and tile.json beside them: TileJSON 3.0.0, with the members tileSize and encoding that
// MapLibre reads. The tiles' address is relative to it.
#include "web/pyramid/pyramid_writer.hpp"

namespace terrawright::web {
namespace {

struct Tiles : PyramidOptions {
  static void describe(WriterSpec<Tiles>& s) {
    s.writer("web.tiles", "Tiles for maps on the web, in Web Mercator: a folder of {z}/{x}/{y}.png with a tile.json.");
    s.source("TileJSON 3.0.0, https://github.com/mapbox/tilejson-spec.");
    s.folder();
    describe_layer(s);
  }

  void arrange(Delivery& delivery) const {
    constexpr std::int64_t most = 1000000;
    constexpr std::uint64_t listed = 400;
    PyramidOptions::arrange(delivery, most, listed, "write a .pmtiles file, or end with a zoom that is less deep");
  }

  void write(const Writing& writing) const {
    const PyramidGrid grid = grid_of(writing.plain());
    const std::uint64_t clipped = make_tiles(writing, *this, grid, [&](const TileAt& at, const std::string& png) {
      writing.add_file(std::to_string(at.zoom) + "/" + std::to_string(at.x) + "/" + std::to_string(at.y) + ".png", png);
    });
    const PyramidGrid::Bounds of = grid.bounds();
    report::Json json = {{"tilejson", "3.0.0"},
                         {"tiles", {"{z}/{x}/{y}.png"}},
                         {"scheme", "xyz"},
                         {"minzoom", grid.least()},
                         {"maxzoom", grid.most()},
                         {"bounds", {of.west, of.south, of.east, of.north}},
                         {"center", {(of.west + of.east) / 2, (of.south + of.north) / 2, grid.least()}},
                         // Vector tiles must have these, and there are none.
                         {"vector_layers", report::Json::array()}};
    add_facts(json, writing);
    auto file = writing.open("tile.json");
    file.add(report::json_text(json));
    file.clipped(clipped);
  }
};

}  // namespace
}  // namespace terrawright::web

TERRAWRIGHT_WRITER(web, tiles, terrawright::web::Tiles)
