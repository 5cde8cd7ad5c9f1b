// SPDX-License-Identifier: Apache-2.0
// Tables as .csv and .geojson files.
#include <cmath>
#include <fstream>
#include <limits>

#include "engine/tables/stored_table.hpp"
#include "fixture.hpp"
#include "images/table_text.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "terrawright/degrees.hpp"

using namespace terrawright;
using engine::RowGeometry;
using files::WriteFailed;
using terrawright::test::Json;

namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

engine::StoredTable table(RowGeometry places) {
  engine::StoredTable made;
  made.rows = 3;
  made.places = places;
  made.columns = {{"lake", "1", std::vector<std::int64_t>{1, -2, 9223372036854775807}},
                  {"area", "km2", std::vector<double>{0.1, nan, 1e-300}},
                  {"name", "1", std::vector<std::string>{"Loch", "a \"b\", c", "\xC3\xA9\n"}}};
  if (places == RowGeometry::points) made.points = {{0, 0}, {50, 25}, {100, 50}};
  if (places == RowGeometry::lines) {
    made.points = {{50, 25}, {51, 25}, {51, 26}, {0, 0}, {100, 0}};
    made.ends = {3, 3, 5};
  }
  return made;
}

images::Provenance world(std::int64_t width = 101, std::int64_t height = 51, double latitude = 60) {
  images::Provenance from = test::provenance();
  from.metres_per_cell = 111195;
  from.latitude = latitude;
  from.width = width;
  from.height = height;
  return from;
}

test::Picture picture(const std::filesystem::path& file, engine::StoredTable made) {
  test::Picture picture{file, {}, {}};
  picture.parts.push_back({"lakes", nullptr, nullptr, std::make_shared<const engine::StoredTable>(std::move(made))});
  return picture;
}

// Content of the file.
std::string written(const std::string& name, engine::StoredTable made, const images::Provenance& from = world()) {
  const test::Folder folder;
  const auto files = test::write(picture(folder / name, std::move(made)), from);
  const std::string bytes = test::bytes_of(folder / name);
  REQUIRE(files.size() == 1);
  CHECK(files[0].bytes == bytes.size());
  return bytes;
}

// A table of which each row is a part, and some parts have none.
class Parts final : public engine::LongTable {
 public:
  explicit Parts(engine::StoredTable whole)
      : LongTable(engine::without_rows(whole), whole.rows), whole_(std::move(whole)) {}
  std::size_t parts() const override { return whole_.rows * 2 + 1; }
  engine::StoredTable part(std::size_t i) const override {
    engine::StoredTable one = head();
    if (i % 2 == 1) engine::add_row(one, whole_, i / 2);
    return one;
  }

 private:
  const engine::StoredTable whole_;
};

std::string refusal(const images::Provenance& from) {
  return test::refusal(test::planned(picture("a.geojson", table(RowGeometry::points)), from), from);
}

}  // namespace

TEST_CASE("a table that is read part by part is written as one that is in memory", "[images.tables]") {
  for (const RowGeometry places : {RowGeometry::none, RowGeometry::points, RowGeometry::lines}) {
    for (const char* name : {"a.csv", "a.geojson"}) {
      if (places == RowGeometry::none && name == std::string("a.geojson")) continue;
      engine::StoredTable none = engine::without_rows(table(places));
      for (const engine::StoredTable& made : {table(places), none}) {
        const test::Folder folder;
        engine::Product product;
        product.long_table = std::make_shared<const Parts>(made);
        const std::atomic<bool> cancelled{false}, stopped{true};
        const images::Picture plan = test::planned(picture(folder / name, made), world());
        const auto files = images::write(plan, {product}, world(), cancelled);
        for (const images::Written& file : files) images::commit({}, {file.file.get()});
        CHECK(test::bytes_of(folder / name) == written(name, made));
        CHECK_THROWS_AS(images::write(plan, {product}, world(), stopped), Stopped);
      }
    }
  }
}

