// SPDX-License-Identifier: Apache-2.0
#include "contour_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generalise.hpp"
#include "trace.hpp"

namespace terrawright::map {
namespace {

constexpr double lines_apart = 36;    // 1/100 mm between lines on a slope that ...
constexpr double steep_share = 0.97;  // of the land is less steep than
constexpr int index_every = 5;
constexpr double shortest = 240, shortest_ring = 420;
constexpr FigureRoom on_contours{2800, 7000, 3500, 1400}, on_isobaths{4000, 16000, 9000, 3000};

// Contours are drawn from heights without the smallest dents.
Field drawn_from(const Surface& surface, const Parallel& parallel) {
  return smoothed(surface.height, 28 / surface.place.pitch, parallel);
}

// Plains are drawn where more than this share of the land has no contour nearby.
constexpr float bare_share = 1.0f / 3;

// 1 where no contour runs within 2.5 mm, on a grid of 2.5 mm; and the share of squares of land without a contour.
struct Bare {
  FieldOf<std::uint8_t> ground;
  float share = 0;
  bool at(const Spot& s) const {
    const GridPlace& p = ground.place;
    return ground.at(static_cast<std::int64_t>((s.x - p.x) / p.pitch),
                     static_cast<std::int64_t>((s.y - p.y) / p.pitch)) != 0;
  }
};
Bare bare_of(const Field& height, double interval) {
  const GridPlace& p = height.place;
  const auto part = static_cast<std::int64_t>(250 / p.pitch + 0.5);
  const GridPlace place{p.x, p.y, p.pitch * static_cast<double>(part), (p.columns - 1) / part + 1,
                        (p.rows - 1) / part + 1};
  FieldOf<float> least(place, std::numeric_limits<float>::max()), greatest(place, 0);
  for (std::int64_t j = 0; j < p.rows; ++j) {
    for (std::int64_t i = 0; i < p.columns; ++i) {
      const float level = std::floor(height.row(j)[i] / static_cast<float>(interval));
      float &low = least.row(j / part)[i / part], &high = greatest.row(j / part)[i / part];
      low = std::min(low, level), high = std::max(high, level);
    }
  }
  Bare bare{FieldOf<std::uint8_t>(place)};
  float land = 0, without = 0;
  for (std::int64_t j = 0; j < place.rows; ++j) {
    for (std::int64_t i = 0; i < place.columns; ++i) {
      float low = least.row(j)[i], high = greatest.row(j)[i];
      for (std::int64_t k = 0; k < 9; ++k) {
        low = std::min(low, least.at(i + k % 3 - 1, j + k / 3 - 1));
        high = std::max(high, greatest.at(i + k % 3 - 1, j + k / 3 - 1));
      }
      bare.ground.row(j)[i] = low == high ? 1 : 0;
      if (!(height.at(i * part + part / 2, j * part + part / 2) > 0)) continue;
      ++land;
      without += least.row(j)[i] == greatest.row(j)[i] ? 1.0f : 0.0f;
    }
  }
  bare.share = land > 0 ? without / land : 0;
  return bare;
}

// Those parts of a line that run over bare ground.
void add_bare_parts(const Line& line, const Bare& bare, Lines& to) {
  Line part;
  const auto end = [&] {
    if (part.spots.size() > 1 && length_of(part) >= shortest_ring) to.push_back(part);
    part.spots.clear();
  };
  for (const Spot& spot : line.spots) {
    if (bare.at(spot)) {
      part.spots.push_back(spot);
    } else {
      end();
    }
  }
  if (line.closed && part.spots.size() == line.spots.size()) part.spots.push_back(line.spots.front());
  end();
}

// 1, 2, 2.5 (from 10 m on) or 5 times a power of ten, no less than this.
double round_interval(double least) {
  static constexpr double steps[] = {1, 2, 2.5, 5};
  for (double power = 1;; power *= 10) {
    for (const double step : steps) {
      if (step == 2.5 && power < 10) continue;
      if (step * power >= least) return step * power;
    }
  }
}

ClipBox figures_inside(const Box& frame) {
  return {frame.left + 300.0, frame.top + 300.0, frame.right - 300.0, frame.bottom - 300.0};
}

}  // namespace

double interval_of(const Surface& surface, const Parallel& parallel) {
  const GridPlace& p = surface.place;
  const Field height = drawn_from(surface, parallel);
  std::vector<float> slopes;
  for (std::int64_t j = 1; j + 1 < p.rows; j += 2) {
    for (std::int64_t i = 1; i + 1 < p.columns; i += 2) {
      if (!(height.row(j)[i] > 0)) continue;
      const float gx = height.row(j)[i + 1] - height.row(j)[i - 1];
      const float gy = height.row(j + 1)[i] - height.row(j - 1)[i];
      slopes.push_back(gx * gx + gy * gy);
    }
  }
  if (slopes.empty()) return 10;
  const auto at = slopes.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(slopes.size() - 1) * steep_share);
  std::nth_element(slopes.begin(), at, slopes.end());
  if (std::sqrt(*at) <= 2 * even_ground * surface.highest) return 0;
  const double slope = std::sqrt(static_cast<double>(*at)) / (2 * p.pitch);  // m in 1/100 mm
  return round_interval(std::max(slope * lines_apart, 1.0));
}

Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& lettering,
                     const Occupied& occupied, const Parallel& parallel) {
  Contours contours;
  contours.interval = interval;
  if (interval <= 0) return contours;
  const Field height = drawn_from(surface, parallel);
  const auto levels = static_cast<std::int64_t>(static_cast<double>(surface.highest) / interval);
  if (levels <= 0 || levels > 2000) return contours;
  std::vector<Lines> by_level(static_cast<std::size_t>(levels));
  parallel(static_cast<std::uint64_t>(levels), [&](std::uint64_t n) {
    const auto level = static_cast<float>(interval * static_cast<double>(n + 1));
    for (const Line& line : traced(height, level, false)) {
      Line drawn = rounded_off(simplified(line, 60), 1);
      if (length_of(drawn) >= (drawn.closed ? shortest_ring : shortest)) by_level[n].push_back(std::move(drawn));
    }
  });
  const ClipBox inside = figures_inside(frame);
  for (std::int64_t n = 0; n < levels; ++n) {
    const bool index = (n + 1) % index_every == 0;
    Lines& lines = by_level[static_cast<std::size_t>(n)];
    if (!index) {
      std::move(lines.begin(), lines.end(), std::back_inserter(contours.thin));
      continue;
    }
    const auto text = std::to_string(static_cast<std::int64_t>(interval * static_cast<double>(n + 1) + 0.5));
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.spots.size() > b.spots.size(); });
    for (const Line& line : lines)
      figure_line(line, text, lettering, {surface.height, inside, occupied, on_contours}, contours.figures);
    std::move(lines.begin(), lines.end(), std::back_inserter(contours.index));
  }
  const Bare bare = bare_of(height, interval);
  if (bare.share <= bare_share) return contours;
  std::vector<Lines> between(static_cast<std::size_t>(levels) + 1);
  parallel(between.size(), [&](std::uint64_t n) {
    const auto level = static_cast<float>(interval * (static_cast<double>(n) + 0.5));
    for (const Line& line : traced(height, level, false))
      add_bare_parts(rounded_off(simplified(line, 60), 1), bare, between[n]);
  });
  for (Lines& lines : between) std::move(lines.begin(), lines.end(), std::back_inserter(contours.half));
  return contours;
}

Contours isobaths_of(const Surface& surface, const std::vector<double>& depths, const Box& frame,
                     const std::optional<Lettering>& lettering, const Occupied& occupied, const Parallel& parallel) {
  const Field depth = smoothed(surface.depth, 2.5, parallel);
  std::vector<Lines> by_depth(depths.size());
  parallel(depths.size(), [&](std::uint64_t n) {
    for (const Line& line : traced(depth, static_cast<float>(depths[n]), false)) {
      Line drawn = rounded_off(simplified(line, 500), 2);
      if (length_of(drawn) >= 1500) by_depth[n].push_back(std::move(drawn));
    }
  });
  Contours all;
  const ClipBox inside = figures_inside(frame);
  for (std::size_t n = 0; n < depths.size(); ++n) {
    const auto text = std::to_string(static_cast<std::int64_t>(depths[n] + 0.5));
    for (const Line& line : by_depth[n]) {
      if (lettering) figure_line(line, text, *lettering, {depth, inside, occupied, on_isobaths}, all.figures);
    }
    std::move(by_depth[n].begin(), by_depth[n].end(), std::back_inserter(all.thin));
  }
  return all;
}

}  // namespace terrawright::map
