// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "build/build.hpp"
#include "build/run.hpp"
#include "build/window.hpp"
#include "cli/program.hpp"
#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright;
using engine::RowGeometry;
using engine::StoredTable;
using terrawright::test::Json;
namespace fs = std::filesystem;

namespace {

StoredTable table_of(RowGeometry places, std::vector<terrawright_point> points, std::vector<std::uint64_t> ends = {}) {
  StoredTable table;
  table.places = places;
  table.points = std::move(points);
  table.ends = std::move(ends);
  table.rows = places == RowGeometry::lines ? table.ends.size() : table.points.size();
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    ids.push_back(static_cast<std::int64_t>(row));
    names.push_back("r" + std::to_string(row));
  }
  table.columns = {{"id", "1", ids}, {"name", "1", names}};
  return table;
}

std::string text_of(const std::vector<terrawright_point>& points) {
  std::ostringstream text;
  for (const auto& point : points) text << point.x << "," << point.y << " ";
  return text.str();
}

using Rows = std::vector<std::int64_t>;
// In a world of 100 x 100 cells: from 10 to 19 on both axes.
const build::Crop ten{{10, 10, 10, 10}, 100, 100};

}  // namespace

TEST_CASE("A point is in the window in which its cell is", "[build.crop]") {
  const StoredTable table =
      table_of(RowGeometry::points, {{9.4, 12}, {9.5, 12}, {10, 10}, {19.4, 19.4}, {19.5, 12}, {12, 19.5}, {50, 50}});
  const StoredTable cut = build::cut_table(table, ten);
  CHECK(cut.integers("id") == Rows{1, 2, 3});
  CHECK(cut.texts("name") == std::vector<std::string>{"r1", "r2", "r3"});
  CHECK(cut.rows == 3);
  CHECK(text_of(cut.points) == "9.5,12 10,10 19.4,19.4 ");
}

TEST_CASE("Windows side by side have every point once, those beyond the edge of the world too", "[build.crop]") {
  std::vector<terrawright_point> points;
  for (int i = -3; i < 207; ++i) points.push_back({i / 2.0, (i * 37 % 200) / 2.0});
  const StoredTable table = table_of(RowGeometry::points, points);
  std::vector<int> found(points.size());
  for (std::int64_t y = 0; y < 100; y += 25) {
    for (std::int64_t x = 0; x < 100; x += 20) {
      const StoredTable cut = build::cut_table(table, {{x, y, 20, 25}, 100, 100});
      for (const std::int64_t id : cut.integers("id")) ++found[static_cast<std::size_t>(id)];
    }
  }
  CHECK(found == std::vector<int>(points.size(), 1));
}

TEST_CASE("Lines are cut at the edge of the outermost cells", "[build.crop]") {
  const auto cut = [](std::vector<terrawright_point> line) {
    const std::uint64_t end = line.size();
    return build::cut_table(table_of(RowGeometry::lines, std::move(line), {end}), ten);
  };
  SECTION("inside") { CHECK(text_of(cut({{12, 12}, {13, 12}, {13, 14}}).points) == "12,12 13,12 13,14 "); }
  SECTION("through") { CHECK(text_of(cut({{0, 12}, {40, 12}}).points) == "9.5,12 19.5,12 "); }
  SECTION("slanted") { CHECK(text_of(cut({{12, 12}, {12, 14}, {27, 29}}).points) == "12,12 12,14 17.5,19.5 "); }
  SECTION("to its edge and on") { CHECK(text_of(cut({{12, 12}, {19.5, 12}, {25, 12}}).points) == "12,12 19.5,12 "); }
  SECTION("back and forth") {
    const StoredTable table = cut({{12, 12}, {22, 12}, {22, 14}, {12, 14}});
    CHECK(text_of(table.points) == "12,12 19.5,12 19.5,14 12,14 ");
    CHECK(table.breaks == std::vector<std::uint64_t>{2});
    CHECK(table.ends == std::vector<std::uint64_t>{4});
    CHECK(table.rows == 1);
    StoredTable joined = table;
    joined.breaks.clear();
    CHECK(engine::digest_of(joined) != engine::digest_of(table));
  }
  SECTION("outside, around a corner, at one point, along its right edge, and of no points") {
    CHECK(cut({{0, 0}, {5, 5}}).rows == 0);
    CHECK(cut({{0, 12}, {0, 0}, {40, 0}}).rows == 0);
    CHECK(cut({{5, 14}, {14, 5}}).rows == 0);
    CHECK(cut({{19.5, 12}, {25, 12}}).rows == 0);
    CHECK(cut({{19.5, 12}, {19.5, 15}}).rows == 0);
    CHECK(cut({}).rows == 0);
  }
  SECTION("along its left edge") { CHECK(cut({{9.5, 12}, {9.5, 15}}).rows == 1); }
  SECTION("standing still") { CHECK(text_of(cut({{12, 12}, {12, 12}, {13, 12}}).points) == "12,12 12,12 13,12 "); }
}

