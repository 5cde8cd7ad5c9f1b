// SPDX-License-Identifier: Apache-2.0
// erosion.creep: soil creeps down hillslopes, and slides where they are too steep.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "erosion/whole_numbers.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/outlets.hpp"
#include "water/scratch.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;
using namespace terrawright::water;

// Flow to a cell for each metre that a neighbour is higher; 1 / metres to it at the slope at which all slides.
struct Share {
  float axis, diagonal;
  float steep_axis, steep_diagonal;
};

constexpr float most_axis = 0.12f, most_diagonal = 0.04f;

// In whole 2^-10 m, half to even; as much as flows the other way.
inline float flow(float higher, float share, float steep, float most) {
  const float ratio = higher * steep, t = ratio * ratio;
  const float faster = share / (1.0f - (t < 0.984375f ? t : 0.984375f));
  constexpr float to_whole = 12582912.0f;  // 1.5 * 2^23
  const float parts = (faster < most ? faster : most) * higher * 1024.0f;
  return ((parts + to_whole) - to_whole) / 1024.0f;
}

// One round for a row whose rows begin a cell to the left. Outlets keep their heights.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void creep_row(const float* above, const float* here, const float* below, const std::uint8_t* outlet, Share s,
               float* __restrict to, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) {
    const float own = here[x + 1];
    const auto axis = [&](float other) { return flow(other - own, s.axis, s.steep_axis, most_axis); };
    const auto diagonal = [&](float other) { return flow(other - own, s.diagonal, s.steep_diagonal, most_diagonal); };
    const float sides = (axis(here[x + 2]) + axis(above[x + 1])) + (axis(here[x]) + axis(below[x + 1]));
    const float corners = (diagonal(above[x + 2]) + diagonal(above[x])) + (diagonal(below[x]) + diagonal(below[x + 2]));
    to[x] = outlet[x] != 0 ? own : own + (sides + corners);
  }
}

// Columns of a row with land; what lies between may be sea.
struct Run {
  std::int64_t first, end;
};

struct Creep {
  In<Height> height;
  In<Mask> ocean;
  Out<Height> crept;
  double diffusivity = 0.01, time = 200000, talus = 0.9, reach = 500;

  std::int64_t width = 0, rows = 0, rounds = 1;
  Share share{};

  static void describe(Spec<Creep>& s) {
    s.stage("erosion.creep", "Soil creeps down hillslopes, and slides where they are steeper than their talus.");
    s.source(
        "Roering, Kirchner & Dietrich 1999: flux = D S / (1 - (S / Sc)^2), in explicit rounds over eight neighbours, "
        "2/3 along axes and 1/6 along diagonals; flows are whole 2^-10 m, equal and opposite: no volume is lost");
    s.reads_cell();
    s.port(&Creep::height, "height", "Heights above the sea.").unit("m").halo(&Creep::seen_around);
    s.port(&Creep::ocean, "ocean", "Mask of the ocean, which keeps its heights; without it, cells at 0 m and below.")
        .halo(&Creep::seen_around)
        .optional();
    s.port(&Creep::crept, "height",
           "The heights afterwards, in whole 1/1024 m on land; the world's border keeps its own.")
        .unit("m");
    s.parameter(&Creep::diffusivity, "diffusivity", "Speed of soil creep: 0.001 to 0.05 in nature.")
        .unit("m2/yr")
        .range(0, 10);
    s.parameter(&Creep::time, "time", "Duration of the creep.").unit("yr").range(0, 1e8);
    s.parameter(&Creep::talus, "talus",
                "Slope near which soil slides, as its tangent: 0.65 is 33 degrees. 0: it creeps alone.")
        .range(0, 10);
    s.parameter(&Creep::reach, "reach",
                "Least distance that ground steeper than its talus slides, and at most 128 cells.")
        .unit("m")
        .range(0, 1e6);
  }

  static std::int64_t seen_around(const Creep& self, std::uint32_t) { return self.rounds; }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    width = a.width();
    rows = a.height();
    const double whole = diffusivity * time / (a.cell() * a.cell());
    // In each round a cell gives at most 0.12 to a neighbour; with less there is room for slides.
    constexpr double most = 128;
    const double least = std::ceil(whole / 0.18);
    if (least > most) {
      throw Failure("time", "this takes " + std::to_string(static_cast<std::int64_t>(least)) +
                                " rounds on cells of this size, and a node does at most 128: chain several of them");
    }
    const double of_slides = talus > 0 ? std::max(std::ceil(whole / 0.05), std::ceil(reach / a.cell())) : 0.0;
    rounds = static_cast<std::int64_t>(std::max({least, std::min(of_slides, most), 1.0}));
    a.needs_scratch(1 << 20, 24);
    const double of_round = whole / static_cast<double>(rounds);
    const double steep = talus > 0 ? 1.0 / (talus * a.cell()) : 0.0;
    share = {static_cast<float>(of_round * (2.0 / 3.0)), static_cast<float>(of_round / 6.0), static_cast<float>(steep),
             static_cast<float>(steep / 1.4142135623730951)};
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    const auto from = tile[height];
    const auto to = tile[crept];
    // The tile and as much around it as the rounds see.
    const std::int64_t left = std::max<std::int64_t>(tile.left() - rounds, 0),
                       right = std::min(tile.right() + rounds, width);
    const std::int64_t top = std::max<std::int64_t>(tile.top() - rounds, 0),
                       bottom = std::min(tile.bottom() + rounds, rows);
    const std::int64_t across = right - left, down = bottom - top;
    Scratch<float> now, next;
    Scratch<std::uint8_t> stays;
    now.resize(static_cast<std::size_t>(across * down));
    stays.resize(now.size());
    std::vector<Run> land(static_cast<std::size_t>(down), Run{right, left});
    const Outlets outlets(from, tile[ocean], width, rows);
    const auto at = [&](std::int64_t x, std::int64_t y) {
      return static_cast<std::size_t>((y - top) * across + x - left);
    };
    for (std::int64_t y = top; y < bottom; ++y) {
      outlets.row(y, left, right, &stays[at(left, y)]);
      const float* const row = from.row(y, left);
      Run& run = land[static_cast<std::size_t>(y - top)];
      for (std::int64_t x = 0; x < across; ++x) {
        const std::size_t c = at(left + x, y);
        now[c] = stays[c] != 0 ? row[x] : to_parts(static_cast<double>(row[x]));
        if (stays[c] != 0) continue;
        run.first = std::min(run.first, left + x);
        run.end = left + x + 1;
      }
    }
    next.resize(now.size());
    std::copy(now.begin(), now.end(), next.begin());
    for (std::int64_t round = 1; round <= rounds; ++round) {
      tile.poll();
      const std::int64_t seen = rounds - round;
      const std::int64_t end = std::min(tile.bottom() + seen, bottom);
      for (std::int64_t y = std::max(tile.top() - seen, top); y < end; ++y) {
        // Land is never on the border of the world.
        const Run& run = land[static_cast<std::size_t>(y - top)];
        const std::int64_t first = std::max(tile.left() - seen, run.first),
                           last = std::min(tile.right() + seen, run.end);
        if (first >= last) continue;
        creep_row(&now[at(first - 1, y - 1)], &now[at(first - 1, y)], &now[at(first - 1, y + 1)], &stays[at(first, y)],
                  share, &next[at(first, y)], last - first);
      }
      now.swap(next);
    }
    tile.each_row([&](std::int64_t y) { std::copy_n(&now[at(tile.left(), y)], tile.width(), to.row(y, tile.left())); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, creep, Creep)
