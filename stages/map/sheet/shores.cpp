// SPDX-License-Identifier: Apache-2.0
#include "shores.hpp"

#include <algorithm>

#include "generalise.hpp"
#include "trace.hpp"

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

}  // namespace terrawright::map
