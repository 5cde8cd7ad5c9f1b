// SPDX-License-Identifier: Apache-2.0
#include "game/pack/files.hpp"

#include <algorithm>

#include "game/pack/pack.hpp"
#include "game/pack/sizes.hpp"

namespace terrawright::game {
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

PackPlace place_in_program(const PackFacts& facts) {
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
