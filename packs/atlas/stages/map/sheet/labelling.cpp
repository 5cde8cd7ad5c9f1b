// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <tuple>

#include "drawing.hpp"
#include "ground.hpp"
#include "map/margin/legend.hpp"
#include "map/style/style.hpp"
#include "plane.hpp"
#include "signs.hpp"

namespace terrawright::map {
namespace {

// Least features with a name on a sheet of each style: topographic, atlas, antique.
struct Least {
  double prominence, peaks_apart, river, lake;  // m, 1/100 mm, 1/100 mm, mm2
};
const Least& least_of(StyleName name) {
  static constexpr Least rows[] = {{120, 1150, 2000, 7}, {250, 1100, 2600, 8}, {200, 2000, 3000, 14}};
  return rows[static_cast<int>(name)];
}

constexpr std::size_t most_peaks = 60;

// x^0.156 and x^0.125 by square roots alone.
double root8(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }
double power016(double x) { return root8(x) * std::sqrt(std::sqrt(root8(x))); }
// Tenths of a point, in 1/100 mm.
std::int32_t size_of(double pt) { return points(static_cast<double>(static_cast<std::int64_t>(pt * 10 + 0.5)) / 10); }

class Maker {
 public:
  Maker(const Style& style, const Box& frame, LabelInput& input)
      : types_(style.types), fonts_(style.fonts), frame_(frame), input_(input) {}

  LabelFeature& add(LabelKind kind, const TypeRow& row, double pt, const std::string& name, const char* from,
                    bool water) {
    LabelFeature feature{};
    feature.kind = kind;
    feature.text = row.capitals ? in_capitals(name) : name;
    LabelStyle letters{fonts_.that_writes(row.font, feature.text), row.colour};
    letters.halo = water ? types_.water_halo : types_.land_halo;
    letters.halo.alpha = static_cast<std::uint8_t>(row.halo);
    letters.halo_width = row.halo == 0 ? 0 : 62;
    letters.tracking = row.tracking;
    letters.widest_tracking = row.widest;
    feature.style = number_of(letters);
    feature.size = size_of(pt);
    feature.from = from;
    input_.features.push_back(std::move(feature));
    return input_.features.back();
  }
  const TypeStyles& types() const { return types_; }
  const Box& frame() const { return frame_; }

 private:
  std::int32_t number_of(const LabelStyle& wanted) {
    const auto bits = [](Colour c) { return std::tuple(c.red, c.green, c.blue, c.alpha); };
    const auto key = [&](const LabelStyle& s) {
      return std::tuple(s.font, bits(s.colour), bits(s.halo), s.tracking, s.widest_tracking);
    };
    auto& styles = input_.styles;
    const auto same = [&](const LabelStyle& s) { return key(s) == key(wanted); };
    const auto found = std::find_if(styles.begin(), styles.end(), same);
    const auto number = static_cast<std::int32_t>(found - styles.begin());
    if (found == styles.end()) styles.push_back(wanted);
    return number;
  }

