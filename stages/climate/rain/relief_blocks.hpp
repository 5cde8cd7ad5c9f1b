// SPDX-License-Identifier: Apache-2.0
// relief_blocks.hpp: heights and sea on the climate's grid, independent of the tiles: sums are integers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "climate/wind_field.hpp"
#include "notes/packed.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace terrawright::climate {

// What tiles tell of heights and sea on the climate's grid. Notes are added: a note holds whole sums by
// rows of nodes, and rows that only one of two notes has are taken over as they are.
//
// A row is stretches of nodes from column 0 on: their number and what they have in common, then what each has by
// itself. Neighbours differ little and the sea is all alike, so most nodes need three bytes or none.

// Facts of the cells of a node: the sum of nearbyint(1024 z) where z > 0, and the number of water cells.
struct Block {
  std::int64_t sum = 0, water = 0;
};

enum class Stretch : std::uint8_t { alike, land, mixed };  // only the same water; sums alone; sums and water

inline Stretch stretch_of(const Block& block) {
  return block.sum == 0 ? Stretch::alike : block.water == 0 ? Stretch::land : Stretch::mixed;
}

inline void pack_row(const std::vector<Block>& row, notes::Packed& to) {
  std::size_t end = row.size();
  while (end > 0 && row[end - 1].sum == 0 && row[end - 1].water == 0) --end;
  std::int64_t last = 0;
  for (std::size_t begin = 0, next = 0; begin < end; begin = next) {
    const Stretch kind = stretch_of(row[begin]);
    while (next < end && stretch_of(row[next]) == kind &&
           (kind != Stretch::alike || row[next].water == row[begin].water)) {
      ++next;
    }
    to.add((next - begin) << 2 | static_cast<std::uint64_t>(kind));
    if (kind == Stretch::alike) {
      to.add(static_cast<std::uint64_t>(row[begin].water));
      continue;
    }
    for (std::size_t i = begin; i < next; ++i) {
      to.add_signed(row[i].sum - last);
      last = row[i].sum;
      if (kind == Stretch::mixed) to.add(static_cast<std::uint64_t>(row[i].water));
    }
  }
}

// Adds what a row holds; it grows as far as it has to.
inline void add_row(const Items<std::uint8_t>& bytes, std::vector<Block>& row) {
  notes::Unpacked from(bytes);
  std::int64_t last = 0;
  for (std::size_t i = 0; !from.empty();) {
    const std::uint64_t head = from.next();
    const auto kind = static_cast<Stretch>(head & 3u);
    const std::size_t end = i + static_cast<std::size_t>(head >> 2);
    row.resize(std::max(row.size(), end));
    const auto alike = kind == Stretch::alike ? static_cast<std::int64_t>(from.next()) : 0;
    for (; i < end; ++i) {
      row[i].water += alike;
      if (kind == Stretch::alike) continue;
      last += from.next_signed();
      row[i].sum += last;
      if (kind == Stretch::mixed) row[i].water += static_cast<std::int64_t>(from.next());
    }
  }
}

// Rows of nodes from `first` on.
class BlockNote {
 public:
  explicit BlockNote(const BlobView& note)
      : first_(note.one<std::int64_t>(0)), ends_(note.items<std::uint64_t>(1)), bytes_(note.items<std::uint8_t>(2)) {}

  std::int64_t first() const { return first_; }
  std::int64_t end() const { return first_ + static_cast<std::int64_t>(ends_.size()); }
  Items<std::uint8_t> row(std::int64_t j) const {
    if (j < first_ || j >= end()) return {};
    const auto k = static_cast<std::size_t>(j - first_);
    const std::size_t begin = k == 0 ? 0 : static_cast<std::size_t>(ends_[k - 1]);
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[k]) - begin};
  }

 private:
  std::int64_t first_;
  Items<std::uint64_t> ends_;
  Items<std::uint8_t> bytes_;
};

// give(j, packed) packs row j.
template <class Give>
Blob block_note(std::int64_t first, std::int64_t end, Give give) {
  notes::Packed bytes;
  std::vector<std::uint64_t> ends;
  for (std::int64_t j = first; j < end; ++j) {
    give(j, bytes);
    ends.push_back(bytes.bytes().size());
  }
  Blob note;
  note.add_one(first);
  note.add(ends);
  note.add(bytes.bytes());
  return note;
}

inline Blob added(const BlockNote& a, const BlockNote& b) {
  std::vector<Block> sums;
  return block_note(std::min(a.first(), b.first()), std::max(a.end(), b.end()), [&](std::int64_t j, notes::Packed& to) {
    const Items<std::uint8_t> of_a = a.row(j), of_b = b.row(j);
    if (of_a.empty() || of_b.empty()) return to.add(of_a.empty() ? of_b : of_a);
    sums.clear();
    add_row(of_a, sums);
    add_row(of_b, sums);
    pack_row(sums, to);
  });
}

namespace {

// Adds a row of cells to the sums of their columns; true if all are of fewer than 1e9 metres. A sum below 2^51 and the
// lowest bits of a double of that size are the same whole number, rounded as nearbyint does.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool add_heights(const float* height, std::int64_t* __restrict sums, std::int64_t* __restrict water,
                 std::int64_t count) {
  constexpr double whole = 6755399441055744.0;  // 1.5 * 2^52
  std::int64_t first;
  std::memcpy(&first, &whole, sizeof first);
  int bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const auto z = static_cast<double>(height[x]);
    bad |= !(std::fabs(z) < 1e9);
    const double rounded = (z > 0 ? 1024.0 * z : 0.0) + whole;
    std::int64_t bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    sums[x] += bits - first;
    water[x] += z > 0 ? 0 : 1;
  }
  return bad == 0;
}

}  // namespace

