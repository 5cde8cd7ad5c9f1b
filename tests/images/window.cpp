// SPDX-License-Identifier: Apache-2.0
// Metadata of a window of the world in files.
#include <map>

#include "encode/legend.hpp"
#include "fixture.hpp"
#include "images/picture.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright;
using terrawright::test::Json;

namespace {

// A cell is a degree down and, at 60 degrees, two across.
images::Provenance part_of(std::int64_t width, std::int64_t height, double latitude, const Rect& window) {
  images::Provenance from = test::provenance();
  from.metres_per_cell = 111195;
  from.latitude = latitude;
  from.width = width;
  from.height = height;
  from.window = window;
  return from;
}

std::string refusal(const images::Provenance& from) {
  images::Picture picture{"a.geojson", {}, from.metres_per_cell};
  const Rect cells = *from.window;
  picture.parts.push_back(
      {"lakes", {TERRAWRIGHT_KIND_TABLE, "", {}, cells.width, cells.height}, engine::RowGeometry::points});
  picture.window = images::Picture::Window{cells, from.width, from.height};
  return test::refusal(picture, from);
}

}  // namespace

TEST_CASE("A window has its own place in the metadata", "[images.window]") {
  const auto layer = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 21, 11, test::heights(21, 11));
  std::map<std::string, std::string> all;
  for (const auto& [name, value] :
       images::attributes_of({"height", {}}, "", *layer, part_of(101, 51, 60, {60, 5, 21, 11}))) {
    CHECK(all.emplace(name, value).second);
  }
  CHECK(all.at("terrawright:window") == "60,5,21x11");
  CHECK(all.at("terrawright:world_size") == "101x51");
  // Degrees of the middle cell (70, 10); that of the world is (50, 25).
  CHECK(all.at("terrawright:latitude") == "75");
  CHECK(all.at("terrawright:longitude") == "40");
  CHECK(all.at("terrawright:world_latitude") == "60");
  for (const auto& attribute : images::attributes_of({"height", {}}, "", *layer, test::provenance())) {
    for (const char* own : {"window", "world_size", "longitude", "world_latitude"})
      CHECK(attribute.first != std::string("terrawright:") + own);
  }
}

TEST_CASE("A line of several pieces is a MultiLineString, with the degrees of the world", "[images.window]") {
  engine::StoredTable made;
  made.places = engine::RowGeometry::lines;
  made.rows = 2;
  made.columns = {{"id", "1", std::vector<std::int64_t>{1, 2}}};
  made.points = {{50, 25}, {51, 25}, {51, 26}, {52, 26}, {52, 27}, {0, 0}, {1, 0}};
  made.breaks = {2};
  made.ends = {5, 7};
  const test::Folder folder;
  test::Picture picture{folder / "a.geojson", {}, {}};
  picture.parts.push_back({"r", nullptr, nullptr, std::make_shared<const engine::StoredTable>(std::move(made))});
  test::write(picture, part_of(101, 51, 60, {0, 0, 60, 51}));
  const auto json = Json::parse(test::bytes_of(folder / "a.geojson"));
  CHECK(json["terrawright"]["window"] == "0,0,60x51");
  CHECK(json["terrawright"]["width"] == 101);
  const auto& geometry = json["features"][0]["geometry"];
  CHECK(geometry["type"] == "MultiLineString");
  CHECK(geometry["coordinates"].dump() == "[[[0.0,60.0],[2.0,60.0]],[[2.0,59.0],[4.0,59.0],[4.0,58.0]]]");
  CHECK(json["features"][1]["geometry"]["type"] == "LineString");
  CHECK(json["features"][1]["geometry"]["coordinates"].size() == 2);
}

TEST_CASE("A window of a world without degrees can have some", "[images.window]") {
  CHECK_THAT(refusal(part_of(101, 201, 60, {0, 0, 101, 201})), Catch::Contains("latitude would go from -40.0 to 160"));
  CHECK_THAT(refusal(part_of(101, 201, 60, {0, 69, 101, 20})), Catch::Contains("latitude would go from 72.0 to 91.0"));
  CHECK(refusal(part_of(101, 201, 60, {0, 70, 101, 20})).empty());
  // Lines are cut at 180 degrees, and points go round.
  CHECK(refusal(part_of(301, 51, 60, {59, 0, 20, 51})).empty());
}

TEST_CASE("A legend says of which window its shares are", "[images.window]") {
  const auto legend = [](const std::string& window) {
    return Json::parse(encode::legend_file("b", test::three_classes(), {{1, 3}, {2, 1}}, window));
  };
  CHECK(legend("1,2,2x2")["window"] == "1,2,2x2");
  CHECK(legend("1,2,2x2")["cells"] == 4);
  CHECK_FALSE(legend("").contains("window"));
}
