// SPDX-License-Identifier: Apache-2.0
// Pyramids of tiles for the web: where pixels lie, what they are, and the file of all tiles.
#include <cmath>
#include <cstdlib>

#include "fixture.hpp"
#include "support/catch.hpp"
#include "web/pmtiles/pmtiles.hpp"
#include "web/pyramid/pyramid_writer.hpp"

using namespace terrawright;

namespace {

// A raster of 600 x 400 cells of 1 km around a place.
encode::GeoTransform around(double latitude, double longitude, double metres = 1000) {
  const double down = metres / 111195, across = down / std::cos(latitude * 3.14159265358979324 / 180);
  return {longitude - 300 * across, latitude + 200 * down, across, down};
}

}  // namespace

TEST_CASE("Rows of Web Mercator lie where the formula says", "[images.pyramid]") {
  const double pi = 3.14159265358979324;
  for (int i = 0; i <= 4096; ++i) {
    const double y = i / 4096.0;
    const double expected = std::atan(std::sinh(pi * (1 - 2 * y))) * 180 / pi;
    CHECK(web::mercator_latitude(y) == Approx(expected).margin(2e-13));
    CHECK(web::mercator_latitude(1 - y) == -web::mercator_latitude(y));
  }
  CHECK(web::mercator_latitude(0) == Approx(web::northmost).margin(1e-12));
  CHECK(web::mercator_latitude(0.5) == 0);
}

TEST_CASE("Tiles have the numbers that the specification of PMTiles gives them", "[images.pyramid]") {
  CHECK(web::tile_id(0, 0, 0) == 0);
  CHECK(web::tile_id(1, 0, 0) == 1);
  CHECK(web::tile_id(1, 0, 1) == 2);
  CHECK(web::tile_id(1, 1, 1) == 3);
  CHECK(web::tile_id(1, 1, 0) == 4);
  CHECK(web::tile_id(2, 0, 0) == 5);
  CHECK(web::tile_id(12, 3423, 1763) == 19078479);
  // The four below a tile follow each other: so a pyramid made zoom under zoom has each zoom in its order.
  for (std::int64_t y = 0; y < 16; ++y)
    for (std::int64_t x = 0; x < 16; ++x)
      CHECK((web::tile_id(5, 2 * x, 2 * y) - 341) / 4 == web::tile_id(4, x, y) - 85);
}

TEST_CASE("A pyramid reaches from a pixel a cell to one tile", "[images.pyramid]") {
  const auto [latitude, longitude] =
      GENERATE(std::pair(52.0, 11.0), std::pair(-33.0, -170.0), std::pair(0.0, 0.0), std::pair(71.0, 150.0));
  const std::int64_t side = GENERATE(256, 512);
  const encode::GeoTransform transform = around(latitude, longitude);
  const web::PyramidGrid grid(side, {}, transform, 600, 400);
  CHECK(grid.tiles(grid.least()) == 1);
  CHECK((grid.least() == grid.most() || grid.tiles(grid.least() + 1) > 1));
  const double pixel = 360.0 / static_cast<double>(side << grid.most());
  CHECK(pixel / transform.across <= Approx(std::sqrt(2.0)));
  CHECK(pixel / transform.across > std::sqrt(0.5));
  // Every pixel's middle lies in the raster, and of those beside them none does.
  const web::Span columns = grid.columns(grid.base()), rows = grid.rows(grid.base());
  CHECK(grid.x_of(columns.begin) >= -0.5);
  CHECK(grid.x_of(columns.begin - 1) < -0.5);
  CHECK(grid.x_of(columns.end - 1) < 599.5);
  CHECK(grid.x_of(columns.end) >= 599.5 - 1e-9);
  CHECK(grid.y_of(rows.begin) >= -0.5);
  CHECK(grid.y_of(rows.begin - 1) < -0.5);
  CHECK(grid.y_of(rows.end - 1) < 399.5);
  CHECK(grid.y_of(rows.end) >= 399.5 - 1e-9);
}

TEST_CASE("A raster that is less than a pixel has one, in one tile of each zoom", "[images.pyramid]") {
  int without = 0;  // of those with a pixel's middle in them
  for (int i = 0; i < 800; ++i) {
    const web::PyramidGrid grid(256, {}, around(i * 0.2 - 80, i * 0.00271 - 11), 1, 1);
    CHECK(grid.columns(grid.base()).count() >= 1);
    CHECK(grid.rows(grid.base()).count() >= 1);
    CHECK(grid.least() <= grid.most());
    CHECK(grid.tiles(grid.least()) == 1);
    const double x = grid.x_of(grid.columns(grid.base()).begin);
    CHECK(std::abs(x) < 1.5);
    without += x < -0.5 || x > 0.5 ? 1 : 0;
  }
  CHECK(without > 0);
}

