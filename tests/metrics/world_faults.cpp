// SPDX-License-Identifier: Apache-2.0
#include "world_faults.hpp"

#include <algorithm>
#include <cmath>

#include "terrawright/random.h"

namespace terrawright::metrics {
namespace {

constexpr float lowest_land = 0.5f;  // m

// Heights of land by `change` of the cell; those of the sea stay.
template <class Change>
BuiltWorld changed(const BuiltWorld& realistic, std::uint64_t seed, Change change) {
  std::vector<float> height = realistic.height;
  for (std::size_t c = 0; c < height.size(); ++c) {
    if (realistic.land[c] != 0) height[c] = std::max(static_cast<float>(change(c)), lowest_land);
  }
  return with_heights(realistic, seed, std::move(height));
}

// Noise of a cell: 0 to 1, white.
double noise(std::uint64_t seed, int side, std::size_t c) {
  const int x = static_cast<int>(c) % side, y = static_cast<int>(c) / side;
  const auto row = terrawright_key_of_row(terrawright_stream(seed, "fault", 5), y, TERRAWRIGHT_FOR_NOISE, 0, 0);
  return static_cast<double>(terrawright_unit(terrawright_word(row, x)));
}

double summit(const BuiltWorld& world) {
  return static_cast<double>(*std::max_element(world.height.begin(), world.height.end()));
}

// Squares of 16 km, each turned by 180 degrees. Land that would get a height of the sea keeps its own.
BuiltWorld turned(const BuiltWorld& realistic, std::uint64_t seed) {
  const auto side = static_cast<std::size_t>(realistic.side()),
             square = static_cast<std::size_t>(16000 / realistic.cell);
  const auto mirrored = [&](std::size_t i) {
    const std::size_t first = i / square * square, last = std::min(first + square, side) - 1;
    return first + last - i;
  };
  return changed(realistic, seed, [&](std::size_t c) {
    const std::size_t from = mirrored(c / side) * side + mirrored(c % side);
    return realistic.land[from] != 0 ? realistic.height[from] : realistic.height[c];
  });
}

BuiltWorld of_noise(const BuiltWorld& realistic, std::uint64_t seed) {
  const double highest = summit(realistic);
  return changed(realistic, seed,
                 [&](std::size_t c) { return highest * std::pow(noise(seed, realistic.side(), c), 9); });
}

BuiltWorld rough(const BuiltWorld& realistic, std::uint64_t seed) {
  return changed(realistic, seed, [&](std::size_t c) {
    return static_cast<double>(realistic.height[c]) + 30 * noise(seed, realistic.side(), c);
  });
}

BuiltWorld terraced(const BuiltWorld& realistic, std::uint64_t seed) {
  return changed(realistic, seed, [&](std::size_t c) { return 50 * std::floor(realistic.height[c] / 50) + 25; });
}

BuiltWorld high(const BuiltWorld& realistic, std::uint64_t seed) {
  return changed(realistic, seed, [&](std::size_t c) { return 3 * realistic.height[c]; });
}

// Lines from cell to cell.
BuiltWorld with_straight_lines(const BuiltWorld& realistic, std::uint64_t) {
  BuiltWorld straight = realistic;
  straight.lines.clear();
  const auto side = static_cast<std::size_t>(realistic.side());
  const auto point = [&](std::size_t c) {
    return terrawright_point{static_cast<double>(c % side), static_cast<double>(c / side)};
  };
  for (std::size_t c = 0; c < realistic.river.size(); ++c) {
    if (realistic.river[c] != 0) straight.lines.push_back({point(c), point(realistic.drainage.below[c])});
  }
  return straight;
}

BuiltWorld earlier(const BuiltWorld& realistic, std::uint64_t seed) {
  return built_world(before("realistic"), seed, realistic.side());
}

}  // namespace

std::vector<Fault> faults() {
  return {{"turned squares", turned}, {"noise^9", of_noise},
          {"noise of 30 m", rough},   {"terraces of 50 m", terraced},
          {"heights x 3", high},      {"rivers by D8", with_straight_lines},
          {"12da533", earlier}};
}

}  // namespace terrawright::metrics
