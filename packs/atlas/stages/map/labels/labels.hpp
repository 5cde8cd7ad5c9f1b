// SPDX-License-Identifier: Apache-2.0
// Names wanted on a sheet of paper, their obstacles, and the result. All places and lengths are 1/100 mm of the paper,
// x to the right and y down; directions are unit vectors times 2^14.
//
//   LabelInput input;
//   input.frame = {2000, 2000, 27700, 40000};
//   input.styles.push_back({lettering::Font::lato_medium, {26, 26, 26, 255}});
//   input.features.push_back(...);
//   const LabelOutput output = placed_labels(input, letters_of(fonts));
//   for (const DrawnLabel& label : output.placed) list.text(label.word);
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lettering/lettering.hpp"
#include "map/sheet/plane.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

enum class LabelKind : std::int32_t {
  town,    // point
  peak,    // point
  height,  // point: the figure of a peak; its place is the peak's
  cape,    // point, direction seawards
  bay,     // point, direction out of the bay, radius
  island,  // point (pole), radius: of the widest circle inside
  sea,     // point, radius: of the widest empty circle
  river,   // line from source to mouth, half_widths
  lake,    // point (pole), line (axis, may be empty), radius: of the widest circle inside
  range,   // line (axis)
  forest,  // line (axis), point (pole), radius
  desert,
  plain,
};
constexpr std::int32_t label_kinds = 13;
const char* name_of(LabelKind kind);  // as the column kind says it

// Bytes on a grid of square cells; what lies beyond them is `beyond`.
struct PaperRaster {
  std::int32_t x = 0, y = 0;  // the upper left corner of the first cell
  std::int32_t cell = 25;     // 1/100 mm a cell
  std::int32_t columns = 0, rows = 0;
  std::vector<std::uint8_t> values;  // rows from above
  std::uint8_t beyond = 0;
};

struct LabelStyle {
  lettering::Font font;
  Colour colour;
  Colour halo = {0, 0, 0, 0};
  std::int32_t halo_width = 0;
  std::int32_t tracking = 0;         // between letters, in 1/1000 em; for ranges and areas the least
  std::int32_t widest_tracking = 0;  // 1/1000 em: ranges, areas and seas are spread up to here
};

struct LabelFeature {
  LabelKind kind;
  std::string text;         // UTF-8, in capitals where it is to be; "" wants no label
  std::int32_t style = 0;   // number in LabelInput::styles
  std::int32_t size = 280;  // 1/100 mm an em
  // towns 1 chief .. 4 village; peaks and heights 1 for the four greatest, else 2; bays 1 large, 2 small; seas 1, 2, 3.
  std::int32_t rank = 2;
  std::int32_t importance = 1000;  // what the kind and rank say, times this/1000 (an antique forest: 2333)
  std::int32_t number = 0;         // the caller's number; ties are broken by place and text, not by this
  PaperPoint point = {0, 0};
  std::int32_t mark = 0;  // half the side of the mark at the point: its label keeps off it
  std::int32_t radius = 0;
  std::int32_t towards_x = 0, towards_y = 0;
  bool harbour = false;  // a town at the coast: its name would rather stand in the sea
  std::vector<PaperPoint> line;
  std::vector<std::int32_t> half_widths;  // of a river at each point of its line; empty: a hair
  std::string from;  // the input port it came from: where a letter that the font lacks is complained about
};

struct LabelInput {
  Box frame = {0, 0, 0, 0};  // labels stay 1 mm inside
  std::vector<Box> taken;    // title, legend, rose: no label there
  std::vector<Box> marks;    // towns, peaks: no label there
  std::vector<LabelStyle> styles;
  std::vector<LabelFeature> features;           // in any order
  PaperRaster land = {0, 0, 25, 0, 0, {}, 0};   // 0 sea, else land; lakes are land
  PaperRaster lakes = {0, 0, 25, 0, 0, {}, 0};  // 0 none
  PaperRaster ink = {0, 0,  40, 0,
                     0, {}, 0};  // 0 bare .. 255: coast 255, mountains 190, figures 200, shores 150, rivers 140
};

// The letters that labels are made of: those of a sheet's fonts, or a test's.
struct Letters {
  std::function<std::int32_t(lettering::Font)> units_per_em;
  std::function<std::vector<lettering::Glyph>(lettering::Font, std::string_view)> shaped;
  std::function<std::string(lettering::Font, std::string_view)> missing_letter;
  std::function<std::string(lettering::Font)> name;
};
inline Letters letters_of(const lettering::Fonts& fonts) {
  return {[fonts](lettering::Font font) { return fonts.of(font).units_per_em(); },
          [fonts](lettering::Font font, std::string_view text) { return fonts.of(font).shaped(text); },
          [fonts](lettering::Font font, std::string_view text) { return fonts.of(font).missing_letter(text); },
          [fonts](lettering::Font font) { return fonts.of(font).name(); }};
}

// A rectangle at any angle with its corners rounded to 1/100 mm, clockwise as one sees it.
struct LabelBox {
  PaperPoint corner[4];
};

struct DrawnLabel {
  std::size_t feature;  // its place in LabelInput::features
  Word word;            // two lines are one word, whose letters tell where they are
  std::vector<LabelBox> boxes;
};

