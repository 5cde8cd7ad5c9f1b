// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "field.hpp"
#include "ground.hpp"
#include "plane.hpp"
#include "terrawright/processors.h"

namespace terrawright::map {
namespace {

// Light from 45 degrees above, from 315, 285 and 345 degrees: where it comes from (x to the right, y down).
struct Lamp {
  float x, y, weight;
};
constexpr float up = 0.70710678f;
constexpr Lamp lights[] = {
    {-0.5f, -0.5f, 0.62f}, {-0.68301270f, -0.18301270f, 0.19f}, {-0.18301270f, -0.68301270f, 0.19f}};
constexpr float steepest_share = 0.92f;  // share of the land that is less steep than what shows a gradient of ...
constexpr float shown_slope = 0.85f;

// A row of a field's slopes, in its own units a sample; at its edges half of what they would be.
class Slopes {
 public:
  explicit Slopes(std::int64_t columns)
      : columns_(columns), right_(static_cast<std::size_t>(columns)), down_(static_cast<std::size_t>(columns)) {}
  void go_to(const Field& field, std::int64_t j) {
    const float* row = field.row(j);
    const float* above = field.row(std::max<std::int64_t>(j - 1, 0));
    const float* below = field.row(std::min(j + 1, field.place.rows - 1));
    const std::int64_t last = columns_ - 1;
    right_[0] = (row[std::min<std::int64_t>(1, last)] - row[0]) / 2;
    for (std::int64_t i = 1; i < last; ++i) right_[static_cast<std::size_t>(i)] = (row[i + 1] - row[i - 1]) / 2;
    right_[static_cast<std::size_t>(last)] = (row[last] - row[std::max<std::int64_t>(last - 1, 0)]) / 2;
    for (std::int64_t i = 0; i < columns_; ++i) down_[static_cast<std::size_t>(i)] = (below[i] - above[i]) / 2;
  }
  const float* right() const { return right_.data(); }
  const float* down() const { return down_.data(); }
  float steepness(std::int64_t i) const {
    const float gx = right_[static_cast<std::size_t>(i)], gy = down_[static_cast<std::size_t>(i)];
    return gx * gx + gy * gy;
  }

