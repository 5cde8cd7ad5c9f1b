// SPDX-License-Identifier: Apache-2.0
#include "towns.hpp"

#include <algorithm>
#include <iterator>

#include "marks.hpp"
#include "sign_drawing.hpp"

namespace terrawright::map {
namespace {

constexpr double shore = 30;           // 1/100 mm between houses and water
constexpr double step = 20;            // 1/100 mm
constexpr double farthest_move = 450;  // a place is moved by at most so much
constexpr double astray = 800;         // and one that lies in a lake, as small islands there are not drawn
// Directions in which it is moved: every eighth of a turn.
constexpr Spot ways[] = {{0, -1}, {0.70710678, -0.70710678}, {1, 0},  {0.70710678, 0.70710678},
                         {0, 1},  {-0.70710678, 0.70710678}, {-1, 0}, {-0.70710678, -0.70710678}};

bool is_dry(const Spot& at, double half, const SignRoom& room) {
  for (const double y : {-0.4, 0.0, 0.5, 1.0}) {
    for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      if (!room.free({at.x + x * half, at.y + y * half}, shore)) return false;
    }
  }
  return true;
}

bool is_astray(const Spot& at, const SignRoom& room) {
  return !room.free(at, 0) && std::none_of(std::begin(ways), std::end(ways), [&](const Spot& way) {
    return room.free({at.x + 60 * way.x, at.y + 60 * way.y}, 0);
  });
}

std::size_t rank_of(const PointFeature& place) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(place.rank, 1, 4)) - 1;
}

}  // namespace

PointFeatures on_dry_ground(PointFeatures places, const SignGround& ground, const Style& style) {
  const std::vector<River> no_rivers;
  const std::vector<std::pair<bool, Line>> no_roads;
  SignGround waters = ground;
  waters.rivers = &no_rivers, waters.roads = &no_roads;
  const SignRoom room(waters, {0, 0, 0});
  for (PointFeature& place : places) {
    const double half = town_radius(static_cast<int>(place.rank), style);
    const Spot was = place.at;
    bool dry = is_dry(was, half, room);
    const double most = is_astray(was, room) ? astray : farthest_move;
    for (double far = step; far <= most && !dry; far += step) {
      for (const Spot& way : ways) {
        if (dry) break;
        place.at = {was.x + far * way.x, was.y + far * way.y};
        dry = is_dry(place.at, half, room);
      }
    }
    if (!dry) place.at = was;
  }
  return places;
}

void draw_towns(PointFeatures places, DisplayList& list) {
  std::stable_sort(places.begin(), places.end(),
                   [](const PointFeature& a, const PointFeature& b) { return on_paper(a.at).y < on_paper(b.at).y; });
  for (const PointFeature& place : places)
    draw_sign(signs_of(SignKind::town).at(rank_of(place)), {place.at, 1000, 1000}, list);
}

}  // namespace terrawright::map
