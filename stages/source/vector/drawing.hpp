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

namespace source {

// Straight pieces of a drawing, and a tree of boxes that finds those near a place.

// From a to b, in cells; a point where they are one.
struct Piece {
  double ax, ay, bx, by;
  double inverse;  // of its squared length; 0 of a point
  double a_value, b_value;

  // The square of the way to (x, y); `along` is where on it that ends, 0 at a and 1 at b.
  double squared(double x, double y, double& along) const {
    const double dx = bx - ax, dy = by - ay;
    const double t = ((x - ax) * dx + (y - ay) * dy) * inverse;
    along = t > 0 ? (t < 1 ? t : 1.0) : 0.0;
    // The end itself, so that two pieces that meet are equally far.
    const double ex = along == 1.0 ? x - bx : x - (ax + along * dx);
    const double ey = along == 1.0 ? y - by : y - (ay + along * dy);
    return ex * ex + ey * ey;
  }
  double squared(double x, double y) const {
    double along;
    return squared(x, y, along);
  }
  double value(double along) const { return along == 1.0 ? b_value : a_value + along * (b_value - a_value); }
};

class PieceTree {
 public:
  static constexpr double far = std::numeric_limits<double>::infinity();

  PieceTree() = default;
  // For those pieces; all of them live as long as the tree.
  PieceTree(const std::vector<Piece>& pieces, std::vector<std::uint32_t> which)
      : pieces_(&pieces), order_(std::move(which)) {
    if (order_.empty()) return;
    sort();
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < order_.size(); i += fan) {
      Box box;
      for (std::size_t k = i; k < std::min(i + fan, order_.size()); ++k) box.add(box_of(order_[k]));
      boxes.push_back(box);
    }
    levels_.push_back(std::move(boxes));
    while (levels_.back().size() > 1) {
      const std::vector<Box>& below = levels_.back();
      std::vector<Box> above;
      for (std::size_t i = 0; i < below.size(); i += fan) {
        Box box;
        for (std::size_t k = i; k < std::min(i + fan, below.size()); ++k) box.add(below[k]);
        above.push_back(box);
      }
      levels_.push_back(std::move(above));
    }
  }

  bool empty() const { return order_.empty(); }
  std::uint64_t bytes() const {
    std::uint64_t all = order_.capacity() * sizeof order_[0];
    for (const auto& level : levels_) all += level.capacity() * sizeof level[0];
    return all;
  }

  // Distance of the nearest; `most` if none is nearer.
  double distance(double x, double y, double most) const {
    double best = most * most;
    if (!empty())
      look(levels_.size() - 1, 0, x, y, best,
           [&](std::uint32_t i) { best = std::min(best, (*pieces_)[i].squared(x, y)); });
    return std::sqrt(best);
  }
  // Those that may lie within `reach`, in no order.
  void near(double x, double y, double reach, std::vector<std::uint32_t>& found) const {
    const double most = reach * reach;
    if (!empty()) look(levels_.size() - 1, 0, x, y, most, [&](std::uint32_t i) { found.push_back(i); });
  }
  const Piece& operator[](std::uint32_t i) const { return (*pieces_)[i]; }

 private:
  static constexpr std::size_t fan = 8;

  struct Box {
    double left = far, top = far, right = -far, bottom = -far;
    void add(const Box& other) {
      left = std::min(left, other.left);
      top = std::min(top, other.top);
      right = std::max(right, other.right);
      bottom = std::max(bottom, other.bottom);
    }
    double squared(double x, double y) const {
      const double dx = std::max({left - x, x - right, 0.0}), dy = std::max({top - y, y - bottom, 0.0});
      return dx * dx + dy * dy;
    }
  };
  Box box_of(std::uint32_t i) const {
    const Piece& p = (*pieces_)[i];
    return {std::min(p.ax, p.bx), std::min(p.ay, p.by), std::max(p.ax, p.bx), std::max(p.ay, p.by)};
  }

  // Along a Z-shaped curve, so that neighbours in the row are neighbours on the map.
  void sort() {
    Box all;
    for (const std::uint32_t i : order_) all.add(box_of(i));
    const double side = std::max({all.right - all.left, all.bottom - all.top, 1e-6});
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    for (const std::uint32_t i : order_) {
      const Piece& p = (*pieces_)[i];
      const auto share = [&](double at, double from) {
        return static_cast<std::uint32_t>((at - from) / side * 65535.0);
      };
      const std::uint32_t x = share((p.ax + p.bx) / 2, all.left), y = share((p.ay + p.by) / 2, all.top);
      std::uint64_t key = 0;
      for (unsigned bit = 0; bit < 16; ++bit)
        key |= static_cast<std::uint64_t>(x >> bit & 1u) << (2 * bit) | static_cast<std::uint64_t>(y >> bit & 1u)
                                                                            << (2 * bit + 1);
      keys.emplace_back(key, i);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < keys.size(); ++i) order_[i] = keys[i].second;
  }

  // Calls take(i) for pieces whose boxes are nearer than `best`, which may shrink meanwhile.
  template <class Take>
  void look(std::size_t level, std::size_t at, double x, double y, const double& best, const Take& take) const {
    if (levels_[level][at].squared(x, y) > best) return;
    const std::size_t below = level == 0 ? order_.size() : levels_[level - 1].size();
    for (std::size_t k = at * fan; k < std::min(at * fan + fan, below); ++k) {
      if (level != 0) {
        look(level - 1, k, x, y, best, take);
      } else if (box_of(order_[k]).squared(x, y) <= best) {
        take(order_[k]);
      }
    }
  }

  const std::vector<Piece>* pieces_ = nullptr;
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<Box>> levels_;  // the first is of pieces
};

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