 private:
  std::int64_t columns_;
  std::vector<float> right_, down_;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void light_row(float* __restrict to, const float* right, const float* down, std::int64_t columns, float scale) {
  for (std::int64_t i = 0; i < columns; ++i) {
    const float gx = right[i] * scale, gy = down[i] * scale;
    const float length = std::sqrt(1.0f + (gx * gx + gy * gy));
    float sum = 0;
    for (const Lamp& light : lights) {
      const float lit = (up - (gx * light.x + gy * light.y)) / length;
      sum = sum + light.weight * (lit > 0 ? lit : 0.0f);
    }
    to[i] = sum / up - 1.0f;
  }
}

Field share_of(const Ground& ground, const std::vector<std::uint16_t>& codes, double sigma, const GridGeometry& place,
               const Parallel& parallel) {
  if (!ground.biome || codes.empty()) return {};
  Field share(ground.biome.place);
  std::vector<std::uint8_t> is(65536, 0);
  for (const std::uint16_t code : codes) is[code] = 1;
  bool any = false;
  for (std::size_t n = 0; n < share.values.size(); ++n) {
    const bool here = is[ground.biome.values[n]] != 0;
    share.values[n] = here ? 1.0f : 0.0f;
    any = any || here;
  }
  if (!any) return {};
  return taken_over(smoothed(share, sigma / share.place.pitch, parallel), place, parallel);
}

}  // namespace

Field shaded(const Field& height, const Field& land_height, const Parallel& parallel) {
  const GridGeometry& p = height.place;
  Field steepness(p), to(p);
  in_stretches(parallel, p.rows, 64, [&](std::int64_t first, std::int64_t end) {
    Slopes slopes(p.columns);
    for (std::int64_t j = first; j < end; ++j) {
      slopes.go_to(height, j);
      for (std::int64_t i = 0; i < p.columns; ++i) steepness.row(j)[i] = slopes.steepness(i);
    }
  });
  // Every third sample of the land in each direction says how steep it is.
  std::vector<float> of_land;
  for (std::int64_t j = 0; j < p.rows; j += 3) {
    for (std::int64_t i = 0; i < p.columns; i += 3) {
      if (land_height.row(j)[i] > 0) of_land.push_back(steepness.row(j)[i]);
    }
  }
  if (of_land.empty()) return to;
  const auto at =
      of_land.begin() + static_cast<std::ptrdiff_t>(static_cast<float>(of_land.size() - 1) * steepest_share);
  std::nth_element(of_land.begin(), at, of_land.end());
  const float steep = std::sqrt(*at);
  float highest = 0;
  for (const float h : land_height.values) highest = std::max(highest, h);
  if (!(steep > even_ground * highest)) return to;
  const float scale = shown_slope / steep;
  in_stretches(parallel, p.rows, 64, [&](std::int64_t first, std::int64_t end) {
    Slopes slopes(p.columns);
    for (std::int64_t j = first; j < end; ++j) {
      slopes.go_to(height, j);
      light_row(to.row(j), slopes.right(), slopes.down(), p.columns, scale);
    }
  });
  return to;
}

Surface surface_of(const Ground& ground, const GridGeometry& place, const ClassWords& words, const Style& style,
                   const Parallel& parallel) {
  Surface s;
  s.place = place;
  Field land = ground.height, sea = ground.height;
  for (std::size_t n = 0; n < land.values.size(); ++n) {
    const bool dry = ground.land.values[n] != 0;
    land.values[n] = dry ? std::max(land.values[n], 0.05f) : 0.0f;
    sea.values[n] = dry ? 0.0f : std::max(-sea.values[n], 0.0f);
    s.highest = std::max(s.highest, land.values[n]);
  }
  s.height = taken_over(land, place, parallel);
  s.depth = taken_over(smoothed(sea, 0.6, parallel), place, parallel);
  const double per_mm = 100 / place.pitch;
  const Field fine = shaded(smoothed(s.height, style.fine * per_mm, parallel), s.height, parallel);
  const Field broad = shaded(smoothed(s.height, style.broad * per_mm, parallel), s.height, parallel);
  s.tone = Field(place);
  const auto share = static_cast<float>(style.fine_share);
  for (std::size_t n = 0; n < s.tone.values.size(); ++n)
    s.tone.values[n] = share * fine.values[n] + (1.0f - share) * broad.values[n];
  // Forests of an antique map are washed.
  s.forest = share_of(ground, words.forest, style.name == StyleName::antique ? 90 : 35, place, parallel);
  s.desert = share_of(ground, words.desert, 120, place, parallel);
  s.ice = share_of(ground, words.ice, 40, place, parallel);
  const Field tundra = share_of(ground, words.tundra, 80, place, parallel);
  if (tundra) {
    if (!s.ice) s.ice = Field(place);
    for (std::size_t n = 0; n < s.ice.values.size(); ++n)
      s.ice.values[n] = std::max(s.ice.values[n], 0.55f * tundra.values[n]);
  }
  return s;
}

namespace {

// Three samples more on each side, like those at the edge, so that rings close outside the frame.
Field widened(const Field& field) {
  constexpr std::int64_t more = 3;
  const GridGeometry& p = field.place;
  Field to({p.x - more * p.pitch, p.y - more * p.pitch, p.pitch, p.columns + 2 * more, p.rows + 2 * more});
  for (std::int64_t j = 0; j < to.place.rows; ++j) {
    for (std::int64_t i = 0; i < to.place.columns; ++i) to.row(j)[i] = field.at(i - more, j - more);
  }
  return to;
}

Lines drawn(const Lines& traced, double least_area, double dropped) {
  Lines to;
  for (const Line& line : traced) {
    const double area = area_of(line);
    if ((area < 0 ? -area : area) < dropped) continue;
    to.push_back(rounded_off(simplified(line, least_area), 2));
  }
  return to;
}

}  // namespace

Lines coast_of(const Ground& ground, const Parallel& parallel) {
  // The mask says which side a block is on, the heights where between two blocks the coast lies.
  Field side(ground.height.place);
  for (std::size_t n = 0; n < side.values.size(); ++n) {
    const float z = ground.height.values[n];
    side.values[n] =
        ground.land.values[n] != 0 ? std::clamp(z, 0.05f, 8.0f) / 8.0f : std::clamp(z, -8.0f, -0.05f) / 8.0f;
  }
  side = smoothed(side, 0.7, parallel);
  constexpr float least = 0.12f;
  for (std::size_t n = 0; n < side.values.size(); ++n) {
    float& s = side.values[n];
    s = ground.land.values[n] != 0 ? std::max(s, least) : std::min(s, -least);
  }
  return drawn(traced(widened(side), 0.0f, true), 120, 600);
}

Lines lake_shores(const Ground& ground, const Parallel& parallel) {
  if (!ground.lake) return {};
  return drawn(traced(widened(smoothed(ground.lake, 0.8, parallel)), 0.45f, true), 100, 4000);
}

namespace {

struct WaterLine {
  float off;  // 1/100 mm
  std::int32_t width, alpha;
  int softened;  // times: calmer the farther out
};
constexpr WaterLine water_lines[] = {{75, 15, 165, 2},  {160, 14, 135, 6}, {260, 12, 108, 12},
                                     {380, 11, 84, 20}, {520, 10, 62, 30}, {680, 9, 44, 40}};

// Each point goes halfway to the middle of its neighbours, so many times.
Line softened(Line line, int times) {
  const std::size_t n = line.spots.size();
  if (n < 4) return line;
  std::vector<Spot> next = line.spots;
  for (int k = 0; k < times; ++k) {
    for (std::size_t i = line.closed ? 0 : 1; i < (line.closed ? n : n - 1); ++i) {
      const Spot &a = line.spots[(i + n - 1) % n], &b = line.spots[i], &c = line.spots[(i + 1) % n];
      next[i] = {(a.x + 2 * b.x + c.x) / 4, (a.y + 2 * b.y + c.y) / 4};
    }
    line.spots.swap(next);
  }
  return line;
}

Field distance_from(const Lines& coast, bool sea, const Box& frame, double most, const Parallel& parallel) {
  constexpr double pitch = 25;
  const double more = most + 100;
  const auto columns = static_cast<std::int64_t>((frame.width() + 2 * more) / pitch) + 1;
  const auto rows = static_cast<std::int64_t>((frame.height() + 2 * more) / pitch) + 1;
  const GridGeometry squares{frame.left - more, frame.top - more, pitch, columns, rows};
  const FieldOf<std::uint8_t> land = covered(coast, squares, 2, parallel);
  const auto reach = static_cast<std::int64_t>(most / pitch) + 2;
  // Along columns first, then of all columns near by.
  std::vector<std::int32_t> down(squares.size(), static_cast<std::int32_t>(reach));
  for (std::int64_t i = 0; i < columns; ++i) {
    const auto at = [&](std::int64_t j) -> std::int32_t& { return down[static_cast<std::size_t>(j * columns + i)]; };
    auto gone = static_cast<std::int32_t>(reach);
    const auto step = [&](std::int64_t j) {
      gone = (land.row(j)[i] > 127) != sea ? 0 : std::min(gone + 1, static_cast<std::int32_t>(reach));
      at(j) = std::min(at(j), gone);
    };
    for (std::int64_t j = 0; j < rows; ++j) step(j);
    gone = static_cast<std::int32_t>(reach);
    for (std::int64_t j = rows - 1; j >= 0; --j) step(j);
  }
  Field to({squares.x + pitch / 2, squares.y + pitch / 2, pitch, columns, rows});
  in_stretches(parallel, rows, 32, [&](std::int64_t first, std::int64_t end) {
    std::vector<std::int32_t> square(static_cast<std::size_t>(columns + 2 * reach),
                                     static_cast<std::int32_t>(reach * reach));
    std::vector<std::int32_t> best(static_cast<std::size_t>(columns));
    for (std::int64_t j = first; j < end; ++j) {
      for (std::int64_t i = 0; i < columns; ++i) {
        const std::int32_t d = down[static_cast<std::size_t>(j * columns + i)];
        square[static_cast<std::size_t>(i + reach)] = d * d;
      }
      std::fill(best.begin(), best.end(), static_cast<std::int32_t>(reach * reach));
      for (std::int64_t k = -reach; k <= reach; ++k) {
        const auto side = static_cast<std::int32_t>(k * k);
        const std::int32_t* from = square.data() + (k + reach);
        for (std::int64_t i = 0; i < columns; ++i) {
          const std::int32_t now = from[i] + side;
          if (now < best[static_cast<std::size_t>(i)]) best[static_cast<std::size_t>(i)] = now;
        }
      }
      for (std::int64_t i = 0; i < columns; ++i)
        to.row(j)[i] = std::sqrt(static_cast<float>(best[static_cast<std::size_t>(i)])) * static_cast<float>(pitch);
    }
  });
  return to;
}

}  // namespace

Field offshore(const Lines& coast, const Box& frame, const Parallel& parallel) {
  return distance_from(coast, false, frame, 720, parallel);
}
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel) {
  return distance_from(coast, true, frame, 700, parallel);
}

void draw_water_lines(const Field& offshore, const Style& style, const Parallel& parallel, DisplayList& list) {
  const Field distance = smoothed(offshore, 0.8, parallel);
  std::vector<Path> paths(std::size(water_lines));
  parallel(std::size(water_lines), [&](std::uint64_t n) {
    for (const Line& line : traced(distance, water_lines[n].off, false)) {
      const Line drawn = rounded_off(simplified(softened(line, water_lines[n].softened), 25), 1);
      if (length_of(drawn) > 300) add(paths[n], drawn);
    }
  });
  for (std::size_t n = 0; n < paths.size(); ++n) {
    const Colour c = style.water_ink;
    if (!paths[n].empty())
      list.line(paths[n],
                {water_lines[n].width, {c.red, c.green, c.blue, static_cast<std::uint8_t>(water_lines[n].alpha)}});
  }
}

void draw_lake_edges(const Path& shores, const Style& style, DisplayList& list) {
  list.clip(shores);
  for (const std::int32_t width : {200, 160, 120, 80, 50}) {
    const Colour c = style.water_ink;
    list.line(shores, {width, {c.red, c.green, c.blue, 16}});
  }
  list.unclip();
}

}  // namespace terrawright::map
