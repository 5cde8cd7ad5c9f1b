// SPDX-License-Identifier: Apache-2.0
#include "locator.hpp"

#include <optional>

#include "marks.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::map {
namespace {

constexpr double seen_from = 20;  // degrees north

// On a globe of radius 1, x to the right and y up; none on its far side.
std::optional<Spot> seen(double longitude, double latitude) {
  const double cl = terrawright_cospi(longitude / 180), sl = terrawright_sinpi(longitude / 180);
  const double cb = terrawright_cospi(latitude / 180), sb = terrawright_sinpi(latitude / 180);
  const double ct = terrawright_cospi(seen_from / 180), st = terrawright_sinpi(seen_from / 180);
  if (st * sb + ct * cb * cl < 0) return std::nullopt;
  return Spot{cb * sl, ct * sb - st * cb * cl};
}

}  // namespace

void draw_globe(const Box& box, const WorldFacts& world, const Style& style, DisplayList& list) {
  const double radius = std::min(box.width(), box.height()) / 2.0 - 20;
  const Spot middle{(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0};
  Path disk, lines;
  add_circle(disk, middle, radius);
  list.fill(disk, style.globe);
  Line now;
  const auto to = [&](double longitude, double latitude) {
    const auto at = seen(longitude, latitude);
    if (at) {
      now.spots.push_back({middle.x + radius * at->x, middle.y - radius * at->y});
      return;
    }
    add(lines, now);
    now.spots.clear();
  };
  for (int longitude = -180; longitude < 180; longitude += 30) {
    for (int latitude = -90; latitude <= 90; latitude += 3) to(longitude, latitude);
    add(lines, now), now.spots.clear();
  }
  for (int latitude = -60; latitude <= 60; latitude += 30) {
    for (int longitude = -180; longitude <= 180; longitude += 3) to(longitude, latitude);
    add(lines, now), now.spots.clear();
  }
  list.line(lines, {8, {70, 100, 125, 170}});
  list.line(disk, {20, style.ink});
  const auto here = seen(0, world.latitude);
  if (!here) return;
  Path square;
  const double half = radius * 0.055;
  const Spot at{middle.x + radius * here->x, middle.y - radius * here->y};
  square.rectangle(rounded(at.x - half), rounded(at.y - half), rounded(2 * half), rounded(2 * half));
  list.fill(square, rgb(0xc8281e));
}

}  // namespace terrawright::map
