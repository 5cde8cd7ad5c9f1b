// SPDX-License-Identifier: Apache-2.0
// Pictures in tiles, a file each.
#include <map>

#include "fixture.hpp"
#include "images/read.hpp"
#include "images/whole_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using images::Tiling;
namespace fs = std::filesystem;

namespace {

// A picture of one layer, in tiles.
struct Tiled {
  fs::path file;
  std::shared_ptr<engine::Layer> layer;
  Tiling tiles;
  std::optional<images::Range> range = {};
  std::optional<Rect> window = {};
};

test::Picture picture_of(const Tiled& of) { return {of.file, {{"h", of.layer}}, of.range}; }

images::Provenance world_of(const Tiled& of) {
  images::Provenance from = test::provenance();
  from.window = of.window;
  return from;
}

std::vector<images::Written> write(const Tiled& of) { return test::write(picture_of(of), world_of(of), of.tiles); }

std::shared_ptr<engine::Layer> numbered(std::int64_t width, std::int64_t height) {
  std::vector<float> cells(static_cast<std::size_t>(width * height));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<float>(i);
  return test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells);
}

}  // namespace

TEST_CASE("tiles share their overlap and hold every cell", "[images.tiles]") {
  // 2^n + 1 cells in tiles of 2^m + 1 come out even.
  const Tiling even{2048, 1, true, 32769, 32769};
  CHECK(even.columns() == 16);
  CHECK(even.tile(255).cells.x == 15 * 2048);
  CHECK(even.tile(255).cells.width == 2049);
  const auto side = GENERATE(1, 2, 7, 64, 300);
  const auto overlap = GENERATE(0, 1, 2);
  const auto width = GENERATE(1, 2, 3, 64, 65, 66, 129);
  if (overlap > side) return;
  const Tiling tiles{side, overlap, false, width, 5};
  std::vector<int> seen(static_cast<std::size_t>(width));
  std::int64_t before = 0;
  for (std::int64_t x = 0; x < tiles.columns(); ++x) {
    const Rect cells = tiles.tile(x).cells;
    CHECK(cells.x == x * side);
    CHECK(cells.width >= 1);
    CHECK(cells.width <= side + overlap);
    if (x > 0) CHECK(before - cells.x == overlap);     // shared with the one before
    if (x > 0) CHECK(cells.x + cells.width > before);  // and something of its own
    before = cells.x + cells.width;
    for (std::int64_t i = cells.x; i < before; ++i) ++seen[static_cast<std::size_t>(i)];
  }
  for (const int times : seen) CHECK(times >= 1);
}

TEST_CASE("names of tiles are filled in, wherever the numbers stand", "[images.tiles]") {
  CHECK(images::tile_path("o/a_x{x}_y{y}.png", 12, 3) == "o/a_x12_y3.png");
  CHECK(images::tile_path("{y}/{x}-{y}.png", 12, 3) == "3/12-3.png");
  CHECK(images::folder_of_tiles("o/a_x{x}_y{y}.png") == "o");
  CHECK(images::folder_of_tiles("o/p/{y}/{x}.png") == "o/p");
}

