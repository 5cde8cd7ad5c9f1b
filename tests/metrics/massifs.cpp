// SPDX-License-Identifier: Apache-2.0
// Row 25: the outline of islands, and where their summits are.
#include <algorithm>
#include <cmath>

#include "island.hpp"
#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

constexpr int massif_side = 257;  // cells of 1 km

struct Shape {
  double elongation, off_middle, off_centre;
};

// Shape of the land; the summit is the highest cell.
Shape shape_of(const std::vector<std::uint8_t>& land, const std::vector<float>& height) {
  constexpr double pi = 3.14159265358979;
  double area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  std::size_t summit = 0;
  for (std::size_t i = 0; i < land.size(); ++i) {
    if (land[i] == 0) continue;
    if (land[summit] == 0 || height[i] > height[summit]) summit = i;
    const auto column = static_cast<double>(i % massif_side), row = static_cast<double>(i / massif_side);
    area += 1, x += column, y += row, xx += column * column, xy += column * row, yy += row * row;
  }
  x /= area, y /= area;
  const double a = xx / area - x * x, b = xy / area - x * y, c = yy / area - y * y;
  const double half = (a + c) / 2, apart = std::sqrt((a - c) * (a - c) / 4 + b * b);
  const auto at_x = static_cast<double>(summit % massif_side), at_y = static_cast<double>(summit / massif_side);
  const double middle = (massif_side - 1) / 2.0;
  return {std::sqrt((half + apart) / (half - apart)), std::hypot(at_x - x, at_y - y) / std::sqrt(area / pi),
          std::hypot(at_x - middle, at_y - middle) / massif_side};
}

test::Built built(std::uint64_t seed, const std::string& stages, const std::string& layers) {
  return test::build("terrawright: 1\nname: t\nworld: {size: [257, 257], cell: 1 km, seed: " + std::to_string(seed) +
                     "}\nstages:\n" + stages + "outputs: [{layers: {" + layers + "}}]\n");
}

// configs/realistic.yaml as it is shipped, seen from farther away.
Shape along_a_spine(std::uint64_t seed) {
  const auto world = test::Shipped{"realistic"}.build(static_cast<int>(seed), massif_side);
  return shape_of(world.cells<std::uint8_t>("land.land"), world.cells<float>("metres"));
}

// As islands were: a noise times a pile in the middle.
Shape on_a_pile(std::uint64_t seed) {
  const auto world = built(seed, R"(
  terrain: {use: heights.diamond_square@1, with: {seeding: island, ring_metric: round, stencil: cubic, substep: auto}}
  dome: {use: island.particle_roll@1}
  shaped: {use: shape.blend@1, in: {a: terrain, b: dome}, with: {mode: multiply}}
  sea: {use: sea.level@1, in: {height: shaped}, with: {percentile: 60 %}}
  land: {use: sea.islets@1, in: {height: shaped, level: sea.level}, with: {keep: 1}}
)",
                           "l: land.land, h: shaped");
  return shape_of(world.cells<std::uint8_t>("land.land"), world.cells<float>("shaped"));
}

}  // namespace

Row massifs() {
  return {25,
          "Outline of islands and place of their summits",
          "sqrt of the ratio of the eigenvalues of the land's covariance; summit to centroid / sqrt(area / pi); summit "
          "to the map's centre / side; medians and tenths of configs/realistic.yaml at 257 cells of 1 km",
          "29 islands, Natural Earth 1:10 million: elongation 2.05 (tenths 1.40, 4.91), summit 0.45 (0.23, 1.04)",
          24,
          [](const Scope& scope) {
            std::vector<double> elongation, off_middle, off_centre, pile_elongation, pile_centre;
            for (int seed = 100; seed < 100 + scope.of(24); ++seed) {
              const Shape spine = along_a_spine(static_cast<std::uint64_t>(seed));
              elongation.push_back(spine.elongation);
              off_middle.push_back(spine.off_middle);
              off_centre.push_back(spine.off_centre);
              const Shape pile = on_a_pile(static_cast<std::uint64_t>(seed));
              pile_elongation.push_back(pile.elongation);
              pile_centre.push_back(pile.off_centre);
            }
            return std::vector<Line>{
                // Land that has the share asked for is rounder; 1.4 is the lower tenth of the islands.
                {"elongation, realistic, median", {quantile(elongation, 0.5)}, {1.4, 2.3}},
                {"elongation, realistic, upper tenth", {quantile(elongation, 0.9)}, {1.7}},
                {"summit to centroid, realistic, median", {quantile(off_middle, 0.5)}, {0.4, 0.8}},
                {"summit to centroid, realistic, upper tenth", {quantile(off_middle, 0.9)}, {0.75}},
                {"summit to map's centre, realistic, median", {quantile(off_centre, 0.5)}, {0.15}},
                {"summit to map's centre, realistic, lower tenth", {quantile(off_centre, 0.1)}, {0.08}},
                // The ranges above detect these.
                {"elongation, pile, upper tenth", {quantile(pile_elongation, 0.9)}, {1, 1.6}},
                {"summit to map's centre, pile, median", {quantile(pile_centre, 0.5)}, {0, 0.12}},
            };
          }};
}

}  // namespace terrawright::metrics
