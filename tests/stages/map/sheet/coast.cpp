// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "map/sheet/field.hpp"
#include "map/sheet/plane.hpp"
#include "small_worlds.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

TEST_CASE("no land is drawn as sea, and no sea as land", "[map.sheet]") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const test::Hills hills = test::hills(60 + seed, 50, seed);
    const SheetContent content = test::content_of(hills, test::paper_for(StyleName::topographic, PaperName::a3));
    const Lines coast = coast_of(content.ground, test::one_thread());
    std::size_t wrong = 0, cells = 0;
    for (std::int64_t y = 0; y < hills.height; ++y) {
      for (std::int64_t x = 0; x < hills.width; ++x) {
        const Spot at = content.layout.spot(static_cast<double>(x), static_cast<double>(y));
        const Box& f = content.layout.frame;
        if (at.x < f.left || at.x > f.right || at.y < f.top || at.y > f.bottom) continue;
        ++cells;
        wrong += test::inside(coast, at.x, at.y) != (hills.z[hills.at(x, y)] > 0.0f);
      }
    }
    INFO("seed " << seed);
    CHECK(cells > 1000);
    CHECK(wrong == 0);
  }
}

TEST_CASE("tiles tell the same of the world whatever their size", "[map.sheet]") {
  for (const double cell : {250.0, 20.0}) {
    const test::Hills hills = test::hills(401, 333, 3);
    const PaperFacts paper = test::paper_for(StyleName::topographic, cell < 100 ? PaperName::a5 : PaperName::a3);
    const SheetContent whole = test::content_of(hills, paper, cell);
    for (const std::int64_t tile : {1000, 64, 7}) {
      const SheetContent parts = test::content_of(hills, paper, cell, tile);
      CHECK(parts.ground.height.values == whole.ground.height.values);
      CHECK(parts.ground.land.values == whole.ground.land.values);
      CHECK(parts.ground.lake.values == whole.ground.lake.values);
      CHECK(parts.ground.biome.values == whole.ground.biome.values);
    }
  }
}

TEST_CASE("lines of a level part what is above from what is below", "[map.sheet]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const test::Hills hills = test::hills(31, 27, seed);
    map::Field field({0, 0, 100, hills.width, hills.height});
    field.values = hills.z;
    const float level = 30.5f;  // heights are whole
    const Lines rings = traced(field, level, true), open = traced(field, level, false);
    for (const Line& ring : rings) CHECK(ring.closed);
    for (std::int64_t y = 0; y < hills.height; ++y) {
      for (std::int64_t x = 0; x < hills.width; ++x)
        CHECK(test::inside(rings, static_cast<double>(x) * 100, static_cast<double>(y) * 100) ==
              (hills.z[hills.at(x, y)] > level));
    }
    // Open lines end at the field's edge.
    for (const Line& line : open) {
      if (line.closed) continue;
      for (const Spot& end : {line.spots.front(), line.spots.back()})
        CHECK((end.x == 0 || end.y == 0 || end.x == 3000 || end.y == 2600));
    }
  }
}

TEST_CASE("simplified lines keep their ends, lose only small triangles, and rings stay rings", "[map.sheet]") {
  Line line;
  for (int i = 0; i <= 100; ++i) line.spots.push_back({i * 10.0, (i % 2) * 2.0 + (i > 50 ? 300.0 : 0.0)});
  const Line simple = simplified(line, 60);
  CHECK(simple.spots.size() < 10);
  CHECK((simple.spots.front().x == 0 && simple.spots.back().x == 1000));
  CHECK(simplified(line, 0).spots.size() == line.spots.size());
  Line ring;
  ring.closed = true;
  for (int i = 0; i < 40; ++i) ring.spots.push_back({std::sqrt(i) * 30, i % 7 * 10.0});
  CHECK(simplified(ring, 1e9).spots.size() == 4);
  const Line round = rounded_off(simple, 2);
  CHECK((round.spots.front().x == 0 && round.spots.back().x == 1000));
  const Line even = resampled(line, 25);
  for (std::size_t i = 2; i + 1 < even.spots.size(); ++i) {
    const double dx = even.spots[i].x - even.spots[i - 1].x, dy = even.spots[i].y - even.spots[i - 1].y;
    CHECK(dx * dx + dy * dy < 26 * 26);
  }
}
