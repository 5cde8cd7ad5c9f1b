// SPDX-License-Identifier: Apache-2.0
// The flow within one tile: where what enters at an edge cell leaves again, and which cells hand on to which.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "perimeter.hpp"
#include "scratch.hpp"
#include "terrawright/processors.h"

namespace terrawright::water {

constexpr std::uint32_t no_exit = UINT32_MAX;

namespace {

constexpr std::uint8_t hands_nothing_on = 255;

// Number of the eight neighbours that drain to each cell of a row; hands_nothing_on if a cell has no receiver in the
// tile itself.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void donors_of_row(const std::uint8_t* code, std::int32_t stride, std::uint8_t* __restrict donors, std::int32_t count) {
  // The neighbour in each direction, and the code with which it would point back.
  const std::int32_t to[8] = {1, -stride, -1, stride, 1 - stride, -stride - 1, stride - 1, stride + 1};
  const std::uint8_t back[8] = {3, 4, 1, 2, 7, 8, 5, 6};
  for (std::int32_t x = 0; x < count; ++x) {
    std::uint8_t n = 0;
    for (int k = 0; k < 8; ++k) n = static_cast<std::uint8_t>(n + (code[x + to[k]] == back[k] ? 1 : 0));
    // 0 and what is above 8 hands nothing on.
    donors[x] = static_cast<std::uint8_t>(code[x] - 1) < 8 ? n : hands_nothing_on;
  }
}

// Is a donor still waited for anywhere?
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool any_waits(const std::uint8_t* donors, std::size_t count) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < count; ++i) {
    any = static_cast<std::uint8_t>(any | (static_cast<std::uint8_t>(donors[i] - 1) < 8 ? 1 : 0));
  }
  return any != 0;
}

// Codes of a row as bytes. The largest of them.
TERRAWRIGHT_FOR_EACH_PROCESSOR
std::uint32_t codes_of_row(const Receiver* from, std::uint8_t* __restrict to, std::uint32_t count) {
  Receiver largest = 0;
  for (std::uint32_t x = 0; x < count; ++x) {
    largest = from[x] > largest ? from[x] : largest;
    to[x] = static_cast<std::uint8_t>(from[x]);
  }
  return largest;
}

}  // namespace

// Does a cell of another tile drain to this edge cell?
inline bool enters(const View<const Receiver>& receivers, const Rect& area, std::int64_t x, std::int64_t y) {
  const Rect& seen = receivers.area();
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const std::int64_t nx = x + directions[k].dx, ny = y + directions[k].dy;
    if (nx < seen.x || ny < seen.y || nx >= seen.x + seen.width || ny >= seen.y + seen.height) continue;
    const bool within = nx >= area.x && ny >= area.y && nx < area.x + area.width && ny < area.y + area.height;
    if (!within && receivers(nx, ny) == opposite[k + 1]) return true;
  }
  return false;
}

