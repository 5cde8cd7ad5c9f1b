// SPDX-License-Identifier: Apache-2.0
// feature_grid.hpp: the grid on which features are found: the world's cells, or blocks of them where a side has more
// than 2048. All limits are in metres, so features stay the same when the world gets more cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::feature {

// The verdict where tables are all that there is to tell.
struct Nothing {};

constexpr std::int64_t most_blocks = 2048;  // of a side

struct FeatureGrid {
  std::int64_t width = 1, height = 1;              // blocks
  std::int64_t block = 1;                          // cells of a block's side; the last ones of a row may have fewer
  std::int64_t world_width = 1, world_height = 1;  // cells
  double cell = 1;                                 // metres of a cell

  std::size_t size() const { return static_cast<std::size_t>(width * height); }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * width + x); }
  std::int64_t x(std::size_t c) const { return static_cast<std::int64_t>(c) % width; }
  std::int64_t y(std::size_t c) const { return static_cast<std::int64_t>(c) / width; }
  bool has(std::int64_t x, std::int64_t y) const { return x >= 0 && y >= 0 && x < width && y < height; }

  double metres() const { return cell * static_cast<double>(block); }  // of a block's side
  double square_kilometres() const { return metres() * metres() / 1e6; }
  // A length in blocks, to the nearest; never more than the grid has.
  std::int64_t blocks(double length) const {
    return static_cast<std::int64_t>(std::min(length / metres() + 0.5, static_cast<double>(width + height)));
  }
  // The least number of blocks of this area.
  std::int64_t blocks_of_area(double km2) const {
    const double exact = std::min(km2 / square_kilometres(), 1e15);
    const auto below = static_cast<std::int64_t>(exact);
    return static_cast<double>(below) < exact ? below + 1 : below;
  }
  // Place of a block's number, whole or not, in the world's cells; and the number of cells in a block.
  double cell_x(double x) const { return along(x, world_width); }
  double cell_y(double y) const { return along(y, world_height); }
  std::int64_t cells_in(std::int64_t x, std::int64_t y) const {
    return std::min(block, world_width - x * block) * std::min(block, world_height - y * block);
  }
  // The middle of a block, in cells; and the block that a place is in, or the nearest one.
  terrawright_point middle(std::size_t c) const {
    return {cell_x(static_cast<double>(x(c))), cell_y(static_cast<double>(y(c)))};
  }
  std::size_t block_at(const terrawright_point& place) const {
    const auto in = [&](double v, std::int64_t most) {
      const auto cell_of = static_cast<std::int64_t>(std::max(0.0, std::min(v + 0.5, 1e15)));
      return std::min(cell_of / block, most - 1);
    };
    return at(in(place.x, width), in(place.y, height));
  }

 private:
  double along(double i, std::int64_t cells) const {
    const auto side = static_cast<double>(block);
    return std::min(i * side + (side - 1) / 2, static_cast<double>(cells - 1));
  }
};

inline FeatureGrid feature_grid(std::int64_t width, std::int64_t height, double cell, std::int64_t most = most_blocks) {
  FeatureGrid grid;
  grid.block = (std::max(width, height) + most - 1) / most;
  grid.width = (width + grid.block - 1) / grid.block;
  grid.height = (height + grid.block - 1) / grid.block;
  grid.world_width = width;
  grid.world_height = height;
  grid.cell = cell;
  return grid;
}

// The blocks that a tile's cells lie in.
inline Rect blocks_of(const Rect& tile, const FeatureGrid& grid) {
  const std::int64_t x = tile.x / grid.block, y = tile.y / grid.block;
  return {x, y, (tile.x + tile.width - 1) / grid.block + 1 - x, (tile.y + tile.height - 1) / grid.block + 1 - y};
}