TEST_CASE("Light becomes the nearest code", "[images.pyramid]") {
  const auto& light = encode::linear_light();
  const web::NearestCode nearest;
  for (std::size_t code = 0; code < 256; ++code) CHECK(nearest(light[code]) == code);
  for (int i = 0; i <= 20000; ++i) {
    const float at = static_cast<float>(i) / 20000.0f;
    float least = 1;
    for (const float of : light) least = std::min(least, std::abs(of - at));
    CHECK(std::abs(light[nearest(at)] - at) <= least);
  }
  CHECK(nearest(-1.0f) == 0);
  CHECK(nearest(2.0f) == 255);
}

TEST_CASE("Codes of a pyramid are the commonest of four", "[images.pyramid]") {
  using Codes = web::Weighed<std::int32_t>;
  CHECK(Codes::of_four(3, 2, 3, 1) == 3);
  CHECK(Codes::of_four(3, 2, 3, 2) == 2);
  CHECK(Codes::of_four(-1, -1, -1, 7) == 7);
  CHECK(Codes::of_four(-1, -1, -1, -1) == -1);
}

namespace {

// A writer of so many tiles, of which every third one is as the one before it, every seventh as all of these.
struct ManyTiles {
  static int tiles;
  static std::string expected;

  static void describe(WriterSpec<ManyTiles>& s) {
    s.writer("test.many_tiles", "Tiles of texts.");
    s.port("layer", Mask::kinds, "Anything.");
  }

  void write(const Writing& writing) const {
    const encode::GeoTransform whole{-180, web::northmost, 0.1, 0.1};
    const web::PyramidGrid grid(256, {0, 8}, whole, 3600, 1700);
    web::PmTilesArchive archive(writing);
    int n = 0;
    for (std::int64_t d = 0; d < 256 * 256 && n < tiles; ++d) {
      std::int64_t x = 0, y = 0, t = d;  // along the curve, as its definition has it
      for (std::int64_t s = 1; s < 256; s *= 2) {
        const std::int64_t rx = 1 & (t / 2), ry = 1 & (t ^ rx);
        if (ry == 0) {
          if (rx == 1) {
            x = s - 1 - x;
            y = s - 1 - y;
          }
          std::swap(x, y);
        }
        x += s * rx;
        y += s * ry;
        t /= 4;
      }
      if (d % 5 == 4) continue;  // a gap
      const std::string text = n % 7 == 0 ? "sea" : "tile " + std::to_string(n / 3 * 3);
      archive.add({8, x, y}, text);
      expected += "8 " + std::to_string(x) + " " + std::to_string(y) + " " + text + "\n";
      ++n;
    }
    archive.add({0, 0, 0}, "sea");
    expected += "0 0 0 sea\n";
    auto file = writing.open();
    archive.write(file, grid, "{\"a\": 1}\n");
  }
};
int ManyTiles::tiles;
std::string ManyTiles::expected;

}  // namespace

TEST_CASE("A PMTiles file of thousands of tiles has leaf directories, and equal tiles once", "[images.pyramid]") {
  const test::Folder folder;
  ManyTiles::tiles = GENERATE(3, 30000);
  ManyTiles::expected.clear();
  const auto layer = test::layer<std::uint8_t>(TERRAWRIGHT_KIND_MASK, "", 1, 1, {1});
  const images::Picture plan{folder / "t.pmtiles", {{"l", layer->facts()}}};
  images::Delivery::Order order;
  order.writer = std::make_shared<border::WriterDescription>(detail::WriterBorder<ManyTiles>::plain());
  order.ports = {0};
  order.provenance = test::provenance();
  const images::Delivery delivery(std::move(order), plan);
  REQUIRE(delivery.failures().empty());
  const std::vector<engine::Product> made{{layer, {}, nullptr, nullptr, nullptr}};
  const std::atomic<bool> going{false};
  auto written = delivery.write({plan, made, test::provenance(), going, {}});
  REQUIRE(written.size() == 1);
  images::commit({}, {written[0].file.get()});
  written.clear();
  CHECK(folder.names() == std::set<std::string>{"t.pmtiles"});
  test::write_text(folder / "expected.txt", ManyTiles::expected);
  const std::string read = TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/images/pmtiles.py " +
                           (folder / "t.pmtiles").string() + " " + (folder / "expected.txt").string();
  CHECK(std::system((read + (ManyTiles::tiles == 3 ? " root" : " leaves")).c_str()) == 0);
}
