// SPDX-License-Identifier: Apache-2.0
// Drainage by brute force, cell by cell from its definition: slow, plain and written apart from the stages.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "terrawright/random.h"

namespace terrawright::test {

// Heights in metres, where the ocean is, and what each cell adds to the water.
struct Land {
  int width = 0, height = 0;
  std::vector<float> z;
  std::vector<float> ocean, runoff;  // 0 or 1; whole numbers
  std::size_t at(int x, int y) const { return static_cast<std::size_t>(y * width + x); }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
  bool is_outlet(int x, int y) const {
    return x == 0 || y == 0 || x + 1 == width || y + 1 == height || ocean[at(x, y)] != 0;
  }
};

struct Drained {
  std::vector<float> filled;
  std::vector<std::int64_t> distance, accumulation;
  std::vector<std::uint16_t> receivers;
};

// In the order of the receivers' codes 1 .. 8.
constexpr int to_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
constexpr int to_y[8] = {0, -1, 0, 1, -1, -1, 1, 1};

// Cost of a step between two cells of a flat.
using Step = std::function<std::int64_t(int x, int y, int k)>;

inline Step straight() {
  return [](int, int, int) { return 1; };
}
inline Step winding(const std::string& node = "flats", std::uint32_t purpose = 41, std::int64_t spread = 8) {
  const std::uint64_t stream = terrawright_stream(42, node.data(), node.size());
  return [=](int x, int y, int k) {
    const auto cost = [&](int column, int row) {
      return spread + (terrawright_word(terrawright_key_of_row(stream, row, purpose, 0, 0), column) >> 24);
    };
    return (k < 4 ? 5 : 7) * (cost(x, y) + cost(x + to_x[k], y + to_y[k]));
  };
}

inline Drained drain(const Land& land, const Step& step = winding()) {
  Drained d;
  const std::size_t cells = land.z.size();
  const auto each = [&](auto body) {
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) body(x, y, land.at(x, y));
    }
  };
  const auto neighbours = [&](int x, int y, auto body) {
    for (int k = 0; k < 8; ++k) {
      if (land.has(x + to_x[k], y + to_y[k])) body(k, land.at(x + to_x[k], y + to_y[k]));
    }
  };

  // The filled level: lowered until nothing changes.
  d.filled.assign(cells, std::numeric_limits<float>::infinity());
  for (bool changed = true; changed;) {
    changed = false;
    each([&](int x, int y, std::size_t c) {
      float lowest = std::numeric_limits<float>::infinity();
      neighbours(x, y, [&](int, std::size_t n) { lowest = std::min(lowest, d.filled[n]); });
      const float level = land.is_outlet(x, y) ? land.z[c] : std::max(land.z[c], lowest);
      if (level != d.filled[c]) {
        d.filled[c] = level;
        changed = true;
      }
    });
  }

  // Distances, likewise.
  constexpr std::int64_t far = std::int64_t{1} << 40;
  d.distance.assign(cells, far);
  for (bool changed = true; changed;) {
    changed = false;
    each([&](int x, int y, std::size_t c) {
      std::int64_t distance = land.is_outlet(x, y) ? 0 : far;
      neighbours(x, y, [&](int k, std::size_t n) {
        if (d.filled[n] < d.filled[c]) distance = 0;
        if (d.filled[n] == d.filled[c]) distance = std::min(distance, d.distance[n] + step(x, y, k));
      });
      if (distance != d.distance[c]) {
        d.distance[c] = distance;
        changed = true;
      }
    });
  }

  d.receivers.assign(cells, 0);
  each([&](int x, int y, std::size_t c) {
    if (land.is_outlet(x, y)) return;
    double steepest = 0;
    neighbours(x, y, [&](int k, std::size_t n) {
      if (d.distance[c] == 0) {
        const double inverse = k < 4 ? 1.0 : 0.70710678118654746;
        const double slope = (static_cast<double>(d.filled[c]) - static_cast<double>(d.filled[n])) * inverse;
        if (slope > steepest) {
          steepest = slope;
          d.receivers[c] = static_cast<std::uint16_t>(k + 1);
        }
      } else if (d.receivers[c] == 0 && d.filled[n] == d.filled[c] && d.distance[n] + step(x, y, k) == d.distance[c]) {
        d.receivers[c] = static_cast<std::uint16_t>(k + 1);
      }
    });
  });

  // Every cell's water, carried all the way down.
  d.accumulation.assign(cells, 0);
  each([&](int x, int y, std::size_t c) {
    const auto water = static_cast<std::int64_t>(land.runoff[c]);
    for (;;) {
      const std::size_t at = land.at(x, y);
      d.accumulation[at] += water;
      const int code = d.receivers[at];
      if (code == 0) break;
      x += to_x[code - 1];
      y += to_y[code - 1];
    }
  });
  return d;
}

// The same by the stages. `broken`: ids to take for some of them, by the word of the right one.
// `with`: of water.flats. `crossing`: how its node is connected to the receivers.
inline Built drain_by_stages(const Land& land, Options options, const std::map<std::string, std::string>& broken = {},
                             const std::string& with = "", const std::string& crossing = ", way: flats.way") {
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  options.given["runoff"] = {"mm/yr/1024", land.width, land.height, land.runoff};
  const auto use = [&](const std::string& word) {
    const auto found = broken.find(word);
    return "{use: " + (found == broken.end() ? "water." + word : found->second) + "@1, in: ";
  };
  return build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                   std::to_string(land.height) +
                   "], seed: 42}\n"
                   "stages:\n"
                   "  z: {use: test.given@1, with: {name: z}}\n"
                   "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                   "  runoff: {use: test.given_count@1, with: {name: runoff}}\n"
                   "  filled: " +
                   use("fill") + "{height: z, ocean: ocean}}\n  flats: " + use("flats") +
                   "{filled: filled, ocean: ocean}, with: {" + with + "}}\n  receivers: " + use("receivers") +
                   "{filled: filled, ocean: ocean" + crossing + "}}\n  water: " + use("accumulation") +
                   "{receivers: receivers, runoff: runoff}}\n"
                   "outputs: [{layers: {w: filled, d: flats, f: flats.way, r: receivers, a: water}}]\n",
               options);
}

// Differences among the four; empty: none.
inline std::string differences(const Built& built, const Drained& expected) {
  std::string differ;
  if (built.cells<float>("filled") != expected.filled) differ += " filled";
  if (built.cells<std::int64_t>("flats") != expected.distance) differ += " distance";
  if (built.cells<std::uint16_t>("receivers") != expected.receivers) differ += " receivers";
  if (built.cells<std::int64_t>("water") != expected.accumulation) differ += " accumulation";
  return differ;
}

}  // namespace terrawright::test
