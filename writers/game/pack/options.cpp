// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "game/pack/pack.hpp"
#include "game/pack/sizes.hpp"

namespace terrawright::game {
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
