// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "style_keys.hpp"

namespace terrawright::map {
namespace {

using Three = std::array<double, 3>;
using Matrix = std::array<Three, 3>;

constexpr Matrix seen_by[] = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};
// For sRGB under D65.
constexpr Matrix to_xyz = {
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
constexpr Three white = {0.95047, 1.0, 1.08883};

Three times(const Matrix& m, const Three& v) {
  Three to{};
  for (std::size_t i = 0; i < 3; ++i) to[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return to;
}

// The n-th root of a number from 0.001 to 1.2, by Newton from above.
double root(double value, int n) {
  double x = 1.1;
  for (int step = 0; step < 60; ++step) {
    double power = x;
    for (int k = 2; k < n; ++k) power = power * x;
    x = ((n - 1) * x + value / power) / n;
  }
  return x;
}

double linear(std::uint8_t byte) {
  const double v = byte / 255.0;
  if (v <= 0.04045) return v / 12.92;
  const double w = (v + 0.055) / 1.055, square = w * w;
  return square * root(square, 5);  // w to the power of 2.4
}

Three lab(Colour c, Sight sight) {
  Three rgb = times(seen_by[static_cast<int>(sight)], {linear(c.red), linear(c.green), linear(c.blue)});
  for (double& v : rgb) v = std::clamp(v, 0.0, 1.0);
  Three xyz = times(to_xyz, rgb);
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = xyz[i] / white[i];
    xyz[i] = v > 216.0 / 24389 ? root(v, 3) : (24389.0 / 27 * v + 16) / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

}  // namespace

const char* name_of(Sight sight) {
  static constexpr const char* names[] = {"full colour sight", "sight without red cones (protan)",
                                          "sight without green cones (deutan)", "sight without blue cones (tritan)"};
  return names[static_cast<int>(sight)];
}

double distance(Colour a, Colour b, Sight sight) {
  const Three p = lab(a, sight), q = lab(b, sight);
  const double l = p[0] - q[0], x = p[1] - q[1], y = p[2] - q[2];
  return std::sqrt(l * l + x * x + y * y);
}

Nearness nearness(Colour a, Colour b) {
  Nearness worst{1e9, Sight::normal};
  for (const Sight sight : sights) {
    const double found = distance(a, b, sight);
    if (found < worst.distance) worst = {found, sight};
  }
  return worst;
}

namespace {

class Rule {
 public:
  explicit Rule(const Style& style) : style_(style) {}

  std::vector<std::string> found() {
    steps("heights", style_.heights, style_.contours, style_.contour,
          "draw contours (\"contours\": true) in a colour that is far from both");
    steps("depths", style_.depths, style_.isobaths(), style_.isobath,
          style_.isobaths() ? "give colours.isobath a colour that is far from both" : "leave one of them out");
    const Colour shore = style_.heights[0].colour, sea = style_.depths[0].colour;
    if (!parted(shore, sea, style_.coast)) {
      areas("tints.depths[0]: the sea " + hexadecimal(sea) + " beside the lowland of tints.heights[0] " +
                hexadecimal(shore),
            sea, shore, least_of_pairs, "move one of them, or give colours.coast a colour that is far from both");
    }
    on_land();
    return std::move(problems_);
  }

 private:
  static bool parted(Colour a, Colour b, Colour line) {
    return nearness(over(line, a), a).distance >= least_of_pairs &&
           nearness(over(line, b), b).distance >= least_of_pairs;
  }

  void areas(const std::string& what, Colour a, Colour b, double least, const std::string& remedy) {
    const Nearness near = nearness(a, b);
    if (near.distance < least) problems_.push_back(told(what, near, least, remedy));
  }

  void steps(const char* name, const std::vector<TintStep>& steps, bool lines, Colour line, const std::string& remedy) {
    for (std::size_t n = 1; n < steps.size(); ++n) {
      const Colour a = steps[n - 1].colour, b = steps[n].colour;
      if (lines && parted(a, b, line)) continue;
      const std::string place = "tints." + std::string(name) + "[";
      areas(place + std::to_string(n) + "]: " + hexadecimal(b) + " after " + hexadecimal(a) + " of " + place +
                std::to_string(n - 1) + "]",
            b, a, least_of_steps, "make one of them lighter or darker, or " + remedy);
    }
  }

  // Drawings on land, on their least readable ground.
  void on_land() {
    const bool shows_forest = !is_white(style_.forest);
    const std::vector<PrintedGround> grounds = grounds_on_land(style_);
    Worst forests;
    for (std::size_t n = 0; shows_forest && n + 1 < grounds.size(); n += 2)
      forests.meet(grounds[n + 1].colour, grounds[n]);
    // Trees part the forests of an antique map from open land.
    if (shows_forest && style_.name != StyleName::antique)
      tell("colours.forest_filter: forest ", forests, "make the filter darker, or #ffffff to show no forests");
    line("colours.river: rivers ", {style_.river}, grounds);
    if (style_.contours) {
      line("colours.contour: contours ", {style_.contour}, grounds);
      line("colours.index_contour: heavy contours ", {style_.index_contour}, grounds);
    }
    for (const bool main : {true, false}) {
      const RoadLook& road = main ? style_.main_road : style_.road;
      std::vector<Colour> strokes = {road.colour};
      if (road.casing_width > road.width) strokes.push_back(road.casing);
      line(main ? "roads.main.colour: main roads " : "roads.other.colour: roads ", strokes, grounds);
    }
  }

  // A line is seen if one of its strokes is.
  void line(const char* what, const std::vector<Colour>& strokes, const std::vector<PrintedGround>& grounds) {
    Worst worst;
    for (const PrintedGround& ground : grounds) {
      Colour clearest = over(strokes[0], ground.colour);
      for (const Colour stroke : strokes) {
        const Colour drawn = over(stroke, ground.colour);
        if (nearness(drawn, ground.colour).distance > nearness(clearest, ground.colour).distance) clearest = drawn;
      }
      worst.meet(clearest, ground);
    }
    tell(what, worst, "make it darker or lighter");
  }

  void tell(const char* what, const Worst& worst, const char* remedy) {
    if (worst.near.distance < least_of_pairs) problems_.push_back(told(what, worst, least_of_pairs, remedy));
  }

  const Style& style_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> unreadable(const Style& style) {
  std::vector<std::string> problems = Rule(style).found();
  for (std::string& problem : unreadable_letters(style)) problems.push_back(std::move(problem));
  return problems;
}

namespace {

// Whether names are read on what they stand on, through their halos.

std::string problem_of(std::string_view word, const TypeRow& row, Colour halo,
                       const std::vector<PrintedGround>& grounds) {
  halo.alpha = static_cast<std::uint8_t>(row.halo);
  const char* const under = row.halo > 0 ? "under its halo " : "";
  Worst worst;
  for (const PrintedGround& ground : grounds)
    worst.meet(row.colour, {over(halo, ground.colour), ground.name + under, ground.step});
  if (worst.near.distance >= least_of_letters) return {};
  const std::string place = "types." + std::string(word) + ".colour";
  return told(place + ": letters ", worst, least_of_letters,
              row.halo > 0 ? "change it, or the halo" : "change it, or give it a halo");
}

}  // namespace

std::vector<std::string> unreadable_letters(const Style& style) {
  const std::vector<PrintedGround> land = grounds_on_land(style);
  std::vector<PrintedGround> sea;
  for (std::size_t n = 0; n < style.depths.size(); ++n)
    sea.push_back({style.depths[n].colour, "the sea ", "tints.depths[" + std::to_string(n) + "]"});
  const std::vector<PrintedGround> lakes = {{over(style.lake, style.heights[0].colour), "lakes ", "colours.lake"}};

  std::vector<std::string> problems;
  const auto check = [&](std::string_view word, const TypeRow& row, Colour halo,
                         const std::vector<PrintedGround>& grounds) {
    const std::string problem = problem_of(word, row, halo, grounds);
    if (!problem.empty()) problems.push_back(problem);
  };
  // The title and the scale of an atlas stand in the sea.
  Worst ink;
  ink.meet(style.ink, {style.paper, "", "colours.paper"});
  for (std::size_t n = 0; style.name == StyleName::atlas && n < sea.size(); ++n) ink.meet(style.ink, sea[n]);
  if (ink.near.distance < least_of_letters)
    problems.push_back(told("colours.ink: letters ", ink, least_of_letters, "change one of them"));
  const TypeStyles& types = style.types;
  for (std::size_t n = 0; n < std::size(town_keys); ++n) check(town_keys[n], types.towns[n], types.land_halo, land);
  for (const auto& key : type_keys) {
    const bool at_sea = key.to == &TypeStyles::sea || key.to == &TypeStyles::bay || key.to == &TypeStyles::cape;
    const bool in_lakes = key.to == &TypeStyles::lake;
    const bool water = at_sea || in_lakes;
    check(key.word, types.*key.to, water && key.to != &TypeStyles::cape ? types.water_halo : types.land_halo,
          at_sea     ? sea
          : in_lakes ? lakes
                     : land);
  }
  return problems;
}

}  // namespace terrawright::map
