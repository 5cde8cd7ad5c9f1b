// SPDX-License-Identifier: Apache-2.0
// Properties of the signs of antique maps.
#include "map/sheet/signs.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "map/sheet/field.hpp"
#include "small_worlds.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

bool within(const Box& box, const Box& frame) {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

// A small land with a river, a road and some names, and all that signs have to know of it.
struct SmallLand {
  SheetContent content;
  const Style& style = style_of(StyleName::antique);
  Lines coast, lakes;
  Surface surface;
  map::Field inland_of;
  std::vector<River> rivers;
  std::vector<std::pair<bool, Line>> roads;
  std::vector<Box> names;

  // Lowered by so many metres.
  static test::Hills hills_of(unsigned seed, float by) {
    test::Hills hills = test::hills(97 + seed % 40, 97, seed);
    for (float& z : hills.z) z -= by;
    return hills;
  }
  explicit SmallLand(unsigned seed, float by = 0)
      : content(test::content_of(hills_of(seed, by), test::paper_for(StyleName::antique, PaperName::a4))) {
    const Parallel here = test::one_thread();
    const Box& f = content.layout.frame;
    coast = coast_of(content.ground, here);
    lakes = lake_shores(content.ground, here);
    const GridGeometry place{f.left - 100.0, f.top - 100.0, 25, f.width() / 25 + 9, f.height() / 25 + 9};
    surface = surface_of(content.ground, place, content.classes, style, here);
    inland_of = inland(coast, f, here);
    std::mt19937 random(seed);
    const auto in = [&](std::int32_t from, std::int32_t to) {
      return from + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(std::max(to - from, 1)));
    };
    const auto spot = [&] {
      return Spot{static_cast<double>(in(f.left, f.right)), static_cast<double>(in(f.top, f.bottom))};
    };
    River river;
    river.line.spots = {spot(), spot(), spot()};
    river.widths = {60, 60, 60};
    rivers.push_back(river);
    roads.emplace_back(true, Line{{spot(), spot()}, false});
    for (int n = 0; n < 25; ++n) {
      const Spot s = spot();
      names.push_back({rounded(s.x), rounded(s.y), rounded(s.x) + in(200, 1500), rounded(s.y) + in(150, 400)});
    }
  }
  SignGround ground() const { return {&surface, &inland_of, &coast, &lakes, &rivers, &roads, content.layout.frame}; }
  bool is_land(double x, double y) const { return test::inside(coast, x, y) && !test::inside(lakes, x, y); }
};

