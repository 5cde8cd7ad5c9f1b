// SPDX-License-Identifier: Apache-2.0
// source.vector: against what is found by trying everything at every cell.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "terrawright/degrees.hpp"

const terrawright_stage* terrawright_stage_vector_of_source();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

struct Spot {
  double x, y;
};
using Ring = std::vector<Spot>;

std::string text_of(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}
std::string positions(const Ring& ring) {
  std::string text;
  for (const Spot& s : ring) text += (text.empty() ? "[" : ", [") + text_of(s.x) + ", " + text_of(s.y) + "]";
  return "[" + text + "]";
}
std::string feature(const std::string& type, const std::string& coordinates, const std::string& properties = "") {
  return R"({"type": "Feature", "properties": {)" + properties + R"(}, "geometry": {"type": ")" + type +
         R"(", "coordinates": )" + coordinates + "}}";
}
std::string collection(const std::vector<std::string>& features) {
  std::string text;
  for (const std::string& one : features) text += (text.empty() ? "" : ",\n") + one;
  return R"({"type": "FeatureCollection", "features": [)" + text + "]}";
}

StageRun drawn(const std::string& text, std::int64_t width = 40, std::int64_t height = 30,
               const char* coordinates = "cells") {
  StageRun run(terrawright_stage_vector_of_source(), width, height);
  run.cell(10).set("coordinates", coordinates).file("file", text);
  return run;
}
std::vector<std::uint8_t> mask_of(StageRun run) {
  run.without("value").without("height").without("distance").set("width", 0.0);
  return test::painted(run).cells<Mask>("mask");
}
std::string refused(const std::string& text, const std::function<void(StageRun&)>& change = {},
                    const char* coordinates = "degrees") {
  StageRun run = drawn(text, 33, 33, coordinates);
  run.cell(1000).latitude(50).longitude(7);
  if (change) change(run);
  return test::refusal(run);
}
const std::string a_line = "[[6.9, 50], [7, 50.05], [7.1, 50]]";

double in_metres(const Spot& from, const Spot& a, const Spot& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  const double t = squared == 0 ? 0 : std::clamp(((from.x - a.x) * dx + (from.y - a.y) * dy) / squared, 0.0, 1.0);
  return 10 * std::hypot(from.x - a.x - t * dx, from.y - a.y - t * dy);
}

// A star with as many points, in quarters of a cell so that rounding has no say.
Ring star(std::mt19937& random, double x, double y, double size, int points) {
  Ring ring;
  for (int i = 0; i < points; ++i) {
    const double angle = 6.283185307 * i / points,
                 r = size * (0.3 + 0.7 * static_cast<double>(random() % 1000) / 1000.0);
    ring.push_back({std::round((x + r * std::cos(angle)) * 4) / 4, std::round((y + r * std::sin(angle)) * 4) / 4});
  }
  ring.push_back(ring.front());
  return ring;
}
// Even-odd, by the sign of areas; a middle on an edge counts for what lies to its right, and of level ones below.
bool is_inside(const std::vector<Ring>& rings, double x, double y) {
  bool in = false;
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
      Spot a = ring[i], b = ring[i + 1];
      if (a.y > b.y) std::swap(a, b);
      if (a.y <= y && y < b.y && (x - a.x) * (b.y - a.y) >= (y - a.y) * (b.x - a.x)) in = !in;
    }
  }
  return in;
}

}  // namespace

TEST_CASE("A cell is in a polygon where its middle is, holes and several ones included", "[source.vector]") {
  std::mt19937 random(3);
  for (int turn = 0; turn < 30; ++turn) {
    const std::vector<Ring> first = {star(random, 15, 14, 16, 17), star(random, 15, 14, 6, 9)};
    const std::vector<Ring> second = {star(random, 30, 20, 12, 40)};
    const std::string text =
        collection({feature("MultiPolygon", "[[" + positions(first[0]) + "," + positions(first[1]) + "], [" +
                                                positions(second[0]) + "]]")});
    const auto cells = mask_of(drawn(text));
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        INFO("turn " << turn << ", cell " << x << ", " << y);
        REQUIRE((cells[static_cast<std::size_t>(y * 40 + x)] != 0) ==
                (is_inside(first, x, y) || is_inside(second, x, y)));
      }
    }
  }
}

