// SPDX-License-Identifier: Apache-2.0
// Single labels on sheets that one sees through, and input that nobody should give.
#include <set>
#include <string>

#include "map/labels/candidate.hpp"
#include "map/labels/labels.hpp"
#include "plain_geometry.hpp"
#include "random_sheet.hpp"
#include "support/catch.hpp"
#include "terrawright/failure.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

PaperRaster filled(std::int32_t cell, std::uint8_t value) {
  PaperRaster r;
  r.cell = cell;
  r.columns = 10000 / cell;
  r.rows = 10000 / cell;
  r.values.assign(static_cast<std::size_t>(r.columns) * static_cast<std::size_t>(r.rows), value);
  return r;
}

// 10 cm of land; the sea lies right of x.
LabelInput plain_sheet(std::int32_t coast = 10000) {
  LabelInput input;
  input.frame = {0, 0, 10000, 10000};
  input.styles = {{lettering::Font::lato, {0, 0, 0, 255}, {0, 0, 0, 0}, 0, 0, 1200}};
  input.land = filled(25, 1);
  input.lakes = filled(25, 0);
  input.ink = filled(40, 0);
  for (std::int32_t k = 0; k < input.land.columns * input.land.rows; ++k) {
    if (k % input.land.columns * 25 >= coast) input.land.values[static_cast<std::size_t>(k)] = 0;
  }
  return input;
}

LabelFeature feature(LabelKind kind, const std::string& text, PaperPoint at) {
  LabelFeature f;
  f.kind = kind, f.text = text, f.point = at, f.size = 300, f.mark = 80;
  return f;
}

LabelOutput solved(const LabelInput& input) { return placed_labels(input, test::plain_letters()); }

double middle_x(const DrawnLabel& label) {
  const LabelBox& b = label.boxes.front();
  return (b.corner[0].x + b.corner[1].x + b.corner[2].x + b.corner[3].x) / 4.0;
}

}  // namespace

TEST_CASE("a town's name stands to the right of it, a harbour's in the sea", "[map][labels]") {
  LabelInput input = plain_sheet();
  input.features = {feature(LabelKind::town, "Haven", {5000, 5000})};
  CHECK(middle_x(solved(input).placed.at(0)) > 5000);
  input = plain_sheet(5100);
  input.features = {feature(LabelKind::town, "Haven", {4990, 5000})};
  input.features[0].harbour = true;
  CHECK(middle_x(solved(input).placed.at(0)) > 5000);
  // The sea is on the left.
  for (std::uint8_t& v : input.land.values) v = v != 0 ? 0 : 1;
  input.features[0].point.x = 5210;
  CHECK(middle_x(solved(input).placed.at(0)) < 5000);
}

TEST_CASE("a river's name follows it outside its lake, above it where that is free", "[map][labels]") {
  LabelInput input = plain_sheet();
  LabelFeature river = feature(LabelKind::river, "Rio", {9000, 5000});
  for (std::int32_t x = 500; x <= 9000; x += 100) river.line.push_back({x, 5000});
  input.features = {river};
  const LabelOutput free = solved(input);
  REQUIRE(free.placed.size() == 1);
  for (const PlacedGlyph& g : free.placed[0].word.glyphs) {
    CHECK(g.y == 5000 - 35);
    CHECK(g.along_y == 0);
  }
  // A lake over all but its ends.
  for (std::int32_t k = 0; k < input.lakes.columns * input.lakes.rows; ++k) {
    const std::int32_t x = k % input.lakes.columns * 25;
    input.lakes.values[static_cast<std::size_t>(k)] = x > 2500 && x < 8800 ? 1 : 0;
  }
  const LabelOutput with_lake = solved(input);
  REQUIRE(with_lake.placed.size() == 1);
  for (const PlacedGlyph& g : with_lake.placed[0].word.glyphs) CHECK(g.x < 2500);
  // From right to left it is read from left to right all the same.
  std::reverse(input.features[0].line.begin(), input.features[0].line.end());
  const LabelOutput backwards = solved(input);
  for (const PlacedGlyph& g : backwards.placed.at(0).word.glyphs) CHECK(g.along_x > 0);
}

TEST_CASE("letters that a line runs through are counted", "[map][labels]") {
  std::vector<PlacedGlyph> letters;
  for (std::int32_t k = 0; k < 10; ++k) letters.push_back({1, 1000 + 150 * k, 5000, 16384, 0, 0, 1});
  const auto line = [](double y) {
    std::vector<labels::Vector> points;
    for (double x = 900; x < 2700; x += 20) points.push_back({x, y});
    return points;
  };
  const std::vector<double> narrow(90, 10), wide(90, 60);
  CHECK(labels::struck(letters, 300, line(4930), narrow, 0, 90) == 1000);
  CHECK(labels::struck(letters, 300, line(5040), narrow, 0, 90) == 0);
  CHECK(labels::struck(letters, 300, line(5040), wide, 0, 90) == 1000);
  CHECK(labels::struck(letters, 300, line(4800), narrow, 0, 90) == 0);
  CHECK(labels::struck(letters, 300, line(4930), narrow, 0, 40) == 500);
  CHECK(labels::struck({}, 300, line(4930), narrow, 0, 90) == 0);
}

