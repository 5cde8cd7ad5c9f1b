// SPDX-License-Identifier: Apache-2.0
// What a tile tells of its basins: those at its links to other tiles, and the lowest passes between these.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "links.hpp"
#include "notes/packed.hpp"
#include "passes.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::water {

struct FillNote {
  // Across one border: of each link the edge basin, nothing where all are outlets; the levels if this tile says them.
  struct Across {
    std::vector<std::uint32_t> basins;
    std::vector<float> levels;
  };
  std::uint32_t edges = 1;           // edge basins, the outside included, which is 0
  std::vector<std::uint32_t> cells;  // of each but the outside a cell on the tile's edge, by its number
  std::vector<Pass> passes;          // between edge basins
  std::array<Across, borders.size()> across;

  FillNote() = default;
  explicit FillNote(const BlobView& note) {
    notes::Unpacked numbers(note.items<std::uint8_t>(0));
    const auto next = [&] { return static_cast<std::uint32_t>(numbers.next()); };
    const float* level = note.items<float>(1).begin();
    edges = next();
    for (std::uint32_t i = 1; i < edges; ++i) cells.push_back(next());
    for (std::uint32_t left = next(); left > 0; --left) {
      const std::uint32_t a = next(), b = next();
      passes.push_back({a, b, *level++});
    }
    for (Across& border : across) {
      for (std::uint32_t left = next(); left > 0; --left) border.basins.push_back(next());
      const std::uint32_t links = next();
      border.levels.assign(level, level + links);
      level += links;
    }
  }
  Blob blob() const {
    notes::Packed numbers;
    std::vector<float> levels;
    numbers.add(edges);
    for (const std::uint32_t cell : cells) numbers.add(cell);
    numbers.add(passes.size());
    for (const Pass& pass : passes) {
      numbers.add(pass.a);
      numbers.add(pass.b);
      levels.push_back(pass.level);
    }
    for (const Across& border : across) {
      numbers.add(border.basins.size());
      for (const std::uint32_t basin : border.basins) numbers.add(basin);
      numbers.add(border.levels.size());
      levels.insert(levels.end(), border.levels.begin(), border.levels.end());
    }
    Blob note;
    note.add(numbers.bytes());
    note.add(levels);
    return note;
  }
};

}  // namespace terrawright::water
