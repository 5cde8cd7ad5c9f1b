// SPDX-License-Identifier: Apache-2.0
// The basins of a tile: the cells from which going down, always to the lowest neighbour, ends at one pit; and the
// passes between them.
//
// Inside a basin water rises from the pit, so the filled level of a cell is the higher of its own height and the level
// of its basin. All work is on basins, which are ten times fewer than cells.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "terrawright/processors.h"
#include "water/outlets.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Basins as a graph: nodes joined by passes, and the level that water has to rise to in each before it leaves.
// The level is the minimax over all paths to a source, so it is unique whatever order the passes are taken in.

// The lowest way from one node to another: the higher of two neighbouring cells.
struct Pass {
  std::uint32_t a, b;  // a < b
  float level;         // m
};

constexpr float no_level = -std::numeric_limits<float>::infinity();
constexpr std::uint32_t nowhere = UINT32_MAX;

// Collects passes and keeps the lowest between two nodes, most of the time: a small table forgets now and then.
class Passes {
 public:
  Passes() : recent_(std::size_t{1} << bits, Pass{0, 0, 0}) {}

  void add(std::uint32_t a, std::uint32_t b, float level) {
    if (b < a) std::swap(a, b);
    Pass& seen = recent_[(a * 0x9E3779B1u ^ b * 0x85EBCA77u) >> (32 - bits)];
    if (seen.a == a && seen.b == b) {
      if (level < seen.level) seen.level = level;
      return;
    }
    if (seen.a != seen.b) all_.push_back(seen);
    seen = {a, b, level};
  }
  std::vector<Pass> take() {
    for (const Pass& pass : recent_) {
      if (pass.a != pass.b) all_.push_back(pass);
    }
    return std::move(all_);
  }

 private:
  static constexpr int bits = 10;
  std::vector<Pass> recent_, all_;
};

struct Flooded {
  std::vector<float> level;           // m; no_level of the sources
  std::vector<std::uint32_t> source;  // from which it was reached
  // Nodes that a path below their level joins to another node of that level: one lake, which the other stands for.
  std::vector<std::uint8_t> is_part;
};

// A place where water leaves, and its known level there.
struct Source {
  std::uint32_t node;
  float level;
};

// Every node is reached from the nearest source, nearest by the highest pass on the way. Each node, but for sources, is
// joined to the one beyond its lowest pass, which is on that way (Boruvka 1926), again and again: its level is that of
// the other, or that of the pass.
inline Flooded flood(std::uint32_t nodes, std::vector<Pass> passes, const std::vector<Source>& sources) {
  Flooded flooded{std::vector<float>(nodes, std::numeric_limits<float>::infinity()),
                  std::vector<std::uint32_t>(nodes, nowhere), std::vector<std::uint8_t>(nodes, 0)};
  for (const Source& source : sources) {
    flooded.level[source.node] = source.level;
    flooded.source[source.node] = source.node;
  }
  struct Join {
    std::uint32_t node, to;
    float level;
  };
  std::vector<Join> joins;  // in the order in which they were made
  std::vector<Pass> lowest(nodes, Pass{0, 0, 0});
  std::vector<std::uint32_t> root(nodes);
  std::iota(root.begin(), root.end(), 0u);
  while (!passes.empty()) {
    const std::size_t before = joins.size();
    const auto offer = [&](std::uint32_t node, const Pass& pass) {
      Pass& best = lowest[node];
      if (best.a == best.b || pass.level < best.level) best = pass;
    };
    for (const Pass& pass : passes) {
      offer(pass.a, pass);
      offer(pass.b, pass);
    }
    const auto other_end = [&](std::uint32_t node) { return lowest[node].a ^ lowest[node].b ^ node; };
    for (const Pass& pass : passes) {
      for (const std::uint32_t node : {pass.a, pass.b}) {
        if (flooded.source[node] != nowhere || root[node] != node) continue;
        // The first of two that choose each other stays.
        const std::uint32_t to = other_end(node);
        if (node < to && flooded.source[to] == nowhere && other_end(to) == node) continue;
        root[node] = to;
        joins.push_back({node, to, lowest[node].level});
      }
    }
    if (joins.size() == before) break;  // what is left has no source
    const auto find = [&](std::uint32_t node) {
      while (root[node] != node) node = root[node] = root[root[node]];
      return node;
    };
    for (std::size_t i = before; i < joins.size(); ++i) joins[i].to = find(joins[i].to);
    std::size_t left = 0;
    for (Pass pass : passes) {
      lowest[pass.a] = lowest[pass.b] = Pass{0, 0, 0};
      pass.a = find(pass.a);
      pass.b = find(pass.b);
      if (pass.a != pass.b) passes[left++] = pass;
    }
    passes.resize(left);
  }
  for (std::size_t i = joins.size(); i-- > 0;) {
    const Join& join = joins[i];
    const float level = flooded.level[join.to];
    flooded.level[join.node] = join.level > level ? join.level : level;
    flooded.source[join.node] = flooded.source[join.to];
    flooded.is_part[join.node] = join.level < level;
  }
  return flooded;
}