TEST_CASE("The pieces of a line in windows side by side join", "[build.crop]") {
  std::vector<terrawright_point> line;
  for (int i = 0; i < 500; ++i) line.push_back({i * 7919 % 1000 / 10.0, i * 104729 % 1000 / 10.0});
  const StoredTable table = table_of(RowGeometry::lines, line, {line.size()});
  const auto length = [](const StoredTable& of) {
    double sum = 0;
    for (std::size_t i = 1; i < of.points.size(); ++i) {
      if (std::find(of.breaks.begin(), of.breaks.end(), i) != of.breaks.end()) continue;
      sum += std::hypot(of.points[i].x - of.points[i - 1].x, of.points[i].y - of.points[i - 1].y);
    }
    return sum;
  };
  double sum = 0;
  for (std::int64_t y = 0; y < 100; y += 25) {
    for (std::int64_t x = 0; x < 100; x += 20) sum += length(build::cut_table(table, {{x, y, 20, 25}, 100, 100}));
  }
  CHECK(sum == Approx(length(table)).epsilon(1e-12));
}

TEST_CASE("Rows without a place are the world's", "[build.crop]") {
  StoredTable table = table_of(RowGeometry::points, {{1, 1}, {2, 2}});
  table.places = RowGeometry::none;
  table.points.clear();
  CHECK(build::cut_table(table, ten).integers("id") == Rows{0, 1});
}

// ---- through files -------------------------------------------------------------------------------

namespace {

const std::string world = R"(terrawright: 1
name: t
world: {size: [600, 300], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  filled: {use: water.fill@1, in: {height: metres}}
  lakes: {use: water.lakes@1, in: {height: metres, filled: filled}}
outputs:
  - {file: "t.exr", layers: {height: metres, land: sea.land}}
  - {file: "t.tif", layers: {height: metres}}
  - {file: "t.png", layers: {height: metres}, range: [-4000 m, 2000 m]}
  - {file: "lakes.csv", layers: {lakes: lakes.table}}
  - {file: "lakes.geojson", layers: {lakes: lakes.table}}
)";

struct Told final : build::Observer {
  void found(const report::Diagnostics& found) override { problems += found.text(); }
  void tells(const std::string& line) override { lines += line + "\n"; }
  std::string problems, lines;
};

struct Folder {
  const test::TemporaryFolder folder;
  std::atomic<bool> stop{false};
  Told told;
  std::string said;

  build::Built build(const std::optional<std::string>& window, const std::string& out) {
    test::write(folder / "t.yaml", world);
    build::Request request;
    request.config = folder / "t.yaml";
    request.folder = folder / out;
    request.window = window;
    report::Diagnostics diagnostics;
    const build::Plan plan = build::load(request, test::catalogue(), diagnostics);
    said = diagnostics.text();
    if (diagnostics.has_errors()) return {};
    return build::build(plan, build::Options{stop, true, false}, told);
  }
  // Size and cells of a .tif or .exr file.
  std::vector<float> cells(const std::string& file, const std::string& part, std::int64_t& width) {
    const readers::FileOpener opener;
    terrawright_file_request request{};
    const std::string path = folder / file;
    request.part = part.c_str();
    request.channel = -1;
    const auto opened = opener.open(path, request);
    width = opened->facts().width;
    std::vector<float> cells(static_cast<std::size_t>(opened->facts().width * opened->facts().height));
    opened->read(cells.data());
    return cells;
  }
};

std::set<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

}  // namespace

