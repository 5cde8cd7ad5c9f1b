// SPDX-License-Identifier: Apache-2.0
// Pages of the world of cells that only other people's stages make.
#include "packs/viewer/writers/scene/html/scene.hpp"

#include <zlib.h>

#include <cmath>
#include <limits>

#include "engine/tables/row_readers.hpp"
#include "images/fixture.hpp"
#include "packs/viewer/writers/scene/html/scene_work.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright;
using terrawright::test::Json;

namespace {

std::string page_of(const std::vector<std::shared_ptr<engine::Layer>>& layers, const test::WriterValues& with = {}) {
  const test::Folder folder;
  images::Provenance world = test::provenance();
  world.metres_per_cell = 250;
  world.width = layers[0]->facts().width;
  world.height = layers[0]->facts().height;
  test::Picture picture{folder / "v.html", {}, {}};
  picture.with = with;
  for (std::size_t i = 0; i < layers.size(); ++i) picture.parts.push_back({"layer" + std::to_string(i), layers[i]});
  REQUIRE(test::write(picture, world).size() == 1);
  return test::bytes_of(folder / "v.html");
}

std::string between(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find(end, at) - at);
}

Json scene_of(const std::vector<std::shared_ptr<engine::Layer>>& layers) {
  return Json::parse(between(page_of(layers), "id=\"scene\">", "</script>"));
}

// Some at a time, as a writer gets them.
scene::SceneTable batches(const engine::Product& table) {
  const auto each = [table](const std::function<void(const scene::SceneBatch&)>& take) {
    engine::RowBatches rows(table);
    while (const terrawright_table* some = rows.next(4)) take({*some, {rows.breaks().data(), rows.breaks().size()}});
  };
  return {table.table->places == engine::RowGeometry::lines, each};
}

// Lines of 40 places from cell to cell, each twice as long as the one before, and a column.
engine::Product lines(std::uint64_t rows) {
  auto table = std::make_shared<engine::StoredTable>();
  table->places = engine::RowGeometry::lines;
  table->rows = rows;
  std::vector<double> lengths;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (int i = 0; i < 40; ++i)
      table->points.push_back({static_cast<double>(i << row) / 4, static_cast<double>(100 * row)});
    table->ends.push_back(table->points.size());
    lengths.push_back(static_cast<double>(39 << row) / 4);
  }
  table->columns.push_back({"length", "cells", lengths});
  engine::Product product;
  product.table = table;
  return product;
}

std::string inflated(const std::string& stream) {
  std::string bytes(1 << 20, '\0');
  auto length = static_cast<uLongf>(bytes.size());
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length, reinterpret_cast<const Bytef*>(stream.data()),
                     static_cast<uLong>(stream.size())) == Z_OK);
  return bytes.substr(0, length);
}

