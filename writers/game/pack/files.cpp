// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "game/pack/pack.hpp"

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

namespace {

// "heights.png", or of a tile "heights/heights_x0_y1.png": a folder of its own, as Unreal Engine wants no other files
// beside tiles.
std::string file_of(const Pack& pack, const std::string& name, const std::string& extension, const Tile& tile) {
  if (!pack.tiles) return name + extension;
  const std::string stem = name.substr(name.rfind('/') + 1);
  std::string numbers;
  switch (pack.program) {
    case Program::unreal:
    case Program::generic:
      numbers = "_x" + std::to_string(tile.x) + "_y" + std::to_string(tile.y);
      break;
    case Program::unity:  // X and Z, which grows to the north
      numbers = "_" + std::to_string(tile.x) + "_" + std::to_string(pack.tiles->rows() - 1 - tile.y);
      break;
    case Program::godot:
      numbers = "_" + std::to_string(tile.x) + "_" + std::to_string(tile.y);
  }
  return name + "/" + stem + numbers + extension;
}

}  // namespace

std::string name_of(Program program) {
  constexpr const char* names[] = {"unreal", "unity", "godot", "generic"};
  return names[static_cast<std::size_t>(program)];
}

std::string spoken_name(Program program) {
  constexpr const char* names[] = {"Unreal Engine", "Unity", "Terrain3D of Godot", "any program"};
  return names[static_cast<std::size_t>(program)];
}

std::vector<Tile> tiles_of(const Pack& pack) {
  if (!pack.tiles) return {{0, 0, {0, 0, pack.width, pack.height}, pack.width, pack.height}};
  std::vector<Tile> all;
  for (std::int64_t i = 0; i < pack.tiles->count(); ++i) all.push_back(pack.tiles->tile(i));
  return all;
}

std::vector<HeightsAs> heights_as(Program program) {
  switch (program) {
    case Program::unreal:
      return {HeightsAs::png};
    case Program::unity:
      return {HeightsAs::raw};
    case Program::godot:
      return {HeightsAs::exr};
    case Program::generic:
      break;
  }
  return {HeightsAs::png, HeightsAs::raw, HeightsAs::exr};
}

std::string heights_file(const Pack& pack, HeightsAs as, const Tile& tile) {
  const char* raw = pack.program == Program::unity ? ".raw" : ".r16";
  return file_of(pack, "heights", as == HeightsAs::png ? ".png" : as == HeightsAs::exr ? ".exr" : raw, tile);
}

std::vector<std::string> weights_files(const Pack& pack, const Tile& tile) {
  std::vector<std::string> files;
  if (pack.weights.empty()) return files;
  if (pack.program == Program::godot) return {file_of(pack, "control", ".exr", tile)};
  for (std::size_t i = 0; i < pack.weights.size(); ++i) {
    if (pack.program != Program::unity) files.push_back(file_of(pack, "weights/" + pack.weights[i].name, ".png", tile));
    if (pack.program == Program::unity && i % 4 == 0)
      files.push_back(file_of(pack, "weights/weights" + std::to_string(i / 4), ".png", tile));
  }
  return files;
}

PackTransform transform_in_program(const PackFacts& facts) {
  const double across = facts.metres_across(), down = facts.metres_down();
  const double north = static_cast<double>(facts.pack.height - 1) * down;
  switch (facts.pack.program) {
    case Program::unreal:
      return {0, 0, 100 * across, 100 * down, "x (cm)", "y (cm)"};
    case Program::unity:
      return {0, north, across, -down, "x (m)", "z (m)"};
    case Program::godot: {
      // Regions lie from -16 to 15; those of a larger world around the middle.
      const std::int64_t region =
          region_of({facts.pack.width, facts.pack.height}, facts.pack.tiles ? facts.pack.tiles->side : 0).value_or(1);
      const auto begin = [&](std::int64_t cells) {
        const std::int64_t regions = cells / region, before = regions > 16 ? regions / 2 * region : 0;
        return 0.0 - static_cast<double>(before) * across;  // and no -0
      };
      return {begin(facts.pack.width), begin(facts.pack.height), across, across, "x (m)", "z (m)"};
    }
    case Program::generic:
      break;
  }
  return {0, north, across, -down, "x (m)", "y (m)"};
}

namespace {

// Without textures the weights as they stand; of those that are named what is no weight is the rest.
std::vector<Pack::Weight> weights_of(const terrawright_delivery& delivery, const std::vector<std::string>& textures) {
  std::vector<Pack::Weight> weights;
  for (std::size_t i = 0; i < delivery.n_items; ++i)
    if (delivery.items[i]->port == static_cast<std::uint32_t>(PackPort::weights))
      weights.push_back({name_of(*delivery.items[i]), i});
  if (textures.empty()) return weights;
  std::vector<Pack::Weight> ordered;
  for (const std::string& texture : textures) {
    const auto is_it = [&](const Pack::Weight& weight) { return weight.name == texture; };
    const auto found = std::find_if(weights.begin(), weights.end(), is_it);
    ordered.push_back(found == weights.end() ? Pack::Weight{texture} : *found);
  }
  return ordered;
}

}  // namespace

std::string name_of(const terrawright_item& item) { return *item.title == 0 ? item.name : item.title; }

Pack pack_of(const terrawright_delivery& delivery, const PackOptions& options) {
  Pack pack;
  pack.program = options.program;
  for (std::size_t i = 0; i < delivery.n_items; ++i) {
    if (delivery.items[i]->port == static_cast<std::uint32_t>(PackPort::heights)) pack.heights = i;
    if (delivery.items[i]->port == static_cast<std::uint32_t>(PackPort::tables)) pack.tables.push_back(i);
  }
  pack.weights = weights_of(delivery, options.textures);
  if (options.range.size() == 2) pack.range = Range{options.range[0], options.range[1]};
  const PackSize world{delivery.items[pack.heights]->width, delivery.items[pack.heights]->height};
  pack.width = world.width;
  pack.height = world.height;
  std::optional<PackTiles> tiles;
  if (options.side) tiles = PackTiles{*options.side, options.overlap.value_or(overlap_of(pack.program).value_or(0))};
  const auto nearest = nearest_sizes(pack.program, world, tiles);
  if (options.fit == PackOptions::Fit::resample && !nearest.empty() && !takes(pack.program, world, tiles)) {
    pack.width = nearest.front().width;
    pack.height = nearest.front().height;
  }
  if (tiles) pack.tiles = Tiling{tiles->side, tiles->overlap, true, pack.width, pack.height};
  return pack;
}

}  // namespace terrawright::game