// As few passes as keep every minimax: the lowest that join all nodes (Kruskal 1956).
inline std::vector<Pass> lowest(std::uint32_t nodes, std::vector<Pass> passes) {
  std::sort(passes.begin(), passes.end(), [](const Pass& a, const Pass& b) { return a.level < b.level; });
  Joined joined(nodes);
  std::vector<Pass> kept;
  for (const Pass& pass : passes) {
    if (joined.find(pass.a) == joined.find(pass.b)) continue;
    joined.unite(pass.a, pass.b);
    kept.push_back(pass);
  }
  return kept;
}

// Rows of cells on the way to basins and the passes between them: loops without a branch.
using Basin = std::uint32_t;
constexpr Basin outside = 0;  // the basin of all outlets

namespace {

// For each cell of land the lowest of it and its neighbours, ties: the first in raster order. So plains have few pits.
// `z` begins at the cell `first`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void lowest_of_row(const float* z, std::int32_t stride, std::int32_t first, std::int32_t* __restrict lowest_cell,
                   std::int32_t count) {
  const std::int32_t to[9] = {-stride - 1, -stride, 1 - stride, -1, 0, 1, stride - 1, stride, stride + 1};
  for (std::int32_t x = 0; x < count; ++x) {
    float lowest = z[x - stride - 1];
    std::int32_t best = to[0];
    for (int k = 1; k < 9; ++k) {
      const float there = z[x + to[k]];
      const bool lower = there < lowest;
      lowest = lower ? there : lowest;
      best = lower ? to[k] : best;
    }
    lowest_cell[x] = first + x + best;
  }
}

// An outlet looks to itself.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void stay_at_outlets(const std::uint8_t* is_land, std::int32_t first, std::int32_t* __restrict below,
                     std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) below[x] = is_land[x] != 0 ? below[x] : first + x;
}

// Which cells have to say how high the way is to the next one, of another basin? Not those that a way by the row before
// or behind goes round, which rises no higher.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_passes_along(const float* z, const Basin* basin, std::int32_t stride, std::uint8_t* __restrict flags,
                       std::int32_t count) {
  const float *const before = z - stride, *const behind = z + stride;
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = z[x + 1] > z[x] ? z[x + 1] : z[x];
    const float over = before[x + 1] > before[x] ? before[x + 1] : before[x];
    const float under = behind[x + 1] > behind[x] ? behind[x + 1] : behind[x];
    flags[x] = (basin[x] != basin[x + 1]) & (level < over) & (level <= under);
  }
}