TEST_CASE("Of polygons that share edges each cell is in exactly one", "[source.vector]") {
  std::mt19937 random(5);
  for (int turn = 0; turn < 20; ++turn) {
    // Tiles of a net whose knots are moved, some of them onto the middles of cells.
    constexpr int across = 7;
    std::vector<Spot> knots;
    for (int i = 0; i < across * across; ++i) {
      const bool rim = i % across == 0 || i % across == across - 1 || i / across == 0 || i / across == across - 1;
      const auto moved = [&] {
        return rim ? 0.0 : turn % 2 == 0 ? static_cast<double>(random() % 5) : static_cast<double>(random()) / 1e9;
      };
      knots.push_back({-5.0 + 10 * (i % across) + moved(), -5.0 + 8 * (i / across) + moved()});
    }
    std::vector<int> times(40 * 30, 0);
    for (int j = 0; j + 1 < across; ++j) {
      for (int i = 0; i + 1 < across; ++i) {
        const auto at = [&](int u, int v) { return knots[static_cast<std::size_t>(v * across + u)]; };
        // Drawn either way round.
        Ring ring = {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), at(i, j)};
        if ((i + j) % 2 != 0) std::reverse(ring.begin(), ring.end());
        StageRun run = drawn(collection({feature("Polygon", "[" + positions(ring) + "]"), feature("Point", "[3, 3]")}));
        // The point holds the file in the world; it is not in the mask that is asked for.
        run.without("value").without("height").without("mask");
        const auto distance = test::painted(run).cells<Scalar>("distance");
        const auto mask =
            mask_of(drawn(collection({feature("Polygon", "[" + positions(ring) + "]", "\"k\": 1"),
                                      feature("Polygon", "[[[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.1]]]")})));
        for (std::size_t c = 0; c < mask.size(); ++c) {
          times[c] += mask[c];
          REQUIRE((distance[c] < 0 || (mask[c] != 0 && distance[c] == 0)) == (mask[c] != 0));
        }
      }
    }
    for (const int n : times) REQUIRE(n == 1);
  }
}

TEST_CASE("Distances are those to the nearest of all pieces, values those of that place, whatever the tiles",
          "[source.vector]") {
  std::mt19937 random(11);
  const auto at = [&] {
    return Spot{static_cast<double>(random() % 6000) / 100 - 10, static_cast<double>(random() % 5000) / 100 - 10};
  };
  std::vector<std::string> features;
  std::vector<std::pair<Spot, Spot>> pieces;
  std::vector<std::pair<double, double>> values;
  for (int i = 0; i < 40; ++i) {
    const Spot a = at(), b = at(), c = at();
    const double v[] = {static_cast<double>(i), 100.0 + i, -50.0 - i};
    const Spot spots[] = {a, b, c};
    std::string line;
    for (int k = 0; k < 3; ++k)
      line += (k == 0 ? "[" : ", [") + text_of(spots[k].x) + ", " + text_of(spots[k].y) + ", " + text_of(v[k]) + "]";
    features.push_back(feature("LineString", "[" + line + "]"));
    pieces.insert(pieces.end(), {{a, b}, {b, c}});
    values.insert(values.end(), {{v[0], v[1]}, {v[1], v[2]}});
  }
  StageRun run = drawn(collection(features), 70, 50);
  run.without("mask");
  const Result result = test::painted(run);
  const auto distance = result.cells<Scalar>("distance"), value = result.cells<Scalar>("value");
  const auto height = result.cells<Height>("height");
  CHECK(height == value);
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 70; ++x) {
      const Spot here{static_cast<double>(x), static_cast<double>(y)};
      double least = 1e30, worth = 0;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto& [a, b] = pieces[i];
        const double metres = in_metres(here, a, b);
        if (metres >= least) continue;
        least = metres;
        const double dx = b.x - a.x, dy = b.y - a.y;
        const double t =
            std::clamp(((here.x - a.x) * dx + (here.y - a.y) * dy) / std::max(dx * dx + dy * dy, 1e-12), 0.0, 1.0);
        worth = values[i].first + t * (values[i].second - values[i].first);
      }
      const auto c = static_cast<std::size_t>(y * 70 + x);
      INFO("cell " << x << ", " << y);
      REQUIRE(std::abs(distance[c] - least) < 1e-3);
      REQUIRE(std::abs(value[c] - worth) < 0.02);
    }
  }
  test::same_under_all_tiles(run);
  run.set("reach", 30.0).set("beyond", -7.0);
  test::same_under_all_tiles(run);
  const Result near = test::painted(run);
  const auto short_way = near.cells<Scalar>("distance"), short_value = near.cells<Scalar>("value");
  int beyond = 0;
  for (std::size_t c = 0; c < short_way.size(); ++c) {
    REQUIRE(short_way[c] == std::min(distance[c], 30.0f));
    REQUIRE(short_value[c] == (distance[c] < 30.0f ? value[c] : -7.0f));
    beyond += distance[c] >= 30.0f;
  }
  CHECK(beyond > 100);
}

