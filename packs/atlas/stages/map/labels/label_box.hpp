// SPDX-License-Identifier: Apache-2.0
// Boxes at any angle, their corners whole hundredths of a millimetre: whether two overlap is decided in integers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "label_input.hpp"

namespace terrawright::map::labels {

// Positions farther than 10 km off the sheet are clamped.
inline std::int32_t to_paper(double v) { return static_cast<std::int32_t>(std::floor(std::clamp(v, -1e9, 1e9) + 0.5)); }

struct Vector {
  double x, y;
};
inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
inline Vector operator*(Vector a, double f) { return {a.x * f, a.y * f}; }
inline double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
inline double cross(Vector a, Vector b) { return a.x * b.y - a.y * b.x; }
inline double length(Vector a) { return std::sqrt(dot(a, a)); }
inline Vector unit(Vector a, Vector otherwise = {1, 0}) {
  const double l = length(a);
  return l > 0 ? Vector{a.x / l, a.y / l} : otherwise;
}
// Up from a baseline that goes along a unit vector.
inline Vector up_of(Vector along) { return {along.y, -along.x}; }
inline Vector vector_of(PaperPoint p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

// From `from` to `to` along a baseline that begins at a point, `above` it and `below` it.
inline LabelBox box_on(Vector begin, Vector along, double from, double to, double above, double below) {
  const Vector up = up_of(along);
  const auto corner = [&](double a, double u) {
    const Vector p = begin + along * a + up * u;
    return PaperPoint{to_paper(p.x), to_paper(p.y)};
  };
  return {{corner(from, above), corner(to, above), corner(to, -below), corner(from, -below)}};
}

inline LabelBox box_of(const PaperBox& b) {
  return {{{b.left, b.top}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.bottom}}};
}

inline PaperBox bounds(const LabelBox& box) {
  PaperBox all = {box.corner[0].x, box.corner[0].y, box.corner[0].x, box.corner[0].y};
  for (const PaperPoint& p : box.corner) {
    all = {std::min(all.left, p.x), std::min(all.top, p.y), std::max(all.right, p.x), std::max(all.bottom, p.y)};
  }
  return all;
}

inline bool overlap(const PaperBox& a, const PaperBox& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// True if a line along a side of the first box has the boxes on its two sides; boxes that touch are apart.
inline bool parted_by_a_side_of(const LabelBox& a, const LabelBox& b) {
  for (int k = 0; k < 4; ++k) {
    const PaperPoint &p = a.corner[k], &q = a.corner[(k + 1) & 3];
    const std::int64_t nx = std::int64_t{q.y} - p.y, ny = std::int64_t{p.x} - q.x;
    if (nx == 0 && ny == 0) continue;
    std::int64_t a_least = INT64_MAX, a_most = INT64_MIN, b_least = INT64_MAX, b_most = INT64_MIN;
    for (int c = 0; c < 4; ++c) {
      const std::int64_t at_a = nx * a.corner[c].x + ny * a.corner[c].y, at_b = nx * b.corner[c].x + ny * b.corner[c].y;
      a_least = std::min(a_least, at_a), a_most = std::max(a_most, at_a);
      b_least = std::min(b_least, at_b), b_most = std::max(b_most, at_b);
    }
    if (a_most <= b_least || b_most <= a_least) return true;
  }
  return false;
}

inline bool overlap(const LabelBox& a, const LabelBox& b) {
  return overlap(bounds(a), bounds(b)) && !parted_by_a_side_of(a, b) && !parted_by_a_side_of(b, a);
}

// Boxes by where they are, so that only neighbours are compared.
class BoxGrid {
 public:
  explicit BoxGrid(const PaperBox& frame) : frame_(frame) {
    const auto cells = [](std::int64_t from, std::int64_t to) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(std::max<std::int64_t>(to - from, 0) / cell + 1, 4096));
    };
    columns_ = cells(frame.left, frame.right);
    rows_ = cells(frame.top, frame.bottom);
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }

  void add(std::int32_t owner, const LabelBox& box) {
    const PaperBox around = bounds(box);
    each_cell(around, [&](std::vector<Entry>& entries) {
      entries.push_back({owner, around, box});
      return true;
    });
  }
  void remove(std::int32_t owner, const LabelBox& box) {
    each_cell(bounds(box), [&](std::vector<Entry>& entries) {
      const auto is_owners = [&](const Entry& e) { return e.owner == owner; };
      entries.erase(std::remove_if(entries.begin(), entries.end(), is_owners), entries.end());
      return true;
    });
  }

  // Calls found(owner) for boxes that overlap this one, until it says false; an owner may be told several times.
  template <class Found>
  bool each_overlap(const LabelBox& box, Found found) const {
    const PaperBox around = bounds(box);
    return each_cell(around, [&](const std::vector<Entry>& entries) {
      for (const Entry& e : entries) {
        if (!overlap(around, e.around) || parted_by_a_side_of(box, e.box) || parted_by_a_side_of(e.box, box)) continue;
        if (!found(e.owner)) return false;
      }
      return true;
    });
  }
  bool any_overlap(const LabelBox& box) const {
    return !each_overlap(box, [](std::int32_t) { return false; });
  }

 private:
  static constexpr std::int32_t cell = 500;
  struct Entry {
    std::int32_t owner;
    PaperBox around;
    LabelBox box;
  };

  // Boxes outside the frame count at its edge.
  template <class Visit>
  bool each_cell(const PaperBox& around, Visit visit) const {
    const auto at = [](std::int64_t v, std::int64_t first, std::int32_t count) {
      return static_cast<std::int32_t>(std::clamp<std::int64_t>((v - first) / cell, 0, count - 1));
    };
    const std::int32_t x0 = at(around.left, frame_.left, columns_), x1 = at(around.right, frame_.left, columns_);
    const std::int32_t y0 = at(around.top, frame_.top, rows_), y1 = at(around.bottom, frame_.top, rows_);
    for (std::int32_t y = y0; y <= y1; ++y) {
      for (std::int32_t x = x0; x <= x1; ++x) {
        if (!visit(cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                          static_cast<std::size_t>(x)])) {
          return false;
        }
      }
    }
    return true;
  }
  template <class Visit>
  void each_cell(const PaperBox& around, Visit visit) {
    static_cast<const BoxGrid*>(this)->each_cell(
        around, [&](const std::vector<Entry>& entries) { return visit(const_cast<std::vector<Entry>&>(entries)); });
  }

  PaperBox frame_;
  std::int32_t columns_, rows_;
  std::vector<std::vector<Entry>> cells_;
};

}  // namespace terrawright::map::labels