TEST_CASE("a table as CSV: units in the header, quotes where they are needed, shortest decimals", "[images.tables]") {
  CHECK(written("a.csv", table(RowGeometry::none)) ==
        "lake,area (km2),name\r\n"
        "1,0.1,Loch\r\n"
        "-2,,\"a \"\"b\"\", c\"\r\n"
        "9223372036854775807,1e-300,\"\xC3\xA9\n\"\r\n");
  CHECK(written("A.CSV", table(RowGeometry::points)).substr(0, 66) ==
        "lake,area (km2),name,x (cells),y (cells)\r\n1,0.1,Loch,0,0\r\n-2,,\"a \"");
  CHECK(written("a.csv", table(RowGeometry::lines)) == written("a.csv", table(RowGeometry::none)));
  engine::StoredTable empty;
  empty.columns = {{"lake", "1", std::vector<std::int64_t>{}}};
  CHECK(written("a.csv", empty) == "lake\r\n");
}

TEST_CASE("a table of points as GeoJSON", "[images.tables]") {
  const std::string text = written("a.geojson", table(RowGeometry::points));
  CHECK(std::count(text.begin(), text.end(), '\n') == 5);  // a feature a line
  const auto json = Json::parse(text);
  CHECK(json["type"] == "FeatureCollection");
  CHECK(json["name"] == "lakes");
  CHECK(json["units"] == Json{{"area", "km2"}, {"y", "cells"}, {"x", "cells"}});
  CHECK(json["terrawright"]["recipe"] == "c0ffee");
  REQUIRE(json["features"].size() == 3);
  const auto& first = json["features"][0];
  CHECK(first["type"] == "Feature");
  CHECK(first["geometry"]["type"] == "Point");
  // A cell is one degree down and, at 60 degrees, two across; the middle of the world is at longitude 0.
  CHECK(first["geometry"]["coordinates"] == Json{-100.0, 85.0});
  CHECK(json["features"][1]["geometry"]["coordinates"] == Json{0.0, 60.0});
  CHECK(json["features"][2]["geometry"]["coordinates"] == Json{100.0, 35.0});
  CHECK(first["properties"] == Json{{"lake", 1}, {"area", 0.1}, {"name", "Loch"}, {"x", 0.0}, {"y", 0.0}});
  CHECK(json["features"][1]["properties"]["area"].is_null());
  CHECK(json["features"][2]["properties"]["lake"] == 9223372036854775807);
}

TEST_CASE("a table of lines as GeoJSON; a line of no points has no geometry", "[images.tables]") {
  const auto json = Json::parse(written("a.geojson", table(RowGeometry::lines)));
  const auto& first = json["features"][0]["geometry"];
  CHECK(first["type"] == "LineString");
  CHECK(first["coordinates"].dump() == "[[0.0,60.0],[2.0,60.0],[2.0,59.0]]");
  CHECK(json["features"][1]["geometry"].is_null());
  CHECK(json["features"][2]["geometry"]["coordinates"].size() == 2);
  CHECK_FALSE(json["features"][2]["properties"].contains("x"));
  engine::StoredTable empty;
  empty.places = RowGeometry::lines;
  empty.columns = {{"lake", "1", std::vector<std::int64_t>{}}};
  CHECK(Json::parse(written("a.geojson", empty))["features"].empty());
}

TEST_CASE("lines across 180 degrees are cut there, points beyond it are west of it", "[images.tables]") {
  const auto features = [](RowGeometry places, double longitude) {
    images::Provenance from = world();
    from.longitude = longitude;
    return Json::parse(written("a.geojson", table(places), from))["features"];
  };
  // Two degrees a cell: from 179 to 181.
  const auto east = features(RowGeometry::lines, 179);
  CHECK(east[0]["geometry"]["type"] == "MultiLineString");
  CHECK(east[0]["geometry"]["coordinates"].dump() ==
        "[[[179.0,60.0],[180.0,60.0]],[[-180.0,60.0],[-179.0,60.0],[-179.0,59.0]]]");
  CHECK(east[2]["geometry"]["coordinates"].dump() == "[[[79.0,85.0],[180.0,85.0]],[[-180.0,85.0],[-81.0,85.0]]]");
  // To 180 degrees and along them: not across.
  CHECK(features(RowGeometry::lines, 178)[0]["geometry"]["coordinates"].dump() ==
        "[[178.0,60.0],[180.0,60.0],[180.0,59.0]]");
  // From the other side.
  engine::StoredTable back = table(RowGeometry::lines);
  back.points = {{50, 25}, {49, 27}};
  back.ends = {2, 2, 2};
  images::Provenance from = world();
  from.longitude = -179;
  CHECK(Json::parse(written("a.geojson", back, from))["features"][0]["geometry"]["coordinates"].dump() ==
        "[[[-179.0,60.0],[-180.0,59.0]],[[180.0,59.0],[179.0,58.0]]]");
  const auto points = features(RowGeometry::points, 179);
  CHECK(points[1]["geometry"]["coordinates"].dump() == "[179.0,60.0]");
  CHECK(points[2]["geometry"]["coordinates"].dump() == "[-81.0,35.0]");
  from.longitude = 150;
  CHECK(refusal(from).empty());
}

