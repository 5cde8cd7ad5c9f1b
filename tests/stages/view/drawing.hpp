// SPDX-License-Identifier: Apache-2.0
// Worlds of one view over cells that a test makes up.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/build.hpp"

namespace terrawright::test {

struct Drawing {
  std::string stage;  // its word
  std::string port = "field";
  std::int64_t width = 1, height = 1;
  std::vector<float> cells = {};
  std::string unit = "1", with = {}, more_inputs = {}, more_stages = {};
  double cell = 1000;  // metres

  Built build(std::int64_t tile = 512, int threads = 2) const {
    Options options;
    options.tile = tile;
    options.threads = threads;
    options.given["z"] = {unit, width, height, cells};
    return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                           std::to_string(height) + "], cell: " + std::to_string(cell) +
                           ", seed: 42}\nstages:\n  z: {use: test.given@1, with: {name: z}}\n" + more_stages +
                           "  view: {use: view." + stage + "@1, in: {" + port + ": z" + more_inputs + "}, with: {" +
                           with + "}}\noutputs: [{layers: {v: view}}]\n",
                       options);
  }
  std::vector<Colour> picture() const { return build().cells<Colour>("view"); }
  // "built", or why not.
  std::string refusal() const {
    try {
      build();
    } catch (const BuildFailed& failed) {
      return failed.what();
    }
    return "built";
  }
};

inline std::vector<float> made(std::int64_t width, std::int64_t height,
                               const std::function<double(double x, double y)>& at) {
  std::vector<float> cells;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      cells.push_back(static_cast<float>(at(static_cast<double>(x), static_cast<double>(y))));
    }
  }
  return cells;
}

inline std::string hex(const Colour& c) {
  std::string text = "#";
  for (const std::uint8_t channel : {c.red, c.green, c.blue}) {
    text += "0123456789abcdef"[channel >> 4];
    text += "0123456789abcdef"[channel & 15];
  }
  return c.alpha == 255 ? text : text + " with alpha";
}

// An island of any size in metres, for views under every tiling.
inline std::string island(std::int64_t width, std::int64_t height, const std::string& view) {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
         "], cell: 1 km, seed: 42}\nstages:\n"
         "  terrain: {use: heights.diamond_square@1, with: {seeding: island, border: free, edge: line}}\n"
         "  sea: {use: sea.level@1, in: {height: terrain}}\n"
         "  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}\n" +
         view + "outputs: [{layers: {v: view}}]\n";
}

// Does the view give the same bits in any tiles, on any threads? Sizes down to a single cell.
inline bool same_under_all_tiles(const std::string& view, std::int64_t least_rows = 1) {
  for (const auto& [width, height] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{200, 131}, {1, 1}, {1, 90}, {90, 1}}) {
    if (height < least_rows) continue;
    const std::string world = island(width, height, view);
    const std::string whole = test::build(world, {0, 1}).digest("view");
    for (const std::int64_t tile : {7, 64, 300}) {
      if (test::build(world, {tile, 1}).digest("view") != whole) return false;
      if (test::build(world, {tile, 2}).digest("view") != whole) return false;
    }
  }
  return true;
}

}  // namespace terrawright::test