// The same of the cell below. All have to, but for those beside whom the same two basins have a lower way.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_passes_down(const float* z, const Basin* basin, std::int32_t stride, std::uint8_t* __restrict flags,
                      std::int32_t count) {
  const float* const zb = z + stride;
  const Basin* const below = basin + stride;
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = zb[x] > z[x] ? zb[x] : z[x];
    const float left = zb[x - 1] > z[x - 1] ? zb[x - 1] : z[x - 1];
    const float right = zb[x + 1] > z[x + 1] ? zb[x + 1] : z[x + 1];
    const bool by_left = (basin[x - 1] == basin[x]) & (below[x - 1] == below[x]) & (left <= level);
    const bool by_right = (basin[x + 1] == basin[x]) & (below[x + 1] == below[x]) & (right < level);
    flags[x] = (basin[x] != below[x]) & !by_left & !by_right;
  }
}

// The same of neighbours on a diagonal, beside whom are the cells at `a` and `b`: by neither may the way be lower.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void flag_diagonals(const float* z, const Basin* basin, std::int32_t a, std::int32_t b, std::uint8_t* __restrict flags,
                    std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) {
    const float level = z[x + a + b] > z[x] ? z[x + a + b] : z[x];
    const float aside = z[x + b] < z[x + a] ? z[x + b] : z[x + a];
    flags[x] = (basin[x] != basin[x + a + b]) & (level < aside);
  }
}

}  // namespace