TEST_CASE("a name that is no UTF-8 does not break the JSON", "[images.tables]") {
  engine::StoredTable made = table(RowGeometry::points);
  made.columns[2].values = std::vector<std::string>{"\xFF", "\xC3", "plain"};
  CHECK(Json::parse(written("a.geojson", made)).is_object());
}

TEST_CASE("degrees of the world that is there", "[images.tables]") {
  const Degrees island(1025, 1025, 1000, 40);
  CHECK(island.latitude(512) == 40);
  CHECK(island.longitude(512) == 0);
  CHECK_FALSE(std::signbit(island.longitude(512)));
  CHECK(island.latitude(0) == Approx(40 + 512.0 / 111.195).margin(1e-9));
  CHECK(island.longitude(1024) == Approx(512.0 / 111.195 / std::cos(40 * 3.14159265358979324 / 180)).margin(1e-9));
  CHECK(island.longitude(0) == -island.longitude(1024));
}

TEST_CASE("a world that reaches beyond a pole or around the globe has no degrees", "[images.tables]") {
  CHECK(refusal(world(101, 51, 60)).empty());
  CHECK(refusal(world(101, 61, 60)).empty());  // up to the pole
  CHECK_THAT(refusal(world(101, 63, 60)), Catch::Contains("latitude would go from 29.0 to 91.0"));
  CHECK_THAT(refusal(world(101, 63, -60)), Catch::Contains("latitude would go from -91.0 to -29.0"));
  CHECK(refusal(world(181, 51, 60)).empty());  // all around
  CHECK_THAT(refusal(world(183, 51, 60)), Catch::Contains("longitude would go from -182.0 to 182.0"));
  CHECK_THAT(refusal(world(3, 1, 90)), Catch::Contains("longitude would go from"));
  CHECK_THAT(refusal(world(1, 3, 90)), Catch::Contains("latitude would go from"));
}

TEST_CASE("tables are read back, from GeoJSON as from CSV", "[images.tables]") {
  for (const RowGeometry places : {RowGeometry::points, RowGeometry::lines}) {
    const test::Folder folder;
    for (const char* name : {"a.csv", "a.geojson"}) test::write(picture(folder / name, table(places)), world());
    const std::string csv = images::read_table(folder / "a.csv");
    CHECK(csv == test::bytes_of(folder / "a.csv"));
    CHECK(images::read_table(folder / "a.geojson") == csv);
    test::write(picture(folder / "none.geojson", engine::without_rows(table(places))), world());
    CHECK(images::read_table(folder / "none.geojson").empty());
  }
  CHECK(images::can_read_table("a.GEOJSON"));
  CHECK_FALSE(images::can_read_table("a.json"));
}

TEST_CASE("what is no table of this program is refused by its name", "[images.tables]") {
  const test::Folder folder;
  const auto refused = [&](const std::string& text) {
    std::ofstream(folder / "a.geojson", std::ios::binary) << text;
    CHECK_THROWS_WITH(images::read_table(folder / "a.geojson"), Catch::Contains("a.geojson cannot be read: "));
  };
  CHECK_THROWS_WITH(images::read_table(folder / "none.csv"), Catch::Contains("none.csv' cannot be read: No such file"));
  refused("");
  refused("[]");
  refused("{\"features\": [");
  refused("{\"features\": [{}]}");
  refused("{\"units\": {}, \"features\": [{\"properties\": {\"a\": 1}}, {\"properties\": {\"b\": 1}}]}");
  refused("{\"units\": {}, \"features\": [{\"properties\": {\"a\": 1}}, {\"properties\": {}}]}");
  refused("{\"units\": {}, \"features\": [{\"properties\": {\"a\": [1]}}]}");
}