TEST_CASE("Lines and points have a width in the mask, and each point its own cell", "[source.vector]") {
  const std::string text = collection({feature("LineString", "[[2, 5], [30, 5]]"), feature("Point", "[10.5, 20.5]"),
                                       feature("MultiPoint", "[[20.4, 20.4], [39.4, 29.4]]")});
  StageRun run = drawn(text);
  run.without("distance").without("value").without("height");
  const auto usual = test::painted(run).cells<Mask>("mask");
  const auto set = [](const std::vector<std::uint8_t>& cells) { return std::count(cells.begin(), cells.end(), 1); };
  CHECK(set(usual) == 29 + 3);
  CHECK(usual[21 * 40 + 11] == 1);  // halves go to the right and down
  CHECK(usual[20 * 40 + 20] == 1);
  CHECK(usual[29 * 40 + 39] == 1);
  run.set("width", 6.0);
  const auto wide = test::painted(run).cells<Mask>("mask");
  for (int y = 0; y < 12; ++y) CHECK(wide[static_cast<std::size_t>(y * 40 + 16)] == (std::abs(y - 5) <= 3));
}

TEST_CASE("where takes the features that fit: any row of one property, each property", "[source.vector]") {
  const std::string text = collection({feature("Point", "[1, 1]", R"("kind": "river", "order": 3, "main": true)"),
                                       feature("Point", "[2, 1]", R"("kind": "stream", "order": 3.0, "main": false)"),
                                       feature("Point", "[3, 1]", R"("kind": "river", "order": 30, "main": false)"),
                                       feature("Point", "[4, 1]", R"("kind": "road", "order": "3", "main": true)"),
                                       feature("Point", "[5, 1]", R"("order": null)"),
                                       feature("Polygon", "[[[0, 0]]]", R"("kind": "broken")")});
  const auto taken = [&](const std::vector<std::pair<std::string, std::string>>& rows) {
    struct Row {
      std::string property, is;
      static void describe(Parameters<Row>& p) {
        p.parameter(&Row::property, "property", "P.");
        p.parameter(&Row::is, "is", "I.");
      }
    };
    std::vector<Row> where;
    for (const auto& [property, is] : rows) where.push_back({property, is});
    StageRun run = drawn(text);
    run.set("where", where).set("width", 0.0).without("value").without("height").without("distance");
    const auto mask = test::painted(run).cells<Mask>("mask");
    std::string found;
    for (std::size_t x = 0; x < 40; ++x)
      if (mask[40 + x] != 0) found += std::to_string(x);
    return found;
  };
  CHECK(taken({{"kind", "river"}}) == "13");
  CHECK(taken({{"kind", "river"}, {"kind", "road"}}) == "134");
  CHECK(taken({{"kind", "river"}, {"main", "true"}}) == "1");
  CHECK(taken({{"order", "3"}}) == "124");
  CHECK(taken({{"order", "3"}, {"kind", "river"}, {"kind", "stream"}}) == "12");
}