// In cells, by row.
std::vector<std::vector<std::pair<double, double>>> places_of(const std::string& stream) {
  const std::string bytes = inflated(stream);
  std::size_t at = 0;
  const auto next = [&] {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.at(at++));
      number |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) return number;
    }
  };
  const auto with_sign = [&] {
    const std::uint64_t z = next();
    return z % 2 == 0 ? static_cast<double>(z / 2) : -static_cast<double>((z + 1) / 2);
  };
  std::vector<std::vector<std::pair<double, double>>> rows;
  while (at < bytes.size()) {
    rows.emplace_back();
    double x = 0, y = 0;
    for (std::uint64_t left = next(); left > 0; --left) {
      x += with_sign() / 16;
      y += with_sign() / 16;
      rows.back().emplace_back(x, y);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("Lines are told place by place, of a coarse grid those that lie apart", "[images.scene]") {
  const scene::SceneTable table = batches(lines(6));
  const scene::CodedTable all = scene::coded_table(table, 1);
  CHECK(all.description["rows"] == 6);
  const auto rows = places_of(all.places);
  REQUIRE(rows.size() == 6);
  for (std::size_t row = 0; row < 6; ++row) {
    REQUIRE(rows[row].size() == 40);
    for (std::size_t i = 0; i < 40; ++i)
      CHECK(rows[row][i] == std::pair(static_cast<double>(i << row) / 4, 100.0 * static_cast<double>(row)));
  }
  // The first line reaches 9.75 cells, the second 19.5.
  const scene::CodedTable few = scene::coded_table(table, 16);
  CHECK(few.description["rows"] == 5);
  CHECK(few.description["of"] == 6);
  CHECK(few.description["apart"] == 16);
  CHECK(Json::parse(inflated(few.values)) == Json({{"length", {19.5, 39.0, 78.0, 156.0, 312.0}}}));
  for (const auto& line : places_of(few.places)) {
    CHECK(line.front().first == 0);
    for (std::size_t i = 1; i + 1 < line.size(); ++i) CHECK(line[i].first - line[i - 1].first >= 16);
  }
  CHECK(places_of(few.places).back().back() == std::pair(312.0, 500.0));
}

TEST_CASE("A table of points has one in each square of a coarse grid", "[images.scene]") {
  auto table = std::make_shared<engine::StoredTable>();
  table->places = engine::RowGeometry::points;
  table->points = {{0, 0}, {1, 0}, {7.5, 7.9}, {8, 0}, {9, 1}, {0, 8}};
  table->rows = table->points.size();
  table->columns.push_back({"name", "1", std::vector<std::string>{"a", "b", "c", "d", "e", "<f>"}});
  engine::Product product;
  product.table = table;
  CHECK(Json::parse(inflated(scene::coded_table(batches(product), 1).values))["name"].size() == 6);
  const scene::CodedTable few = scene::coded_table(batches(product), 8);
  CHECK(Json::parse(inflated(few.values)) == Json({{"name", {"a", "d", "<f>"}}}));
  CHECK(places_of(few.places).size() == 3);
  CHECK(few.description["kind"] == "points");
  CHECK(few.description["columns"][0] == scene::Json({{"name", "name"}, {"unit", ""}, {"type", "text"}}));
}

TEST_CASE("A table that would take too much becomes coarser until it does not", "[images.scene]") {
  const scene::SceneTable table = batches(lines(12));
  const auto bytes = [](const scene::CodedTable& of) { return of.places.size() + of.values.size(); };
  const std::size_t whole = bytes(scene::coded_table(table, 1));
  CHECK(scene::coded_table(table, 1, whole).description["apart"] == 1);
  const scene::CodedTable half = scene::coded_table(table, 1, whole / 2);
  CHECK(bytes(half) <= whole / 2);
  CHECK(half.description["apart"].get<int>() > 1);
  CHECK(half.description["rows"].get<int>() > 0);
  CHECK(scene::coded_table(table, 1, 0).description["rows"] == 0);
}

TEST_CASE("Cells that are no number have no value in a page", "[images.scene]") {
  const float none = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  const auto some = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 3, 2, {1, 2, none, endless, -endless, 6});
  const auto nothing = test::layer<float>(TERRAWRIGHT_KIND_SCALAR, "C", 3, 2, std::vector<float>(6, none));
  const Json layers = scene_of({some, nothing})["layers"];
  CHECK(layers[0]["minimum"] == 1);
  CHECK(layers[0]["maximum"] == 6);
  CHECK(layers[0]["blocks"][0]["missing"] == 51);  // steps of a tenth
  CHECK(layers[1]["minimum"].is_null());
  CHECK(layers[1]["maximum"].is_null());
  CHECK(layers[1]["blocks"][0]["missing"] == 0);
}

TEST_CASE("The largest numbers and classes that a legend does not know are in a page", "[images.scene]") {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto height = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 2, 2, {1e30f, -3e38f, 0, 3e38f});
  const auto count = test::layer<std::int64_t>(TERRAWRIGHT_KIND_COUNT, "1", 2, 2, {0, 1, 2, most});
  const auto classes =
      test::layer<std::uint16_t>(TERRAWRIGHT_KIND_CLASS, "1", 2, 2, {1, 700, 65535, 65535}, test::three_classes());
  const Json layers = scene_of({height, count, classes})["layers"];
  CHECK(layers[0]["maximum"].get<double>() == Approx(3e38));
  CHECK(layers[1]["maximum"].get<double>() == Approx(9.223372e18));
  const Json& legend = layers[2]["legend"];
  REQUIRE(legend.size() == 4);
  CHECK(legend[1]["cells"] == 0);
  CHECK(legend[2] == Json({{"value", 700}, {"name", "rock"}, {"title", "rock"}, {"colour", "#5a5046"}, {"cells", 1}}));
  CHECK(legend[3] ==
        Json({{"value", 65535}, {"name", "65535"}, {"title", "class 65535"}, {"colour", "#ff00ff"}, {"cells", 2}}));
}

