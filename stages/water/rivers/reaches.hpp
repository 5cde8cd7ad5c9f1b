// SPDX-License-Identifier: Apache-2.0
// Reaches: rivers from one spring, confluence or lake to the next, as a table with a line each.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "strahler.hpp"
#include "terrawright/table.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"

namespace terrawright::water {

// A cell of a river, or of a lake where a river leaves it.
struct RiverCell {
  std::int64_t index;         // raster index in the world
  std::int64_t accumulation;  // runoff
  Receiver receiver;
  Water water, below;  // itself, and its receiver
  std::uint8_t order;
};

class Reaches {
 public:
  // `width`: cells of a row. `cell`: metres.
  Reaches(std::vector<RiverCell> cells, std::int64_t width, double cell, double width_factor)
      : cells_(std::move(cells)), width_(width), cell_(cell), width_factor_(width_factor) {
    std::sort(cells_.begin(), cells_.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    // A reach begins where not just one river cell drains to it, and below a lake.
    std::vector<std::uint8_t> donors(cells_.size(), 0);
    for (const RiverCell& from : cells_) {
      if (from.below != Water::river) continue;
      auto& n = donors[find(below(from))];
      n = from.water == Water::lake ? 2 : static_cast<std::uint8_t>(std::min(2, n + 1));
    }
    number_.assign(cells_.size(), 0);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      // On the border of the map a river has ended.
      if (cells_[i].water != Water::river || cells_[i].receiver == no_receiver || donors[i] == 1) continue;
      starts_.push_back(i);
      number_[i] = static_cast<std::int64_t>(starts_.size());
    }
  }

  Table table() const {
    Table rows;
    std::vector<std::int64_t> reach, order, next, from_x, from_y, to_x, to_y;
    std::vector<double> length, flow, width;
    std::vector<std::string> ends;
    for (const std::size_t start : starts_) {
      std::vector<Place> line = {place(cells_[start].index)};
      std::size_t at = start;
      Steps steps;
      std::int64_t joins = 0;
      for (;;) {
        const RiverCell& here = cells_[at];
        steps = steps + Steps::towards(here.receiver);
        line.push_back(place(below(here)));
        if (here.below != Water::river) break;
        const std::size_t to = find(below(here));
        joins = number_[to];
        if (joins != 0 || cells_[to].receiver == no_receiver) break;
        at = to;
      }
      const RiverCell& last = cells_[at];
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
  std::int64_t below(const RiverCell& cell) const {
    const Direction& to = direction(cell.receiver);
    return cell.index + to.dy * width_ + to.dx;
  }
  std::size_t find(std::int64_t index) const {
    const auto found = std::lower_bound(cells_.begin(), cells_.end(), index,
                                        [](const RiverCell& cell, std::int64_t wanted) { return cell.index < wanted; });
    return static_cast<std::size_t>(found - cells_.begin());
  }

  std::vector<RiverCell> cells_;
  std::int64_t width_;
  double cell_, width_factor_;
  std::vector<std::int64_t> number_;  // of the reach that begins at a cell; 0: none does
  std::vector<std::size_t> starts_;
};

}  // namespace terrawright::water
