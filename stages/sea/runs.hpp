// SPDX-License-Identifier: Apache-2.0
// Runs of land and water along rows, and sets that grow together.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/tile.hpp"

namespace terrawright::sea {

// Sets that grow together.

// Disjoint sets of 0 .. n-1. The smallest member stands for a set, so numbers do not depend on the order.
class Sets {
 public:
  explicit Sets(std::uint32_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) {
    i = find(i);
    j = find(j);
    if (i < j) {
      parent_[j] = i;
    } else {
      parent_[i] = j;
    }
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// Finds the runs of two neighbouring lines that touch.

// Land and water of a tile as runs along its rows. A coherent coast has a hundred times fewer runs than cells,
// so whatever follows is paid per run.

// The runs of one line of cells: they take turns, land and water; `ends` are exclusive, the last is the length.
struct Line {
  const std::uint32_t* ends;
  std::uint32_t first, stop;  // numbers of its runs
  bool first_is_land;
  bool is_land(std::uint32_t run) const { return first_is_land != (((run - first) & 1) != 0); }
};

namespace {

// Bit k of word i: is cell 64 i + k land? Flags first, which vectorises, then eight flags at a time into bits.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void land_words(const float* cells, std::size_t count, float level, std::uint64_t* __restrict words) {
  for (std::size_t i = 0; i < count; ++i, cells += 64) {
    std::uint8_t flags[64];
    for (int k = 0; k < 64; ++k) flags[k] = cells[k] > level;
    std::uint64_t bits = 0;
    for (int k = 0; k < 64; k += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, flags + k, 8);
      bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << k;
    }
    words[i] = bits;
  }
}

}  // namespace

class Runs {
 public:
  // Land is what is above the level.
  Runs(const View<const float>& heights, const Rect& area, float level) {
    rows_.reserve(static_cast<std::size_t>(area.height) + 1);
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      add_row(heights.row(y, area.x), static_cast<std::uint32_t>(area.width), level);
    }
    rows_.push_back({count(), false});
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::uint32_t rows() const { return static_cast<std::uint32_t>(rows_.size()) - 1; }
  Line row(std::uint32_t y) const { return {ends_.data(), rows_[y].first, rows_[y + 1].first, rows_[y].first_is_land}; }
  std::uint32_t end(std::uint32_t run) const { return ends_[run]; }
  // For a run that is not the first of its row.
  std::uint32_t begin(std::uint32_t run) const { return ends_[run - 1]; }

 private:
  struct Row {
    std::uint32_t first;
    bool first_is_land;
  };

  void add_row(const float* cells, std::uint32_t width, float level) {
    const bool first_is_land = cells[0] > level;
    rows_.push_back({count(), first_is_land});
    std::uint64_t before = first_is_land;  // the last cell of the word before
    words_.resize(width / 64);
    land_words(cells, words_.size(), level, words_.data());
    std::uint32_t x = 0;
    for (const std::uint64_t bits : words_) {
      for (std::uint64_t turns = bits ^ (bits << 1 | before); turns != 0; turns &= turns - 1) {
        ends_.push_back(x + static_cast<std::uint32_t>(__builtin_ctzll(turns)));
      }
      before = bits >> 63;
      x += 64;
    }
    for (; x < width; ++x) {
      const std::uint64_t here = cells[x] > level;
      if (here != before) ends_.push_back(x);
      before = here;
    }
    ends_.push_back(width);
  }

  std::vector<std::uint32_t> ends_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> words_;  // of one row
};

// Calls same(a, b) for runs of one colour that are connected and differ(a, b) for land beside water. One colour
// is 8-connected, the other 4-connected: only where two runs of different colours end at the same place do
// cells touch by their corners alone.
template <class Same, class Differ>
void touching(const Line& above, const Line& below, bool land_is_eight, Same same, Differ differ) {
  std::uint32_t a = above.first, b = below.first;
  while (a < above.stop && b < below.stop) {
    const bool a_is_land = above.is_land(a), b_is_land = below.is_land(b);
    const std::uint32_t a_end = above.ends[a], b_end = below.ends[b];
    if (a_is_land == b_is_land) {
      same(a, b);
    } else {
      differ(a, b);
      if (a_end == b_end && a + 1 < above.stop) {
        if (a_is_land == land_is_eight) {
          same(a, b + 1);
        } else {
          same(a + 1, b);
        }
      }
    }
    if (a_end <= b_end) ++a;
    if (b_end <= a_end) ++b;
  }
}

}  // namespace terrawright::sea