  const TypeStyles& types_;
  const lettering::Fonts& fonts_;
  const Box& frame_;
  LabelInput& input_;
};

void add_points(Maker& make, const SheetTables& tables, const PointFeatures& peaks, const Style& style,
                const PaperRaster& land, const std::vector<Box>& summits) {
  const TypeStyles& t = make.types();
  for (const PointFeature& place : tables.places) {
    const auto rank = static_cast<int>(std::clamp<std::int64_t>(place.rank, 1, 4));
    LabelFeature& f = make.add(LabelKind::town, t.towns[rank - 1], t.towns[rank - 1].pt, place.name, "places", false);
    f.point = on_paper(place.at);
    f.rank = rank;
    f.mark = town_radius(rank, style) + 15;
    f.harbour = place.harbour;
  }
  for (std::size_t n = 0; n < peaks.size(); ++n) {
    const bool great = n < 4;
    const double larger = great ? 1.14 : 1.0;
    const PaperPoint at = on_paper(peaks[n].at);
    const auto sign = std::find_if(summits.begin(), summits.end(), [&](const Box& box) {
      return at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
    });
    const bool old = style.name == StyleName::antique;
    if (old && sign == summits.end()) continue;  // whose name would it be
    LabelFeature& f = make.add(LabelKind::peak, t.peak, t.peak.pt * larger, peaks[n].name, "peaks", false);
    f.point = old ? PaperPoint{(sign->left + sign->right) / 2, (sign->top + sign->bottom) / 2} : at;
    f.rank = great ? 1 : 2;
    f.mark = old ? std::max(sign->width(), sign->height()) / 2 : summit_half;
    if (old) continue;
    LabelFeature& h = make.add(LabelKind::height, t.height, t.height.pt * larger,
                               std::to_string(static_cast<std::int64_t>(peaks[n].height + 0.5)), "peaks", false);
    h.point = at;
    h.rank = great ? 1 : 2;
    h.mark = summit_half;
  }
  const auto coast = [&](const PointFeatures& features, LabelKind kind, const TypeRow& row, const char* from) {
    for (const PointFeature& feature : features) {
      const bool large = kind == LabelKind::bay && feature.radius_km >= 8;
      LabelFeature& f = make.add(kind, row, row.pt * (large ? 1.3 : 1.0), feature.name, from, kind == LabelKind::bay);
      f.point = on_paper(feature.at);
      f.rank = large ? 1 : 2;
      f.radius = rounded(feature.radius);
      f.towards_x = rounded(feature.towards_x * 16384);
      f.towards_y = rounded(feature.towards_y * 16384);
    }
  };
  coast(tables.capes, LabelKind::cape, t.cape, "capes");
  coast(shown_bays(tables.bays, land), LabelKind::bay, t.bay, "bays");
  coast(tables.islands, LabelKind::island, t.island, "islands");
  const PointFeatures seas = shown_seas(tables.seas, make.frame());
  for (std::size_t n = 0; n < seas.size(); ++n) {
    LabelFeature& f = make.add(LabelKind::sea, t.sea, t.sea.pt * (n == 0 ? 1.0 : 0.72), seas[n].name, "seas", true);
    f.point = on_paper(seas[n].at);
    f.rank = static_cast<std::int32_t>(n) + 1;
    f.radius = rounded(seas[n].radius);
  }
}

void add_lines(Maker& make, const SheetTables& tables, const Style& style, double per_metre) {
  const TypeStyles& t = make.types();
  const Least& least = least_of(style.name);
  for (const LineFeature& range : tables.ranges) {
    const double larger = std::clamp(power016(std::max(range.area, 1.0) / 500), 0.8, 1.5);
    LabelFeature& f = make.add(LabelKind::range, t.range, t.range.pt * larger, range.name, "ranges", false);
    f.line = on_paper(range.line);
    f.point = on_paper(range.pole);
    if (style.name == StyleName::antique) f.importance = 1091;
  }
  const auto area = [&](const LineFeatures& features, LabelKind kind, const TypeRow& row, const char* from,
                        std::int32_t importance) {
    for (const LineFeature& feature : features) {
      LabelFeature& f = make.add(kind, row, row.pt, feature.name, from, false);
      f.line = on_paper(feature.line);
      f.point = on_paper(feature.pole);
      f.radius = rounded(feature.radius);
      f.importance = importance;
    }
  };
  if (style.name != StyleName::atlas)
    area(tables.forests, LabelKind::forest, t.forest, "forests", style.name == StyleName::antique ? 2333 : 1000);
  area(tables.deserts, LabelKind::desert, t.desert, "deserts", 1000);
  area(tables.plains, LabelKind::plain, t.plain, "plains", 1000);
  for (const LineFeature& course : tables.courses) {
    Line line{course.line, false};
    if (line.spots.size() < 2 || length_of(line) < least.river) continue;
    const double larger = std::clamp(1 + 0.02 * (std::sqrt(std::max(course.discharge, 0.0)) - 3), 0.9, 1.45);
    LabelFeature& f = make.add(LabelKind::river, t.river, t.river.pt * larger, course.name, "courses", false);
    line = rounded_off(simplified(smoothed_along(line, 1.6), 40), 1);
    f.line = on_paper(line.spots);
    f.half_widths.assign(f.line.size(), rounded(river_width(course.discharge) / 2));
  }
  for (const LineFeature& lake : tables.lakes) {
    const double mm2 = lake.area * 1e6 * per_metre * per_metre / 10000;
    if (mm2 < least.lake) continue;
    LabelFeature& f =
        make.add(LabelKind::lake, t.lake, t.lake.pt * std::clamp(root8(mm2 / 60), 0.8, 1.5), lake.name, "lakes", true);
    f.line = on_paper(lake.line);
    f.point = on_paper(lake.pole);
    f.radius = rounded(lake.radius);
    f.importance = rounded(1000 * std::clamp(mm2 / 25, 0.8, 2.5));  // no great lake without a name for a small one's
  }
}

PaperRaster raster_of(const FieldOf<std::uint8_t>& cover, std::uint8_t beyond) {
  PaperRaster raster;
  raster.x = static_cast<std::int32_t>(cover.place.x);
  raster.y = static_cast<std::int32_t>(cover.place.y);
  raster.cell = static_cast<std::int32_t>(cover.place.pitch);
  raster.columns = static_cast<std::int32_t>(cover.place.columns);
  raster.rows = static_cast<std::int32_t>(cover.place.rows);
  for (const std::uint8_t v : cover.values) raster.values.push_back(v > 127 ? 1 : 0);
  raster.beyond = beyond;
  return raster;
}

class InkRaster {
 public:
  InkRaster(const Box& frame) {
    raster_.x = frame.left, raster_.y = frame.top, raster_.cell = 40;
    raster_.columns = frame.width() / 40 + 1, raster_.rows = frame.height() / 40 + 1;
    raster_.values.assign(static_cast<std::size_t>(raster_.columns) * static_cast<std::size_t>(raster_.rows), 0);
  }
  void line(const Line& line, std::uint8_t ink) {
    each_piece(line, [&](const Spot& a, const Spot& b) {
      each_between(a, b, 20, [&](const Spot& at) { spot(at.x, at.y, ink); });
    });
  }
  void box(const Box& box, std::uint8_t ink) {
    for (std::int32_t y = box.top; y <= box.bottom; y += 20) {
      for (std::int32_t x = box.left; x <= box.right; x += 20) spot(x, y, ink);
    }
  }
  PaperRaster raster() const { return raster_; }

