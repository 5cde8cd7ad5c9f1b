// SPDX-License-Identifier: Apache-2.0
// The exact element of a given rank among the cells of a world, in a few passes over its tiles.
//
// A small sample brackets the rank; each pass then counts the cells below the bracket and those in each of its
// bins, and the bin that holds the rank is the next bracket. Counts are integers, so the answer is exact for every
// sample; if the sample misled, the pass finds the side of the rank.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "terrawright/ordered_bits.hpp"
#include "terrawright/processors.h"
#include "terrawright/tile.hpp"

namespace terrawright::sea {

// sorted[ceil(p n) - 1] or sorted[floor(p n)].
enum class Rounding { up_less_one, down };

// The rank, 0 .. n-1, of a share in parts per million among n >= 1 elements. Exact for any n: the product of the
// two is never formed.
inline std::uint64_t rank_of(std::uint64_t parts_per_million, std::uint64_t n, Rounding rounding) {
  constexpr std::uint64_t million = 1000000;
  const std::uint64_t whole = parts_per_million * (n / million), part = parts_per_million * (n % million);
  if (rounding == Rounding::down) return std::min(whole + part / million, n - 1);
  const std::uint64_t up = whole + (part + million - 1) / million;
  return up == 0 ? 0 : up - 1;
}

// The keys lowest .. highest, cut into bins of 2^shift keys.
struct Bracket {
  std::uint32_t lowest, highest, shift, reserved;
};
constexpr std::uint32_t most_bins = 4096;

inline Bracket bracket(std::uint32_t lowest, std::uint32_t highest) {
  std::uint32_t shift = 0;
  while ((highest - lowest) >> shift >= most_bins) ++shift;
  return {lowest, highest, shift, 0};
}

// Number of cells below a bracket, and in each of its bins from `first_bin` on.
struct Counted {
  std::uint64_t below = 0;
  std::uint64_t first_bin = 0;
  std::vector<std::uint64_t> bins;

  std::uint64_t up_to_end() const { return std::accumulate(bins.begin(), bins.end(), below); }
  void add(const Counted& other) {
    below += other.below;
    if (other.bins.empty()) return;
    if (bins.empty()) first_bin = other.first_bin;
    const std::uint64_t first = std::min(first_bin, other.first_bin);
    const std::uint64_t end = std::max(first_bin + bins.size(), other.first_bin + other.bins.size());
    bins.insert(bins.begin(), static_cast<std::size_t>(first_bin - first), 0);
    bins.resize(static_cast<std::size_t>(end - first));
    for (std::size_t i = 0; i < other.bins.size(); ++i) bins[other.first_bin - first + i] += other.bins[i];
    first_bin = first;
  }
};

// The next bracket, or the key of the rank itself with the number of cells up to it.
struct Narrowed {
  Bracket bracket;
  bool found;
  std::uint64_t up_to;
};

inline Narrowed narrow(const Bracket& from, const Counted& counted, std::uint64_t rank, std::uint32_t lowest,
                       std::uint32_t highest) {
  if (rank < counted.below) return {bracket(lowest, from.lowest - 1), false, 0};
  std::uint64_t up_to = counted.below;
  for (std::size_t i = 0; i < counted.bins.size(); ++i) {
    up_to += counted.bins[i];
    if (rank >= up_to) continue;
    const auto bin = static_cast<std::uint32_t>(counted.first_bin + i);
    const std::uint32_t first = from.lowest + (bin << from.shift);
    const std::uint32_t last = std::min(from.highest - first, (1u << from.shift) - 1) + first;
    return {bracket(first, last), from.shift == 0, up_to};
  }
  return {bracket(from.highest + 1, highest), false, 0};
}

constexpr std::int64_t count_block = 64;

namespace {

// Number of a block's cells below `lowest`, and at or below `highest`.
struct BlockCount {
  std::uint32_t below, up_to;
};
inline __attribute__((always_inline)) BlockCount count_of(const float* cells, float lowest, float highest) {
  std::uint32_t below = 0, up_to = 0;
  for (std::int64_t k = 0; k < count_block; ++k) {
    below += cells[k] < lowest;
    up_to += cells[k] <= highest;
  }
  return {below, up_to};
}

// Counts the blocks of a row and lists those with cells between the two. Returns how many it listed.
TERRAWRIGHT_FOR_EACH_PROCESSOR
std::size_t count_row(const float* cells, std::int64_t blocks, float lowest, float highest, std::uint64_t* below,
                      std::int64_t* listed) {
  std::size_t found = 0;
  for (std::int64_t i = 0; i < blocks; ++i) {
    const BlockCount block = count_of(cells + i * count_block, lowest, highest);
    *below += block.below;
    listed[found] = i;
    found += block.up_to != block.below;
  }
  return found;
}

}  // namespace

// Cells are looked at in blocks: most blocks of a coherent field have none in the bracket.
inline Counted count(const View<const float>& cells, const Rect& area, const Bracket& bracket) {
  const float lowest = of_ordered_bits(bracket.lowest), highest = of_ordered_bits(bracket.highest);
  Counted counted;
  std::vector<std::uint32_t> bins;
  const auto look = [&](const float* from, std::int64_t n) {
    // Collected without a branch: on noise none could be foreseen.
    float inside[count_block];
    std::size_t found = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      inside[found] = from[i];
      found += static_cast<std::size_t>((from[i] >= lowest) & (from[i] <= highest));
    }
    if (found != 0 && bins.empty()) bins.resize(most_bins);
    for (std::size_t i = 0; i < found; ++i) ++bins[(ordered_bits(inside[i]) - bracket.lowest) >> bracket.shift];
  };
  const std::int64_t blocks = area.width / count_block, rest = blocks * count_block;
  std::vector<std::int64_t> listed(static_cast<std::size_t>(blocks) + 1);
  for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
    const float* row = cells.row(y, area.x);
    const std::size_t found = count_row(row, blocks, lowest, highest, &counted.below, listed.data());
    for (std::size_t i = 0; i < found; ++i) look(row + listed[i] * count_block, count_block);
    for (std::int64_t k = rest; k < area.width; ++k) counted.below += row[k] < lowest;
    look(row + rest, area.width - rest);
  }
  const auto used = [](std::uint32_t n) { return n != 0; };
  const auto first = std::find_if(bins.begin(), bins.end(), used);
  const auto last = std::find_if(bins.rbegin(), bins.rend(), used).base();
  counted.first_bin = static_cast<std::uint64_t>(first - bins.begin());
  if (first < last) counted.bins.assign(first, last);
  return counted;
}

}  // namespace terrawright::sea