double from_line(const Line& line, const Spot& s) {
  double least = 1e9;
  for (std::size_t i = 1; i < line.spots.size(); ++i) {
    const Spot &a = line.spots[i - 1], &b = line.spots[i];
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t = length > 0 ? std::clamp(((s.x - a.x) * dx + (s.y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
    const double x = a.x + t * dx - s.x, y = a.y + t * dy - s.y;
    least = std::min(least, x * x + y * y);
  }
  return std::sqrt(least);
}

}  // namespace

TEST_CASE("mountains and trees stand on dry land, off roads and rivers, and under no name", "[map.sheet][length]") {
  std::size_t mountains_seen = 0, trees_seen = 0;
  const unsigned seeds = test::at_length() ? 100 : 25;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    const SmallLand land(seed);
    const SignGround ground = land.ground();
    const Box& frame = land.content.layout.frame;
    const Mountains mountains = mountains_of(ground, mountain_sites(ground, {}, test::one_thread()), land.names);
    std::size_t wet = 0, named = 0, outside = 0, on_lines = 0;
    for (const Mountain& m : mountains) {
      outside += within(m.box(), frame) ? 0u : 1u;
      for (const double side : {-1.0, 0.0, 1.0}) {
        const Spot foot{m.place.at.x + side * m.half, m.place.at.y};
        wet += land.is_land(foot.x, foot.y) ? 0u : 1u;
        on_lines += from_line(land.roads[0].second, foot) < 40 || from_line(land.rivers[0].line, foot) < 40 ? 1u : 0u;
      }
      wet += land.is_land(m.place.at.x, m.place.at.y - m.height * 0.7) ? 0u : 1u;
      for (const Box& name : land.names) named += overlap(name, m.inner_box()) ? 1u : 0u;
    }
    const Trees trees = trees_of(ground, mountains, land.names);
    for (const Tree& tree : trees) {
      const Box box = box_of(*tree.sign, tree.place);
      const double middle = (box.left + box.right) / 2.0;
      outside += within(box, frame) ? 0u : 1u;
      wet += land.is_land(tree.place.at.x, tree.place.at.y) && land.is_land(middle, box.top + 60) ? 0u : 1u;
      on_lines += from_line(land.roads[0].second, tree.place.at) < 40 ? 1u : 0u;
      on_lines += from_line(land.rivers[0].line, tree.place.at) < 40 ? 1u : 0u;
      for (const Box& name : land.names) named += overlap(name, box) ? 1u : 0u;
      for (const Mountain& m : mountains) named += overlap(m.inner_box(), box) ? 1u : 0u;
    }
    CHECK(wet == 0);
    CHECK(named == 0);
    CHECK(outside == 0);
    CHECK(on_lines == 0);
    mountains_seen += mountains.size(), trees_seen += trees.size();
  }
  CHECK(mountains_seen > 5 * seeds);
  CHECK(trees_seen > 20 * seeds);
}

TEST_CASE("a summit with a name has a sign of its own, the largest nearby", "[map.sheet]") {
  std::size_t seen = 0;
  for (unsigned seed = 1; seed <= 25; ++seed) {
    INFO("seed " << seed);
    const SmallLand land(seed);
    const SignGround ground = land.ground();
    // Names are given to places that are not the greatest.
    const std::vector<MountainSite> all = mountain_sites(ground, {}, test::one_thread());
    std::vector<Spot> summits;
    for (std::size_t n = 3; n < all.size() && !all[n].hill && summits.size() < 3; n += 4) summits.push_back(all[n].top);
    const Mountains mountains = mountains_of(ground, mountain_sites(ground, summits, test::one_thread()), {});
    for (const Mountain& named : mountains) {
      if (!named.named) continue;
      ++seen;
      for (const Mountain& other : mountains)
        CHECK((other.named || other.height <= 0.9 * named.height || distance(other.place.at, named.place.at) >= 1000));
    }
  }
  CHECK(seen > 25);
}

TEST_CASE("ships and beasts are in open water inside the frame, and over nothing else", "[map.sheet][length]") {
  std::size_t ships = 0, waves = 0;
  const unsigned seeds = test::at_length() ? 100 : 25;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    const SmallLand land(seed, seed % 4 == 0 ? 0.0f : 400.0f);
    const SeaSigns signs = sea_signs_of(land.coast, land.content.layout, land.names, test::one_thread());
    std::size_t ashore = 0, over = 0, outside = 0;
    for (std::size_t n = 0; n < signs.size(); ++n) {
      const Box box = box_of(*signs[n].sign, signs[n].place);
      outside += within(box, land.content.layout.frame) ? 0u : 1u;
      for (int k = 0; k <= 8; ++k) {
        for (int i = 0; i <= 8; ++i)
          ashore +=
              test::inside(land.coast, box.left + box.width() * i / 8.0, box.top + box.height() * k / 8.0) ? 1u : 0u;
      }
      for (const Box& name : land.names) over += overlap(name, box) ? 1u : 0u;
      for (std::size_t other = 0; other < n && signs[other].kind != SignKind::wave; ++other)
        over += overlap(box_of(*signs[other].sign, signs[other].place), box) ? 1u : 0u;
      (signs[n].kind == SignKind::wave ? waves : ships) += 1;
    }
    CHECK(ashore == 0);
    CHECK(over == 0);
    CHECK(outside == 0);
  }
  CHECK(2 * ships > seeds);
  CHECK(waves > 2 * seeds);
}

