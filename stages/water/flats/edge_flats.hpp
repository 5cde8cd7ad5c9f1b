// SPDX-License-Identifier: Apache-2.0
// Note of a tile about the flats on its edge, and its verdict about those around it: few bytes, as neighbours on a flat
// are a step apart.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "notes/packed.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

using Cost = std::int64_t;
constexpr Cost unknown_cost = INT64_MAX;

// A cell of a flat, by its number on a perimeter. A cell that drops is none: who lies beside it sees that.
struct EdgeFlat {
  std::uint32_t number;
  float height;
  Cost cost;
};

// Runs of cells that lie beside each other at one height: where, how many, the height, the costs; 0: unknown.
inline std::vector<std::uint8_t> packed_flats(const std::vector<EdgeFlat>& cells) {
  notes::Packed to;
  std::uint32_t after = 0;  // the cell behind the last run
  for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    const EdgeFlat& first = cells[begin];
    for (end = begin + 1; end < cells.size(); ++end) {
      if (cells[end].number != cells[end - 1].number + 1 || cells[end].height != first.height) break;
    }
    std::uint32_t bits;
    std::memcpy(&bits, &first.height, sizeof bits);
    to.add(first.number - after);
    to.add(end - begin);
    to.add(bits);
    Cost last = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Cost next = cells[i].cost == unknown_cost ? 0 : cells[i].cost;
      to.add_signed(next - last);
      last = next;
    }
    after = cells[end - 1].number + 1;
  }
  return to.bytes();
}

inline std::vector<EdgeFlat> unpacked_flats(const Items<std::uint8_t>& bytes) {
  std::vector<EdgeFlat> cells;
  std::uint32_t number = 0;
  for (notes::Unpacked from(bytes); !from.empty();) {
    number += static_cast<std::uint32_t>(from.next());
    const std::uint64_t end = number + from.next();
    const auto bits = static_cast<std::uint32_t>(from.next());
    float height;
    std::memcpy(&height, &bits, sizeof height);
    for (Cost cost = 0; number < end; ++number) {
      cost += from.next_signed();
      cells.push_back({number, height, cost == 0 ? unknown_cost : cost});
    }
  }
  return cells;
}

// The cell of a number, or nullptr where that is no flat.
inline const EdgeFlat* find_flat(const std::vector<EdgeFlat>& cells, std::size_t number) {
  const auto found = std::lower_bound(cells.begin(), cells.end(), number,
                                      [](const EdgeFlat& cell, std::size_t wanted) { return cell.number < wanted; });
  return found == cells.end() || found->number != number ? nullptr : &*found;
}

// Rows of cells of flats: loops without a branch.

namespace {

// 0 where one of the eight neighbours is lower or the cell is an outlet, else 1. True if there are such.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool flats_of_row(const float* z, std::ptrdiff_t stride, const std::uint8_t* is_outlet, std::uint8_t* __restrict to,
                  std::int32_t count) {
  const float *const above = z - stride, *const below = z + stride;
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) {
    const auto lower = [](float a, float b) { return b < a ? b : a; };
    const float over = lower(lower(above[x - 1], above[x]), above[x + 1]);
    const float under = lower(lower(below[x - 1], below[x]), below[x + 1]);
    const float lowest = lower(lower(over, under), lower(z[x - 1], z[x + 1]));
    to[x] = static_cast<std::uint8_t>(!(lowest < z[x]) & (is_outlet[x] == 0));
    any |= to[x];
  }
  return any != 0;
}

inline bool all_flats_have(const std::uint8_t* is_flat, const std::uint8_t* way, std::int64_t count) {
  std::uint8_t lacks = 0;
  for (std::int64_t x = 0; x < count; ++x) lacks |= static_cast<std::uint8_t>((is_flat[x] != 0) & (way[x] == 0));
  return lacks == 0;
}

// Values of flats, and 0 elsewhere.
template <class From, class To>
void flats_to_row(const std::uint8_t* is_flat, const From* from, To* __restrict to, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) to[x] = is_flat[x] != 0 ? static_cast<To>(from[x]) : To{0};
}

}  // namespace

}  // namespace terrawright::water