// A tile's note.
inline Blob survey_blocks(const Tile& tile, const View<const float>& height, const ClimateGrid& grid) {
  const std::int64_t first_row = node_of(tile.top(), grid.block), end_row = node_of(tile.bottom() - 1, grid.block) + 1;
  const auto width = static_cast<std::size_t>(tile.width());
  std::vector<std::int64_t> sums(width), water(width);
  std::vector<Block> row(static_cast<std::size_t>(node_of(tile.right() - 1, grid.block) + 1));
  std::int64_t y = tile.top();
  return block_note(first_row, end_row, [&](std::int64_t j, notes::Packed& to) {
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(water.begin(), water.end(), 0);
    for (; y < tile.bottom() && node_of(y, grid.block) == j; ++y) {
      tile.poll();
      if (add_heights(height.row(y, tile.left()), sums.data(), water.data(), tile.width())) continue;
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (!(std::fabs(height(x, y)) < 1e9f))
          throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
      }
    }
    std::fill(row.begin(), row.end(), Block{});
    auto node = static_cast<std::size_t>(node_of(tile.left(), grid.block));
    for (std::size_t x = 0; x < width; ++node) {
      // Up to the last cell of the node.
      const std::int64_t last = static_cast<std::int64_t>(node) * grid.block + grid.block / 2;
      const auto end = static_cast<std::size_t>(std::min(last + 1, tile.right()) - tile.left());
      for (; x < end; ++x) {
        row[node].sum += sums[x];
        row[node].water += water[x];
      }
    }
    pack_row(row, to);
  });
}

// Per node, row by row: mean height in m, and whether more than half of it is water.
struct ReliefBlocks {
  std::vector<double> height;
  std::vector<std::uint8_t> sea;
};

// A node past the last cell repeats the one before it.
inline ReliefBlocks gather_blocks(const Notes<Blob>& notes, const ClimateGrid& grid, std::int64_t width,
                                  std::int64_t height) {
  const auto nodes = static_cast<std::size_t>(grid.width * grid.height);
  std::vector<Block> all(nodes), row;
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const BlockNote note(notes[n]);
    for (std::int64_t j = note.first(); j < note.end(); ++j) {
      row.clear();
      add_row(note.row(j), row);
      Block* const to = &all[static_cast<std::size_t>(j * grid.width)];
      for (std::size_t i = 0; i < row.size(); ++i) {
        to[i].sum += row[i].sum;
        to[i].water += row[i].water;
      }
    }
  }
  const std::int64_t last_i = node_of(width - 1, grid.block), last_j = node_of(height - 1, grid.block);
  ReliefBlocks blocks{std::vector<double>(nodes), std::vector<std::uint8_t>(nodes)};
  for (std::int64_t j = 0, k = 0; j < grid.height; ++j) {
    for (std::int64_t i = 0; i < grid.width; ++i, ++k) {
      const std::int64_t from_i = std::min(i, last_i), from_j = std::min(j, last_j);
      const auto from = static_cast<std::size_t>(from_j * grid.width + from_i);
      const std::int64_t count = cells_of(from_i, grid.block, width) * cells_of(from_j, grid.block, height);
      blocks.height[static_cast<std::size_t>(k)] =
          static_cast<double>(all[from].sum) / (1024.0 * static_cast<double>(count));
      blocks.sea[static_cast<std::size_t>(k)] = 2 * all[from].water > count ? 1 : 0;
    }
  }
  return blocks;
}

// Box blur of the heights, `radius` nodes each way, edges clamped; along rows, then along columns. Pairs are added from
// the middle on, so that a mirrored map is blurred to the mirrored one, bit for bit.
inline void blur(ReliefBlocks& blocks, const ClimateGrid& grid, std::int64_t radius) {
  if (radius <= 0) return;
  const auto wide = static_cast<std::size_t>(grid.width), apart = static_cast<std::size_t>(radius);
  const double count = static_cast<double>(2 * radius + 1);
  std::vector<double> line(wide + 2 * apart);
  for (std::int64_t j = 0; j < grid.height; ++j) {
    double* const row = &blocks.height[static_cast<std::size_t>(j) * wide];
    std::fill(line.begin(), line.end(), row[wide - 1]);
    std::fill_n(line.begin(), apart, row[0]);
    std::copy_n(row, wide, &line[apart]);
    for (std::size_t d = 1; d <= apart; ++d) {
      const double *before = &line[apart - d], *after = &line[apart + d];
      for (std::size_t i = 0; i < wide; ++i) row[i] += before[i] + after[i];
    }
    for (std::size_t i = 0; i < wide; ++i) row[i] /= count;
  }
  const std::vector<double> from = blocks.height;
  const auto row_of = [&](std::int64_t j) {
    return &from[static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, grid.height - 1)) * wide];
  };
  for (std::int64_t j = 0; j < grid.height; ++j) {
    double* const row = &blocks.height[static_cast<std::size_t>(j) * wide];
    for (std::int64_t d = 1; d <= radius; ++d) {
      const double *before = row_of(j - d), *after = row_of(j + d);
      for (std::size_t i = 0; i < wide; ++i) row[i] += before[i] + after[i];
    }
    for (std::size_t i = 0; i < wide; ++i) row[i] /= count;
  }
}

}  // namespace terrawright::climate
