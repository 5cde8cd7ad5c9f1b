// SPDX-License-Identifier: Apache-2.0
// block_heights.hpp: heights on the feature grid, independent of the tiles. A block has the mean of its cells and
// keeps the highest of those that are land. Tiles add heights as whole numbers of 1/1024 m.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// The highest cell of land of a block; of equals the first. cell -1: there is none.
struct Top {
  float height = 0;
  std::int64_t cell = -1;
};
inline bool is_higher(const Top& a, const Top& b) {
  if (a.cell < 0 || b.cell < 0) return b.cell < 0 && a.cell >= 0;
  return a.height != b.height ? a.height > b.height : a.cell < b.cell;
}

struct BlockHeights {
  std::vector<float> mean;
  std::vector<Top> tops;  // none where a block is a cell

  Top top(std::size_t c) const { return tops.empty() ? Top{mean[c], static_cast<std::int64_t>(c)} : tops[c]; }
};

// 1024 z as a whole number, halves to even. The lowest bits of a double near 1.5 * 2^52 are one.
inline std::int64_t in_steps(float z) {
  constexpr double whole = 6755399441055744.0;
  const double rounded = 1024.0 * static_cast<double>(z) + whole, none = whole;
  std::int64_t bits, zero;
  std::memcpy(&bits, &rounded, sizeof bits);
  std::memcpy(&zero, &none, sizeof zero);
  return bits - zero;
}

// Fails at the first height that is none.
inline void require_heights(const Tile& tile, const View<const float>& height) {
  tile.each_row([&](std::int64_t y) {
    const float* const row = height.row(y, tile.left());
    int bad = 0;
    for (std::int64_t i = 0; i < tile.width(); ++i) bad |= !(std::fabs(row[i]) < 1e9f);
    for (std::int64_t i = 0; bad != 0 && i < tile.width(); ++i) {
      if (!(std::fabs(row[i]) < 1e9f))
        throw Failure("height", "the height is not a finite number of metres below 1e9", tile.left() + i, y);
    }
  });
}

// Three sections of a note: the blocks of the tile, sums of heights (heights, where a block is a cell), and tops.
template <class IsLand>
void survey_heights(Blob& note, const Tile& tile, const View<const float>& height, const FeatureGrid& grid,
                    IsLand is_land) {
  require_heights(tile, height);
  note.add_one(blocks_of(tile.area(), grid));
  if (grid.block == 1) {
    std::vector<float> cells;
    cells.reserve(static_cast<std::size_t>(tile.width() * tile.height()));
    tile.each_row([&](std::int64_t y) {
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) cells.push_back(is_land(x, y) ? height(x, y) : 0.0f);
    });
    note.add(cells);
    note.add(std::vector<Top>{});
    return;
  }
  const Rect blocks = blocks_of(tile.area(), grid);
  std::vector<std::int64_t> sums(static_cast<std::size_t>(blocks.width * blocks.height), 0);
  std::vector<Top> tops(sums.size());
  tile.each_row([&](std::int64_t y) {
    auto c = static_cast<std::size_t>((y / grid.block - blocks.y) * blocks.width);
    std::int64_t x = tile.left();
    for (std::int64_t i = 0; i < blocks.width; ++i, ++c) {
      for (const std::int64_t end = std::min((blocks.x + i + 1) * grid.block, tile.right()); x < end; ++x) {
        if (!is_land(x, y)) continue;
        const Top here{height(x, y), y * grid.world_width + x};
        sums[c] += in_steps(here.height);
        if (is_higher(here, tops[c])) tops[c] = here;
      }
    }
  });
  note.add(sums);
  note.add(tops);
}

// `section`: the first of the three.
inline BlockHeights join_heights(const Notes<Blob>& notes, std::size_t section, const FeatureGrid& grid) {
  BlockHeights all{std::vector<float>(grid.size()), {}};
  std::vector<std::int64_t> sums;
  if (grid.block > 1) {
    sums.assign(grid.size(), 0);
    all.tops.assign(grid.size(), Top{});
  }
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const auto& blocks = notes[n].one<Rect>(section);
    const Items<float> cells = notes[n].items<float>(section + 1);
    const Items<std::int64_t> parts = notes[n].items<std::int64_t>(section + 1);
    const Items<Top> tops = notes[n].items<Top>(section + 2);
    std::size_t next = 0;
    for (std::int64_t j = 0; j < blocks.height; ++j) {
      std::size_t c = grid.at(blocks.x, blocks.y + j);
      for (std::int64_t i = 0; i < blocks.width; ++i, ++c, ++next) {
        if (grid.block == 1) {
          all.mean[c] = cells[next];
          continue;
        }
        sums[c] += parts[next];
        if (is_higher(tops[next], all.tops[c])) all.tops[c] = tops[next];
      }
    }
  }
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const double count = 1024.0 * static_cast<double>(grid.cells_in(grid.x(c), grid.y(c)));
    all.mean[c] = static_cast<float>(static_cast<double>(sums[c]) / count);
  }
  return all;
}

}  // namespace terrawright::feature
