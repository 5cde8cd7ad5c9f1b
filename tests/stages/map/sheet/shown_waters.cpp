// SPDX-License-Identifier: Apache-2.0
// No water has two names: of seas those that lie apart, of bays across one water from each other the greater.
#include "map/sheet/drawing.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

PointFeature water(double x, double y, double radius, double towards_x = 0) {
  PointFeature f;
  f.at = {x, y};
  f.radius = radius;
  f.towards_x = towards_x;
  return f;
}

// 10 cm; land is what `dry` says, by x.
template <class Dry>
PaperRaster land(Dry dry) {
  PaperRaster r{0, 0, 25, 400, 400, {}, 0};
  for (std::int32_t k = 0; k < 160000; ++k) r.values.push_back(dry(k % 400 * 25) ? 1 : 0);
  return r;
}

}  // namespace

TEST_CASE("seas with names lie apart, inside the frame, the widest first", "[map.sheet]") {
  const Box frame{0, 0, 20000, 10000};
  const auto shown = shown_seas(
      {water(3000, 5000, 800), water(4000, 5000, 900), water(15000, 200, 700), water(-10, 500, 9000)}, frame);
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].radius == 900);
  CHECK(shown[1].radius == 700);
  CHECK(shown[1].at.y == 1300);  // not at the frame
}

TEST_CASE("two bays on one water have one name, two with land between have two", "[map.sheet]") {
  const PointFeatures bays = {water(4000, 5000, 900, 1), water(6000, 5000, 1000, -1)};
  const auto one = shown_bays(bays, land([](std::int32_t x) { return x < 3900 || x > 6100; }));
  REQUIRE(one.size() == 1);
  CHECK(one[0].radius == 1000);
  CHECK(shown_bays(bays, land([](std::int32_t x) { return x > 4900 && x < 5100; })).size() == 2);
  CHECK(shown_bays({bays[0], water(9000, 5000, 1000, -1)}, land([](std::int32_t) { return false; })).size() == 2);
}
