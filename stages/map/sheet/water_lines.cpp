// SPDX-License-Identifier: Apache-2.0
#include "water_lines.hpp"

#include <cmath>

#include "coverage.hpp"
#include "generalise.hpp"
#include "trace.hpp"

namespace terrawright::map {
namespace {

struct WaterLine {
  float off;  // 1/100 mm
  std::int32_t width, alpha;
};
constexpr WaterLine water_lines[] = {{75, 15, 165}, {160, 14, 135}, {260, 12, 108},
                                     {380, 11, 84}, {520, 10, 62},  {680, 9, 44}};

}  // namespace

namespace {

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

Field distance_from_land(const Lines& coast, const Box& frame, double most, const Parallel& parallel) {
  return distance_from(coast, false, frame, most, parallel);
}
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel) {
  return distance_from(coast, true, frame, 700, parallel);
}

void draw_water_lines(const Lines& coast, const Box& frame, const Style& style, const Parallel& parallel,
                      DisplayList& list) {
  if (coast.empty()) return;
  const Field distance = smoothed(distance_from_land(coast, frame, 720, parallel), 0.8, parallel);
  std::vector<Path> paths(std::size(water_lines));
  parallel(std::size(water_lines), [&](std::uint64_t n) {
    for (const Line& line : traced(distance, water_lines[n].off, false)) {
      const Line drawn = rounded_off(simplified(line, 60), 2);
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

}  // namespace terrawright::map