TEST_CASE("Files of a window hold what those of the world hold there, and say where it is", "[build.crop]") {
  Folder all;
  REQUIRE(all.build(std::nullopt, "whole").ending == build::Ending::done);
  const build::Built built = all.build("100,30,333x222", "part");
  INFO(all.said << all.told.problems);
  REQUIRE(built.ending == build::Ending::done);
  CHECK(all.told.lines.find("window 100,30,333x222 of 600 x 300 cells") != std::string::npos);

  for (const char* file : {"t.tif", "t.exr"}) {
    std::int64_t width = 0, of_world = 0;
    const char* part = file == std::string("t.exr") ? "height" : "";
    const auto cells = all.cells("part/" + std::string(file), part, width);
    const auto expected = all.cells("whole/" + std::string(file), part, of_world);
    REQUIRE(width == 333);
    REQUIRE(of_world == 600);
    REQUIRE(cells.size() == 333 * 222);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      differing += cells[i] == expected[(i / 333 + 30) * 600 + i % 333 + 100] ? 0 : 1;
    CHECK(differing == 0);
    const std::string bytes = test::read(all.folder / ("part/" + std::string(file)));
    CHECK(bytes.find("100,30,333x222") != std::string::npos);
    CHECK(bytes.find("600x300") != std::string::npos);
  }
  CHECK(test::read(all.folder / "part/t.png").find("100,30,333x222") != std::string::npos);

  // Each line is one of the world's; the rows are those that lie there.
  const auto rows = lines_of(test::read(all.folder / "part/lakes.csv"));
  const auto rows_of_world = lines_of(test::read(all.folder / "whole/lakes.csv"));
  CHECK(rows.size() > 3);
  CHECK(rows.size() < rows_of_world.size());
  CHECK(std::includes(rows_of_world.begin(), rows_of_world.end(), rows.begin(), rows.end()));
  const auto part = Json::parse(test::read(all.folder / "part/lakes.geojson"));
  const auto of_world = Json::parse(test::read(all.folder / "whole/lakes.geojson"));
  CHECK(part["terrawright"]["window"] == "100,30,333x222");
  CHECK_FALSE(of_world["terrawright"].contains("window"));
  std::size_t inside = 0;
  for (const auto& feature : of_world["features"]) {
    const double x = feature["properties"]["x"], y = feature["properties"]["y"];
    if (x < 99.5 || x >= 432.5 || y < 29.5 || y >= 251.5) continue;
    REQUIRE(inside < part["features"].size());
    CHECK(part["features"][inside++] == feature);
  }
  CHECK(inside == part["features"].size());
}

TEST_CASE("The manifest of a window is that of no world", "[build.crop]") {
  Folder all;
  REQUIRE(all.build(std::nullopt, "out").ending == build::Ending::done);
  const auto of_world = Json::parse(test::read(all.folder / "out/t-42.manifest.json"));
  const build::Built built = all.build("100km,30km,333kmx222km", "out");
  REQUIRE(built.ending == build::Ending::done);
  // Its files stand where the world's did, whose manifest would not be true any more.
  CHECK_FALSE(fs::exists(all.folder / "out/t-42.manifest.json"));
  CHECK(all.told.problems.find("t-42.manifest.json was removed") != std::string::npos);
  const auto part = Json::parse(test::read(all.folder / "out/t-42-window-100-30-333x222.manifest.json"));
  CHECK(part["window"] == Json{{"x", 100}, {"y", 30}, {"width", 333}, {"height", 222}});
  CHECK(part["config_hash"] == of_world["config_hash"]);
  CHECK(part["numbers"] == of_world["numbers"]);
  std::set<std::string> layers, tables;
  for (const auto& layer : part["layers"].items()) layers.insert(layer.first);
  for (const auto& table : part["tables"].items()) tables.insert(table.first);
  CHECK(layers == std::set<std::string>{"metres", "sea"});
  CHECK(tables == std::set<std::string>{"lakes.table"});
  CHECK(part["layers"]["metres"]["shape"] == Json{222, 333});
  CHECK(part["layers"]["metres"]["xxh3_128"] != of_world["layers"]["metres"]["xxh3_128"]);
  CHECK(part["layers"]["metres"]["sha256"] == built.sha256.at("metres"));
  CHECK(part["tables"]["lakes.table"]["rows"] < of_world["tables"]["lakes.table"]["rows"]);

  // Metadata of the cells are theirs.
  std::int64_t width = 0;
  const auto cells = all.cells("out/t.tif", "", width);
  const auto [least, most] = std::minmax_element(cells.begin(), cells.end());
  CHECK(part["layers"]["metres"]["minimum"] == static_cast<double>(*least));
  CHECK(part["layers"]["metres"]["maximum"] == static_cast<double>(*most));
}

TEST_CASE("A window of all of the world has its cells, and is a window", "[build.crop]") {
  Folder all;
  const build::Built whole = all.build(std::nullopt, "whole"), part = all.build("0,0,600x300", "part");
  REQUIRE(part.ending == build::Ending::done);
  CHECK(whole.sha256 == part.sha256);
  CHECK(fs::exists(all.folder / "part/t-42-window-0-0-600x300.manifest.json"));
}