class Basins {
 public:
  // poll() is called now and then.
  template <class Poll>
  Basins(const View<const float>& height, const Outlets& outlets, const Rect& tile, Poll poll)
      : tile_(tile), stride_(static_cast<std::int32_t>(tile.width + 2)) {
    const std::size_t cells = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(tile.height + 2);
    basin_.resize(cells);
    is_land_.resize(cells);
    has_land_.resize(static_cast<std::size_t>(tile.height));
    const auto width = static_cast<std::int32_t>(tile.width);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      std::uint8_t* land = &is_land_[at(0, y)];
      has_land_[static_cast<std::size_t>(y)] = !outlets.row(tile.y + y, tile.x, tile.x + tile.width, land);
      for (std::int32_t x = 0; x < width; ++x) land[x] ^= 1;
    }
    all_outlets_ = std::none_of(has_land_.begin(), has_land_.end(), [](std::uint8_t land) { return land != 0; });
    if (all_outlets_) {
      basin_.assign(cells, outside);
      return;
    }
    below_.resize(cells);
    height_.resize(cells);
    constexpr float none = std::numeric_limits<float>::infinity();
    std::fill_n(height_.begin(), stride_, none);
    std::fill_n(height_.end() - stride_, stride_, none);
    std::fill_n(basin_.begin(), stride_, outside);
    std::fill_n(basin_.end() - stride_, stride_, outside);
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      std::copy_n(height.row(tile.y + y, tile.x), width, &height_[at(0, y)]);
      height_[at(-1, y)] = height_[at(width, y)] = none;
      basin_[at(-1, y)] = basin_[at(width, y)] = outside;
    }
    for (std::int64_t y = 0; y < tile.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t row = at(0, y);
      const auto first = static_cast<std::int32_t>(row);
      if (has_land(y)) lowest_of_row(&height_[row], stride_, first, &below_[row], width);
      stay_at_outlets(&is_land_[row], first, &below_[row], width);
    }
    go_down(poll);
    number(poll);
  }

  bool all_outlets() const { return all_outlets_; }
  std::uint32_t count() const { return count_; }  // `outside` included
  // Cells by the world's coordinates.
  Basin basin(std::int64_t x, std::int64_t y) const { return basin_[at(x - tile_.x, y - tile_.y)]; }

  // The lowest ways between basins, as many as keep every minimax. poll() is called now and then.
  template <class Poll>
  std::vector<Pass> passes(Poll poll) const {
    Passes found;
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile_.width + beyond_flags), 0);
    const auto width = static_cast<std::int32_t>(tile_.width);
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t row = at(0, y);
      const auto add = [&](std::int32_t step) {
        each_set(flags.data(), width, [&](std::int64_t x) {
          const std::size_t cell = row + static_cast<std::size_t>(x), other = cell + static_cast<std::size_t>(step);
          const float here = height_[cell], there = height_[other];
          found.add(basin_[cell], basin_[other], there > here ? there : here);
        });
      };
      // The first of two neighbours adds it.
      if (!has_land(y) && (y + 1 == tile_.height || !has_land(y + 1))) continue;
      const float* const z = &height_[row];
      const Basin* const basin = &basin_[row];
      flag_passes_along(z, basin, stride_, flags.data(), width);
      add(1);
      if (y + 1 == tile_.height) break;
      flag_passes_down(z, basin, stride_, flags.data(), width);
      add(stride_);
      flag_diagonals(z, basin, 1, stride_, flags.data(), width);
      add(stride_ + 1);
      flag_diagonals(z, basin, -1, stride_, flags.data(), width);
      add(stride_ - 1);
    }
    return found.take();
  }

  // body(cell, height) for the pit of each basin but `outside`, in their order. Cells are counted row by row.
  template <class Body>
  void each_pit(Body body) const {
    for (const std::int32_t pit : pits_) {
      const std::int64_t cell = (pit / stride_ - 1) * tile_.width + pit % stride_ - 1;
      body(static_cast<std::uint32_t>(cell), height_[static_cast<std::size_t>(pit)]);
    }
  }

 private:
  static constexpr std::int64_t between_polls = 256;  // rows

  bool has_land(std::int64_t y) const { return has_land_[static_cast<std::size_t>(y)] != 0; }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>((y + 1) * stride_ + x + 1); }

  // Each cell looks to where the cell that it looks to looks, until that is a pit or an outlet: twice as far each time,
  // and without a branch, as nobody can foretell how far it is.
  template <class Poll>
  void go_down(Poll poll) {
    Scratch<std::int32_t> open;
    open.resize(below_.size());
    std::size_t n = 0;
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (!has_land(y)) continue;
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) {
        open[n] = static_cast<std::int32_t>(i);
        n += is_land_[i];
      }
    }
    std::int32_t* const below = below_.data();
    while (n != 0) {
      poll();
      std::size_t left = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const std::int32_t cell = open[k], seen = below[cell], further = below[seen];
        below[cell] = further;
        open[left] = cell;
        left += further != seen;
      }
      n = left;
    }
  }

  template <class Poll>
  void number(Poll poll) {
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      const std::size_t begin = at(0, y), end = at(tile_.width, y);
      std::fill(&basin_[begin], &basin_[end], outside);
      for (std::size_t i = begin; has_land(y) && i < end; ++i) {
        const bool pit = is_land_[i] != 0 && below_[i] == static_cast<std::int32_t>(i);
        basin_[i] = pit ? count_ : outside;
        count_ += pit;
        if (pit) pits_.push_back(static_cast<std::int32_t>(i));
      }
    }
    Basin* const basin = basin_.data();
    for (std::int64_t y = 0; y < tile_.height; ++y) {
      if (y % between_polls == 0) poll();
      if (!has_land(y)) continue;
      for (std::size_t i = at(0, y), end = at(tile_.width, y); i < end; ++i) basin[i] = basin[below_[i]];
    }
  }

  // With a frame of one cell around the tile, so that no neighbour needs a test.
  Rect tile_;
  std::int32_t stride_;
  Scratch<float> height_;
  Scratch<Basin> basin_;
  Scratch<std::int32_t> below_;  // where one comes to, going down
  Scratch<std::uint8_t> is_land_;
  std::vector<std::uint8_t> has_land_;  // by row
  Scratch<std::int32_t> pits_;
  std::uint32_t count_ = 1;
  bool all_outlets_;
};

}  // namespace terrawright::water