TEST_CASE("houses stand on dry ground where some is near, and else where they were", "[map.sheet][length]") {
  std::size_t moved = 0;
  const unsigned seeds = test::at_length() ? 100 : 25;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    INFO("seed " << seed);
    const SmallLand land(seed);
    PointFeatures places;
    for (const Line& ring : land.coast) {
      for (std::size_t i = 0; i < ring.spots.size(); i += 50) {
        PointFeature place;
        place.at = ring.spots[i];
        place.rank = 1 + static_cast<std::int64_t>(places.size() % 4);
        places.push_back(place);
      }
    }
    const PointFeatures now = on_dry_ground(places, land.ground(), land.style);
    REQUIRE(now.size() == places.size());
    std::size_t wet = 0, far = 0;
    for (std::size_t n = 0; n < now.size(); ++n) {
      const double dx = now[n].at.x - places[n].at.x, dy = now[n].at.y - places[n].at.y;
      if (dx == 0 && dy == 0) continue;
      ++moved;
      far += std::sqrt(dx * dx + dy * dy) > 801 ? 1u : 0u;
      const double half = town_radius(static_cast<int>(now[n].rank), land.style);
      for (const double side : {-1.0, 0.0, 1.0}) {
        wet += land.is_land(now[n].at.x + side * half, now[n].at.y + half) ? 0u : 1u;
        wet += land.is_land(now[n].at.x + side * half, now[n].at.y) ? 0u : 1u;
      }
    }
    CHECK(far == 0);
    CHECK(wet == 0);
  }
  CHECK(moved > 3 * seeds);
}

TEST_CASE("the tables of signs are whole, and their houses no larger than their marks", "[map.sheet]") {
  for (const SignKind kind : {SignKind::mountain, SignKind::hill, SignKind::broadleaf, SignKind::conifer,
                              SignKind::town, SignKind::ship, SignKind::beast, SignKind::wave, SignKind::lily}) {
    const Signs& signs = signs_of(kind);
    CHECK(!signs.empty());
    for (const Sign& sign : signs) {
      INFO(sign.name);
      CHECK(!sign.parts.empty());
      CHECK(sign.box.right > sign.box.left);
      CHECK(sign.box.top > sign.box.bottom);
      for (const SignPart& part : sign.parts) {
        CHECK(part.fill != (part.width > 0));
        CHECK((part.of_ground || part.colour.alpha > 0));
      }
    }
  }
  const Signs& towns = signs_of(SignKind::town);
  REQUIRE(towns.size() == 4);
  for (int rank = 1; rank <= 4; ++rank) {
    const Box& box = towns[static_cast<std::size_t>(rank - 1)].box;
    const std::int32_t half = town_radius(rank, style_of(StyleName::antique));
    CHECK(std::max({-box.left, box.right, box.top, -box.bottom}) <= half);
  }
  const auto wrong = [](const char* text) { CHECK_THROWS_AS(read_signs(text, "tree"), std::runtime_error); };
  wrong("");
  wrong(R"({"colours": {}, "tree": []})");
  wrong(
      R"({"colours": {"a": "#12345"}, "tree": [{"name": "t", "parts": [{"fill": "a", "strokes": [[0, 0, 1, 1]]}]}]})");
  wrong(R"({"colours": {}, "tree": [{"name": "t", "parts": [{"fill": "a", "strokes": [[0, 0, 1, 1]]}]}]})");
  wrong(R"({"colours": {}, "tree": [{"name": "t", "parts": [{"fill": "ground", "strokes": [[0, 0, 1]]}]}]})");
  wrong(R"({"colours": {}, "tree": [{"name": "t", "parts": [{"fill": "ground", "strokes": [[0, 0, 1, 1.5]]}]}]})");
  wrong(R"({"colours": {}, "tree": [{"name": "t", "parts": [{"line": "ground", "strokes": [[0, 0, 1, 1]]}]}]})");
}