TEST_CASE("A page begins with a flat picture of its world, of at most 30 kB", "[images.scene]") {
  constexpr std::int64_t side = 1100;
  std::vector<float> heights(side * side);
  std::vector<Colour> noise(side * side);
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    random = random * 1664525 + 1013904223;
    noise[i] = {static_cast<std::uint8_t>(random >> 24), static_cast<std::uint8_t>(random >> 16), 90, 255};
    heights[i] = static_cast<float>(random >> 22) - 500;
  }
  const auto land = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", side, side, heights);
  const auto colours = test::layer<Colour>(TERRAWRIGHT_KIND_COLOUR, "1", side, side, noise);
  const std::string begin = "<img id=\"flat\" alt=\"isle from above\" src=\"data:image/";
  for (const double png : {0.0, 1.0}) {
    CAPTURE(png);
    const auto without = page_of({land}, {{"picture", {png}}}), with = page_of({land, colours}, {{"picture", {png}}});
    for (const std::string& page : {without, with}) {
      CHECK(page.find(begin) < page.find("id=\"scene\""));
      const std::string picture = between(page, begin, "\"");
      CHECK(picture.find(png == 1 ? "png;base64,iVBOR" : "webp;base64,UklGR") == 0);
      CHECK(picture.size() < 30000);
      CHECK(picture.size() > 2000);
    }
    CHECK(between(without, begin, "\"") != between(with, begin, "\""));
    CHECK(Json::parse(between(with, "id=\"scene\">", "</script>"))["layers"][1]["blocks"].size() == 1);
  }
}

TEST_CASE("The grid of a view has at most 4097 cells a side", "[images.scene]") {
  CHECK(scene::scene_grid(4097, 1).every == 1);
  CHECK(scene::scene_grid(4098, 1).every == 2);
  CHECK(scene::scene_grid(4098, 1).width == 2049);
  CHECK(scene::scene_grid(8194, 8193).every == 2);
  CHECK(scene::scene_grid(1, 8195).every == 4);
  CHECK(scene::scene_grid(1048577, 1048577).every == 256);
  CHECK(scene::scene_grid(1048577, 1048577).width == 4097);
  CHECK(scene::scene_grid(100, 100, 4).width == 25);
}

TEST_CASE("The page that the program has can be filled in", "[images.scene]") {
  const scene::PageParts parts = scene::parts_of(scene::viewer_page());
  CHECK(parts.begin.find("<!doctype html>") == 0);
  CHECK(parts.end.find("</html>") != std::string_view::npos);
  CHECK_THROWS(scene::parts_of("<title>terrawright</title>"));
  CHECK_THROWS(scene::parts_of("<title>terrawright</title><!-- scene --><!-- scene -->"));
  CHECK_THROWS(scene::parts_of("<!-- scene --><title>terrawright</title>"));
  CHECK(scene::parts_of("a<title>terrawright</title>b<!-- scene -->c").middle == "b");
}
