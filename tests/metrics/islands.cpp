// SPDX-License-Identifier: Apache-2.0
// Rows 5, 6, 7 and 21: what the sea leaves.
#include <algorithm>
#include <cmath>

#include "island.hpp"
#include "stages/sea/flooding.hpp"

namespace terrawright::metrics {
namespace {

std::string masked(std::uint64_t seed) {
  return world(129, seed,
               "  height: {use: heights.diamond_square@1, with: {seeding: island, border: free}}\n"
               "  unit: {use: shape.normalise@1, in: {field: height}}\n"
               "  mask: {use: island.particle_roll@1}\n"
               "  island: {use: shape.blend@1, in: {a: unit, b: mask.mask}, with: {mode: multiply}}\n"
               "  sea: {use: sea.level@1, in: {height: island}, with: {percentile: 60 %}}\n",
               "s: sea.land");
}

// Is no more land missing from the share 1 - p than cells at the level itself take? In cells, exactly; the lowest cell
// is water even where p is 0.
bool share_is_exact(const std::string& stage, std::int64_t percent, std::uint64_t seed, std::int64_t asked) {
  const auto built = test::build(world(
      129, seed,
      "  height: {use: heights." + stage +
          "}\n  sea: {use: sea.level@1, in: {height: height}, with: {percentile: " + std::to_string(asked) + " %}}\n",
      "h: height, s: sea.land"));
  const auto heights = built.cells<float>("height");
  const auto land = built.cells<std::uint8_t>("sea.land");
  const auto level = static_cast<float>(built.number("sea.level"));
  const auto cells = static_cast<std::int64_t>(heights.size());
  const std::int64_t water = std::count(land.begin(), land.end(), std::uint8_t{0});
  const std::int64_t at_level = std::count(heights.begin(), heights.end(), level);
  const std::int64_t beyond = water - std::max<std::int64_t>((percent * cells + 99) / 100, 1);
  return beyond >= 0 && beyond <= at_level - 1;
}

// Areas of the islands of a periodic field over its median, largest first.
std::vector<double> areas(const Field& field) {
  std::vector<float> sorted = field.cells;
  std::sort(sorted.begin(), sorted.end());
  const float median = sorted[(sorted.size() - 1) / 2];
  std::vector<bool> land;
  for (const float height : field.cells) land.push_back(height > median);
  const int side = field.side;
  std::vector<double> found;
  std::vector<int> reached;
  for (int first = 0; first < side * side; ++first) {
    if (!land[static_cast<std::size_t>(first)]) continue;
    land[static_cast<std::size_t>(first)] = false;
    reached = {first};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const int x = reached[i] % side, y = reached[i] / side;
      for (const int next : {y * side + (x + 1) % side, y * side + (x + side - 1) % side, (y + 1) % side * side + x,
                             (y + side - 1) % side * side + x}) {
        if (!land[static_cast<std::size_t>(next)]) continue;
        land[static_cast<std::size_t>(next)] = false;
        reached.push_back(next);
      }
    }
    found.push_back(static_cast<double>(reached.size()));
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

// Slope of log (number of islands of at least a cells) on log a, half octaves, a from 1 while ten islands are as large:
// the count of the whole ensemble.
double size_exponent(double hurst, int seeds) {
  std::vector<double> all;
  for (int seed = 1; seed <= seeds; ++seed) {
    for (const double area : areas(field(wrap, hurst, 9, static_cast<std::uint64_t>(seed)))) all.push_back(area);
  }
  std::vector<double> area, number;
  for (double a = 1;; a *= std::sqrt(2.0)) {
    const auto larger = std::count_if(all.begin(), all.end(), [&](double found) { return found >= a; });
    if (larger < 10) break;
    area.push_back(std::log2(a));
    number.push_back(std::log2(static_cast<double>(larger)));
  }
  return slope(area, number);
}

}  // namespace

Row sea_border() {
  return {5,
          "sea border (share of worlds)",
          "worlds of 129 cells whose whole border is sea / worlds",
          "the lowest cells are water, and a pinned border is lowest",
          24,
          [](const Scope& scope) {
            const int seeds = scope.of(1000);
            const auto holds = [](const Island& island) {
              return [=](std::uint64_t seed) {
                return border_is_sea(island.build(seed).cells<std::uint8_t>("sea.land"), island.side());
              };
            };
            Island high, rough, unpinned, gentle;
            high.percentile = "30 %";
            rough.with = "reduction: 0.71";
            unpinned.with = "border: free";
            gentle.with = "border: free, base: 0.5, range: 0.5, reduction: 0.5";
            return std::vector<Line>{
                share("pinned, 60 %", seeds, exactly(1), holds(Island{})),
                share("pinned, 30 %", seeds, exactly(1), holds(high)),
                share("pinned, reduction 0.71", seeds, exactly(1), holds(rough)),
                share("mask", seeds, exactly(1),
                      [](std::uint64_t seed) {
                        return border_is_sea(test::build(masked(seed)).cells<std::uint8_t>("sea.land"), 129);
                      }),
                // Without a pin it must be found to fail.
                share("unpinned", seeds, {0, 0.01}, holds(unpinned)),
                share("unpinned, base 0.5, reduction 0.5", seeds, around(0.85, 0.1), holds(gentle)),
            };
          }};
}

Row one_island() {
  return {6,
          "one island (share of worlds)",
          "worlds of 129 cells with one 4-connected land after sea.islets / worlds",
          "by construction",
          24,
          [](const Scope& scope) {
            const auto islands = [](std::uint64_t seed, const char* layer) {
              const auto land = Island{}.build(seed).cells<std::uint8_t>(layer);
              return test::components_of(land, 129, 129, 1, false).size();
            };
            const int seeds = scope.of(1000);
            return std::vector<Line>{
                share("after", seeds, exactly(1), [&](std::uint64_t seed) { return islands(seed, "land.land") == 1; }),
                share("before", seeds, {0, 0.05}, [&](std::uint64_t seed) { return islands(seed, "sea.land") == 1; }),
            };
          }};
}

Row land_share() {
  return {
      7,
      "land share before cleaning (share of exact worlds)",
      "0 <= water cells - ceil(p n) <= cells at the level - 1: the land is 1 - p, less what ties take",
      "percentile of type 1: Hyndman and Fan 1996",
      12,
      [](const Scope& scope) {
        std::vector<Line> lines;
        for (const std::int64_t percent : {0, 40, 60, 65, 100}) {
          for (const char* stage : {"diamond_square@1", "diamond_square_integer@1"}) {
            lines.push_back(share(std::string(stage) + ", " + std::to_string(percent) + " %", scope.of(24), exactly(1),
                                  [&](std::uint64_t seed) { return share_is_exact(stage, percent, seed, percent); }));
          }
        }
        lines.push_back(faulty(share("61 % in place of 60 %", scope.of(24), exactly(1), [](std::uint64_t seed) {
          return share_is_exact("diamond_square@1", 60, seed, 61);
        })));
        return lines;
      }};
}

Row island_sizes() {
  return {21,
          "island size exponent",
          "slope of log (islands of at least a cells) on log a, wrapped, over the median",
          "the fall with H: Mandelbrot 1975, -(2 - H)/2 in an endless plane, nature about -0.65; the values: ours, as "
          "a small "
          "periodic world is full of one island",
          0,
          [](const Scope& scope) {
            std::vector<Line> lines;
            for (const double hurst : {0.5, 2.0 / 3.0, 0.75, 1.0}) {
              const Range smoother = lines.empty() ? Range{-1, 0} : Range{lines.back().mean(), 0};
              char name[40];
              std::snprintf(name, sizeof name, "H=%.3g, flatter than the last", hurst);
              lines.push_back({name, {size_exponent(hurst, scope.of(24))}, smoother});
            }
            const Line roughest = lines.front(), smoothest = lines.back();
            lines.push_back(change_detector({"H=0.5", roughest.values, around(-0.60, 0.03)}));
            lines.push_back(change_detector({"H=1", smoothest.values, around(-0.27, 0.03)}));
            lines.push_back(faulty({"H=0.5 after H=1", roughest.values, {smoothest.mean(), 0}}));
            return lines;
          }};
}

}  // namespace terrawright::metrics
