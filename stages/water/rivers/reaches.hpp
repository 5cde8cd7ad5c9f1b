// SPDX-License-Identifier: Apache-2.0
// Reaches: rivers from one spring, confluence or lake to the next, as a table with a line each.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reach_pieces.hpp"
#include "terrawright/table.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"

namespace terrawright::water {

class Reaches {
 public:
  // `width`: cells of a row. `cell`: metres.
  Reaches(std::vector<ReachPiece> pieces, std::int64_t width, double cell, double width_factor)
      : pieces_(std::move(pieces)), width_(width), cell_(cell), width_factor_(width_factor) {
    std::sort(pieces_.begin(), pieces_.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    std::int64_t reaches = 0;
    for (const ReachPiece& piece : pieces_) number_.push_back(piece.begins ? ++reaches : 0);
  }

  Table table() const {
    Table rows;
    std::vector<std::int64_t> reach, order, next, from_x, from_y, to_x, to_y;
    std::vector<double> length, flow, width;
    std::vector<std::string> ends;
    for (std::size_t start = 0; start < pieces_.size(); ++start) {
      if (!pieces_[start].begins) continue;
      std::int64_t at = pieces_[start].index;
      std::vector<Place> line = {place(at)};
      Steps steps;
      std::int64_t joins = 0;
      // Piece after piece; nothing is found where a river has ended on the border of the map.
      std::size_t piece = start;
      for (;;) {
        for (const std::uint8_t code : pieces_[piece].way) {
          steps = steps + Steps::towards(code);
          at += direction(code).dy * width_ + direction(code).dx;
          line.push_back(place(at));
        }
        if (pieces_[piece].below != Water::river) break;
        const std::size_t found = find(at);
        if (found == pieces_.size()) break;
        joins = number_[found];
        if (joins != 0) break;
        piece = found;
      }
      const ReachPiece& last = pieces_[piece];
      const double q = discharge(last.accumulation, cell_);
      reach.push_back(number_[start]);
      order.push_back(last.order);
      length.push_back(steps.cells() * cell_ / 1000.0);
      flow.push_back(q);
      width.push_back(width_factor_ * std::sqrt(q));
      next.push_back(joins);
      ends.emplace_back(joins != 0                  ? "river"
                        : last.below == Water::lake ? "lake"
                        : last.below == Water::none ? "sea"
                                                    : "border");
      from_x.push_back(line.front().x);
      from_y.push_back(line.front().y);
      to_x.push_back(line.back().x);
      to_y.push_back(line.back().y);
      rows.line(line.begin(), line.end());
    }
    rows.integers("reach", "1", reach);
    rows.integers("order", "1", order);
    rows.reals("length", "km", length);
    rows.reals("discharge", "m3/s", flow);
    rows.reals("width", "m", width);
    rows.texts("ends_in", ends);
    rows.integers("next_reach", "1", next);
    rows.integers("from_x", "1", from_x);
    rows.integers("from_y", "1", from_y);
    rows.integers("to_x", "1", to_x);
    rows.integers("to_y", "1", to_y);
    return rows;
  }

 private:
  struct Place {
    std::int64_t x, y;
  };
  Place place(std::int64_t index) const { return {index % width_, index / width_}; }
  // The piece that begins there.
  std::size_t find(std::int64_t index) const {
    const auto found =
        std::lower_bound(pieces_.begin(), pieces_.end(), index,
                         [](const ReachPiece& piece, std::int64_t wanted) { return piece.index < wanted; });
    const auto number = static_cast<std::size_t>(found - pieces_.begin());
    return found != pieces_.end() && found->index == index ? number : pieces_.size();
  }

  std::vector<ReachPiece> pieces_;
  std::int64_t width_;
  double cell_, width_factor_;
  std::vector<std::int64_t> number_;  // of the reach that begins with a piece; 0: none does
};

}  // namespace terrawright::water
