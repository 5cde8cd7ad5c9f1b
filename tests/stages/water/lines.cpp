// SPDX-License-Identifier: Apache-2.0
// Lines of rivers: they do not show the cells, stay beside them, meet where reaches meet, and never cross.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/shipped.hpp"
#include "water/lines/river_lines.hpp"

using namespace terrawright;
using namespace terrawright::water;

namespace {

std::vector<Line> lines_of(const test::Built& built, const char* table) {
  std::vector<Line> lines;
  for (std::size_t r = 0; r < built.table(table).rows; ++r) lines.push_back(built.table(table).line(r));
  return lines;
}

// The share of their length within 2 degrees of a multiple of 45.
double octagonal_length(const std::vector<Line>& lines) {
  double all = 0, octagonal = 0;
  for (const Line& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y, length = std::hypot(dx, dy);
      const double eighths = std::atan2(dy, dx) * 4 / std::acos(-1.0);
      all += length;
      octagonal += std::fabs(eighths - std::round(eighths)) < 2.0 / 45 ? length : 0;
    }
  }
  return octagonal / all;
}

// Every segment against every other.
int crossings_of(const std::vector<Line>& lines) {
  std::vector<std::pair<terrawright_point, terrawright_point>> all;
  for (const Line& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) all.emplace_back(line[i - 1], line[i]);
  }
  int found = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [a, b] = all[i];
      const auto& [c, d] = all[j];
      // Where a + s (b - a) = c + t (d - c).
      const double det = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
      if (det == 0) continue;
      const double s = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / det;
      const double t = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / det;
      constexpr double inside = 1e-9;
      found += s > inside && s < 1 - inside && t > inside && t < 1 - inside ? 1 : 0;
    }
  }
  return found;
}

test::Built realistic(int seed, const std::string& with = "{}") {
  return test::Shipped{"realistic"}.build(
      seed, 385,
      {"outputs=[{layers: {l: lines, o: lines.oxbows, c: rivers.table, z: metres}}]", "knobs.rivers=1 m3/s",
       "stages.lines.with=" + with});
}

double level_share(const std::vector<float>& z, std::int64_t side, double cell, std::int64_t x, std::int64_t y) {
  const auto at = [&](std::int64_t i, std::int64_t j) {
    const auto in = [&](std::int64_t k) { return static_cast<std::size_t>(std::clamp<std::int64_t>(k, 0, side - 1)); };
    return static_cast<double>(z[in(j) * static_cast<std::size_t>(side) + in(i)]);
  };
  int level = 0;
  for (std::int64_t j = y - 1; j <= y + 1; ++j) {
    for (std::int64_t i = x - 1; i <= x + 1; ++i)
      level += std::hypot(at(i + 1, j) - at(i - 1, j), at(i, j + 1) - at(i, j - 1)) < 0.02 * cell ? 1 : 0;
  }
  return level / 9.0;
}

bool equal(const terrawright_point& a, const terrawright_point& b) { return a.x == b.x && a.y == b.y; }

}  // namespace

TEST_CASE("lines of rivers do not show the cells and do not cross", "[water.lines]") {
  for (const int seed : {901, 902, 903, 904}) {
    const test::Built built = realistic(seed);
    const std::vector<Line> lines = lines_of(built, "lines"), cells = lines_of(built, "rivers.table");
    INFO("seed " << seed);
    REQUIRE(lines.size() > 20);
    CHECK(octagonal_length(cells) > 0.99);
    CHECK(octagonal_length(lines) < 0.15);
    CHECK(crossings_of(lines) == 0);
  }
}

TEST_CASE("lines of rivers stay beside their cells, and their ends are the same", "[water.lines]") {
  const test::Built built = realistic(905);
  const std::vector<Line> lines = lines_of(built, "lines"), cells = lines_of(built, "rivers.table");
  const std::vector<float> z = built.cells<float>("metres");
  const double cell = test::Shipped{"realistic"}.cell(385);
  double farthest = 0;
  REQUIRE(lines.size() == cells.size());
  for (std::size_t r = 0; r < lines.size(); ++r) {
    REQUIRE(lines[r].size() == cells[r].size());
    CHECK(equal(lines[r].front(), cells[r].front()));
    CHECK(equal(lines[r].back(), cells[r].back()));
    for (std::size_t i = 0; i < lines[r].size(); ++i) {
      const terrawright_point& at = cells[r][i];
      double other = 8;
      for (std::size_t q = 0; q < cells.size(); ++q) {
        for (const terrawright_point& p : cells[q]) {
          if (q != r) other = std::min(other, std::hypot(p.x - at.x, p.y - at.y));
        }
      }
      const double level = level_share(z, 385, cell, static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y));
      const double away = std::hypot(lines[r][i].x - at.x, lines[r][i].y - at.y);
      CHECK(away < std::min(0.7 + 2.5 * level, 0.45 * other) + 1e-9);
      farthest = std::max(farthest, away);
    }
  }
  CHECK(farthest > 0.71);  // on plains they go farther than in valleys
}

