// SPDX-License-Identifier: Apache-2.0
#include "waters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stages/sea/flooding.hpp"

namespace terrawright::metrics {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double least_lake = 0.5625;  // km2

double percent(double some, double all) { return all > 0 ? 100 * some / all : no_number; }

double median_rain(const BuiltWorld& world) {
  std::vector<double> on_land;
  for (std::size_t c = 0; c < world.land.size(); ++c) {
    if (world.land[c] != 0) on_land.push_back(static_cast<double>(world.rain[c]));
  }
  return quantile(on_land, 0.5);
}

}  // namespace

double level_share(const BuiltWorld& world, bool of_rivers) {
  const Drainage& d = world.drainage;
  double level = 0, all = 0;
  for (std::size_t c = 0; c < d.below.size(); ++c) {
    if (!world.dry(c) || d.ends(c) || (of_rivers && world.river[c] == 0)) continue;
    ++all;
    level += d.filled[c] == d.filled[d.below[c]] ? 1 : 0;
  }
  return percent(level, all);
}

double rain_maximum(const BuiltWorld& world) {
  float most = 0;
  for (std::size_t c = 0; c < world.land.size(); ++c) most = world.land[c] != 0 ? std::max(most, world.rain[c]) : most;
  return static_cast<double>(most) / median_rain(world);
}

double rain_patches(const BuiltWorld& world) {
  std::vector<std::uint8_t> wet(world.land.size());
  const double median = median_rain(world);
  for (std::size_t c = 0; c < wet.size(); ++c) {
    wet[c] = world.land[c] != 0 && static_cast<double>(world.rain[c]) > 2.5 * median ? 1 : 0;
  }
  return static_cast<double>(test::components_of(wet, world.side(), world.side(), 1, true).size());
}

double straight_biome_edge(const BuiltWorld& world) {
  const auto side = static_cast<std::size_t>(world.side());
  std::size_t longest = 0;
  for (const auto& [along, across] : {std::pair(std::size_t{1}, side), std::pair(side, std::size_t{1})}) {
    for (std::size_t line = 0; line + 1 < side; ++line) {
      std::size_t run = 0;
      for (std::size_t i = 0; i < side; ++i) {
        const std::size_t c = line * across + i * along, beside = c + across;
        const bool edge = world.dry(c) && world.dry(beside) && world.biome[c] != world.biome[beside];
        longest = std::max(longest, run = edge ? run + 1 : 0);
      }
    }
  }
  return static_cast<double>(longest);
}

double lakes_per_1000_km2(const BuiltWorld& world) {
  if (!world.has_lakes) return no_number;
  const double least = std::max(least_lake, 9 * world.cell * world.cell / 1e6);
  const auto lakes = std::count_if(world.lakes.begin(), world.lakes.end(),
                                   [&](const BuiltWorld::Lake& lake) { return lake.area >= least * (1 - 1e-9); });
  const auto land = std::count(world.land.begin(), world.land.end(), 1);
  return static_cast<double>(lakes) * (least / least_lake) /
         (static_cast<double>(land) * world.cell * world.cell / 1e9);
}

double lakes_with_outflow(const BuiltWorld& world) {
  double all = 0, with = 0;
  for (const BuiltWorld::Lake& lake : world.lakes) {
    all += lake.area >= least_lake ? 1 : 0;
    with += lake.area >= least_lake && (lake.outflow >= 1 || lake.endorheic) ? 1 : 0;
  }
  return percent(with, all);
}

double wall_height(const BuiltWorld& world) {
  const int side = world.side(), reach = static_cast<int>(2500 / world.cell + 0.5);
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * side + x); };
  const auto has_land = [&](int x, int y, int dx, int dy) {
    const int most = dx != 0 && dy != 0 ? static_cast<int>(reach / std::sqrt(2.0)) : reach;
    for (int r = 1; r <= most; ++r) {
      if (world.land[at(x + r * dx, y + r * dy)] != 0) return true;
    }
    return false;
  };
  std::vector<double> walls;
  for (int y = reach; y < side - reach; ++y) {
    for (int x = reach; x < side - reach; ++x) {
      if (world.land[at(x, y)] != 0) continue;
      constexpr std::array<int, 4> ways = {0, 1, 4, 5};  // east, south and the diagonals between
      if (std::none_of(ways.begin(), ways.end(), [&](auto way) {
            return has_land(x, y, to_x[way], to_y[way]) && has_land(x, y, -to_x[way], -to_y[way]);
          })) {
        continue;
      }
      float highest = 0;
      for (int j = -reach; j <= reach; ++j) {
        const int half = static_cast<int>(std::sqrt(reach * reach - j * j));
        for (int i = -half; i <= half; ++i) {
          const std::size_t c = at(x + i, y + j);
          if (world.land[c] != 0) highest = std::max(highest, world.height[c]);
        }
      }
      walls.push_back(static_cast<double>(highest));
    }
  }
  return walls.empty() ? no_number : quantile(walls, 0.5);
}

double octagonal_segments(const std::vector<BuiltWorld::Line>& lines) {
  double all = 0, octagonal = 0;
  for (const BuiltWorld::Line& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const double eighths = std::atan2(line[i].y - line[i - 1].y, line[i].x - line[i - 1].x) * 4 / std::acos(-1.0);
      ++all;
      octagonal += std::fabs(eighths - std::round(eighths)) < 1.0 / 45 ? 1 : 0;
    }
  }
  return percent(octagonal, all);
}

}  // namespace terrawright::metrics
