// SPDX-License-Identifier: Apache-2.0
// sea.delta: rivers build land into the sea, of just the sediment that they bring.
//
// A lobe is a cone of little slope down to the waterline at the radius R, and a front below the water that steepens.
// Its height at a place follows from R - rho alone, rho being the distance to its mouth, stretched by noise. So of
// lobes that overlap the highest is that with the largest R - rho: each cell belongs to one of them.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "runs.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
constexpr double volume_parts = 1024;     // of a metre over a cell
constexpr double growth_parts = 1 << 20;  // of a metre for each metre of radius

// A river's mouth, the sediment that it brings, and how far its lobe reaches.
struct Lobe {
  std::int64_t x, y;
  double volume;                // metres over a cell
  double radius;                // m
  double less = 0, more = 1e9;  // radii at which its group held too little, and too much

  // Learns on which side of the right radius it is. A step that leads out of what is between becomes half of that.
  void enclose(bool lacks, double& by) {
    (lacks ? less : more) = radius;
    if (less >= more) less = lacks ? radius : 0, more = lacks ? 1e9 : radius;
    if (radius + by <= less || radius + by >= more) by = (less + std::min(more, 2 * radius)) / 2 - radius;
  }
};

struct LobeShape {
  double topset, foreset, wobble, cell;  // `cell`: m
  std::int64_t reach;                    // cells

  // Height of a lobe, by its radius less the stretched distance.
  double surface(double inside) const { return inside > 0 ? topset * inside : foreset * inside * (1 - inside / 1000); }
  // By how much that rises with each metre of the radius.
  double growth(double inside) const { return inside > 0 ? topset : foreset * (1 - inside / 500); }
  double stretch(double noise) const { return 1 + wobble * std::clamp(noise, -1.0, 1.0); }
  double most_radius() const { return (1 - wobble) * farthest(); }
  double metres(const Lobe& lobe, std::int64_t x, std::int64_t y) const {
    const auto dx = static_cast<double>(x - lobe.x), dy = static_cast<double>(y - lobe.y);
    return std::sqrt(dx * dx + dy * dy) * cell;
  }

  double farthest() const { return static_cast<double>(reach) * cell; }

  // Distance beyond its radius at which a front meets the ground, `depth` m below the water.
  double front(double depth) const { return 500 * (std::sqrt(1 + 4 * depth / (1000 * foreset)) - 1); }

  // The part of `area` that a lobe may cover where no ground lies deeper.
  Rect within(const Lobe& lobe, const Rect& area, double depth) const {
    const double cells = (lobe.radius + front(depth)) / ((1 - wobble) * cell) + 1;
    const std::int64_t far = cells < static_cast<double>(reach) ? static_cast<std::int64_t>(cells) : reach;
    const std::int64_t left = std::max(area.x, lobe.x - far), top = std::max(area.y, lobe.y - far);
    return {left, top, std::min(area.x + area.width, lobe.x + far + 1) - left,
            std::min(area.y + area.height, lobe.y + far + 1) - top};
  }
};

// Two lobes that cover a cell, by their numbers.
struct Overlap {
  std::uint32_t one, other;

  bool operator==(const Overlap& o) const { return one == o.one && other == o.other; }
};

constexpr std::uint32_t no_lobe = UINT32_MAX;

// For each cell of a tile its lobe, and the distance of the cell inside the lobe's radius.
struct Claims {
  std::uint32_t* lobe = nullptr;  // where no lobe comes near there are no cells
  double* inside = nullptr;
  std::vector<Overlap> overlaps;  // at least those that join all lobes which cover a cell