TEST_CASE("Values come from positions, from a property, or go from one property to another along the line",
          "[source.vector]") {
  const std::string river = R"("from": 100, "to": 20, "level": 7)";
  // 10 and 30 cells long: a quarter of the way to the corner.
  const std::string line = "[[0, 5, 50], [10, 5, 40], [10, 35, 10]]";
  const auto value = [&](const std::string& from, const std::string& to, std::size_t x, std::size_t y) {
    StageRun run = drawn(collection({feature("LineString", line, river)}));
    if (!from.empty()) run.set("value", from);
    if (!to.empty()) run.set("value_to", to);
    return test::painted(run).cells<Scalar>("value")[y * 40 + x];
  };
  CHECK(value("", "", 5, 5) == 45);
  CHECK(value("", "", 10, 20) == 25);
  CHECK(value("level", "", 10, 20) == 7);
  CHECK(value("from", "to", 0, 5) == 100);
  CHECK(value("from", "to", 10, 5) == 80);
  CHECK(value("from", "to", 10, 20) == 50);
  // A polygon's property holds inside of it, the last in the file lies above.
  const auto square = [](double from, double to, int level) {
    return feature("Polygon", "[" + positions({{from, from}, {to, from}, {to, to}, {from, to}, {from, from}}) + "]",
                   "\"level\": " + std::to_string(level));
  };
  StageRun run = drawn(collection({square(2, 20, 5), square(10, 28, 9), feature("Point", "[6, 6]", "\"level\": 1")}));
  run.set("value", "level");
  const auto levels = test::painted(run).cells<Scalar>("value");
  CHECK(levels[6 * 40 + 6] == 5);
  CHECK(levels[12 * 40 + 12] == 9);
  CHECK(levels[29 * 40 + 29] == 9);
}

TEST_CASE("Degrees, metres and cells of one drawing are one picture", "[source.vector]") {
  constexpr double cell = 10, latitude = 46.5, longitude = 8.25;
  const Degrees degrees(40, 30, cell, latitude, longitude);
  std::mt19937 random(2);
  const Ring ring = star(random, 18, 14, 12, 12);
  std::vector<std::vector<float>> pictures;
  for (const char* kind : {"cells", "metres", "degrees"}) {
    Ring written;
    for (const Spot& s : ring) {
      const bool metres = kind[0] == 'm', angles = kind[0] == 'd';
      written.push_back(metres   ? Spot{s.x * cell, s.y * cell}
                        : angles ? Spot{degrees.longitude(s.x), degrees.latitude(s.y)}
                                 : s);
    }
    StageRun run = drawn(collection({feature("Polygon", "[" + positions(written) + "]")}), 40, 30, kind);
    run.latitude(latitude).longitude(longitude).without("value").without("height");
    pictures.push_back(test::painted(run).cells<Scalar>("distance"));
  }
  CHECK(pictures[0] == pictures[1]);
  for (std::size_t c = 0; c < pictures[0].size(); ++c) CHECK(std::abs(pictures[0][c] - pictures[2][c]) < 1e-3f);
}

TEST_CASE("A drawing that is cut at the antimeridian is whole where the world lies on it", "[source.vector]") {
  // 20 km either way of 180 degrees, cut in two as RFC 7946 asks for.
  const std::string cut =
      collection({feature("MultiPolygon",
                          "[[[[179.9, -0.05], [180, -0.05], [180, 0.05], [179.9, 0.05], [179.9, -0.05]]],"
                          " [[[-180, -0.05], [-179.9, -0.05], [-179.9, 0.05], [-180, 0.05], [-180, -0.05]]]]")});
  const std::string whole = collection(
      {feature("Polygon", "[[[179.9, -0.05], [180.1, -0.05], [180.1, 0.05], [179.9, 0.05], [179.9, -0.05]]]")});
  std::vector<std::vector<float>> pictures;
  for (const double longitude : {180.0, -180.0, 179.99}) {
    for (const std::string& text : {cut, whole}) {
      StageRun run = drawn(text, 65, 33, "degrees");
      run.cell(500).latitude(0).longitude(longitude).without("value").without("height");
      const Result result = test::painted(run);
      pictures.push_back(result.cells<Scalar>("distance"));
      const auto mask = result.cells<Mask>("mask");
      CHECK(std::count(mask.begin(), mask.end(), 1) > 44 * 22);
    }
    const auto &a = pictures[pictures.size() - 2], &b = pictures.back();
    for (std::size_t c = 0; c < a.size(); ++c) REQUIRE(std::abs(a[c] - b[c]) < 0.01f);
  }
}