// The block with a flag that is nearest to block c, at most `reach` blocks along each axis and nearer than the root of
// `beyond`; none: SIZE_MAX. Ties: the first row by row.
inline std::size_t nearest_set(const std::vector<std::uint8_t>& flags, std::size_t c, const FeatureGrid& grid,
                               std::int64_t reach, std::int64_t beyond) {
  std::size_t best = SIZE_MAX;
  for (std::int64_t dy = -reach; dy <= reach; ++dy) {
    for (std::int64_t dx = -reach; dx <= reach && dy * dy < beyond; ++dx) {
      const std::int64_t x = grid.x(c) + dx, y = grid.y(c) + dy;
      if (!grid.has(x, y) || dx * dx + dy * dy >= beyond || flags[grid.at(x, y)] == 0) continue;
      beyond = dx * dx + dy * dy;
      best = grid.at(x, y);
    }
  }
  return best;
}

// The root of a block or of a patch among those that are joined; the way to it becomes shorter.
inline std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t c) {
  while (parent[c] != c) c = parent[c] = parent[parent[c]];
  return c;
}

// Blocks of a mask by falling values, bits(value) telling their order; of equals the first block is first.
template <class Value, class Bits>
std::vector<std::uint32_t> falling(const std::vector<Value>& values, const std::vector<std::uint8_t>& mask, Bits bits) {
  std::vector<std::uint64_t> keys;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (mask[c]) keys.push_back(std::uint64_t{~bits(values[c])} << 32 | c);
  }
  std::sort(keys.begin(), keys.end());
  return {keys.begin(), keys.end()};  // their lower halves
}

// take(c, n): block c of the grid is the n-th of those that a note has as its section `section`.
template <class Take>
void each_block(const BlobView& note, std::size_t section, const FeatureGrid& grid, Take take) {
  const auto& blocks = note.one<Rect>(section);
  std::size_t n = 0;
  for (std::int64_t j = 0; j < blocks.height; ++j) {
    for (std::int64_t i = 0; i < blocks.width; ++i) take(grid.at(blocks.x + i, blocks.y + j), n++);
  }
}

// The blocks within a radius, in blocks, of a place.
class Disk {
 public:
  Disk(double radius, const FeatureGrid& grid) : rows_(static_cast<std::int64_t>(std::min(radius, 1e6))) {
    for (std::int64_t y = -rows_; y <= rows_; ++y) {
      const double left = radius * radius - static_cast<double>(y * y);
      half_.push_back(std::min(static_cast<std::int64_t>(std::sqrt(left)), grid.width));
    }
  }
  // take(y, first, end): the blocks of each row that are in the world.
  template <class Take>
  void each_row(std::int64_t x, std::int64_t y, const FeatureGrid& grid, Take take) const {
    for (std::int64_t j = std::max<std::int64_t>(y - rows_, 0); j <= std::min(y + rows_, grid.height - 1); ++j) {
      const std::int64_t half = half_[static_cast<std::size_t>(j - y + rows_)];
      take(j, std::max<std::int64_t>(x - half, 0), std::min(x + half + 1, grid.width));
    }
  }
  std::int64_t area() const {
    std::int64_t all = 0;
    for (const std::int64_t half : half_) all += 2 * half + 1;
    return all;
  }

 private:
  std::int64_t rows_;
  std::vector<std::int64_t> half_;
};

// Counts the blocks of a mask in a disk, by sums along rows.
class RowSums {
 public:
  RowSums(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid) : grid_(grid) {
    sums_.reserve(grid.size() + static_cast<std::size_t>(grid.height));
    for (std::int64_t y = 0; y < grid.height; ++y) {
      std::int32_t sum = 0;
      for (std::int64_t x = 0; x < grid.width; ++x) {
        sums_.push_back(sum);
        sum += mask[grid.at(x, y)] ? 1 : 0;
      }
      sums_.push_back(sum);
    }
  }

  // Blocks of the mask; `all` becomes the number of those in the world.
  std::int64_t count(std::int64_t x, std::int64_t y, const Disk& disk, std::int64_t& all) const {
    std::int64_t inside = 0;
    all = 0;
    disk.each_row(x, y, grid_, [&](std::int64_t j, std::int64_t first, std::int64_t end) {
      const std::int32_t* const row = &sums_[static_cast<std::size_t>(j * (grid_.width + 1))];
      inside += row[end] - row[first];
      all += end - first;
    });
    return inside;
  }