  // `depth`: of the deepest ground; stretch(x, y): of distances; covers(x, y, inside): would a lobe raise the cell?
  template <class Stretch, class Covers>
  Claims(const LobeShape& shape, const Items<Lobe>& lobes, const Tile& tile, double depth, Stretch stretch,
         Covers covers) {
    const Rect& area = tile.area();
    const auto cells = static_cast<std::size_t>(area.width * area.height);
    for (std::uint32_t i = 0; i < lobes.size(); ++i) {
      const Rect part = shape.within(lobes[i], area, depth);
      if (part.width <= 0 || part.height <= 0) continue;
      if (lobe == nullptr) {
        inside = tile.scratch<double>(cells);
        lobe = tile.scratch<std::uint32_t>(cells);
        std::fill_n(lobe, cells, no_lobe);
      }
      for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
        auto at = static_cast<std::size_t>((y - area.y) * area.width + part.x - area.x);
        for (std::int64_t x = part.x; x < part.x + part.width; ++x, ++at) {
          const double metres = shape.metres(lobes[i], x, y);
          if (metres > shape.farthest()) continue;
          const double own = lobes[i].radius - metres * stretch(x, y);
          if (!covers(x, y, own)) continue;
          if (lobe[at] != no_lobe) {
            const Overlap both{lobe[at], i};
            if (overlaps.empty() || !(overlaps.back() == both)) overlaps.push_back(both);
            if (own <= inside[at]) continue;
          }
          lobe[at] = i;
          inside[at] = own;
        }
      }
    }
    const auto before = [](const Overlap& a, const Overlap& b) {
      return a.one != b.one ? a.one < b.one : a.other < b.other;
    };
    std::sort(overlaps.begin(), overlaps.end(), before);
    overlaps.erase(std::unique(overlaps.begin(), overlaps.end()), overlaps.end());
  }
};

constexpr std::int64_t most_steps = 24;
constexpr double close_enough = 0.001;  // of the sediment of lobes that share their ground

// Volume of a lobe in one tile, or in all; and its growth with each metre of the radius.
struct LobeVolume {
  std::int64_t lobe, volume, growth;

  void add(const LobeVolume& other) { volume += other.volume, growth += other.growth; }
};

struct Delta {
  In<Height> height;
  In<Mask> ocean;
  In<Scalar> flux;
  In<Field> noise;
  Out<Height> built;
  Out<Number> placed;
  Out<Table> lobes;
  double time = 2500, least = 8000, reach = 20000, topset = 0.0004, foreset = 0.03, wobble = 0.35;

  LobeShape shape{};

  static void describe(Spec<Delta>& s) {
    s.stage("sea.delta", "Deltas: rivers build lobes of land into the sea, of just the sediment that they bring.");
    s.source(
        "A topset and a foreset that keep their slopes while the shore moves out, by the balance of volumes: Swenson "
        "et al. 2000, Kim et al. 2006; forms of deltas: Wright & Coleman 1973. With i = R - d (1 + wobble n): topset i "
        "above the water, foreset i (1 - i / 1000 m) below; R by Newton's method, volumes as whole 2^-10 m over a "
        "cell");
    s.reads_cell();
    s.port(&Delta::height, "height", "Heights above the sea.").unit("m");
    s.port(&Delta::ocean, "ocean", "Mask of the sea; land keeps its heights.");
    s.port(&Delta::flux, "flux",
           "Sediment that enters the sea at each of its cells, from erosion.flux: where it is enough there is a mouth.")
        .unit("m3/yr");
    s.port(&Delta::noise, "noise",
           "Places where the shore of a lobe reaches out and where it stays back: a noise of -1 to 1, some 3 km long. "
           "Values beyond count as -1 or 1. Without it, lobes are round.")
        .optional();
    s.port(&Delta::built, "height",
           "The heights: those of land as they were, the sea's floor raised. What is above 0 m then is new land.")
        .unit("m");
    s.port(&Delta::placed, "placed", "Share of the sediment of all mouths that lies in their lobes; 1 without mouths.")
        .unit("1")
        .by_name();
    s.port(&Delta::lobes, "lobes",
           "One row for each lobe, the largest first, placed at its mouth: its radius and the sediment that it was "
           "given. Lobes that overlap share their ground: all of them reach farther by one distance.")
        .points()
        .by_name();
    s.parameter(&Delta::time, "time", "Time in which rivers have built.").unit("yr").range(0, 1e6);
    s.parameter(&Delta::least, "least", "A river that brings less builds no lobe.").unit("m3/yr").range(0, 1e12);
    s.parameter(&Delta::reach, "reach",
                "Greatest radius of a lobe around its mouth. Sediment that does not fit within it is lost.")
        .unit("m")
        .range(1, 1e6);
    s.parameter(&Delta::topset, "topset", "Slope of the new land down to its shore, rise over run.").range(0, 0.1);
    s.parameter(&Delta::foreset, "foreset",
                "Slope of the front at the waterline, rise over run; 1 km farther out it is three times as steep.")
        .range(0.0001, 10);
    s.parameter(&Delta::wobble, "wobble", "Stretch of distances from the mouth by the noise, as a share.")
        .range(0, 0.9);
  }