TEST_CASE("A drawing that steps across the antimeridian is the one that was cut there, and that is said",
          "[source.vector]") {
  const auto pictures = [](const std::string& text, double longitude, std::size_t warnings) {
    StageRun run = drawn(text, 65, 33, "degrees");
    run.cell(500).latitude(0).longitude(longitude).set("missing", 0.0);
    const Result result = test::painted(run);
    CHECK(result.warnings().size() == warnings);
    if (warnings == 1)
      CHECK(test::says(result.warnings()[0].sentence(), "1 features step over more than 180 degrees of longitude"));
    return std::pair(result.cells<Scalar>("distance"), result.cells<Mask>("mask"));
  };
  // With a hole that lies beyond it.
  const std::string hole = "[-179.98, -0.02], [-179.96, -0.02], [-179.96, 0.02], [-179.98, 0.02], [-179.98, -0.02]";
  const std::string on = "[180.02, -0.02], [180.04, -0.02], [180.04, 0.02], [180.02, 0.02], [180.02, -0.02]";
  const std::string stepping = "[179.9, -0.05], [-179.9, -0.05], [-179.9, 0.05], [179.9, 0.05], [179.9, -0.05]";
  const std::string going_on = "[179.9, -0.05], [180.1, -0.05], [180.1, 0.05], [179.9, 0.05], [179.9, -0.05]";
  for (const double longitude : {180.0, -180.0, 179.99}) {
    CHECK(pictures(collection({feature("LineString", "[[179.9, 0.01], [-179.9, 0.05]]")}), longitude, 1) ==
          pictures(collection({feature("LineString", "[[179.9, 0.01], [180.1, 0.05]]")}), longitude, 0));
    const auto polygon =
        pictures(collection({feature("Polygon", "[[" + stepping + "], [" + hole + "]]")}), longitude, 1);
    CHECK(polygon == pictures(collection({feature("Polygon", "[[" + going_on + "], [" + on + "]]")}), longitude, 0));
    CHECK(std::count(polygon.second.begin(), polygon.second.end(), 1) > 40 * 22);
  }
  CHECK(test::says(refused(collection({feature("Polygon", "[[[0, 70], [120, 70], [-120, 70], [0, 70]]]")})),
                   "features[0]: it has a ring that runs round a pole; cut it at the antimeridian"));
}

TEST_CASE("Where the world wraps a drawing that is moved round it makes the same picture, moved", "[source.vector]") {
  std::mt19937 random(8);
  const Ring ring = star(random, 20, 15, 9, 12);
  const Ring line = {{3, 4}, {12, 9}, {35, 27}};
  const auto picture = [&](double dx, double dy, std::uint32_t wrap) {
    const auto moved = [&](Ring r) {
      for (Spot& s : r) s = {s.x + dx, s.y + dy};
      return positions(r);
    };
    StageRun run = drawn(collection({feature("Polygon", "[" + moved(ring) + "]"), feature("LineString", moved(line))}));
    run.wrap(wrap).without("value").without("height");
    test::same_under_all_tiles(run);
    return test::painted(run);
  };
  constexpr std::uint32_t both = TERRAWRIGHT_WRAP_X | TERRAWRIGHT_WRAP_Y;
  const Result still = picture(0, 0, both);
  const auto distance = still.cells<Scalar>("distance");
  const auto mask = still.cells<Mask>("mask");
  CHECK(distance != picture(0, 0, 0).cells<Scalar>("distance"));
  for (const auto& [dx, dy] : {std::pair{25, 0}, {0, 20}, {-33, 47}, {400, -300}}) {
    const Result moved = picture(dx, dy, both);
    const auto far = moved.cells<Scalar>("distance");
    const auto there = moved.cells<Mask>("mask");
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        const auto from = static_cast<std::size_t>(y * 40 + x);
        const auto to = static_cast<std::size_t>(((y + dy) % 30 + 30) % 30 * 40 + ((x + dx) % 40 + 40) % 40);
        INFO("moved by " << dx << ", " << dy << ", cell " << x << ", " << y);
        REQUIRE(std::abs(far[to] - distance[from]) < 1e-4f);
        REQUIRE(there[to] == mask[from]);
      }
    }
  }
}

TEST_CASE("What is many times as large as a world that wraps is refused", "[source.vector]") {
  const auto across = [](double cells) {
    StageRun run = drawn(collection({feature("LineString", "[[0, 5, 1], [" + text_of(cells) + ", 6, 1]]")}));
    return test::refusal(run.wrap(TERRAWRIGHT_WRAP_X));
  };
  CHECK(across(39 + 8 * 40) == "nothing");
  CHECK(test::says(across(4000), "features[0]: it is more than 9 times as large as the world, which wraps"));
}