enum class WhyNot : std::int32_t {
  no_name,   // its text is empty
  repeated,  // a more important feature of its kind has the same name
  too_many,  // there are more important ones than can be looked at
  outside,   // the feature is not in the frame
  no_place,  // no candidate that fits what is drawn
  others,    // other labels have all its places
};
struct UnplacedLabel {
  std::size_t feature;
  WhyNot why;
};
struct LabelCount {
  std::int32_t wanted = 0, placed = 0;  // wanted: those with a name, in the frame, neither repeated nor too many
};

struct LabelOutput {
  std::vector<DrawnLabel> placed;  // in the order in which they are drawn
  std::vector<UnplacedLabel> unplaced;
  LabelCount counts[label_kinds];  // by LabelKind
  std::int64_t energy = 0;         // sum of 1000 W for what has no place, less for what has; less is better
  std::int64_t greedy_energy = 0;  // before any label was moved
};

}  // namespace terrawright::map

namespace terrawright::map::labels {

// Worth of a label: 1000 for the atlas's 1.
std::int64_t worth_of(const LabelFeature& feature);

// Boxes at any angle, their corners whole hundredths of a millimetre: whether two overlap is decided in integers.

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

inline LabelBox box_of(const Box& b) {
  return {{{b.left, b.top}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.bottom}}};
}

inline Box bounds(const LabelBox& box) {
  Box all = {box.corner[0].x, box.corner[0].y, box.corner[0].x, box.corner[0].y};
  for (const PaperPoint& p : box.corner) {
    all = {std::min(all.left, p.x), std::min(all.top, p.y), std::max(all.right, p.x), std::max(all.bottom, p.y)};
  }
  return all;
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
  return map::overlap(bounds(a), bounds(b)) && !parted_by_a_side_of(a, b) && !parted_by_a_side_of(b, a);
}

// Boxes by where they are, so that only neighbours are compared.
class BoxGrid {
 public:
  explicit BoxGrid(const Box& frame) : frame_(frame) {
    const auto cells = [](std::int64_t from, std::int64_t to) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(std::max<std::int64_t>(to - from, 0) / cell + 1, 4096));
    };
    columns_ = cells(frame.left, frame.right);
    rows_ = cells(frame.top, frame.bottom);
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }

  void add(std::int32_t owner, const LabelBox& box) {
    const Box around = bounds(box);
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
    const Box around = bounds(box);
    return each_cell(around, [&](const std::vector<Entry>& entries) {
      for (const Entry& e : entries) {
        if (!map::overlap(around, e.around) || parted_by_a_side_of(box, e.box) || parted_by_a_side_of(e.box, box))
          continue;
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
    Box around;
    LabelBox box;
  };

  // Boxes outside the frame count at its edge.
  template <class Visit>
  bool each_cell(const Box& around, Visit visit) const {
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
  void each_cell(const Box& around, Visit visit) {
    static_cast<const BoxGrid*>(this)->each_cell(
        around, [&](const std::vector<Entry>& entries) { return visit(const_cast<std::vector<Entry>&>(entries)); });
  }

  Box frame_;
  std::int32_t columns_, rows_;
  std::vector<std::vector<Entry>> cells_;
};

// The sheet under the labels: where none may stand, and what they would cover.

// Content under boxes: shares in thousandths.
struct Covered {
  std::int32_t land, lake, ink;
  // Where only names of lakes stand.
  bool on_lake() const { return lake > 0; }
};

// The values of a raster at places on the paper, without a division each.
class RasterValues {
 public:
  explicit RasterValues(const PaperRaster& raster)
      : raster_(raster),
        inverse_(((std::uint64_t{1} << 32) + static_cast<std::uint64_t>(raster.cell) - 1) /
                 static_cast<std::uint64_t>(raster.cell)) {}
  std::uint8_t at(std::int32_t x, std::int32_t y) const {
    if (x < raster_.x || y < raster_.y) return raster_.beyond;
    const std::uint64_t column = cells(x - raster_.x), row = cells(y - raster_.y);
    const auto columns = static_cast<std::uint64_t>(raster_.columns);
    if (column >= columns || row >= static_cast<std::uint64_t>(raster_.rows)) return raster_.beyond;
    return raster_.values[row * columns + column];
  }

 private:
  // Whole cells: exact while a sheet is less than 2^32 hundredths of a millimetre over the cell.
  std::uint64_t cells(std::int32_t distance) const { return static_cast<std::uint64_t>(distance) * inverse_ >> 32; }
  const PaperRaster& raster_;
  std::uint64_t inverse_;
};

class Ground {
 public:
  explicit Ground(const LabelInput& input);

  // All of them inside the frame, and none on marks or furniture.
  bool allows(const std::vector<LabelBox>& boxes) const;
  Covered under(const std::vector<LabelBox>& boxes) const;
  bool inside_frame(PaperPoint p) const;
  bool is_lake(PaperPoint p) const { return lakes_.at(p.x, p.y) != 0; }

 private:
  Box frame_, inside_;
  RasterValues land_, lakes_, ink_;
  BoxGrid forbidden_;
};

}  // namespace terrawright::map::labels

namespace terrawright::map {

// Labels that do not touch one another: candidates of each feature, then greedy, then ejection (the atlas's section 8).

// body(i) for i in 0 .. n-1, in any order, on any threads.
using InAnyOrder = std::function<void(std::uint64_t n, const std::function<void(std::uint64_t)>& body)>;

// Throws Failure{feature's port, ...} for a letter that its font lacks. The same result for any order of the features.
LabelOutput placed_labels(const LabelInput& input, const Letters& letters, const InAnyOrder& parallel);
LabelOutput placed_labels(const LabelInput& input, const Letters& letters);  // on this thread

}  // namespace terrawright::map