TEST_CASE("a lake's name stands at its own shore or nowhere", "[map][labels]") {
  LabelInput input = plain_sheet();
  // A small lake among others that leave no room for a name within 4 mm of it.
  for (std::int32_t k = 0; k < input.lakes.columns * input.lakes.rows; ++k) {
    const std::int32_t x = k % input.lakes.columns * 25 - 5000, y = k / input.lakes.columns * 25 - 5000;
    const std::int32_t d = x * x + y * y;
    input.lakes.values[static_cast<std::size_t>(k)] = d < 150 * 150 || (d > 400 * 400 && d < 1500 * 1500) ? 1 : 0;
  }
  input.features = {feature(LabelKind::lake, "Lago", {5000, 5000})};
  input.features[0].radius = 150;
  CHECK(solved(input).placed.empty());
}

TEST_CASE("a sea's name keeps away from the coast where it can", "[map][labels]") {
  LabelInput input = plain_sheet();
  // Sea below y = 4400; the widest water's middle is given too near the coast.
  for (std::int32_t k = 0; k < input.land.columns * input.land.rows; ++k)
    input.land.values[static_cast<std::size_t>(k)] = k / input.land.columns * 25 < 4400 ? 1 : 0;
  input.features = {feature(LabelKind::sea, "Mare", {5000, 4700})};
  input.features[0].radius = 1500;
  const LabelOutput output = solved(input);
  REQUIRE(output.placed.size() == 1);
  CHECK(labels::bounds(output.placed[0].boxes[0]).top > 4400 + 330);
}

TEST_CASE("a river of which little is on the sheet has its name there", "[map][labels]") {
  LabelInput input = plain_sheet();
  LabelFeature river = feature(LabelKind::river, "Rio Grande", {2000, 5000});
  for (std::int32_t x = -300000; x <= 2000; x += 100) river.line.push_back({x, 5000 + x % 300});
  input.features = {river};
  CHECK(solved(input).placed.size() == 1);
  // A scale that no sheet has: it ends.
  for (PaperPoint& p : input.features[0].line) p.x = p.x * 5000;
  CHECK(solved(input).placed.empty());
}

TEST_CASE("a lake's name stands in it if it is wide enough, else beside it", "[map][labels]") {
  for (const std::int32_t radius : {100, 200, 1500}) {
    LabelInput input = plain_sheet();
    for (std::int32_t k = 0; k < input.lakes.columns * input.lakes.rows; ++k) {
      const std::int32_t x = k % input.lakes.columns * 25 - 5000, y = k / input.lakes.columns * 25 - 5000;
      input.lakes.values[static_cast<std::size_t>(k)] = x * x + y * y < radius * radius ? 1 : 0;
    }
    input.features = {feature(LabelKind::lake, "Lago", {5000, 5000})};
    input.features[0].radius = radius;
    const LabelOutput output = solved(input);
    REQUIRE(output.placed.size() == 1);
    CAPTURE(radius, output.placed[0].boxes[0].corner[0].x, output.placed[0].boxes[0].corner[1].x,
            output.placed[0].boxes[0].corner[0].y);
    CHECK((std::fabs(middle_x(output.placed[0]) - 5000) < 100) == (radius == 1500));
  }
}

TEST_CASE("a range is spread along its axis", "[map][labels]") {
  LabelInput input = plain_sheet();
  LabelFeature range = feature(LabelKind::range, "MONTES", {5000, 5000});
  for (std::int32_t x = 1000; x <= 9000; x += 100) range.line.push_back({x, 5000 + (x - 5000) * (x - 5000) / 16000});
  input.features = {range};
  const LabelOutput output = solved(input);
  REQUIRE(output.placed.size() == 1);
  const auto& glyphs = output.placed[0].word.glyphs;
  CHECK(glyphs.back().x - glyphs.front().x > 2500);
  CHECK(glyphs.front().along_y < 0);  // uphill, then downhill
  CHECK(glyphs.back().along_y > 0);
}

TEST_CASE("one name is written once, the more important", "[map][labels]") {
  LabelInput input = plain_sheet();
  input.features = {feature(LabelKind::town, "Haven", {2000, 5000}), feature(LabelKind::town, "Haven", {7000, 5000})};
  input.features[0].rank = 4;
  input.features[1].rank = 2;
  const LabelOutput output = solved(input);
  REQUIRE(output.placed.size() == 1);
  CHECK(output.placed[0].feature == 1);
  REQUIRE(output.unplaced.size() == 1);
  CHECK(output.unplaced[0].why == WhyNot::repeated);
  CHECK(output.counts[0].wanted == 1);
}