  void arrange(Arrangement& a) {
    if (a.world().wraps_x() || a.world().wraps_y())
      throw Failure("flux", "the world wraps, and lobes are not led across its edges; set wrap: none");
    const double cells = reach / a.cell();
    shape = {topset, foreset, wobble, a.cell(), static_cast<std::int64_t>(cells)};
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
    a.needs_scratch(0, sizeof(double) + sizeof(std::uint32_t));
  }

  double stretch(const View<const float>& n, std::int64_t x, std::int64_t y) const {
    return n ? shape.stretch(n(x, y)) : 1.0;
  }
  // Rise of a cell, from the float that is painted.
  double raised(double inside, float from) const {
    return static_cast<double>(static_cast<float>(shape.surface(inside))) - static_cast<double>(from);
  }

  // First the mouths, then what lobes hold, until it is what they were given.
  Blob survey(const Tile& tile, const BlobView& so_far) const {
    tile.poll();
    Blob note;
    if (so_far)
      add_placed(note, tile, so_far.items<Lobe>(1));
    else
      note.add(mouths(tile));
    return note;
  }

  std::vector<Lobe> mouths(const Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    tile.require_finite(flux, "flux");
    if (tile[noise]) tile.require_finite(noise, "noise");
    std::vector<Lobe> found;
    tile.each_row([&](std::int64_t y) {
      const float* const brought = tile[flux].row(y, tile.left());
      const std::uint8_t* const wet = tile[ocean].row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const double yearly = brought[i];
        const double volume = yearly * time;
        if (wet[i] == 0 || yearly < least || !(volume > 0)) continue;
        // Half a disc of 100 m of water, to begin with.
        const double radius = std::min(std::sqrt(volume / 157), shape.most_radius());
        found.push_back({tile.left() + i, y, volume / (shape.cell * shape.cell), radius});
      }
    });
    return found;
  }

  void add_placed(Blob& note, const Tile& tile, const Items<Lobe>& of) const {
    std::map<std::uint32_t, LobeVolume> sums;
    const Claims claims = claimed(tile, of);
    each_claimed(tile, claims, [&](std::int64_t x, std::int64_t y, std::uint32_t lobe, double inside) {
      const double up = raised(inside, tile[height](x, y));
      sums[lobe].add({lobe, std::llrint(up * volume_parts), std::llrint(shape.growth(inside) * growth_parts)});
    });
    std::vector<LobeVolume> found;
    for (const auto& [lobe, sum] : sums) found.push_back({lobe, sum.volume, sum.growth});
    note.add(found);
    note.add(claims.overlaps);
  }

  Claims claimed(const Tile& tile, const Items<Lobe>& of) const {
    const auto z = tile[height], n = tile[noise];
    const auto wet = tile[ocean];
    float lowest = 0;
    for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
      const float* const row = z.row(y, tile.left());
      lowest = std::min(lowest, *std::min_element(row, row + tile.width()));
    }
    const auto stretched = [&](std::int64_t x, std::int64_t y) { return stretch(n, x, y); };
    const auto covers = [&](std::int64_t x, std::int64_t y, double inside) {
      return wet(x, y) != 0 && raised(inside, z(x, y)) > 0;
    };
    return {shape, of, tile, -static_cast<double>(lowest), stretched, covers};
  }
  // body(x, y, lobe, inside) for cells that a lobe raises.
  template <class Body>
  static void each_claimed(const Tile& tile, const Claims& claims, Body body) {
    if (claims.lobe == nullptr) return;
    std::size_t at = 0;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (claims.lobe[at] != no_lobe) body(x, y, claims.lobe[at], claims.inside[at]);
      ++at;
    });
  }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes, const BlobView& so_far) const {
    std::vector<Lobe> of;
    if (!so_far) {
      for (std::size_t t = 0; t < notes.size(); ++t)
        of.insert(of.end(), notes[t].items<Lobe>(0).begin(), notes[t].items<Lobe>(0).end());
      std::sort(of.begin(), of.end(), [](const Lobe& a, const Lobe& b) {
        return a.volume != b.volume ? a.volume > b.volume : a.y != b.y ? a.y < b.y : a.x < b.x;
      });
      return of.empty() ? finish(resolving, of, 1) : again(verdict(0, of));
    }
    of.assign(so_far.items<Lobe>(1).begin(), so_far.items<Lobe>(1).end());
    const std::int64_t step = so_far.one<std::int64_t>(0);
    const double share = grow(notes, of, step == most_steps);
    return share < 0 ? again(verdict(step + 1, of)) : finish(resolving, of, share);
  }

  static Blob verdict(std::int64_t step, const std::vector<Lobe>& of) {
    Blob blob;
    blob.add_one(step);
    blob.add(of);
    return blob;
  }

  // Moves lobes that share their ground out or back by one distance, so that whose cell is whose stays: a step of
  // Newton's method, at most by half. The share of all sediment that is placed where nothing is left to do, else -1.
  double grow(const Notes<Blob>& notes, std::vector<Lobe>& of, bool last) const {
    sea::Sets groups(static_cast<std::uint32_t>(of.size()));
    std::vector<LobeVolume> sums(of.size());
    std::vector<double> wanted(of.size()), widest(of.size());
    for (std::size_t t = 0; t < notes.size(); ++t) {
      for (const Overlap& both : notes[t].items<Overlap>(1)) groups.unite(both.one, both.other);
    }
    for (std::size_t t = 0; t < notes.size(); ++t) {
      for (const LobeVolume& part : notes[t].items<LobeVolume>(0))
        sums[groups.find(static_cast<std::uint32_t>(part.lobe))].add(part);
    }
    double given = 0, placed_of_all = 0;
    for (std::uint32_t i = 0; i < of.size(); ++i) {
      wanted[groups.find(i)] += of[i].volume;
      widest[groups.find(i)] = std::max(widest[groups.find(i)], of[i].radius);
      given += of[i].volume;
      placed_of_all += static_cast<double>(sums[i].volume) / volume_parts;
    }
    bool moved = false;
    std::vector<Lobe> after = of;
    std::vector<double> by(of.size());
    for (std::uint32_t i = 0; i < of.size(); ++i) {
      const std::uint32_t group = groups.find(i);  // the first of its lobes, the one with most sediment
      const double lacks = wanted[group] - static_cast<double>(sums[group].volume) / volume_parts;
      if (std::fabs(lacks) < close_enough * wanted[group]) continue;
      if (group == i) {
        const double growth = static_cast<double>(sums[i].growth) / growth_parts, most = 0.5 * widest[i];
        by[i] = growth > 0 ? std::clamp(lacks / growth, -most, most) : most;
        after[i].enclose(lacks > 0, by[i]);
      }
      after[i].radius = std::clamp(of[i].radius + by[group], 0.0, shape.most_radius());
      moved |= after[i].radius != of[i].radius;
    }
    if (!moved || last) return placed_of_all / given;
    of = after;
    return -1;
  }

  Next<Blob> finish(Resolving& resolving, const std::vector<Lobe>& of, double share) const {
    resolving.number(placed, share);
    if (share < 0.97)
      resolving.warn("reach", "only " + std::to_string(std::llrint(100 * share)) +
                                  " % of the sediment has room within the reach: raise it, or lower the time");
    Table rows;
    std::vector<double> radius, volume;
    for (const Lobe& lobe : of) {
      radius.push_back(lobe.radius / 1000);
      volume.push_back(lobe.volume * shape.cell * shape.cell / 1e9);
      rows.point(static_cast<double>(lobe.x), static_cast<double>(lobe.y));
    }
    rows.reals("radius", "km", radius);
    rows.reals("volume", "km3", volume);
    resolving.table(lobes, rows);
    return done(verdict(0, of));
  }

  void paint(Tile& tile, const BlobView& solved) const {
    const Claims claims = claimed(tile, solved.items<Lobe>(1));
    if (claims.lobe == nullptr) {
      tile.same(built, height);
      return;
    }
    const auto from = tile[height];
    const auto to = tile[built];
    tile.each_row([&](std::int64_t y) { std::copy_n(from.row(y, tile.left()), tile.width(), to.row(y, tile.left())); });
    each_claimed(tile, claims, [&](std::int64_t x, std::int64_t y, std::uint32_t, double inside) {
      to(x, y) = static_cast<float>(shape.surface(inside));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(sea, delta, Delta)