 private:
  const FeatureGrid& grid_;
  std::vector<std::int32_t> sums_;  // of rows, before each block
};

// Bytes of the notes of all tiles and what is joined of them, and of `each` bytes a block beside them.
inline std::uint64_t memory_of(const FeatureGrid& grid, std::uint64_t each) {
  return grid.size() * each + (std::uint64_t{1} << 20);
}

// Throws Failure at the port.
inline void refuse_wrapped(const World& world, const char* port) {
  if (!world.wraps_x() && !world.wraps_y()) return;
  throw Failure(port,
                "the world wraps, and no feature is followed across its edges, where its map ends; set wrap: none, or "
                "leave this stage out");
}

// A mask on the feature grid, independent of the tiles: a block is set if more than half of its
// cells are. Tiles count, and counts are added.

// Two sections of a note: the blocks of the tile, and how many cells of each are set; is(x, y) says which are.
template <class Is>
void survey_flags(Blob& note, const Tile& tile, const FeatureGrid& grid, Is is) {
  const Rect blocks = blocks_of(tile.area(), grid);
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(blocks.width * blocks.height), 0);
  tile.each_row([&](std::int64_t y) {
    std::uint32_t* const row = &counts[static_cast<std::size_t>((y / grid.block - blocks.y) * blocks.width)];
    std::int64_t x = tile.left();
    for (std::int64_t i = 0; i < blocks.width; ++i) {
      const std::int64_t end = std::min((blocks.x + i + 1) * grid.block, tile.right());
      std::uint32_t count = 0;
      for (; x < end; ++x) count += is(x, y) ? 1 : 0;
      row[i] += count;
    }
  });
  note.add_one(blocks);
  note.add(counts);
}

enum class Share { more_than_half, all };  // of a block's cells

// `section`: the first of the two.
inline std::vector<std::uint8_t> join_flags(const Notes<Blob>& notes, std::size_t section, const FeatureGrid& grid,
                                            Share share = Share::more_than_half) {
  std::vector<std::uint32_t> counts(grid.size(), 0);
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const Items<std::uint32_t> from = notes[n].items<std::uint32_t>(section + 1);
    each_block(notes[n], section, grid, [&](std::size_t c, std::size_t next) { counts[c] += from[next]; });
  }
  std::vector<std::uint8_t> flags(grid.size());
  for (std::int64_t y = 0, c = 0; y < grid.height; ++y) {
    for (std::int64_t x = 0; x < grid.width; ++x, ++c) {
      const auto k = static_cast<std::size_t>(c);
      const std::int64_t set = counts[k], cells = grid.cells_in(x, y);
      flags[k] = (share == Share::all ? set == cells : 2 * set > cells) ? 1 : 0;
    }
  }
  return flags;
}

// Heights on the feature grid, independent of the tiles. A block has the mean of its cells and
// keeps the highest of those that are land. Tiles add heights as whole numbers of 1/1024 m.

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
    const Items<float> cells = notes[n].items<float>(section + 1);
    const Items<std::int64_t> parts = notes[n].items<std::int64_t>(section + 1);
    const Items<Top> tops = notes[n].items<Top>(section + 2);
    each_block(notes[n], section, grid, [&](std::size_t c, std::size_t next) {
      if (grid.block == 1) {
        all.mean[c] = cells[next];
        return;
      }
      sums[c] += parts[next];
      if (is_higher(tops[next], all.tops[c])) all.tops[c] = tops[next];
    });
  }
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const double count = 1024.0 * static_cast<double>(grid.cells_in(grid.x(c), grid.y(c)));
    all.mean[c] = static_cast<float>(static_cast<double>(sums[c]) / count);
  }
  return all;
}

}  // namespace terrawright::feature
