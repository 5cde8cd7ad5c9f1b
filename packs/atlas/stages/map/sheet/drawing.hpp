// SPDX-License-Identifier: Apache-2.0
// drawing.hpp: all of a sheet, drawn in order, and the features that get a name.
#pragma once
#include <algorithm>
#include <string>

#include "field.hpp"
#include "map/labels/labels.hpp"
#include "map/margin/legend.hpp"
#include "map/style/style.hpp"
#include "sheet_tables.hpp"

namespace terrawright::map {

// Features of a sheet that get a name, their letters, and their obstacles.

// Which seas and bays have their names on a sheet, so that no water has two.

// The three widest seas that lie well apart. A sea that goes on beyond the frame has its name farther inside.
inline PointFeatures shown_seas(const PointFeatures& all, const Box& frame) {
  constexpr double inside = 0.13, apart = 0.42;  // of the frame's sides, of the shorter one
  PointFeatures seas, shown;
  for (const PointFeature& sea : all) {
    if (sea.at.x > frame.left && sea.at.x < frame.right && sea.at.y > frame.top && sea.at.y < frame.bottom)
      seas.push_back(sea);
  }
  std::stable_sort(seas.begin(), seas.end(),
                   [](const PointFeature& a, const PointFeature& b) { return a.radius > b.radius; });
  const double least = apart * std::min(frame.width(), frame.height());
  for (PointFeature& sea : seas) {
    const double dx = inside * frame.width(), dy = inside * frame.height();
    sea.at = {std::clamp(sea.at.x, frame.left + dx, frame.right - dx),
              std::clamp(sea.at.y, frame.top + dy, frame.bottom - dy)};
    const bool alone = std::all_of(shown.begin(), shown.end(), [&](const PointFeature& other) {
      const double x = other.at.x - sea.at.x, y = other.at.y - sea.at.y;
      return x * x + y * y >= least * least;
    });
    if (alone && shown.size() < 3) shown.push_back(sea);
  }
  return shown;
}

// Among two bays that lie across the same water from each other the greater, or the one before the other.
inline PointFeatures shown_bays(const PointFeatures& all, const PaperRaster& land) {
  constexpr double across = 1.7, out = 0.7;  // of the greater one's radius; of its own, from its head
  const labels::RasterValues is_land(land);
  const auto open_water = [&](const Spot& a, const Spot& b) {
    constexpr int parts = 64;
    int dry = 0;
    for (int k = 0; k <= parts; ++k) {
      const double t = static_cast<double>(k) / parts;
      const PaperPoint p = on_paper({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
      dry += is_land.at(p.x, p.y) != 0 ? 1 : 0;
    }
    return dry == 0;
  };
  const auto middle = [](const PointFeature& bay) {
    return Spot{bay.at.x + bay.towards_x * out * bay.radius, bay.at.y + bay.towards_y * out * bay.radius};
  };
  PointFeatures sorted = all, shown;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const PointFeature& a, const PointFeature& b) { return a.radius > b.radius; });
  for (const PointFeature& bay : sorted) {
    const bool shared = std::any_of(shown.begin(), shown.end(), [&](const PointFeature& other) {
      const Spot a = middle(other), b = middle(bay);
      const double dx = b.x - a.x, dy = b.y - a.y;
      const double reach = across * std::max(other.radius, bay.radius);
      return dx * dx + dy * dy < reach * reach && open_water(a, b);
    });
    if (!shared) shown.push_back(bay);
  }
  return shown;
}

// Drawings under the names.
struct UnderNames {
  const Lines* coast;
  const Lines* lakes;
  const std::vector<River>* rivers;
  std::vector<Line> roads;
  std::vector<Box> figures;  // of contours
  std::vector<Box> signs;    // mountains
  std::vector<Box> summits;  // signs of summits with names, which no name hides
  std::vector<Box> furniture;
};

// Peaks that are shown, the most prominent first: none near a greater one.
PointFeatures shown_peaks(const PointFeatures& peaks, const Style& style, const Box& frame);

// `per_metre` is 1/100 mm.
LabelInput label_input(const SheetTables& tables, const PointFeatures& peaks, const UnderNames& under,
                       const Style& style, const Box& frame, double per_metre, const Parallel& parallel);

struct SheetWishes {
  const Style* style = nullptr;
  double ground_pixel = 10;  // 1/100 mm
  SheetText text;
};

struct SheetContent {
  WorldFacts world;
  Layout layout;
  Ground ground;
  ClassWords classes;
  SheetTables tables;
};

struct DrawnSheet {
  DisplayList list;
  std::int64_t wanted = 0, placed = 0;  // names
  std::vector<std::string> kinds;
  std::vector<std::int64_t> wanted_by_kind, placed_by_kind;
};

DrawnSheet drawn_sheet(const SheetContent& content, const SheetWishes& wishes, const Parallel& parallel);

}  // namespace terrawright::map
