// SPDX-License-Identifier: Apache-2.0
// Lands and features that no honest stage makes, for sheets of odd worlds.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

// A hill with dents in the sea, or what `form` says.
struct Land {
  Out<Height> height;
  Out<Mask> land;
  Out<Scalar> depth, level;
  std::string form = "hill";
  double width = 1, length = 1;

  static void describe(Spec<Land>& s) {
    s.stage("odd.land", "Odd lands.");
    s.port(&Land::height, "height", "Heights.").unit("m");
    s.port(&Land::land, "land", "Land.").by_name();
    s.port(&Land::depth, "depth", "Depth of lakes.").unit("m").by_name();
    s.port(&Land::level, "level", "Level of lakes.").unit("m").by_name();
    s.parameter(&Land::form, "form", "hill, sea, land, even, nan, infinite, high, lakes, no_level, no_depth.");
  }
  void arrange(Arrangement& a) {
    width = static_cast<double>(a.width());
    length = static_cast<double>(a.height());
  }
  double height_at(double x, double y) const {
    const double u = (x + 0.5) / width * 2 - 1, v = (y + 0.5) / length * 2 - 1;
    const double hill = (0.6 - (u * u + v * v)) * 1000 + std::fmod(x * 7 + y * 13, 11) * 4;
    if (form == "sea") return -std::fabs(hill) - 1;
    if (form == "even") return 600;
    return form == "hill" ? hill : std::fabs(hill) + 1;
  }
  void paint(Tile& tile) const {
    const auto put = [&](auto port, auto value) {
      if (auto cells = tile[port]) {
        const Rect r = tile.area();
        for (std::int64_t y = r.y; y < r.y + r.height; ++y) {
          for (std::int64_t x = r.x; x < r.x + r.width; ++x) cells(x, y) = value(x, y);
        }
      }
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto is_lake = [&](std::int64_t x, std::int64_t y) {
      return (form == "lakes" || form == "no_level" || form == "no_depth") && x % 3 == 1 && y % 3 == 1;
    };
    put(height, [&](std::int64_t x, std::int64_t y) {
      const auto z = static_cast<float>(height_at(static_cast<double>(x), static_cast<double>(y)));
      if (x != 2 || y != 1) return z;
      return form == "nan" ? nan : form == "infinite" ? HUGE_VALF : form == "high" ? 1e30f : z;
    });
    put(land, [&](std::int64_t x, std::int64_t y) -> std::uint8_t {
      return height_at(static_cast<double>(x), static_cast<double>(y)) > 0 ? 1 : 0;
    });
    put(depth, [&](std::int64_t x, std::int64_t y) { return is_lake(x, y) ? form == "no_depth" ? nan : 5.0f : 0.0f; });
    put(level, [&](std::int64_t x, std::int64_t y) {
      return form == "no_level" ? nan : static_cast<float>(height_at(static_cast<double>(x), static_cast<double>(y)));
    });
  }
};

// Tables with everything that a sheet reads.
struct Features {
  Out<Table> points, lines, plain;
  std::string name = "Town", columns = "all", where = "inside";
  std::int64_t count = 5;
  double width = 1, length = 1;

  static void describe(Spec<Features>& s) {
    s.stage("odd.features", "Odd tables.");
    s.port(&Features::points, "points", "Points.").points().by_name();
    s.port(&Features::lines, "lines", "Lines.").lines().by_name();
    s.port(&Features::plain, "plain", "No places.").by_name();
    s.parameter(&Features::name, "name", "A name, followed by numbers.");
    s.parameter(&Features::columns, "columns", "all, none, wrong, nan, huge, least, loops, bytes, control.");
    s.parameter(&Features::where, "where", "inside, far, outside, empty, one.");
    s.parameter(&Features::count, "count", "Rows.").range(0, 1000000);
  }
  void arrange(Arrangement& a) {
    width = static_cast<double>(a.width());
    length = static_cast<double>(a.height());
  }
  void give_columns(Table& table) const {
    const auto n = static_cast<std::size_t>(count);
    const char* const reals[] = {"height", "prominence", "radius", "inner_radius", "discharge",
                                 "area",   "pole_x",     "pole_y", "towards_x",    "towards_y"};
    const char* const integers[] = {"harbour", "reach", "next_reach"};
    if (columns == "none") return table.integers("number", "1", std::vector<std::int64_t>(n, 1));
    if (columns == "wrong") {
      table.integers("name", "1", std::vector<std::int64_t>(n, 1));
      for (const char* column : reals) table.texts(column, std::vector<std::string>(n, "x"));
      for (const char* column : integers) table.texts(column, std::vector<std::string>(n, "x"));
      return;
    }
    std::vector<std::string> names;
    std::vector<std::int64_t> ranks;
    for (std::size_t k = 0; k < n; ++k) {
      names.push_back(k == 0 ? name : name + " " + std::to_string(k));
      if (columns == "bytes") names.back() = "Fok\xff";
      if (columns == "control") names.back() = "Fok\x1b[31m";
      ranks.push_back(k == 0 ? 1 : k < 10 ? 2 : 4);
    }
    table.texts("name", std::move(names));
    const double real = columns == "nan" ? std::nan("") : columns == "huge" ? 1e300 : columns == "least" ? -1e300 : 300;
    const std::int64_t integer = columns == "huge" ? INT64_MAX : columns == "least" ? INT64_MIN : 1;
    if (columns == "huge" || columns == "least") ranks.assign(n, integer);
    for (const char* column : reals) table.reals(column, "1", std::vector<double>(n, real));
    table.integers("rank", "1", std::move(ranks));
    for (const char* column : integers) {
      if (columns == "loops" || column == integers[0])
        table.integers(column, "1", std::vector<std::int64_t>(n, integer));
    }
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    Table p, l, t;
    give_columns(p), give_columns(l), give_columns(t);
    for (std::int64_t k = 0; k < count; ++k) {
      double x = (0.25 + 0.5 * static_cast<double>(k * 37 % 101) / 101) * width;
      double y = (0.25 + 0.5 * static_cast<double>(k * 61 % 103) / 103) * length;
      if (where == "far") x = k % 2 == 0 ? 1e300 : -1e300, y = -1e18;
      if (where == "outside") x = -5 * width, y = 100 * length;
      p.point(x, y);
      std::vector<terrawright_point> line;
      for (int i = 0; where != "empty" && i < 20; ++i)
        line.push_back({where == "one" ? x : x + i * 0.01 * width, where == "one" ? y : y + i % 5 * 0.002 * length});
      l.line(line.begin(), line.end());
    }
    world.table(points, p), world.table(lines, l), world.table(plain, t);
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_PLUGIN("odd", "1", terrawright::stage<Land>(), terrawright::stage<Features>())