TEST_CASE("a tile is the file of a window of its cells", "[images.tiles]") {
  const test::Folder folder;
  const auto extension = GENERATE(std::string(".png"), std::string(".exr"), std::string(".tif"));
  const std::int64_t width = 1050, height = 37;
  const auto cells = test::heights(width, height);
  const auto range = extension == ".png" ? std::optional(images::Range{-1000, 1000}) : std::nullopt;
  const auto window = GENERATE(std::optional<Rect>(), std::optional(Rect{11, 7, 1050, 37}));
  images::Provenance from = test::provenance();
  from.width = 2000;
  from.height = 1000;
  from.window = window;
  const Tiled of{folder / ("t{x}-{y}" + extension),
                 test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells),
                 {600, 20, false, width, height},
                 range};
  const auto tiles = test::write(picture_of(of), from, of.tiles);
  REQUIRE(tiles.size() == 2);  // 600 + 20 and 450 cells; 17 rows are no tile, as 20 are shared: 37 - 20 <= 600
  for (std::int64_t i = 0; i < 2; ++i) {
    const Rect area = of.tiles.tile(i).cells;
    std::vector<float> part;
    for (std::int64_t y = 0; y < area.height; ++y) {
      const auto row = cells.begin() + (area.y + y) * width + area.x;
      part.insert(part.end(), row, row + area.width);
    }
    images::Provenance own = from;
    own.window = Rect{area.x, area.y, area.width, area.height};
    if (window) own.window->x += window->x;
    if (window) own.window->y += window->y;
    const fs::path alone = folder / ("alone" + extension);
    test::write({alone, {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", area.width, area.height, part)}}, range}, own);
    CHECK((test::bytes_of(tiles[static_cast<std::size_t>(i)].path()) == test::bytes_of(alone)));
  }
}

TEST_CASE("the last tiles repeat the last cells, or are smaller", "[images.tiles]") {
  const test::Folder folder;
  const auto layer = numbered(5, 3);
  write({folder / "r{x}_{y}.tif", layer, {3, 1, true, 5, 3}});
  CHECK(folder.names() == std::set<std::string>{"r0_0.tif", "r1_0.tif"});
  const auto first = test::read(folder / "r0_0.tif").at(0), last = test::read(folder / "r1_0.tif").at(0);
  CHECK(first.pixels == std::vector<float>{0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 10, 11, 12, 13});
  CHECK(last.pixels == std::vector<float>{3, 4, 4, 4, 8, 9, 9, 9, 13, 14, 14, 14, 13, 14, 14, 14});
  write({folder / "c{x}_{y}.tif", layer, {3, 1, false, 5, 3}});
  const auto cut = test::read(folder / "c1_0.tif").at(0);
  CHECK(cut.width == 2);
  CHECK(cut.height == 3);
  CHECK(cut.pixels == std::vector<float>{3, 4, 8, 9, 13, 14});
  // Over several chunks too, all of which lie beyond the world but one.
  write({folder / "w{x}_{y}.tif", layer, {1100, 0, true, 5, 3}});
  const auto wide = test::read(folder / "w0_0.tif").at(0);
  REQUIRE(wide.width == 1100);
  REQUIRE(wide.height == 1100);
  bool good = true;
  for (std::size_t y = 0; y < 1100; ++y)
    for (std::size_t x = 0; x < 1100; ++x)
      good = good && wide.pixels[1100 * y + x] ==
                         static_cast<float>(5 * std::min<std::size_t>(y, 2) + std::min<std::size_t>(x, 4));
  CHECK(good);
}

TEST_CASE("neighbours have the same cells where they overlap, and one range", "[images.tiles]") {
  const test::Folder folder;
  const auto layer = numbered(65, 33);
  const auto written = write({folder / "{x}_{y}.png", layer, {32, 1, true, 65, 33}, images::Range{100, 2000}});
  REQUIRE(written.size() == 2);
  const auto left = test::read(folder / "0_0.png").at(0), right = test::read(folder / "1_0.png").at(0);
  REQUIRE(left.width == 33);
  REQUIRE(right.width == 33);
  for (std::size_t y = 0; y < 33; ++y) CHECK(left.pixels[33 * y + 32] == right.pixels[33 * y]);
  for (const auto& image : {left, right}) CHECK(image.attributes.at("terrawright:range_maximum") == "2000");
  CHECK(left.attributes.at("terrawright:window") == "0,0,33x33");
  CHECK(right.attributes.at("terrawright:window") == "32,0,33x33");
  CHECK(written[0].clipped + written[1].clipped > 0);
}

TEST_CASE("where one tile of colours is not opaque all have alpha", "[images.tiles]") {
  const test::Folder folder;
  std::vector<Colour> cells(8, Colour{1, 2, 3, 255});
  const auto solid = test::layer(TERRAWRIGHT_KIND_COLOUR, "", 4, 2, cells);
  cells[3].alpha = 9;
  const auto glass = test::layer(TERRAWRIGHT_KIND_COLOUR, "", 4, 2, cells);
  write({folder / "s{x}_{y}.png", solid, {2, 0, true, 4, 2}});
  write({folder / "g{x}_{y}.png", glass, {2, 0, true, 4, 2}});
  CHECK(test::read(folder / "s0_0.png").at(0).channels == 3);
  CHECK(test::read(folder / "g0_0.png").at(0).channels == 4);
  CHECK(test::read(folder / "g1_0.png").at(0).channels == 4);
}

TEST_CASE("tiles of classes have a legend each, with their own cells", "[images.tiles]") {
  const test::Folder folder;
  const auto layer = test::layer(TERRAWRIGHT_KIND_CLASS, "", 4, 2, test::classes(4, 2), test::three_classes());
  const Tiled of{folder / "{x}_{y}.png", layer, {2, 0, true, 4, 2}};
  const auto written = write(of);
  const auto files = images::files_of(test::planned(picture_of(of), test::provenance(), of.tiles));
  REQUIRE(written.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(written[i].path() == files[i]);
  CHECK(files[1] == folder / "0_0.legend.json");
  CHECK(test::bytes_of(files[3]).find("\"window\": \"2,0,2x2\"") != std::string::npos);
}

TEST_CASE("more tiles than a process may have open files wait for their names", "[images.tiles]") {
  const test::Folder folder;
  const std::atomic<bool> cancelled{false};
  const Tiled of{folder / "a/{y}/{x}.tif", numbered(40, 40), {1, 0, true, 40, 40}};
  const auto open_files = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
  };
  const auto before = open_files();
  {
    const auto written = test::write(picture_of(of), test::provenance(), cancelled, of.tiles);
    CHECK(written.size() == 1600);
    CHECK(open_files() <= before + 2);
    CHECK_FALSE(fs::exists(folder / "a/0/0.tif"));
    CHECK(files::remove_leftovers(folder / "a").count == 0);  // they are being made
  }
  // Not named: gone, all of them.
  std::size_t left = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) left += entry.is_directory() ? 0 : 1;
  CHECK(left == 0);
  CHECK(files::remove_leftovers(folder / "a").count == 0);
}

TEST_CASE("what cannot be in tiles is refused", "[images.tiles]") {
  const auto picture = [](const std::string& file, std::uint32_t kind, Tiling tiles) {
    images::Picture of{file, {{"h", {kind, "", test::three_classes(), tiles.width, tiles.height}}}};
    of.tiles = tiles;
    return of;
  };
  const Tiling small{32, 1, true, 65, 65}, large{1 << 20, 1, true, 1048577, 1048577};
  const auto contains = [](const std::string& part) { return Catch::Contains(part); };
  for (const char* file : {"{x}_{y}.png", "{x}_{y}.exr", "{x}_{y}.tif"})
    CHECK(test::refusal(picture(file, TERRAWRIGHT_KIND_MASK, small), test::provenance()).empty());
  images::Picture classes = picture("{x}_{y}.png", TERRAWRIGHT_KIND_CLASS, small);
  CHECK(test::refusal(classes, test::provenance()).empty());
  classes.parts.push_back({"legend", classes.parts[0].facts});
  CHECK_THAT(test::refusal(classes, test::provenance()), contains("a legend is drawn beside a whole picture"));
  CHECK(test::refusal(picture("{x}_{y}.png", TERRAWRIGHT_KIND_MASK, large), test::provenance()) ==
        "a .png file has at most 1000000 cells a side, and these tiles have 1048577 x 1048577");
}
