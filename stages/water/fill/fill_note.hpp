// SPDX-License-Identifier: Apache-2.0
// Note of a tile about its basins: those at its links to other tiles, the lowest passes between these, and its pits.
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
  std::uint32_t edges = 1;         // edge basins, the outside included, which is 0
  std::vector<Pass> passes;        // between edge basins
  std::vector<std::uint8_t> pits;  // of the edge basins, and of the tile's own depressions, packed (rising_water.hpp)
  std::array<Across, borders.size()> across;

  FillNote() = default;
  explicit FillNote(const BlobView& note) {
    notes::Unpacked numbers(note.items<std::uint8_t>(0));
    const auto next = [&] { return static_cast<std::uint32_t>(numbers.next()); };
    const float* level = note.items<float>(1).begin();
    const Items<std::uint8_t> of_pits = note.items<std::uint8_t>(2);
    pits.assign(of_pits.begin(), of_pits.end());
    edges = next();
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
    note.add(pits);
    return note;
  }
};

}  // namespace terrawright::water
