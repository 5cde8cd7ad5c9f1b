// SPDX-License-Identifier: Apache-2.0
#include "web/pmtiles/archive.hpp"

namespace terrawright::web {
namespace {

struct PmTiles : PyramidOptions {
  static void describe(WriterSpec<PmTiles>& s) {
    s.writer("web.pmtiles", "Tiles for maps on the web, in Web Mercator, in one file, as MapLibre and QGIS read it.");
    s.source("PMTiles version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.");
    s.ending(".pmtiles");
    describe_layer(s);
  }

  void arrange(Delivery& delivery) const {
    constexpr std::int64_t most = 100000000;
    PyramidOptions::arrange(delivery, most, PmTilesArchive::bytes_of_tile, "end with a zoom that is less deep");
  }

  void write(const Writing& writing) const {
    const PyramidGrid grid = grid_of(writing.plain());
    PmTilesArchive archive(writing);
    const std::uint64_t clipped =
        make_tiles(writing, *this, grid, [&](const TileAt& at, const std::string& png) { archive.add(at, png); });
    report::Json json = report::Json::object();
    add_facts(json, writing);
    auto file = writing.open();
    archive.write(file, grid, report::json_text(json));
    file.clipped(clipped);
  }
};

}  // namespace
}  // namespace terrawright::web

TERRAWRIGHT_WRITER(web, pmtiles, terrawright::web::PmTiles)
