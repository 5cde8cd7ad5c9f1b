// SPDX-License-Identifier: Apache-2.0
// Row 41: what measures of lands say of inputs whose answers are known.
#include <algorithm>
#include <cmath>

#include "fourier.hpp"
#include "land_forms.hpp"
#include "outline.hpp"
#include "slope_area.hpp"
#include "waters.hpp"

namespace terrawright::metrics {
namespace {

template <class Height>
Ground ground_of(int side, double cell, Height height) {
  Ground ground{side, cell, {}, std::vector<std::uint8_t>(static_cast<std::size_t>(side * side), 1)};
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) ground.height.push_back(static_cast<float>(height(x, y)));
  }
  return ground;
}

// In all classes of relief.
double hurst_of(const Ground& ground, int reach) { return hurst_of(ground, relief_of(ground), {}, reach); }

Ground ground_of(const Field& field) {
  return ground_of(field.side, 250, [&](int x, int y) { return field.at(x, y); });
}

// Heights that rise along the ways by steepness * A^-concavity; A in km2, cells of 1 km.
void raise(Drainage& d, double concavity) {
  d.filled.assign(d.below.size(), 0);
  for (auto c = d.downstream.rbegin(); c != d.downstream.rend(); ++c) {
    if (d.ends(*c)) continue;
    const double rise = 0.05 * std::pow(static_cast<double>(d.area[*c]), -concavity) * d.step(*c) * 1000;
    d.filled[*c] = d.filled[d.below[*c]] + static_cast<float>(rise);
  }
}

// Rivers that run west in all rows, with areas that grow by 2 % a step: every 8 steps by as much.
Drainage network(double concavity) {
  constexpr int side = 257;
  std::vector<std::uint16_t> west(side * side, 3);
  for (std::size_t y = 0; y < side; ++y) west[y * side] = 0;
  Drainage d = routed(west, side);
  d.ocean.assign(west.size(), 0);
  for (std::size_t c = 0; c < west.size(); ++c) {
    d.area.push_back(std::llround(100 * std::pow(1.02, side - 1 - static_cast<int>(c % side))));
  }
  raise(d, concavity);
  return d;
}

SlopeArea slope_area_of(const Drainage& d) { return slope_area(d, 1000, std::vector<std::uint8_t>(d.below.size(), 0)); }

// A sea of 101 cells of 250 m, to be filled in.
BuiltWorld empty_world() {
  BuiltWorld world;
  constexpr std::size_t cells = 101 * 101;
  world.cell = 250;
  world.drainage.side = 101;
  world.height.assign(cells, -100);
  world.rain.assign(cells, 1000);
  world.land.assign(cells, 0);
  world.lake.assign(cells, 0);
  world.river.assign(cells, 0);
  return world;
}

// Two walls, 800 m high, on both sides of a fjord that is 2 km wide.
BuiltWorld fjord() {
  BuiltWorld world = empty_world();
  for (std::size_t c = 0; c < world.land.size(); ++c) {
    const std::size_t x = c % 101;
    if ((x < 40 || x > 48) && x > 20 && x < 70) world.land[c] = 1, world.height[c] = 800;
  }
  return world;
}

// Land with two wet places, a level half, and five lakes: one is too small, one has no outflow, one is endorheic.
BuiltWorld wet_land() {
  BuiltWorld world = empty_world();
  world.land.assign(world.land.size(), 1);
  for (const std::size_t middle : {20 * 101 + 20, 70 * 101 + 70}) {
    for (const std::size_t c : {middle, middle + 1, middle + 102}) world.rain[c] = 3000;
  }
  world.has_lakes = true;
  world.lakes = {{12, 5, false}, {3, 1, false}, {2, 0, true}, {0.5625, 0.2, false}, {0.5, 9, false}};
  // Water runs west, over steps that two cells share.
  std::vector<std::uint16_t> west(world.land.size(), 3);
  for (std::size_t y = 0; y < 101; ++y) west[y * 101] = 0;
  world.drainage = routed(west, 101);
  for (std::size_t c = 0; c < west.size(); ++c) world.drainage.filled.push_back(static_cast<float>((c % 101 + 1) / 2));
  for (std::size_t x = 0; x < 101; ++x) world.river[50 * 101 + x] = x < 51 ? 1 : 0;
  return world;
}

// A coast along a row of 12 cells, and one cell of land before it.
std::vector<std::uint8_t> toothed_coast() {
  std::vector<std::uint8_t> land(12 * 12, 0);
  std::fill(land.begin() + 6 * 12, land.end(), std::uint8_t{1});
  land[5 * 12 + 5] = 1;
  return land;
}

Line one_answer(std::string variant, double value, Range expected) { return {std::move(variant), {value}, expected}; }

}  // namespace

