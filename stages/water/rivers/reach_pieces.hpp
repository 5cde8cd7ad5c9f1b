// SPDX-License-Identifier: Apache-2.0
// Reaches as far as one tile has them: from a spring, confluence or lake, or from where a river comes in, to the next
// of these or to where it leaves the tile.
#pragma once
#include <cstdint>
#include <vector>

#include "river_tile.hpp"
#include "water/packed.hpp"

namespace terrawright::water {

struct ReachPiece {
  std::int64_t index = 0;         // raster index in the world of its first cell
  bool begins = false;            // a reach; else it goes on with what came in
  std::uint8_t order = 0;         // of its last cell
  Water below = Water::none;      // where that goes
  std::int64_t accumulation = 0;  // runoff of its last cell
  std::vector<std::uint8_t> way;  // codes of receivers, cell by cell
};

// Where a river goes from a cell with a receiver; `border`: of the map, where that may be land as well.
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

  template <class Accumulation>
  std::vector<ReachPiece> pieces(std::int64_t columns, Accumulation accumulation) const {
    std::vector<ReachPiece> found;
    const Rect& tile = rivers_.tile();
    rivers_.map().each([&](std::ptrdiff_t first) {
      if (rivers_.water(first) != Water::river || rivers_.code(first) == no_receiver) return;
      const bool begins = (donors_[at(first)] & 3) != 1;
      if (!begins && (donors_[at(first)] & from_beyond) == 0) return;
      ReachPiece piece;
      piece.begins = begins;
      std::int64_t x = tile.x + first % rivers_.map().stride(), y = tile.y + first / rivers_.map().stride();
      piece.index = y * columns + x;
      for (std::ptrdiff_t place = first;;) {
        const Receiver code = rivers_.code(place);
        piece.way.push_back(static_cast<std::uint8_t>(code));
        piece.below = below_(place, x, y);
        const std::ptrdiff_t next = rivers_.next(place);
        const bool goes_on = piece.below == Water::river && !rivers_.leaves(place) && (donors_[at(next)] & 3) == 1 &&
                             rivers_.code(next) != no_receiver;
        if (!goes_on) {
          piece.order = river_order(rivers_.arriving(place));
          piece.accumulation = accumulation(x, y);
          break;
        }
        place = next;
        x += direction(code).dx;
        y += direction(code).dy;
      }
      found.push_back(std::move(piece));
    });
    return found;
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

  const RiverTile& rivers_;
  Below below_;
  Scratch<std::uint8_t> donors_;  // of rivers
};

// Four bits a step.
inline Blob reach_note(const std::vector<ReachPiece>& pieces) {
  Packed to;
  std::int64_t last = 0;
  for (const ReachPiece& piece : pieces) {
    to.add_signed(piece.index - last);
    last = piece.index;
    to.add(std::uint64_t{piece.begins} | static_cast<std::uint64_t>(piece.below) << 1 |
           std::uint64_t{piece.order} << 3);
    to.add(static_cast<std::uint64_t>(piece.accumulation));
    to.add(piece.way.size());
    for (std::size_t i = 0; i < piece.way.size(); i += 2) {
      const unsigned second = i + 1 < piece.way.size() ? piece.way[i + 1] - 1u : 0u;
      to.add(piece.way[i] - 1u + 8u * second);
    }
  }
  Blob note;
  note.add(to.bytes());
  return note;
}

inline void add_pieces(const Items<std::uint8_t>& bytes, std::vector<ReachPiece>& to) {
  std::int64_t last = 0;
  for (Unpacked from(bytes); !from.empty();) {
    ReachPiece piece;
    piece.index = last += from.next_signed();
    const std::uint64_t head = from.next();
    piece.begins = (head & 1u) != 0;
    piece.below = static_cast<Water>(head >> 1 & 3u);
    piece.order = static_cast<std::uint8_t>(head >> 3);
    piece.accumulation = static_cast<std::int64_t>(from.next());
    piece.way.resize(from.next());
    for (std::size_t i = 0; i < piece.way.size(); i += 2) {
      const std::uint64_t both = from.next();
      piece.way[i] = static_cast<std::uint8_t>((both & 7u) + 1);
      if (i + 1 < piece.way.size()) piece.way[i + 1] = static_cast<std::uint8_t>((both >> 3 & 7u) + 1);
    }
    to.push_back(std::move(piece));
  }
}

}  // namespace terrawright::water