TEST_CASE("lines of rivers keep all columns, and are the same for all tiles and threads", "[water.lines]") {
  const auto digest = [](std::int64_t tile, int threads) {
    test::Shipped world{"realistic"};
    test::Options options;
    options.path = TERRAWRIGHT_ROOT "/configs/realistic.yaml";
    options.tile = tile;
    options.threads = threads;
    options.set = {"world.size=[257,257]", "world.cell=1 km",
                   "outputs=[{layers: {l: lines, o: lines.oxbows, c: rivers.table}}]",
                   "stages.lines.with={lines: meander}"};
    return test::build(world.yaml, options);
  };
  const test::Built whole = digest(0, 1);
  CHECK(digest(61, 2).digest("lines") == whole.digest("lines"));
  CHECK(digest(128, 1).digest("lines") == whole.digest("lines"));
  CHECK(digest(128, 1).digest("lines.oxbows") == whole.digest("lines.oxbows"));
  const auto &made = whole.table("lines"), &given = whole.table("rivers.table");
  REQUIRE(made.columns.size() == given.columns.size());
  for (const char* column : {"reach", "from_x", "from_y", "to_x", "to_y", "next_reach"})
    CHECK(made.integers(column) == given.integers(column));
}

TEST_CASE("on a long plain meanders are 10 to 14 widths long and are the same each time", "[water.lines]") {
  constexpr double width = 0.5, widths = 600;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Line middle;
    for (int i = 0; i <= widths * width; ++i) middle.push_back({static_cast<double>(i), 0.0});
    const std::vector<double> room(middle.size(), 5 * width);
    const auto river = [&] {
      Meanders meanders({middle, room}, width, terrawright_key_of_row(seed, 1, 0, 0, 0));
      meanders.wander();
      return meanders.line();
    };
    const Line line = river();
    INFO("seed " << seed);
    CHECK(equal(line.front(), middle.front()));
    CHECK(equal(line.back(), middle.back()));
    int sides = 0;  // where it comes from one side of the valley to the other
    double farthest = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
      sides += line[i - 1].y * line[i].y < 0 ? 1 : 0;
      farthest = std::max(farthest, std::fabs(line[i].y));
    }
    const double wavelength = 2 * widths / sides;
    CHECK(wavelength > 10);
    CHECK(wavelength < 14);
    const double sinuosity = length_of(line) / (widths * width);
    CHECK(sinuosity > 1.3);
    CHECK(sinuosity < 2.5);
    CHECK(farthest < 5 * width + 1e-9);
    CHECK(crossings_of({line}) == 0);
    const Line again = river();
    CHECK(std::equal(line.begin(), line.end(), again.begin(), again.end(), equal));
  }
}

TEST_CASE("on plains rivers meander, elsewhere they do not, and none cross", "[water.lines]") {
  int lakes = 0;
  std::vector<double> sinuosity;
  for (const int seed : {906, 907, 908, 909}) {
    const test::Built built = realistic(seed, "{lines: meander, exaggerate: 6}");
    const std::vector<Line> lines = lines_of(built, "lines"), cells = lines_of(built, "rivers.table");
    std::vector<Line> all = lines;
    for (const Line& oxbow : lines_of(built, "lines.oxbows")) all.push_back(oxbow), ++lakes;
    INFO("seed " << seed);
    CHECK(crossings_of(all) == 0);
    CHECK(octagonal_length(lines) < 0.15);
    for (std::size_t r = 0; r < lines.size(); ++r) {
      CHECK(equal(lines[r].front(), cells[r].front()));
      CHECK(equal(lines[r].back(), cells[r].back()));
      const double straight = distance_between(lines[r].front(), lines[r].back());
      if (length_of(lines[r]) > 5 && straight > 0) sinuosity.push_back(length_of(lines[r]) / straight);
    }
  }
  CHECK(lakes > 5);
  std::sort(sinuosity.begin(), sinuosity.end());
  CHECK(sinuosity[sinuosity.size() * 9 / 10] > 1.3);
  CHECK(sinuosity[sinuosity.size() * 9 / 10] < 2.5);
  CHECK(sinuosity[sinuosity.size() / 10] < 1.1);
}

TEST_CASE("lines that cross are taken back until they do not", "[water.lines]") {
  // Straight lines side by side, each of them moved at random so far that many cross.
  std::mt19937 random(7);
  std::vector<Line> sure(40), lines;
  for (std::size_t r = 0; r < sure.size(); ++r) {
    for (int i = 0; i < 30; ++i) sure[r].push_back({static_cast<double>(i), static_cast<double>(r)});
  }
  lines = sure;
  for (Line& line : lines) {
    const double most = line[0].y < 20 ? 0.45 : 4;
    for (terrawright_point& p : line) p.y += most * (static_cast<double>(random() % 2001) / 1000 - 1);
  }
  std::vector<std::uint8_t> crossed(lines.size(), 0);
  int found = 0;
  each_crossing(lines, [&](std::uint32_t a, std::uint32_t b) { crossed[a] = crossed[b] = 1, ++found; });
  CHECK(found == crossings_of(lines));
  REQUIRE(found > 100);
  const std::vector<Line> before = lines;
  take_back_crossings(lines, sure, sure);
  CHECK(crossings_of(lines) == 0);
  bool some_stay_away = false;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    const bool same = std::equal(lines[r].begin(), lines[r].end(), before[r].begin(), equal);
    if (r < 15) CHECK(same);  // never crossed
    some_stay_away |= !same && !std::equal(lines[r].begin(), lines[r].end(), sure[r].begin(), equal);
  }
  CHECK(some_stay_away);
}
