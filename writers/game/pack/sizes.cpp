// SPDX-License-Identifier: Apache-2.0
#include "game/pack/sizes.hpp"

#include <algorithm>
#include <cstdlib>

namespace terrawright::game {
namespace {

// Components a side: Epic advises no more than 1024 in all.
constexpr std::int64_t most_components = 32;
// Regions a side of Terrain3D, and cells a side of an Image of Godot.
constexpr std::int64_t most_regions = 32, most_of_an_image = 16384;

// Sizes of one kind: first, first + step, ... up to most, which both sides of a world are of; or of them the square
// ones.
struct Sizes {
  std::int64_t first = 0, step = 1, most = 0;
  bool square = false;

  bool has(const PackSize& size) const {
    return has(size.width) && has(size.height) && (!square || size.width == size.height);
  }
  bool has(std::int64_t side) const { return side >= first && side <= most && (side - first) % step == 0; }
  std::vector<std::int64_t> nearest(std::int64_t side) const {
    const std::int64_t last = (most - first) / step;
    const std::int64_t below = std::clamp<std::int64_t>((side - first) / step, 0, last);
    return {first + below * step, first + std::min(below + 1, last) * step};
  }
};

std::vector<Sizes> sizes_of_one_file(Program program) {
  std::vector<Sizes> all;
  switch (program) {
    case Program::unreal:
      for (const std::int64_t quads : {7, 15, 31, 63, 127, 255}) {
        for (const std::int64_t sections : {1, 2}) {
          const std::int64_t component = quads * sections;
          all.push_back({component + 1, component, most_components * component + 1});
        }
      }
      break;
    case Program::unity:
      for (std::int64_t side = 32; side <= 4096; side *= 2) all.push_back({side + 1, 1, side + 1});
      break;
    case Program::godot:
      for (std::int64_t region = 64; region <= 2048; region *= 2)
        all.push_back({region, region, std::min(most_regions * region, most_of_an_image)});
      break;
    case Program::generic:
      all.push_back({1, 1, (std::int64_t{1} << 20) + 1});
  }
  return all;
}

// As many tiles as come nearest to `size`, and one more.
std::vector<Sizes> taken_sizes(Program program, const PackSize& size, const std::optional<PackTiles>& tiles) {
  if (!tiles) return sizes_of_one_file(program);
  const std::int64_t of_tile = tiles->side + tiles->overlap, longest = std::max(size.width, size.height) + of_tile;
  std::vector<Sizes> all;
  for (const Sizes& one : sizes_of_one_file(program)) {
    if (!one.has({of_tile, of_tile})) continue;
    const std::int64_t most = program == Program::godot ? most_regions * one.step : longest;
    all.push_back({of_tile, tiles->side, most / tiles->side * tiles->side + tiles->overlap});
  }
  return all;
}

}  // namespace

bool takes(Program program, const PackSize& size, const std::optional<PackTiles>& tiles) {
  const auto all = taken_sizes(program, size, tiles);
  return std::any_of(all.begin(), all.end(), [&](const Sizes& sizes) { return sizes.has(size); });
}

std::vector<PackSize> nearest_sizes(Program program, const PackSize& to, const std::optional<PackTiles>& tiles) {
  std::vector<PackSize> all;
  for (const Sizes& sizes : taken_sizes(program, to, tiles)) {
    for (const std::int64_t width : sizes.nearest(to.width)) {
      for (const std::int64_t height : sizes.nearest(to.height)) all.push_back({width, height});
    }
  }
  const auto distance = [&](const PackSize& size) {
    return std::abs(size.width - to.width) + std::abs(size.height - to.height);
  };
  // Ties: the larger one, which loses nothing.
  std::sort(all.begin(), all.end(), [&](const PackSize& a, const PackSize& b) {
    const std::int64_t of_a = distance(a), of_b = distance(b);
    return of_a != of_b ? of_a < of_b : a.width != b.width ? a.width > b.width : a.height > b.height;
  });
  const auto same = [](const PackSize& a, const PackSize& b) { return a.width == b.width && a.height == b.height; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  if (all.size() < 2) return all;
  // The other one is on the other side of both, so that one can be chosen that is larger, or smaller.
  const bool larger = all[0].width + all[0].height > to.width + to.height;
  const auto other = std::find_if(all.begin() + 1, all.end(), [&](const PackSize& size) {
    return larger ? size.width <= to.width && size.height <= to.height
                  : size.width >= to.width && size.height >= to.height;
  });
  std::vector<PackSize> two{all[0]};
  if (other != all.end()) two.push_back(*other);
  return two;
}

std::string rule_of(Program program) {
  switch (program) {
    case Program::unreal:
      return "components x sections x quads + 1 cells a side: up to 32 components of 1 or 2 sections of 7, 15, 31, 63, "
             "127 or 255 quads, as 505, 1009, 2017, 4033 and 8129 are";
    case Program::unity:
      return "2^n + 1 cells, as wide as high: 33, 65, 129, 257, 513, 1025, 2049 or 4097";
    case Program::godot:
      return "up to 32 regions of 64, 128, 256, 512, 1024 or 2048 cells a side, and up to 16384 cells in a file";
    case Program::generic:
      break;
  }
  return "any size";
}

const PackLimits& limits_of(Program program) {
  constexpr double none = PackLimits::none;
  static const PackLimits limits[] = {
      {0, none, 44e9, none, 256},   // unreal: HALF_WORLD_MAX of version 5 is 43.98 million km
      {0, none, 100e3, 10e3, 256},  // unity: width, length and height in the settings of a terrain
      {0.25, 100, none, none, 32},  // godot: Terrain3D clamps vertex_spacing; 5 bits name a texture
      {0, none, none, none, 256}};  // generic
  return limits[static_cast<std::size_t>(program)];
}

std::optional<std::int64_t> overlap_of(Program program) {
  if (program == Program::generic) return std::nullopt;
  return program == Program::godot ? 0 : 1;
}

std::optional<Components> components_of(const PackSize& size) {
  std::optional<Components> best;
  for (const std::int64_t quads : {7, 15, 31, 63, 127, 255}) {
    for (const std::int64_t sections : {1, 2}) {
      const std::int64_t component = quads * sections;
      if ((size.width - 1) % component != 0 || (size.height - 1) % component != 0) continue;
      const Components here{quads, sections, (size.width - 1) / component, (size.height - 1) / component};
      if (std::min(here.across, here.down) < 1 || std::max(here.across, here.down) > most_components) continue;
      if (!best || here.across * here.down < best->across * best->down) best = here;
    }
  }
  return best;
}

std::optional<std::int64_t> region_of(const PackSize& size, std::int64_t tile) {
  for (const std::int64_t region : {256, 512, 1024, 2048, 128, 64}) {
    const bool even = size.width % region == 0 && size.height % region == 0 && tile % region == 0;
    if (even && std::max(size.width, size.height) / region <= most_regions) return region;
  }
  return std::nullopt;
}

}  // namespace terrawright::game
