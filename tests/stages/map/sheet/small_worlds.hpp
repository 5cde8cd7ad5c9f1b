// SPDX-License-Identifier: Apache-2.0
// small_worlds.hpp: sheets of small lands, made without a world or a program.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../../feature/lands.hpp"
#include "map/margin/layout.hpp"
#include "map/sheet/drawing.hpp"

namespace terrawright::test {

inline bool inside(const map::Lines& rings, double x, double y) {
  bool in = false;
  for (const map::Line& ring : rings) {
    for (std::size_t i = 0, n = ring.spots.size(); i < n; ++i) {
      const map::Spot &a = ring.spots[i], &b = ring.spots[(i + 1) % n];
      if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)) in = !in;
    }
  }
  return in;
}

struct HillViews {
  const Hills& hills;
  bool lakes = false, biomes = false;
  bool has_lakes() const { return lakes; }
  bool has_biomes() const { return biomes; }
  float height(std::int64_t x, std::int64_t y) const { return hills.z[hills.at(x, y)]; }
  bool land(std::int64_t x, std::int64_t y) const { return height(x, y) > 0.0f; }
  bool lake(std::int64_t x, std::int64_t y) const { return land(x, y) && height(x, y) < 40.0f; }
  float level(std::int64_t, std::int64_t) const { return 40.0f; }
  std::uint16_t biome(std::int64_t x, std::int64_t y) const { return height(x, y) > 300.0f ? 2 : 1; }
};

inline map::Parallel one_thread() {
  return [](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
    for (std::uint64_t i = 0; i < n; ++i) body(i);
  };
}

inline map::PaperFacts paper_for(map::StyleName style, map::PaperName name = map::PaperName::a5,
                                 const std::vector<double>& size = {}) {
  return map::paper_facts(name, size, map::Orientation::automatic, std::nullopt, map::style_of(style));
}

// All that the stage does before it draws, in tiles of this side.
inline map::SheetContent content_of(const Hills& hills, const map::PaperFacts& paper, double cell = 250,
                                    std::int64_t tile = 1 << 20) {
  const HillViews views{hills, true, true};
  map::SheetContent content;
  content.world = {hills.width, hills.height, cell, 40, 0};
  std::vector<Rect> tiles;
  for (std::int64_t y = 0; y < hills.height; y += tile) {
    for (std::int64_t x = 0; x < hills.width; x += tile)
      tiles.push_back({x, y, std::min(tile, hills.width - x), std::min(tile, hills.height - y)});
  }
  Rect land{0, 0, 0, 0};
  for (const Rect& t : tiles) land = map::joined(land, map::land_box(t, views));
  content.layout = map::laid_out(content.world, land, paper);
  const map::BlockGrid grid = map::blocks_of(content.layout, content.world, 25);
  map::BlockSums sums;
  sums.resize(static_cast<std::size_t>(grid.columns * grid.rows), true, true);
  for (const Rect& t : tiles) {
    const Blob note = map::surveyed(grid, t, views);
    std::vector<std::uint64_t> bytes(note.size() / 8 + 1);
    note.store(bytes.data());
    terrawright_blob plain{};
    plain.bytes = bytes.data();
    plain.size = note.size();
    map::add_note(grid, BlobView(plain), sums);
  }
  content.ground = map::ground_of(sums, grid.place(content.layout));
  content.classes.forest = {2};
  return content;
}

inline std::vector<unsigned char> bytes_of(const DisplayList& list) {
  const Blob blob = list.blob();
  std::vector<unsigned char> bytes(blob.size());
  blob.store(bytes.data());
  return bytes;
}

}  // namespace terrawright::test