 private:
  void spot(double x, double y, std::uint8_t ink) {
    if (x < raster_.x || y < raster_.y) return;
    const auto i = static_cast<std::int32_t>((x - raster_.x) / raster_.cell);
    const auto j = static_cast<std::int32_t>((y - raster_.y) / raster_.cell);
    if (i >= raster_.columns || j >= raster_.rows) return;
    auto& cell = raster_.values[static_cast<std::size_t>(j) * static_cast<std::size_t>(raster_.columns) +
                                static_cast<std::size_t>(i)];
    cell = std::max(cell, ink);
  }
  PaperRaster raster_;
};

}  // namespace

PointFeatures shown_peaks(const PointFeatures& peaks, const Style& style, const Box& frame) {
  const Least& least = least_of(style.name);
  double highest = 0;
  for (const PointFeature& peak : peaks) highest = std::max(highest, peak.height);
  const double prominence = std::min(least.prominence, highest * 0.2);
  PointFeatures shown;
  for (const PointFeature& peak : peaks) {
    if (peak.prominence < prominence || shown.size() >= most_peaks) continue;
    if (peak.at.x < frame.left || peak.at.x > frame.right || peak.at.y < frame.top || peak.at.y > frame.bottom)
      continue;
    bool free = true;
    for (const PointFeature& other : shown) {
      const double dx = other.at.x - peak.at.x, dy = other.at.y - peak.at.y;
      free = free && dx * dx + dy * dy >= least.peaks_apart * least.peaks_apart;
    }
    if (free) shown.push_back(peak);
  }
  return shown;
}

LabelInput label_input(const SheetTables& tables, const PointFeatures& peaks, const UnderNames& under,
                       const Style& style, const Box& frame, double per_metre, const Parallel& parallel) {
  LabelInput input;
  input.frame = frame;
  input.taken = under.furniture;
  const auto mark = [&](const Spot& at, std::int32_t half) {
    const PaperPoint p = on_paper(at);
    input.marks.push_back({p.x - half, p.y - half, p.x + half, p.y + half});
  };
  for (const PointFeature& place : tables.places) mark(place.at, town_radius(static_cast<int>(place.rank), style) + 15);
  if (style.name != StyleName::antique) {
    for (const PointFeature& peak : peaks) mark(peak.at, summit_half);
  }
  const GridGeometry place{static_cast<double>(frame.left), static_cast<double>(frame.top), 25, frame.width() / 25 + 1,
                           frame.height() / 25 + 1};
  input.land = raster_of(covered(*under.coast, place, 1, parallel), 0);
  Maker make(style, frame, input);
  input.marks.insert(input.marks.end(), under.summits.begin(), under.summits.end());
  add_points(make, tables, peaks, style, input.land, under.summits);
  add_lines(make, tables, style, per_metre);

  input.lakes = raster_of(covered(*under.lakes, place, 1, parallel), 0);
  InkRaster ink(frame);
  for (const Box& box : under.signs) ink.box(box, 190);
  for (const Line& road : under.roads) ink.line(road, 140);
  for (const River& river : *under.rivers) ink.line(river.line, 190);
  for (const Line& lake : *under.lakes) ink.line(lake, 150);
  for (const Box& box : under.figures) ink.box(box, 200);
  for (const Line& coast : *under.coast) ink.line(coast, 255);
  input.ink = ink.raster();
  return input;
}

}  // namespace terrawright::map