TEST_CASE("Files that are wrong are refused with what is wrong where, and what to do", "[source.vector]") {
  const auto unvalued = [](StageRun& r) { r.without("value").without("height"); };
  const auto one = [&](const std::string& type, const std::string& coordinates) {
    return refused(collection({feature("Point", "[7, 50]"), feature(type, coordinates)}), unvalued);
  };
  CHECK(refused(collection({feature("LineString", a_line)}),
                [](StageRun& r) { r.without("value").without("height"); }) == "nothing");

  CHECK(test::says(refused(R"({"type": "FeatureCollection", "features": [)"),
                   "'file.png': it is not JSON: line 1, column "));
  CHECK(test::says(refused("{\"type\":\n \"FeatureCollection\",}"), "it is not JSON: line 2, column 22"));
  CHECK(test::says(refused("not JSON"), "it is not JSON"));
  CHECK(test::says(refused(""), "it is not JSON"));
  CHECK(test::says(refused(R"({"type": "Point", "coordinates": [7, NaN]})"), "it is not JSON: line 1, column "));
  CHECK(test::says(refused(R"({"type": "Point", "coordinates": [7, 1e999]})"), "number overflow"));
  CHECK(test::says(refused("[1, 2]"), "it is JSON, but no GeoJSON: it has no `type`"));
  CHECK(test::says(refused(R"({"type": "Topology", "objects": {}})"),
                   "it is of the type 'Topology', which is no GeoJSON"));
  CHECK(test::says(refused(R"({"type": "FeatureCollection"})"), "a FeatureCollection without a list of `features`"));
  CHECK(test::says(refused(collection({})), "it holds no features"));
  CHECK(test::says(
      refused(
          R"({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": null, "properties": {}}]})"),
      "none of its 1 features has a place"));
  CHECK(test::says(refused(R"({"type": "FeatureCollection", "features": [7]})"),
                   "features[0]: it is a number, not an object"));

  CHECK(
      test::says(one("Circle", "[7, 50]"), "features[1]: its geometry is of the type 'Circle'; write one of Point, "));
  CHECK(test::says(one("Polygon", "7"), "features[1]: its geometry has no 'coordinates' that are a list"));
  CHECK(test::says(one("LineString", "[[7, 50]]"), "features[1]: it has a line of one position"));
  CHECK(test::says(one("LineString", "[[7, 50], [7]]"),
                   "features[1]: its coordinates hold [7] where a position [x, y] should be"));
  CHECK(test::says(one("LineString", R"([[7, 50], ["7", 50]])"),
                   "features[1]: its position [\"7\",50] holds a text, not a number"));
  CHECK(test::says(one("LineString", "[[7, 50], [null, 50]]"), "holds null, not a number"));
  CHECK(
      test::says(one("Polygon", "[[[7, 50], [7.1, 50], [7.1, 50.1], [7, 50.1]]]"),
                 "features[1]: it has a ring that is not closed: it begins at [7,50] and ends at [7,50.1]; repeat the "
                 "first position at its end"));
  CHECK(test::says(one("Polygon", "[[[7, 50], [7.1, 50], [7, 50]]]"), "it has a ring of 3 positions; four close one"));
  CHECK(test::says(one("Point", "[50, 100]"), "has the latitude 100; write the longitude first"));
  CHECK(test::says(one("Point", "[350000, 5600000]"),
                   "these are no degrees: write the drawing in WGS 84, as with ogr2ogr -t_srs EPSG:4326"));
  CHECK(test::says(refused(collection({feature("Point", "[1e300, 4]")}), {}, "metres"), "is more than 1e9 cells away"));

  // All errors are reported at once, up to ten.
  const std::string both =
      refused(collection({feature("Circle", "[]", R"("name": "Tay")"), feature("LineString", "[[7, 50]]")}));
  CHECK(test::says(both, "features[0] ('Tay'): its geometry"));

  const std::string deep = std::string(1000000, '[') + "7" + std::string(1000000, ']');
  CHECK(test::says(one("MultiPolygon", deep), "its brackets are more than 64 deep"));
  CHECK(test::says(refused(deep), "its brackets are more than 64 deep"));
  std::string nested = R"({"type": "Point", "coordinates": [7, 50]})";
  for (int i = 0; i < 20; ++i) nested = R"({"type": "GeometryCollection", "geometries": [)" + nested + "]}";
  CHECK(test::says(refused(nested), "more than 8 deep"));
}

