// SPDX-License-Identifier: Apache-2.0
// Every lake that a map of the shipped worlds shows has a river that enters or leaves it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

namespace {

struct DrawnSpot {
  double x, y;
};
using DrawnLine = std::vector<DrawnSpot>;

// Lines of the paths of a layer of an SVG, "M17925 13404l5 2-4 4z", clips left out.
std::vector<DrawnLine> lines_of(const std::string& svg, const std::string& layer) {
  const std::size_t first = svg.find("id=\"group-" + layer + "\""), end = svg.find("id=\"group-", first + 10);
  REQUIRE(first != std::string::npos);
  std::vector<DrawnLine> lines;
  static const std::string path = " d=\"";
  for (std::size_t at = svg.find(path, first); at < end; at = svg.find(path, at)) {
    const bool is_clip = svg.compare(svg.rfind('<', svg.rfind('<', at) - 1), 9, "<clipPath") == 0;
    at += path.size();
    bool moves = true;
    for (const char* c = svg.c_str() + at; *c != '"';) {
      if (std::isalpha(static_cast<unsigned char>(*c))) {
        REQUIRE((*c == 'M' || *c == 'l' || *c == 'z'));
        moves = *c++ == 'M';
        if (moves && !is_clip) lines.emplace_back();
        continue;
      }
      char* next = nullptr;
      const double x = std::strtod(c, &next), y = std::strtod(next, &next);
      for (c = next; *c == ' ';) ++c;
      if (is_clip) continue;
      const DrawnSpot from = moves ? DrawnSpot{0, 0} : lines.back().back();
      lines.back().push_back({from.x + x, from.y + y});
    }
  }
  return lines;
}

bool is_inside(const DrawnLine& ring, const DrawnSpot& spot) {
  bool inside = false;
  for (std::size_t i = 0, before = ring.size() - 1; i < ring.size(); before = i++) {
    const DrawnSpot &a = ring[before], &b = ring[i];
    if ((a.y > spot.y) != (b.y > spot.y) && spot.x < a.x + (b.x - a.x) * (spot.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

// Spots of all lines, a twentieth of a millimetre apart.
DrawnLine spots_of(const std::vector<DrawnLine>& lines) {
  DrawnLine spots;
  for (const DrawnLine& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
      const double steps = std::ceil(std::hypot(dx, dy) / 5);
      for (double s = 0; s <= steps; ++s)
        spots.push_back({line[i - 1].x + dx * s / steps, line[i - 1].y + dy * s / steps});
    }
  }
  return spots;
}

}  // namespace

TEST_CASE("every lake of a map has a river that enters or leaves it", "[sheets][length]") {
  const std::string world = GENERATE("realistic_map", "island_map");
  for (int seed = 1; seed <= (at_length() ? 8 : 1); ++seed) {
    CAPTURE(world, seed);
    const TemporaryFolder folder;
    const Ran ran = run("build " TERRAWRIGHT_ROOT "/configs/" + world + ".yaml --quiet --cache off --out " +
                        (folder / "o") + " --seed " + std::to_string(seed) +
                        (at_length() ? "" : " --set world.size=[513,513] --set 'world.cell=500 m'") +
                        " --set 'outputs=[{file: \"a-{seed}.svg\", sheet: maps.topographic}]'");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string svg = read(folder / ("o/a-" + std::to_string(seed) + ".svg"));
    const std::vector<DrawnLine> lakes = lines_of(svg, "lakes");
    const DrawnLine rivers = spots_of(lines_of(svg, "rivers"));
    CHECK(lakes.size() >= 8);
    for (const DrawnLine& lake : lakes) {
      CAPTURE(lake.front().x, lake.front().y);
      CHECK(std::any_of(rivers.begin(), rivers.end(), [&](const DrawnSpot& spot) { return is_inside(lake, spot); }));
    }
  }
}
