// SPDX-License-Identifier: Apache-2.0
// Reaches as far as one tile has them: from a spring, confluence or lake, or from where a river comes in, to the next
// of these or to where it leaves the tile.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "river_tile.hpp"

namespace terrawright::water {

struct ReachPiece {
  std::int64_t x = 0, y = 0;  // its first cell
  bool begins = false;        // a reach; else it goes on with what came in
  bool comes_in = false;      // a river of another tile drains into the first cell
  bool leaves = false;        // the river goes on in another tile
  std::ptrdiff_t last = 0;    // place of its last cell
  std::int64_t last_x = 0, last_y = 0;
  Water below = Water::none;  // where that goes
  Steps steps;
  std::vector<std::uint8_t> way;  // codes of receivers, cell by cell

  Receiver code() const { return way.back(); }  // of the last cell
  std::int64_t to_x() const { return last_x + direction(code()).dx; }
  std::int64_t to_y() const { return last_y + direction(code()).dy; }
};

// Course of a river from a cell with a receiver; `border`: of the map, where that may be land as well.
template <class Below>
class PieceFinder {
 public:
  // below(place, x, y): a Water.
  PieceFinder(const RiverTile& rivers, Below below) : rivers_(rivers), below_(below) {
    donors_.resize(rivers.flow().size());
    rivers.map().each([&](std::ptrdiff_t place) { donors_[at(place)] = 0; });
    rivers.map().each([&](std::ptrdiff_t place) {
      if (rivers.code(place) == no_receiver || rivers.leaves(place)) return;
      if (rivers.water_below(place) == Water::river) add_donor(rivers.next(place), rivers.water(place));
    });
    const Rect& tile = rivers.tile();
    Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      const std::ptrdiff_t place = rivers.map().place(x, y);
      if (rivers.water(place) != Water::river) return;
      for (std::size_t k = 1; k <= directions.size(); ++k) {
        if (!rivers.drains_from_beyond(x, y, k)) continue;
        const Direction& to = directions[k - 1];
        add_donor(place, rivers.map()[rivers.map().place(x + to.dx, y + to.dy)]);
        donors_[at(place)] |= from_beyond;
      }
    });
  }

  // take(place) for the first cell of every reach that begins here, row by row.
  template <class Take>
  void each_beginning(Take take) const {
    each_first([&](std::ptrdiff_t first, bool begins) {
      if (begins) take(first);
    });
  }

  // take(piece) for every piece, row by row.
  template <class Take>
  void each(Take take) const {
    ReachPiece piece;
    each_first([&](std::ptrdiff_t first, bool begins) {
      follow(first, begins, piece);
      take(static_cast<const ReachPiece&>(piece));
    });
  }

 private:
  static constexpr std::uint8_t from_beyond = 4;

  static std::size_t at(std::ptrdiff_t place) { return static_cast<std::size_t>(place); }
  // One, or more: below a lake a reach begins.
  void add_donor(std::ptrdiff_t to, Water from) {
    std::uint8_t& n = donors_[at(to)];
    const int more = from == Water::lake ? 2 : std::min(2, (n & 3) + 1);
    n = static_cast<std::uint8_t>((n & from_beyond) | more);
  }

  template <class Take>
  void each_first(Take take) const {
    rivers_.map().each([&](std::ptrdiff_t first) {
      if (rivers_.water(first) != Water::river || rivers_.code(first) == no_receiver) return;
      const bool begins = (donors_[at(first)] & 3) != 1;
      if (begins || (donors_[at(first)] & from_beyond) != 0) take(first, begins);
    });
  }

  void follow(std::ptrdiff_t first, bool begins, ReachPiece& piece) const {
    piece.begins = begins;
    piece.comes_in = (donors_[at(first)] & from_beyond) != 0;
    piece.steps = {};
    piece.way.clear();
    std::int64_t x = rivers_.tile().x + first % rivers_.map().stride();
    std::int64_t y = rivers_.tile().y + first / rivers_.map().stride();
    piece.x = x;
    piece.y = y;
    for (std::ptrdiff_t place = first;;) {
      const Receiver code = rivers_.code(place);
      piece.way.push_back(static_cast<std::uint8_t>(code));
      piece.steps = piece.steps + Steps::towards(code);
      piece.below = below_(place, x, y);
      const std::ptrdiff_t next = rivers_.next(place);
      piece.leaves = piece.below == Water::river && rivers_.leaves(place);
      const bool goes_on = piece.below == Water::river && !piece.leaves && (donors_[at(next)] & 3) == 1 &&
                           rivers_.code(next) != no_receiver;
      if (!goes_on) {
        piece.last = place;
        piece.last_x = x;
        piece.last_y = y;
        return;
      }
      place = next;
      x += direction(code).dx;
      y += direction(code).dy;
    }
  }

  const RiverTile& rivers_;
  Below below_;
  Scratch<std::uint8_t> donors_;  // of rivers
};

}  // namespace terrawright::water
