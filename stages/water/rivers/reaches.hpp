// SPDX-License-Identifier: Apache-2.0
// Reaches as rows of a table: rivers from one spring, confluence or lake to the next, a line each. A tile gives the
// pieces that it has; what a row says stands in its last piece.
#pragma once
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reach_chains.hpp"
#include "terrawright/table.hpp"
#include "terrawright/tile.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"

namespace terrawright::water {

class Reaches {
 public:
  // `columns`: of the world. `cell`: metres.
  Reaches(std::int64_t columns, double cell, double width_factor)
      : columns_(columns), cell_(cell), width_factor_(width_factor) {}

  // runoff(x, y): water that passes through a cell.
  template <class Finder, class Runoff>
  void add(const RiverTile& rivers, const Finder& finder, const Items<std::uint8_t>& told, Runoff runoff) {
    TileReaches numbers(told, rivers.tile());
    std::map<std::ptrdiff_t, std::int64_t> begins;  // the reach that begins in a cell
    finder.each_beginning([&](std::ptrdiff_t first) {
      begins.emplace_hint(begins.end(), first, numbers.next_number(rivers.tile().y + first / rivers.map().stride()));
    });
    finder.each([&](const ReachPiece& piece) {
      Chained reach;
      if (crosses(piece)) reach = numbers.next(piece);
      if (piece.begins) {
        reach.number = begins.at(rivers.map().place(piece.x, piece.y));
        reach.from = piece.y * columns_ + piece.x;
      }
      if (piece.below == Water::river && !piece.leaves) {  // else it ends on the border of the map
        const auto below = begins.find(rivers.next(piece.last));
        if (below != begins.end()) reach.joins = below->second;
      }
      add(piece, reach, river_order(rivers.arriving(piece.last)), runoff(piece.last_x, piece.last_y));
    });
  }

  void give(const Tile& tile, Out<Table> table) {
    rows_.integers("reach", "1", number_);
    rows_.integers("order", "1", order_);
    rows_.reals("length", "km", length_);
    rows_.reals("discharge", "m3/s", discharge_);
    rows_.reals("width", "m", wide_);
    rows_.texts("ends_in", ends_);
    rows_.integers("next_reach", "1", next_);
    rows_.integers("from_x", "1", from_x_);
    rows_.integers("from_y", "1", from_y_);
    rows_.integers("to_x", "1", to_x_);
    rows_.integers("to_y", "1", to_y_);
    tile.rows(table, rows_, std::vector<std::uint64_t>(number_.begin(), number_.end()), part_);
  }

 private:
  struct Place {
    std::int64_t x, y;
  };

  void add(const ReachPiece& piece, const Chained& reach, std::uint8_t order, std::int64_t runoff) {
    std::vector<Place> line;
    Place at{piece.x, piece.y};
    for (const std::uint8_t code : piece.way) {
      line.push_back(at);
      at = {at.x + direction(code).dx, at.y + direction(code).dy};
    }
    if (!reach.goes_on) line.push_back(at);  // else the next piece begins there
    rows_.line(line.begin(), line.end());
    const double q = discharge(runoff, cell_);
    number_.push_back(reach.number);
    part_.push_back(reach.part);
    order_.push_back(order);
    length_.push_back((reach.before + piece.steps).cells() * cell_ / 1000.0);
    discharge_.push_back(q);
    wide_.push_back(width_factor_ * std::sqrt(q));
    next_.push_back(reach.joins);
    ends_.emplace_back(reach.joins != 0             ? "river"
                       : piece.below == Water::lake ? "lake"
                       : piece.below == Water::none ? "sea"
                                                    : "border");
    from_x_.push_back(reach.from % columns_);
    from_y_.push_back(reach.from / columns_);
    to_x_.push_back(at.x);
    to_y_.push_back(at.y);
  }

  std::int64_t columns_;
  double cell_, width_factor_;
  Table rows_;
  std::vector<std::int64_t> number_, order_, next_, from_x_, from_y_, to_x_, to_y_;
  std::vector<std::uint64_t> part_;
  std::vector<double> length_, discharge_, wide_;
  std::vector<std::string> ends_;
};

}  // namespace terrawright::water