TEST_CASE("names that nobody should give", "[map][labels]") {
  LabelInput input = plain_sheet();
  CHECK(solved(input).placed.empty());
  input.features = {feature(LabelKind::town, "", {5000, 5000}), feature(LabelKind::town, "  ", {5000, 2000}),
                    feature(LabelKind::town, std::string(40, 'w'), {5000, 7000}),
                    feature(LabelKind::town, std::string(400, 'w'), {5000, 3000}),
                    feature(LabelKind::town, "Far", {50000, 7000})};
  const LabelOutput output = solved(input);
  REQUIRE(output.placed.size() == 1);
  CHECK(output.placed[0].feature == 2);
  std::set<std::pair<std::size_t, WhyNot>> why;
  for (const UnplacedLabel& label : output.unplaced) why.insert({label.feature, label.why});
  CHECK(why == std::set<std::pair<std::size_t, WhyNot>>{
                   {0, WhyNot::no_name}, {1, WhyNot::no_name}, {3, WhyNot::no_place}, {4, WhyNot::outside}});
}

TEST_CASE("a letter that the font lacks is named, and whose name it stands in", "[map][labels]") {
  LabelInput input = plain_sheet();
  input.features = {feature(LabelKind::peak, "100% Peak", {5000, 5000})};
  input.features[0].from = "peaks";
  try {
    solved(input);
    FAIL("it was taken");
  } catch (const Failure& failure) {
    CHECK(failure.where() == "peaks");
    CHECK(std::string(failure.what()).find("\"%\"") != std::string::npos);
    CHECK(std::string(failure.what()).find("the peak \"100% Peak\"") != std::string::npos);
  }
}

TEST_CASE("a sheet of 1 mm and kinds without their lines", "[map][labels]") {
  for (const std::int32_t side : {100, 10000}) {
    LabelInput input = plain_sheet();
    input.frame = {0, 0, side, side};
    for (int k = 0; k < label_kinds; ++k) {
      input.features.push_back(feature(static_cast<LabelKind>(k), "Name", {50, 50}));
    }
    const LabelOutput output = solved(input);
    CHECK(output.placed.size() + output.unplaced.size() == static_cast<std::size_t>(label_kinds));
    if (side == 100) CHECK(output.placed.empty());
  }
}

TEST_CASE("twenty thousand lakes: the most important are looked at", "[map][labels]") {
  LabelInput input = plain_sheet();
  for (std::int32_t k = 0; k < 20000; ++k) {
    LabelFeature lake = feature(LabelKind::lake, "L" + std::to_string(k), {k * 7919 % 10000, k * 104 % 10000});
    lake.importance = 1000 + k % 977;
    input.features.push_back(lake);
  }
  const LabelOutput output = solved(input);
  CHECK(output.counts[static_cast<std::size_t>(LabelKind::lake)].wanted == 1000);
  CHECK(output.placed.size() > 100);
}

TEST_CASE("boxes overlap as their common ground says", "[map][labels]") {
  std::uint64_t state = 7;
  const auto below = [&](int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(n));
  };
  int common = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto box = [&] {
      const labels::Vector along = labels::unit({below(200) - 100.0, below(200) - 100.0});
      return labels::box_on({below(600) + 0.0, below(600) + 0.0}, along, 0, 60 + below(300), 50 + below(200), 0);
    };
    const LabelBox a = box(), b = box();
    const double area = test::common_area(test::corners(a), test::corners(b));
    if (area > 0.01) CHECK(labels::overlap(a, b));
    if (area == 0) CHECK(!labels::overlap(a, b));
    CHECK(labels::overlap(a, b) == labels::overlap(b, a));
    common += area > 0.01 ? 1 : 0;
  }
  CHECK(common > 2000);
  CHECK(common < 18000);
  // Touching boxes are apart.
  CHECK(!labels::overlap(labels::box_of({0, 0, 10, 10}), labels::box_of({10, 0, 20, 10})));
  CHECK(labels::overlap(labels::box_of({0, 0, 11, 10}), labels::box_of({10, 0, 20, 10})));
}

TEST_CASE("a parabola through points on one is that one", "[map][labels]") {
  std::vector<labels::Vector> points;
  for (int t = -1000; t <= 1000; t += 50) points.push_back({5000.0 + t, 3000 - 0.0002 * t * t});
  const labels::Parabola p = labels::parabola_of(points);
  CHECK(std::fabs(p.along.x - 1) < 1e-9);
  CHECK(std::fabs(p.bend + 0.0002) > 3e-4);  // up is where y falls
  CHECK(std::fabs(p.bend - 0.0002) < 1e-9);
  for (const double t : {-1000.0, 0.0, 700.0}) CHECK(std::fabs(p.point(t).y - (3000 - 0.0002 * t * t)) < 1e-6);
}
