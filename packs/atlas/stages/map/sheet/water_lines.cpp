// SPDX-License-Identifier: Apache-2.0
#include "water_lines.hpp"

#include <algorithm>
#include <cmath>

#include "field.hpp"
#include "free_places.hpp"
#include "generalise.hpp"

namespace terrawright::map {
namespace {

// Three samples more on each side, like those at the edge, so that rings close outside the frame.
Field widened(const Field& field) {
  constexpr std::int64_t more = 3;
  const GridPlace& p = field.place;
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
  const GridPlace squares{frame.left - more, frame.top - more, pitch, columns, rows};
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
