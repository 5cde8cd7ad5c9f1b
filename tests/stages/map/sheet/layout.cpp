// SPDX-License-Identifier: Apache-2.0
#include "map/margin/layout.hpp"

#include <random>

#include "small_worlds.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

double apart(double a, double b) { return a < b ? b - a : a - b; }

}  // namespace

TEST_CASE("a sheet shows all land, nothing beyond the world, and keeps its margins", "[map.sheet]") {
  std::mt19937 random(7);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  for (int n = 0; n < 400; ++n) {
    INFO("sheet " << n);
    const WorldFacts world{1 + below(3000), 1 + below(3000),
                           n % 3 == 0 ? 1000.0 : 30.0 + static_cast<double>(below(400)), 40, 0};
    const std::int64_t left = below(world.width), top = below(world.height);
    const Rect land{left, top, 1 + below(world.width - left), 1 + below(world.height - top)};
    if (world.width > 50 * world.height || world.height > 50 * world.width) continue;  // too narrow for a sheet
    const auto style = static_cast<StyleName>(n % 3);
    const Layout layout = laid_out(world, land, test::paper_for(style, static_cast<PaperName>(n % 9)));
    const Box& f = layout.frame;
    CHECK(layout.x(static_cast<double>(land.x) - 0.5) >= f.left - 1);
    CHECK(layout.x(static_cast<double>(land.x + land.width) - 0.5) <= f.right + 1);
    CHECK(layout.y(static_cast<double>(land.y) - 0.5) >= f.top - 1);
    CHECK(layout.y(static_cast<double>(land.y + land.height) - 0.5) <= f.bottom + 1);
    CHECK(layout.x(-0.5) <= f.left + 1e-6);
    CHECK(layout.y(-0.5) <= f.top + 1e-6);
    CHECK(layout.x(static_cast<double>(world.width) - 0.5) >= f.right - 1e-6);
    CHECK(layout.y(static_cast<double>(world.height) - 0.5) >= f.bottom - 1e-6);
    CHECK((f.left > 0 && f.top > 0 && f.right < layout.width && f.bottom < layout.height));
    if (style != StyleName::antique) CHECK(round_denominator(layout.denominator) == layout.denominator);
    CHECK(apart(layout.k * layout.denominator, world.cell * 100000) < 1e-6 * world.cell * 100000);
  }
}

TEST_CASE("a kilometre and a degree lie where they are drawn", "[map.sheet]") {
  for (const double longitude : {0.0, 12.5, -179.9}) {
    const WorldFacts world{1025, 801, 250, 40, longitude};
    const Layout layout = laid_out(world, {200, 150, 600, 500}, test::paper_for(StyleName::topographic, PaperName::a3));
    const Graticule g = graticule_of(layout, world);
    const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
    REQUIRE(g.meridians.size() > 1);
    REQUIRE(g.parallels.size() > 1);
    for (const GraticuleLine& line : g.meridians) {
      const double east = static_cast<double>(line.minutes) / 60;
      CHECK(apart(line.at, layout.x(512 + (east - longitude) / degrees.a_cell_across())) <= 0.500001);
    }
    for (const GraticuleLine& line : g.parallels)
      CHECK(apart(line.at, layout.y(degrees.y(static_cast<double>(line.minutes) / 60))) <= 0.500001);
    for (std::size_t i = 1; i < g.meridians.size(); ++i) CHECK(g.meridians[i].at - g.meridians[i - 1].at >= 3399);
    const ScaleBar bar = scale_bar_of(layout, 5000, {"km", 1000}, {"m", 1});
    CHECK(bar.name == "km");
    // As many cells as it says are as long on the paper.
    const double cells = bar.length * 1000 / world.cell;
    CHECK(apart(bar.width(), layout.x(100 + cells) - layout.x(100)) < 0.01);
    CHECK(bar.width() <= 5000);
    CHECK(bar.width() > 2000);
  }
  CHECK(scale_text(750000) == "1 : 750 000");
  CHECK(scale_text(100) == "1 : 100");
  CHECK(degrees_text(-75, 'E', 'W') == "1\u00b0 15\u2032 W");
  CHECK(degrees_text(0, 'E', 'W') == "0\u00b0");
  CHECK(degrees_text(2405, 'N', 'S') == "40\u00b0 05\u2032 N");
  CHECK(longitude_text(181 * 60) == "179\u00b0 W");
  CHECK(longitude_text(-180 * 60) == "180\u00b0");
  CHECK(longitude_text(540 * 60) == "180\u00b0");
  CHECK(longitude_text(-75) == "1\u00b0 15\u2032 W");
}

TEST_CASE("papers and scales that hold no map are refused, and say what would", "[map.sheet]") {
  const Style& style = style_of(StyleName::topographic);
  const auto facts = [&](const std::vector<double>& size, std::optional<double> scale) {
    return paper_facts(PaperName::a4, size, Orientation::automatic, scale, style);
  };
  const auto said = [](auto run) {
    try {
      run();
    } catch (const Failure& failure) {
      return std::string(failure.what());
    }
    return std::string();
  };
  CHECK(said([&] { facts({1, 1}, std::nullopt); }).find("50 to 2000 mm") != std::string::npos);
  CHECK(said([&] { facts({100}, std::nullopt); }).find("a width and a height") != std::string::npos);
  const WorldFacts world{1025, 1025, 250, 40, 0};
  const Rect land{100, 100, 800, 800};
  CHECK(said([&] { laid_out(world, land, facts({}, 1000)); }).find("a larger number") != std::string::npos);
  CHECK(said([&] { laid_out(world, land, facts({}, 1e11)); }).find("a smaller number") != std::string::npos);
  CHECK(said([&] {
          require_room(facts({60, 60}, std::nullopt), "size");
        }).find("the paper is too small") != std::string::npos);
  for (int name = 0; name < 9; ++name) {
    for (const StyleName of : {StyleName::topographic, StyleName::atlas, StyleName::antique})
      CHECK(said([&] { require_room(test::paper_for(of, static_cast<PaperName>(name)), "paper"); }).empty());
  }
  CHECK(said([&] {
          laid_out({1, 1000, 250, 40, 0}, {0, 0, 1, 1000}, facts({}, std::nullopt));
        }).find("too narrow") != std::string::npos);
  CHECK(said([&] {
          laid_out({2, 2, 0.001, 40, 0}, {0, 0, 2, 2}, facts({}, std::nullopt));
        }).find("2 x 2 mm in nature") != std::string::npos);
  CHECK(said([&] { laid_out(world, land, facts({}, 3000000)); }).empty());
  CHECK(said([&] { laid_out(world, {0, 0, 0, 0}, facts({}, std::nullopt)); }).empty());
}