Row known_answers() {
  return {41,
          "measures of lands, of inputs whose answers are known",
          "slope, relief, Hurst exponent, slope-area, level cells, rain, lakes, walls and lines, as rows 32 to 40 take "
          "them",
          "theory: a plane, fractional Brownian heights by Fourier synthesis, networks with a given concavity, counts "
          "by hand",
          1,
          [](const Scope&) {
            const Ground plane = ground_of(101, 250, [](int x, int y) { return 7.5 * x + 10 * y; });
            const std::vector<double> slopes = slopes_of(plane);
            const std::size_t middle = 50 * 101 + 50;
            const Ground half_flat = ground_of(40, 250, [](int x, int y) { return x < 20 ? 0 : 100 * x + y; });
            std::vector<std::uint8_t> is_flat;
            for (const float height : half_flat.height) is_flat.push_back(height == 0 ? 1 : 0);
            is_flat[39] = 1;  // too small a patch
            std::vector<Line> lines = {
                one_answer("plane of 3 % by 4 %, slope, %", slopes[middle], around(5, 1e-4)),
                one_answer("same, slope beside the border", slopes[50], exactly(-1)),
                one_answer("same, relief in 21 cells of 250 m, m", static_cast<double>(relief_of(plane)[middle]),
                           around(20 * 17.5, 1e-3)),
                one_answer("same, Hurst exponent", hurst_of(plane, 1), around(1, 1e-3)),
                one_answer("half a map that is flat, patches, %", patches_of(half_flat, is_flat, 1), around(50, 1e-9)),
            };
            for (const double hurst : {0.5, 0.75}) {
              lines.push_back(one_answer("fractional heights of H " + std::to_string(hurst).substr(0, 4),
                                         hurst_of(ground_of(synthesised(hurst, 512, 1)), 4), around(hurst, 0.05)));
            }
            lines.push_back(faulty(one_answer("fractional heights of H 0.75, for H 0.50",
                                              hurst_of(ground_of(synthesised(0.75, 512, 1)), 4), around(0.5, 0.05))));
            lines.push_back(one_answer("white noise, Hurst exponent", hurst_of(ground_of(synthesised(-1, 512, 1)), 1),
                                       around(0, 0.01)));
            for (const double concavity : {0.3, 0.5}) {
              const SlopeArea found = slope_area_of(network(concavity));
              const std::string name = "network of concavity " + std::to_string(concavity).substr(0, 3);
              lines.push_back(one_answer(name, found.concavity, around(concavity, 0.005)));
              lines.push_back(one_answer(name + ", r2", found.fit, {0.999, 1}));
              lines.push_back(one_answer(name + ", scatter", found.scatter, {0, 0.1}));
            }
            Drainage stepped = network(0.5), joining = drainage(Terrain::eroded, 1);
            for (float& height : stepped.filled) height = 20 * std::floor(height / 20);
            lines.push_back(
                faulty(one_answer("same, in steps of 20 m, scatter", slope_area_of(stepped).scatter, {0, 0.1})));
            raise(joining, 0.5);
            lines.push_back(change_detector(one_answer("concavity 0.5 of an island's network, where rivers join",
                                                       slope_area_of(joining).concavity, around(0.35, 0.01))));
            const BuiltWorld wet = wet_land(), walls = fjord();
            lines.push_back(one_answer("steps of two cells, level land, %", level_share(wet, false), around(50, 1e-9)));
            lines.push_back(one_answer("their river, level cells, %", level_share(wet, true), around(50, 1e-9)));
            lines.push_back(one_answer("two wet places, highest / median rain", rain_maximum(wet), around(3, 1e-6)));
            lines.push_back(one_answer("two wet places, patches", rain_patches(wet), exactly(2)));
            lines.push_back(one_answer("lakes per 1000 km2", lakes_per_1000_km2(wet), around(4e3 / (637.5625), 1e-6)));
            lines.push_back(one_answer("lakes with outflow, %", lakes_with_outflow(wet), around(75, 1e-6)));
            lines.push_back(one_answer("a fjord between walls of 800 m", wall_height(walls), exactly(800)));
            lines.push_back(one_answer("lines along rows and diagonals, %",
                                       octagonal_segments({{{0, 0}, {1, 0}, {2, 1}, {2, 0}}}), exactly(100)));
            lines.push_back(one_answer("a line of 30 degrees among three, %",
                                       octagonal_segments({{{0, 0}, {1.732, 1}}, {{0, 0}, {2, 2}, {0, 0}}}),
                                       around(200.0 / 3, 1e-6)));
            lines.push_back(one_answer("a tooth in 20 cells", one_cell_teeth(toothed_coast(), 12), exactly(50)));
            return lines;
          }};
}

}  // namespace terrawright::metrics
