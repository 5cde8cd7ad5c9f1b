// SPDX-License-Identifier: Apache-2.0
// Reaches across tiles: which numbers they have, and how their pieces hang together. A tile gives the number of reaches
// that begin in each of its rows, and the places where pieces come in or leave. The verdict gives the rest. Lines stay
// in their tiles.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "notes/packed.hpp"
#include "river_tile.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/resolving.hpp"
#include "water/perimeter.hpp"

namespace terrawright::water {

// Reaches as far as one tile has them: from a spring, confluence or lake, or from where a river comes in, to the next
// of these or to where it leaves the tile.
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

// ---- what a tile tells -----------------------------------------------------------------------------

inline bool crosses(const ReachPiece& piece) { return piece.comes_in || piece.leaves; }

template <class Finder>
std::vector<std::uint8_t> chain_note(const Finder& finder, const Rect& tile) {
  std::vector<std::uint64_t> begin(static_cast<std::size_t>(tile.height), 0);
  notes::Packed crossing;
  std::int64_t before = 0;
  const auto local = [&](std::int64_t x, std::int64_t y) { return (y - tile.y) * tile.width + x - tile.x; };
  finder.each([&](const ReachPiece& piece) {
    std::uint64_t& of_row = begin[static_cast<std::size_t>(piece.y - tile.y)];
    if (crosses(piece)) {
      const std::int64_t first = local(piece.x, piece.y);
      crossing.add(std::uint64_t{piece.begins} | std::uint64_t{piece.comes_in} << 1 | std::uint64_t{piece.leaves} << 2 |
                   static_cast<std::uint64_t>(piece.code()) << 3);
      crossing.add(static_cast<std::uint64_t>(first - before));
      before = first;
      if (piece.begins) crossing.add(of_row);  // that begin before it in its row
      if (piece.leaves) {
        crossing.add_signed(local(piece.last_x, piece.last_y) - first);
        crossing.add(piece.steps.straight);
        crossing.add(piece.steps.diagonal);
      }
    }
    if (piece.begins) ++of_row;
  });
  notes::Packed all;
  for (const std::uint64_t count : begin) all.add(count);
  std::vector<std::uint8_t> bytes = all.bytes();
  bytes.insert(bytes.end(), crossing.bytes().begin(), crossing.bytes().end());
  return bytes;
}

// ---- its verdict -----------------------------------------------------------------------------------

// The reach of an incoming or leaving piece: its number and start, the way to the piece, and the way on.
struct Chained {
  std::int64_t number = 0;  // of the reach, from 1
  std::uint64_t part = 0;   // pieces of it before this one
  std::int64_t from = 0;    // raster index in the world of the reach's first cell
  Steps before;             // from there to the piece
  bool goes_on = false;     // in another tile; else it ends with this piece
  std::int64_t joins = 0;   // the reach that begins where it leaves to; 0: none
};

// Verdicts, tile by tile: numbers of rows, then its pieces in their order.
class TileReaches {
 public:
  TileReaches(const Items<std::uint8_t>& told, const Rect& tile) : from_(told), tile_(tile) {
    if (told.empty()) return;
    std::int64_t number = 0;
    for (std::int64_t y = 0; y < tile.height; ++y) {
      number += static_cast<std::int64_t>(from_.next());
      before_.push_back(number);
    }
  }
  // Number of the next reach that begins in this row.
  std::int64_t next_number(std::int64_t y) { return ++before_[static_cast<std::size_t>(y - tile_.y)]; }
  // Facts of the next piece that crosses. Facts that the tile knows itself are left open.
  Chained next(const ReachPiece& piece) {
    Chained chained;
    if (!piece.begins) {
      chained.number = static_cast<std::int64_t>(from_.next());
      chained.part = from_.next();
      chained.from = static_cast<std::int64_t>(from_.next());
      chained.before.straight = static_cast<std::uint32_t>(from_.next());
      chained.before.diagonal = static_cast<std::uint32_t>(from_.next());
    }
    if (piece.leaves) {
      const std::uint64_t beyond = from_.next();
      chained.goes_on = beyond == 1;
      chained.joins = beyond < 2 ? 0 : static_cast<std::int64_t>(beyond - 1);
    }
    return chained;
  }

