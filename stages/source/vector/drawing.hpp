// SPDX-License-Identifier: Apache-2.0
// Features in the world: pieces, edges of polygons and points, with their values.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "frame.hpp"
#include "geojson.hpp"
#include "pieces.hpp"
#include "polygons.hpp"

namespace source {

// The values of one feature: from its third coordinates, or from one number to another along its lines.
struct Values {
  bool of_positions = false;
  double from = 0, to = 0;
};

class Drawing {
 public:
  Drawing(const Frame& frame, const terrawright::World& world) : frame_(frame), world_(world) {}

  // Answers whether any of it lies in the world.
  bool add(const Feature& feature, const Values& values) {
    inside_ = false;
    double length = 0, all = 0;
    if (!values.of_positions && values.from != values.to) {
      for (const Part& part : feature.parts)
        if (part.kind == Part::Kind::line) all += length_of(part.lines[0]);
    }
    for (const Part& part : feature.parts) {
      const double begin = length;
      if (part.kind == Part::Kind::line && all > 0) length += length_of(part.lines[0]);
      for (const double turns : frame_.turns(part)) {
        for (const auto& [dx, dy] : copies(part, turns)) add(part, turns, dx, dy, values, begin, all);
      }
    }
    return inside_;
  }

  struct Point {
    std::int64_t y, x;  // the cell
    bool operator<(const Point& other) const { return y != other.y ? y < other.y : x < other.x; }
  };

  std::vector<Piece> pieces;
  std::vector<std::uint32_t> thin;  // pieces that are no polygon's edges
  std::vector<Edge> edges;
  std::vector<double> polygon_values;
  std::vector<Point> points;

 private:
  static double in_cells(std::int64_t parts) {
    return static_cast<double>(parts) / static_cast<double>(parts_of_a_cell);
  }

  double length_of(const Line& line) const {
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += step(line[i - 1], line[i]);
    return sum;
  }
  double step(const Position& a, const Position& b) const {
    const Frame::Spot from = frame_.spot(a, 0), to = frame_.spot(b, 0);
    const double dx = in_cells(to.x - from.x), dy = in_cells(to.y - from.y);
    return std::sqrt(dx * dx + dy * dy);
  }

  // If the world wraps, a part is repeated in it and beyond both of its ends, as far as a cell may look.
  std::vector<std::pair<std::int64_t, std::int64_t>> copies(const Part& part, double turns) const {
    Frame::Spot least = frame_.spot(part.lines[0][0], turns), most = least;
    for (const Position& p : part.lines[0]) {
      const Frame::Spot s = frame_.spot(p, turns);
      least = {std::min(least.x, s.x), std::min(least.y, s.y)};
      most = {std::max(most.x, s.x), std::max(most.y, s.y)};
    }
    const auto shifts = [](bool wraps, std::int64_t from, std::int64_t to, std::int64_t cells) {
      std::vector<std::int64_t> all;
      if (!wraps) return std::vector<std::int64_t>{0};
      const std::int64_t side = cells * parts_of_a_cell;
      const auto rounds = [side](std::int64_t at) { return at >= 0 ? at / side : -((side - 1 - at) / side); };
      // Those that touch the world or a world beside it.
      const std::int64_t first = -rounds(to) - 1, last = 1 - rounds(from);
      if (last - first > 12)
        throw Wrong{"it is more than 9 times as large as the world, which wraps; make the world larger"};
      for (std::int64_t k = first; k <= last; ++k) all.push_back(k * side);
      return all;
    };
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const std::int64_t dy : shifts(world_.wraps_y(), least.y, most.y, world_.height())) {
      for (const std::int64_t dx : shifts(world_.wraps_x(), least.x, most.x, world_.width())) all.emplace_back(dx, dy);
    }
    return all;
  }

  void add(const Part& part, double turns, std::int64_t dx, std::int64_t dy, const Values& values, double begin,
           double all) {
    const bool is_polygon = part.kind == Part::Kind::polygon;
    const auto polygon = static_cast<std::uint32_t>(polygon_values.size());
    if (is_polygon)
      polygon_values.push_back(values.of_positions ? std::numeric_limits<double>::quiet_NaN() : values.from);
    const auto spot = [&](const Position& p) {
      const Frame::Spot s = frame_.spot(p, turns);
      return Frame::Spot{s.x + dx, s.y + dy};
    };
    Frame::Spot least = spot(part.lines[0][0]), most = least;
    for (const Line& line : part.lines) {
      double way = begin;
      const auto value = [&](std::size_t i) {
        if (values.of_positions) return line[i].z.value_or(0);
        if (is_polygon || all == 0) return values.from;
        return values.from + (values.to - values.from) * (way / all);
      };
      Frame::Spot before = spot(line[0]);
      double value_before = value(0);
      if (line.size() == 1) add_point(before, value_before);
      for (std::size_t i = 1; i < line.size(); ++i) {
        const Frame::Spot now = spot(line[i]);
        if (!is_polygon && all > 0) way += step(line[i - 1], line[i]);
        const double value_now = value(i);
        if (!is_polygon) thin.push_back(static_cast<std::uint32_t>(pieces.size()));
        if (!is_polygon || !frame_.is_cut(line[i - 1], line[i])) add_piece(before, now, value_before, value_now);
        if (is_polygon && before.y != now.y) {
          const bool down = before.y < now.y;
          const Frame::Spot &upper = down ? before : now, &lower = down ? now : before;
          edges.push_back({upper.x, upper.y, lower.x, lower.y, polygon});
        }
        least = {std::min(least.x, now.x), std::min(least.y, now.y)};
        most = {std::max(most.x, now.x), std::max(most.y, now.y)};
        before = now;
        value_before = value_now;
      }
    }
    const auto within = [](std::int64_t from, std::int64_t to, std::int64_t cells) {
      return to >= -parts_of_a_cell / 2 && from <= cells * parts_of_a_cell - parts_of_a_cell / 2;
    };
    inside_ = inside_ || (within(least.x, most.x, world_.width()) && within(least.y, most.y, world_.height()));
  }

  static constexpr std::size_t most_pieces = 8 * most_positions;  // with the copies where the world wraps

  void add_piece(const Frame::Spot& a, const Frame::Spot& b, double a_value, double b_value) {
    Piece piece{in_cells(a.x), in_cells(a.y), in_cells(b.x), in_cells(b.y), 0, a_value, b_value};
    const double dx = piece.bx - piece.ax, dy = piece.by - piece.ay, squared = dx * dx + dy * dy;
    piece.inverse = squared > 0 ? 1.0 / squared : 0.0;
    if (pieces.size() == most_pieces) {
      throw Wrong{"with it and its copies round a world that wraps there are more than " + std::to_string(most_pieces) +
                  " lines; simplify the drawing, as with ogr2ogr -simplify"};
    }
    pieces.push_back(piece);
  }
  void add_point(const Frame::Spot& at, double value) {
    const auto cell = [](std::int64_t p) { return static_cast<std::int64_t>(std::floor(in_cells(p) + 0.5)); };
    points.push_back({cell(at.y), cell(at.x)});
    thin.push_back(static_cast<std::uint32_t>(pieces.size()));
    add_piece(at, at, value, value);
  }

  const Frame frame_;
  const terrawright::World world_;
  bool inside_ = false;
};

}  // namespace source