TEST_CASE("A drawing of another reference system, or of another place, is refused", "[source.vector]") {
  const auto with_crs = [](const std::string& crs) {
    std::string text = collection({feature("LineString", a_line)});
    return refused(text.insert(1, "\"crs\": " + crs + ", "), [](StageRun& r) { r.without("value").without("height"); });
  };
  CHECK(with_crs("null") == "nothing");
  CHECK(with_crs(R"({"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}})") == "nothing");
  CHECK(with_crs(R"({"type": "name", "properties": {"name": "EPSG:4326"}})") == "nothing");
  CHECK(test::says(with_crs(R"({"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}})"),
                   "not WGS 84; write it with ogr2ogr -t_srs EPSG:4326"));

  CHECK(test::says(
      refused(collection({feature("LineString", "[[20, 40, 1], [21, 42, 2]]")})),
      "all of it lies outside the world: it covers 20 to 21, 40 to 42 degrees, the world 6.76915 to 7.23085, "
      "49.8516 to 50.1484; write "
      "world: {longitude: 20.5 deg, latitude: 41 deg} for a world round the drawing"));
  StageRun some =
      drawn(collection({feature("Point", "[7, 50]"), feature("Point", "[17, 50]"), feature("Point", "[27, 50]")}), 33,
            33, "degrees");
  some.cell(1000).latitude(50).longitude(7).set("missing", 0.0);
  const Result result = test::painted(some);
  REQUIRE(result.warnings().size() == 1);
  CHECK(test::says(result.warnings()[0].sentence(), "2 of 3 features lie outside the world"));
}

TEST_CASE("Parameters that fit no feature are refused with what there is", "[source.vector]") {
  struct Row {
    std::string property, is;
    static void describe(Parameters<Row>& p) {
      p.parameter(&Row::property, "property", "P.");
      p.parameter(&Row::is, "is", "I.");
    }
  };
  const std::string text = collection({feature("LineString", a_line, R"("kind": "river", "depth": "3 m")"),
                                       feature("Point", "[7, 50]", R"("kind": "spring")")});
  const auto with = [&](const std::string& property, const std::string& is) {
    return refused(text, [&](StageRun& run) { run.set("where", std::vector<Row>{{property, is}}); });
  };
  CHECK(test::says(with("kind", "rivr"),
                   "none of its 2 features with a place fits `where`; 'kind' can be: river, spring"));
  CHECK(test::says(with("sort", "river"), "no feature has a property 'sort', there are: depth, kind"));
  CHECK(test::says(with("", "river"), "it names no property"));
  CHECK(test::says(refused(text),
                   "features[0]: its position [6.9, 50] has no third coordinate, which is its value; draw one, name a "
                   "property with `value`, or give `missing`"));
  const auto valued = [&](const std::string& property) {
    return refused(text, [&](StageRun& run) { run.set("value", property); });
  };
  CHECK(test::says(valued("depth"), "features[0]: its property 'depth' is a text, \"3 m\", and not a number"));
  CHECK(test::says(valued("level"), "features[0]: it has no property 'level', which is its value"));
  CHECK(test::says(refused(text, [](StageRun& run) { run.set("value_to", "level"); }), "it needs `value`"));
  CHECK(test::says(refused(text, [](StageRun& run) { run.set("reach", 0.0); }), "the reach must be above 0"));
  CHECK(test::says(refused(text, [](StageRun& run) { run.latitude(90); }), "a world at a pole has no longitudes"));
}

TEST_CASE("More than a million positions are refused before they take memory", "[source.vector]") {
  std::string line;
  for (int i = 0; i < 1000001; ++i) line += (i == 0 ? "[" : ",[") + std::to_string(i % 30) + ",1]";
  CHECK(test::says(refused(collection({feature("LineString", "[" + line + "]")}), {}, "cells"),
                   "features[0]: with it there are more than 1000000 positions; simplify the drawing"));
  std::string brackets = "[7";
  for (int i = 0; i < 5000000; ++i) brackets += ",1";
  CHECK(test::says(refused(collection({feature("Point", "[7, 50, 1]"), feature("Point", brackets + "]")})),
                   "features[1] has more than 5000000 numbers, texts and brackets"));
}