class FlowTile {
 public:
  // `stride`: of the arrays of values that it works on.
  FlowTile(const View<const Receiver>& receivers, const Rect& tile, std::int64_t stride)
      : tile_(tile), stride_(static_cast<std::int32_t>(stride)), origin_(static_cast<std::size_t>(stride) + 1) {
    require_countable(tile);
    // A row and a cell before and behind, so that no neighbour needs a test. There is no frame beside the rows: whoever
    // would point across a side leaves the tile.
    code_.assign(size() + 2 * origin_, 0);
    row_flows_.assign(static_cast<std::size_t>(tile.height), 0);
    for (std::size_t k = 0; k < directions.size(); ++k) {
      step_[k + 1] = static_cast<std::size_t>(std::ptrdiff_t{directions[k].dy} * stride + directions[k].dx);
    }
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      const std::uint32_t largest = codes_of_row(receivers.row(y, tile.x), &code_[origin_ + place(tile.x, y)],
                                                 static_cast<std::uint32_t>(tile.width));
      row_flows_[static_cast<std::size_t>(y - tile.y)] = largest != 0;
      still_ &= largest == 0;
      if (largest > directions.size())
        throw Failure("receivers", "the classes have no direction of the code " + std::to_string(largest));
    }
    if (still_) return;
    Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      std::uint8_t& code = code_[origin_ + place(x, y)];
      if (code == 0) return;
      const Direction& to = direction(code);
      if (contains(x + to.dx, y + to.dy)) return;
      leaving_.push_back({place(x, y), static_cast<std::uint32_t>(number), code});
      code = static_cast<std::uint8_t>(code + leaves);
    });
  }

  // An edge cell whose water goes to another tile.
  struct Leaving {
    std::size_t place;
    std::uint32_t edge;  // its number on the perimeter
    Receiver receiver;
  };
  const std::vector<Leaving>& leaving() const { return leaving_; }

  // No cell hands anything on.
  bool still() const { return still_; }
  // A cell of the row does.
  bool flows(std::int64_t y) const { return row_flows_[static_cast<std::size_t>(y - tile_.y)] != 0; }

  // give(from, to) for each cell that hands on within the tile, by place, donors before receivers.
  template <class Give>
  void downstream(Give give) const {
    Scratch<std::uint32_t> order;
    order_into(order, give);
  }
  // The other way: take(from, to), receivers before donors.
  template <class Take>
  void upstream(Take take) const {
    down_and_up([](std::size_t, std::size_t) {}, [] {}, take);
  }

  // Down, then between(), then up again, in one order.
  template <class Give, class Between, class Take>
  void down_and_up(Give give, Between between, Take take) const {
    Scratch<std::uint32_t> order;
    std::size_t i = order_into(order, give);
    between();
    while (i-- > 0) {
      const std::size_t from = order[i];
      take(from, from + step_[code_[origin_ + from]]);
    }
  }

  // The cell that this one hands on to; itself where it hands nothing on within the tile.
  std::size_t below(std::size_t place) const { return place + step_[code_[origin_ + place]]; }
  // Does it hand on to another tile?
  bool leaves_from(std::size_t place) const { return code_[origin_ + place] > leaves; }

  // Exit of a cell's water from the tile: the number among leaving(), or no_exit. After downstream(), which finds
  // circles. `known` is of size(), at first no_walk everywhere but for the places of leaving().
  static constexpr std::uint32_t no_walk = UINT32_MAX - 1;
  std::uint32_t exit(std::size_t cell, Scratch<std::uint32_t>& known) const {
    const std::uint8_t* const code = &code_[origin_];
    std::size_t end = cell;
    while (known[end] == no_walk && code[end] != 0) end += step_[code[end]];
    const std::uint32_t found = known[end] == no_walk ? no_exit : known[end];
    for (; cell != end; cell += step_[code[cell]]) known[cell] = found;
    return found;
  }

  // The place of a cell in arrays of size().
  std::size_t place(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - tile_.y) * stride_ + x - tile_.x);
  }
  std::size_t size() const { return static_cast<std::size_t>(stride_ * tile_.height); }
  const Rect& tile() const { return tile_; }
  bool contains(std::int64_t x, std::int64_t y) const {
    return x >= tile_.x && y >= tile_.y && x < tile_.x + tile_.width && y < tile_.y + tile_.height;
  }

 private:
  // The cells that hand on within the tile, donors before receivers; how many there are. give(from, to) on the way.
  template <class Give>
  std::size_t order_into(Scratch<std::uint32_t>& ready, Give give) const {
    Scratch<std::uint8_t> donors;
    donors.assign(size(), hands_nothing_on);
    ready.resize(size() + 1);
    const std::uint8_t* const code = &code_[origin_];
    std::size_t n = 0;
    for (std::size_t y = 0; y < row_flows_.size(); ++y) {
      if (!row_flows_[y]) continue;
      const std::size_t begin = y * static_cast<std::size_t>(stride_);
      donors_of_row(code + begin, stride_, &donors[begin], static_cast<std::int32_t>(tile_.width));
      n = add_springs(&donors[begin], begin, ready.data(), n);
    }
    // A queue without a branch: whether a cell is ready is hard to foretell.
    std::uint8_t* const left = donors.data();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t from = ready[i], to = from + step_[code[from]];
      give(from, to);
      ready[n] = static_cast<std::uint32_t>(to);
      n += --left[to] == 0;
    }
    if (any_waits(left, size())) {
      throw Failure("receivers", "the water goes round in a circle: connect a node of water.receivers", tile_.x,
                    tile_.y);
    }
    return n;
  }

  // Cells of a row without donors, eight at a time: most of the sea has none of them.
  std::size_t add_springs(const std::uint8_t* donors, std::size_t begin, std::uint32_t* ready, std::size_t n) const {
    const auto width = static_cast<std::size_t>(tile_.width);
    std::size_t x = 0;
    for (; x + 8 <= width; x += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, donors + x, 8);
      if (((eight - UINT64_C(0x0101010101010101)) & ~eight & UINT64_C(0x8080808080808080)) == 0) continue;
      for (std::size_t k = x; k < x + 8; ++k) {
        ready[n] = static_cast<std::uint32_t>(begin + k);
        n += donors[k] == 0;
      }
    }
    for (; x < width; ++x) {
      ready[n] = static_cast<std::uint32_t>(begin + x);
      n += donors[x] == 0;
    }
    return n;
  }

  static constexpr std::uint8_t leaves = 8;  // added to the code of a cell whose receiver is in another tile

  Rect tile_;
  std::int32_t stride_;
  std::size_t origin_;
  std::array<std::size_t, 17> step_{};  // by code; 0 where that hands nothing on within the tile
  Scratch<std::uint8_t> code_;
  std::vector<std::uint8_t> row_flows_;
  std::vector<Leaving> leaving_;
  bool still_ = true;
};

}  // namespace terrawright::water
