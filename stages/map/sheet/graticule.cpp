// SPDX-License-Identifier: Apache-2.0
#include "graticule.hpp"

#include <cmath>

namespace terrawright::map {
namespace {

constexpr std::int64_t steps[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800};
constexpr double meridians_apart = 3400;
constexpr std::int64_t pole = 90 * 60, round = 360 * 60;

std::int64_t divided(double a, std::int64_t step) {
  return static_cast<std::int64_t>(std::ceil(a / static_cast<double>(step) - 1e-9));
}

}  // namespace

Graticule graticule_of(const Layout& layout, const WorldFacts& world) {
  const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
  Graticule g;
  const double minute_down = layout.k / degrees.a_cell_down() / 60,
               minute_across = layout.k / degrees.a_cell_across() / 60;
  g.step = steps[std::size(steps) - 1];
  for (const std::int64_t step : steps) {
    if (static_cast<double>(step) * (minute_across < minute_down ? minute_across : minute_down) >= meridians_apart) {
      g.step = step;
      break;
    }
  }
  // A world larger than a globe has no degrees.
  if (static_cast<double>(g.step) * (minute_across < minute_down ? minute_across : minute_down) < meridians_apart / 2)
    return g;
  const double middle_x = static_cast<double>(world.width - 1) / 2,
               middle_y = static_cast<double>(world.height - 1) / 2;
  const double cell_across = degrees.a_cell_across() * 60, cell_down = degrees.a_cell_down() * 60;
  const auto minutes_at = [&](double x) {
    return world.longitude * 60 + (layout.x0 + (x - layout.frame.left) / layout.k - middle_x) * cell_across;
  };
  const auto across = [&](double minutes) {
    return layout.x(middle_x + (minutes - world.longitude * 60) / cell_across);
  };
  const auto minutes_down_at = [&](double y) {
    return world.latitude * 60 - (layout.y0 + (y - layout.frame.top) / layout.k - middle_y) * cell_down;
  };
  const auto down = [&](double minutes) { return layout.y(middle_y - (minutes - world.latitude * 60) / cell_down); };

  const Box& f = layout.frame;
  const double west = minutes_at(f.left), east = minutes_at(f.right);
  const double south = minutes_down_at(f.bottom), north = minutes_down_at(f.top);
  for (std::int64_t n = divided(west, g.step); static_cast<double>(n * g.step) <= east; ++n)
    g.meridians.push_back({n * g.step, rounded(across(static_cast<double>(n * g.step)))});
  for (std::int64_t n = divided(south, g.step); static_cast<double>(n * g.step) <= north; ++n)
    if (n * g.step >= -pole && n * g.step <= pole)
      g.parallels.push_back({n * g.step, rounded(down(static_cast<double>(n * g.step)))});
  // Checks are thirds of a step.
  const double third = static_cast<double>(g.step) / 3;
  const auto first_across = static_cast<std::int64_t>(std::floor(west / third));
  for (std::int64_t n = first_across + 1; static_cast<double>(n) * third < east; ++n)
    g.checks_across.push_back(rounded(across(static_cast<double>(n) * third)));
  g.begins_dark_across = (first_across % 2 + 2) % 2 == 0;
  const auto first_down = static_cast<std::int64_t>(std::floor(-north / third));
  for (std::int64_t n = first_down + 1; static_cast<double>(n) * third < -south; ++n)
    g.checks_down.push_back(rounded(down(-static_cast<double>(n) * third)));
  g.begins_dark_down = (first_down % 2 + 2) % 2 == 0;
  return g;
}

std::string degrees_text(std::int64_t minutes, char positive, char negative) {
  const std::int64_t size = minutes < 0 ? -minutes : minutes;
  std::string text = std::to_string(size / 60) + "\u00b0";
  if (size % 60 != 0) text += " " + std::string(size % 60 < 10 ? "0" : "") + std::to_string(size % 60) + "\u2032";
  if (minutes != 0) text += std::string(" ") + (minutes > 0 ? positive : negative);
  return text;
}

std::string longitude_text(std::int64_t minutes) {
  const std::int64_t east = ((minutes + round / 2) % round + round) % round - round / 2;
  return east == -round / 2 ? "180\u00b0" : degrees_text(east, 'E', 'W');
}

}  // namespace terrawright::map