 private:
  notes::Unpacked from_;
  const Rect tile_;
  std::vector<std::int64_t> before_;  // reaches before those of each row
};

// ---- resolve ---------------------------------------------------------------------------------------

class ReachChains {
 public:
  // note(tile): what the tile told, nothing where it has no water. `columns`: of the world.
  template <class NoteOf>
  ReachChains(const TileGrid& tiles, std::int64_t columns, NoteOf note) : tiles_(tiles), told_(tiles.size()) {
    for (std::size_t t = 0; t < tiles.size();) {
      std::size_t end = t;
      while (end < tiles.size() && tiles[end].y == tiles[t].y) ++end;
      row_of_tiles(t, end, columns, note);
      t = end;
    }
    first_.push_back(pieces_.size());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].begins) follow(i, columns);
    }
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (std::size_t i = first_[t]; i < first_[t + 1]; ++i) tell(pieces_[i], told_[t]);
    }
  }
  const std::vector<std::uint8_t>& told(std::size_t tile) const { return told_[tile].bytes(); }

 private:
  struct Piece {
    std::int64_t first, last;  // raster indices in the world
    Steps steps;
    Receiver code;
    bool begins, leaves;
    Chained chained;
  };

  // Numbers are those of beginnings row by row over the whole world.
  template <class NoteOf>
  void row_of_tiles(std::size_t begin, std::size_t end, std::int64_t columns, NoteOf note) {
    const auto height = static_cast<std::size_t>(tiles_[begin].height);
    std::vector<std::vector<std::int64_t>> before(end - begin);  // by tile and row
    std::vector<notes::Unpacked> from;
    for (std::size_t t = begin; t < end; ++t) {
      from.emplace_back(note(t));
      for (std::size_t y = 0; y < height && !note(t).empty(); ++y)
        before[t - begin].push_back(static_cast<std::int64_t>(from.back().next()));
    }
    for (std::size_t y = 0; y < height; ++y) {
      for (auto& of_tile : before) {
        if (of_tile.empty()) continue;
        const std::int64_t count = of_tile[y];
        of_tile[y] = numbers_;
        numbers_ += count;
      }
    }
    for (std::size_t t = begin; t < end; ++t) {
      std::int64_t last = 0;
      for (const std::int64_t number : before[t - begin]) {
        told_[t].add(static_cast<std::uint64_t>(number - last));
        last = number;
      }
      first_.push_back(pieces_.size());
      read_pieces(from[t - begin], tiles_[t], columns, before[t - begin]);
    }
  }

  void read_pieces(notes::Unpacked& from, const Rect& tile, std::int64_t columns,
                   const std::vector<std::int64_t>& before) {
    std::int64_t local = 0;
    const auto index = [&](std::int64_t at) { return (tile.y + at / tile.width) * columns + tile.x + at % tile.width; };
    while (!from.empty()) {
      const std::uint64_t head = from.next();
      local += static_cast<std::int64_t>(from.next());
      Piece piece{index(local), 0, {}, static_cast<Receiver>(head >> 3), (head & 1u) != 0, (head & 4u) != 0, {}};
      if (piece.begins) {
        piece.chained.number =
            before[static_cast<std::size_t>(local / tile.width)] + static_cast<std::int64_t>(from.next()) + 1;
      }
      if (piece.leaves) {
        piece.last = index(local + from.next_signed());
        piece.steps.straight = static_cast<std::uint32_t>(from.next());
        piece.steps.diagonal = static_cast<std::uint32_t>(from.next());
      }
      pieces_.push_back(piece);
    }
  }

  // The piece whose first cell it is; none where a river has ended on the border of the map.
  Piece* piece_at(std::int64_t x, std::int64_t y, std::int64_t columns) {
    if (!tiles_.has(x, y)) return nullptr;
    const std::size_t tile = tiles_.at(x, y).tile;
    const auto end = pieces_.begin() + static_cast<std::ptrdiff_t>(first_[tile + 1]);
    const auto found =
        std::lower_bound(pieces_.begin() + static_cast<std::ptrdiff_t>(first_[tile]), end, y * columns + x,
                         [](const Piece& piece, std::int64_t index) { return piece.first < index; });
    return found != end && found->first == y * columns + x ? &*found : nullptr;
  }

  void follow(std::size_t start, std::int64_t columns) {
    Piece* piece = &pieces_[start];
    const std::int64_t from = piece->first;
    while (piece->leaves) {
      const Direction& to = direction(piece->code);
      Piece* next = piece_at(piece->last % columns + to.dx, piece->last / columns + to.dy, columns);
      if (next == nullptr) return;
      if (next->begins) {
        piece->chained.joins = next->chained.number;
        return;
      }
      piece->chained.goes_on = true;
      next->chained = {
          piece->chained.number, piece->chained.part + 1, from, piece->chained.before + piece->steps, false, 0};
      piece = next;
    }
  }

  static void tell(const Piece& piece, notes::Packed& to) {
    const Chained& chained = piece.chained;
    if (!piece.begins) {
      to.add(static_cast<std::uint64_t>(chained.number));
      to.add(chained.part);
      to.add(static_cast<std::uint64_t>(chained.from));
      to.add(chained.before.straight);
      to.add(chained.before.diagonal);
    }
    if (piece.leaves)
      to.add(chained.goes_on ? 1 : chained.joins == 0 ? 0 : static_cast<std::uint64_t>(chained.joins) + 1);
  }

  const TileGrid tiles_;
  std::vector<notes::Packed> told_;
  std::vector<Piece> pieces_;       // of all tiles, by their first cells within each
  std::vector<std::size_t> first_;  // piece of each tile
  std::int64_t numbers_ = 0;
};

}  // namespace terrawright::water
