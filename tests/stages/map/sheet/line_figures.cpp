// SPDX-License-Identifier: Apache-2.0
// Figures on contours: on their line, where nothing else is drawn, and the line ends at them.
#include "map/sheet/field.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

TEST_CASE("a figure stands on a calm line off other lines, and the line ends at it", "[map.sheet]") {
  const Box frame{0, 0, 10000, 10000};
  const map::Field field(GridGeometry{0, 0, 100, 101, 101});
  const ClipBox inside{300, 300, 9700, 9700};
  constexpr FigureRoom room{2800, 7000, 3500, 1400};
  Line line{{{500, 5000}, {9500, 5000}}, false};
  const Lettering letters{Font::lato, points(5.0), rgb(0x8a5526)};
  // Roads at every centimetre but one.
  Occupied occupied(frame);
  for (const double x : {600.0, 1000.0, 1400.0, 1800.0, 2200.0, 5000.0, 5400.0, 5800.0, 6200.0, 6600.0, 7000.0, 7400.0,
                         7800.0, 8200.0, 8600.0, 9000.0, 9400.0})
    occupied.add({{{x, 0}, {x, 9999}}, false});
  std::vector<LineFigure> figures;
  figure_line(line, "500", letters, {field, inside, occupied, room}, figures);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].middle.y == Approx(5000).margin(1));
  CHECK(figures[0].middle.x - figures[0].half > 2200);
  CHECK(figures[0].middle.x + figures[0].half < 5000);
  Lines lines = {line};
  cut_out(lines, figures);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].spots.back().x <= figures[0].middle.x - figures[0].half);
  CHECK(lines[1].spots.front().x >= figures[0].middle.x + figures[0].half);
  // With lines everywhere there is no figure.
  for (double x = 0; x < 10000; x += 100) occupied.add({{{x, 0}, {x, 9999}}, false});
  figures.clear();
  figure_line(line, "500", letters, {field, inside, occupied, room}, figures);
  CHECK(figures.empty());
}
