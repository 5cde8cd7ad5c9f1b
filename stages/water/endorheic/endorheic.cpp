// SPDX-License-Identifier: Apache-2.0
// water.endorheic: closed basins, whose lakes lose to the air all that flows in.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "terrawright/blob.hpp"
#include "terrawright/stage.hpp"
#include "water/discharge.hpp"
#include "water/lake_basins.hpp"

namespace terrawright::water {

// Lakes that lose all their water to the air: which of them, and how far each shrinks.
//
// Cells of one filled level that touch are one lake if any of them is under water: what leaves them goes lower and
// never comes back. Water runs down from cell to cell; at a lake it waits until all of it has come.
struct ClosedLake {
  std::int64_t first;              // raster index of its first cell, before it shrank
  std::int64_t inflow;             // runoff
  std::int64_t lost;               // from the cells that stay under water, no more than the inflow
  std::vector<std::uint32_t> wet;  // cells that stay under water; of a salt pan none
  float level;                     // m
  std::uint32_t deepest = 0;       // where the water ends, however little it is
};

class ClosedLakes {
 public:
  // One raster each, row by row: heights, filled heights, receivers, runoff, and what evaporates from open water, in
  // the unit of the runoff.
  ClosedLakes(std::int64_t width, std::vector<float> height, std::vector<float> filled, std::vector<Receiver> receivers,
              std::vector<std::int64_t> runoff, std::vector<std::int64_t> evaporation, std::int64_t min_area)
      : width_(width),
        min_area_(min_area),
        height_(std::move(height)),
        filled_(std::move(filled)),
        receivers_(std::move(receivers)),
        flow_(std::move(runoff)),
        evaporation_(std::move(evaporation)) {}

  template <class Poll>
  std::vector<ClosedLake> find(Poll poll) {
    find_lakes(poll);
    std::vector<std::uint8_t> donors(flow_.size(), 0);
    for (std::uint32_t c = 0; c < flow_.size(); ++c) {
      if (c % between_polls == 0) poll();
      if (receivers_[c] != no_receiver) ++donors[below(c)];
    }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t c = 0; c < flow_.size(); ++c) {
      if (c % between_polls == 0) poll();
      if (donors[c] == 0) ready.push_back(c);
    }
    std::vector<ClosedLake> closed;
    const auto hand_on = [&](std::uint32_t c) {
      if (receivers_[c] == no_receiver) return;
      flow_[below(c)] += flow_[c];
      if (--donors[below(c)] == 0) ready.push_back(below(c));
    };
    for (std::size_t done = 1; !ready.empty(); ++done) {
      if (done % between_polls == 0) poll();
      const std::uint32_t c = ready.back();
      ready.pop_back();
      if (lake_[c] == no_lake) {
        hand_on(c);
        continue;
      }
      Basin& lake = lakes_[lake_[c]];
      const bool leaves = receivers_[c] == no_receiver || lake_[below(c)] != lake_[c];
      if (!leaves) hand_on(c);
      if (leaves) lake.exits.push_back(c);
      if (++lake.arrived < lake.cells.size()) continue;
      if (auto shrunk = shrink(lake)) closed.push_back(std::move(*shrunk));
      for (const std::uint32_t exit : lake.exits) hand_on(exit);
    }
    std::sort(closed.begin(), closed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return closed;
  }

 private:
  static constexpr std::uint32_t between_polls = 1 << 18;  // cells

  struct Basin {
    std::vector<std::uint32_t> cells, exits;
    std::size_t arrived = 0;
  };

  std::uint32_t below(std::uint32_t cell) const {
    const Direction& to = direction(receivers_[cell]);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(cell) + to.dy * width_ + to.dx);
  }

  template <class Poll>
  void find_lakes(Poll poll) {
    lake_.assign(flow_.size(), no_lake);
    const auto rows = static_cast<std::int64_t>(flow_.size()) / width_;
    for (std::uint32_t first = 0; first < flow_.size(); ++first) {
      if (first % between_polls == 0) poll();
      if (lake_[first] != no_lake || !(filled_[first] > height_[first])) continue;
      const auto number = static_cast<std::uint32_t>(lakes_.size());
      Basin& lake = lakes_.emplace_back();
      lake.cells.push_back(first);
      lake_[first] = number;
      for (std::size_t i = 0; i < lake.cells.size(); ++i) {
        if (i % between_polls == between_polls - 1) poll();
        const std::int64_t x = lake.cells[i] % width_, y = lake.cells[i] / width_;
        for (const Direction& to : directions) {
          const std::int64_t nx = x + to.dx, ny = y + to.dy;
          if (nx < 0 || ny < 0 || nx >= width_ || ny >= rows) continue;
          const auto n = static_cast<std::uint32_t>(ny * width_ + nx);
          if (lake_[n] != no_lake || filled_[n] != filled_[first] || receivers_[n] == no_receiver) continue;
          lake_[n] = number;
          lake.cells.push_back(n);
        }
      }
    }
  }

  // If more evaporates than flows in: the deepest cells, as many as can lose all of it. Nothing flows out then.
  std::optional<ClosedLake> shrink(Basin& lake) {
    std::int64_t inflow = 0, most = 0;
    std::vector<std::uint32_t> wet;
    for (const std::uint32_t exit : lake.exits) inflow += flow_[exit];
    for (const std::uint32_t c : lake.cells) {
      if (!(filled_[c] > height_[c])) continue;
      wet.push_back(c);
      most += evaporation_[c];
    }
    if (inflow >= most || static_cast<std::int64_t>(wet.size()) < min_area_) return std::nullopt;
    std::sort(wet.begin(), wet.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::tuple(height_[a], a) < std::tuple(height_[b], b); });
    ClosedLake closed{*std::min_element(lake.cells.begin(), lake.cells.end()), inflow, 0, {}, filled_[lake.cells[0]]};
    std::size_t stays = 0;
    while (stays < wet.size() && closed.lost + evaporation_[wet[stays]] <= inflow)
      closed.lost += evaporation_[wet[stays++]];
    // Between the last cell and the next, so that the shore falls to the lake.
    if (stays > 0 && stays < wet.size()) closed.level = (height_[wet[stays - 1]] + height_[wet[stays]]) / 2;
    closed.deepest = wet.front();
    wet.resize(stays);
    closed.wet = std::move(wet);
    for (const std::uint32_t exit : lake.exits) flow_[exit] = 0;
    return closed;
  }

  std::int64_t width_, min_area_;
  std::vector<float> height_, filled_;
  std::vector<Receiver> receivers_;
  std::vector<std::int64_t> flow_, evaporation_;
  std::vector<std::uint32_t> lake_;
  std::vector<Basin> lakes_;
};

// Closed lakes on their way from where they are found to where they are painted.
struct ClosedEnd {
  std::int64_t wet;  // cells under water; of a salt pan none
  float level;       // m
  std::uint32_t deepest;
};

// Sections: cells of land, the lakes, and the cells under water, lake by lake.
struct ClosedNote {
  std::int64_t land;
  Items<ClosedEnd> lakes;
  Items<std::uint32_t> wet;

  explicit ClosedNote(const BlobView& blob)
      : land(blob.one<std::int64_t>(0)), lakes(blob.items<ClosedEnd>(1)), wet(blob.items<std::uint32_t>(2)) {}
  Blob blob() const {
    Blob blob;
    blob.add_one(land);
    blob.add(lakes.data(), lakes.size());
    blob.add(wet.data(), wet.size());
    return blob;
  }
};

inline Blob closed_note(const std::vector<ClosedLake>& closed, std::int64_t land) {
  std::vector<ClosedEnd> lakes;
  std::vector<std::uint32_t> wet;
  for (const ClosedLake& lake : closed) {
    lakes.push_back({static_cast<std::int64_t>(lake.wet.size()), lake.level, lake.deepest});
    wet.insert(wet.end(), lake.wet.begin(), lake.wet.end());
  }
  Blob note;
  note.add_one(land);
  note.add(lakes);
  note.add(wet);
  return note;
}

}  // namespace terrawright::water

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Endorheic {
  In<Height> height, filled;
  In<Class> receivers;
  In<Count> runoff;
  In<Scalar> evaporation, rain;
  In<Mask> ocean;
  Out<Mask> sinks, lake;
  Out<Scalar> depth, level;
  Out<Number> lakes, share;
  std::int64_t min_area = 9;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Endorheic>& s) {
    s.stage("water.endorheic",
            "Finds endorheic lakes, which never spill: each shrinks until as much water evaporates from its area as "
            "flows in.");
    s.source("Algorithms 15.8; the water balance of closed lakes, as Langbein 1961");
    s.revision(2).whole();  // 2: levels lie between two cells
    s.port(&Endorheic::height, "height", "Heights above the sea.").unit("m");
    s.port(&Endorheic::filled, "filled", "Heights without depressions, from water.fill.").unit("m");
    s.port(&Endorheic::receivers, "receivers", "Receivers of the cells if all lakes spill, from water.receivers.");
    s.port(&Endorheic::runoff, "runoff", "Runoff that each cell adds, from water.runoff.").unit(runoff_unit);
    s.port(&Endorheic::evaporation, "evaporation",
           "Annual evaporation from open water, such as `potential` of water.runoff.")
        .unit("mm/yr");
    s.port(&Endorheic::rain, "rain",
           "Annual rain, of which a lake keeps all that falls on it. Without it a lake keeps what land would shed.")
        .unit("mm/yr")
        .optional();
    s.port(&Endorheic::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .optional();
    s.port(&Endorheic::sinks, "sinks",
           "1 in the ocean, in closed lakes and in salt pans: connected as the ocean, it makes a second drainage end "
           "in them.")
        .unit("1");
    s.port(&Endorheic::lake, "lake", "1 in closed lakes.").unit("1").by_name();
    s.port(&Endorheic::depth, "depth", "Depth of closed lakes; 0 elsewhere.").unit("m").by_name();
    s.port(&Endorheic::level, "level", "Height of a closed lake's surface above the sea; 0 elsewhere.")
        .unit("m")
        .by_name();
    s.port(&Endorheic::lakes, "lakes", "Number of closed lakes; salt pans hold no water and do not count.")
        .unit("1")
        .by_name();
    s.port(&Endorheic::share, "share", "Share of the land that closed lakes cover.").unit("%").by_name();
    s.parameter(&Endorheic::min_area, "min_area",
                "Smallest area of a depression that can hold a closed lake; smaller ones spill, however much "
                "evaporates.")
        .unit("cells or an area")
        .at_least(1);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    width = a.width();
    rows = a.height();
    if (width * rows > UINT32_MAX) throw Failure("height", "a world of more than 2^32 cells is too large");
    // It takes 48 itself. With these alone configs/continent.yaml took 18 % more memory than was planned.
    a.needs_memory(static_cast<std::uint64_t>(width * rows) * 108);
  }

  // The tile is the world: its note is the verdict.
  Blob survey(const Tile& tile) const {
    const auto z = tile[height], w = tile[filled];
    ClosedLakes basins(width, raster<float>(tile, [&](auto x, auto y) { return z(x, y); }),
                       raster<float>(tile, [&](auto x, auto y) { return w(x, y); }),
                       raster<Receiver>(tile, [&](auto x, auto y) { return tile[receivers](x, y); }),
                       raster<std::int64_t>(tile, [&](auto x, auto y) { return tile[runoff](x, y); }),
                       raster<std::int64_t>(tile, [&](auto x, auto y) { return lost(tile, x, y); }), min_area);
    const auto closed = basins.find([&] { tile.poll(); });
    const Outlets outlets(z, tile[ocean], width, rows);
    return closed_note(closed, land_cells(z, w, outlets, tile.area()));
  }

  // Net of the rain that a cell under water keeps and would not have kept as land, since its runoff is counted already.
  std::int64_t lost(const Tile& tile, std::int64_t x, std::int64_t y) const {
    const auto whole = [&](const In<Scalar>& port, const char* name) {
      const float amount = tile[port](x, y);
      if (!(amount >= 0.0f && amount <= 1e6f))
        throw Failure(name, "the " + std::string(name) + " is not an amount of water", x, y);
      return static_cast<std::int64_t>(std::nearbyint(1024.0 * static_cast<double>(amount)));
    };
    const std::int64_t evaporates = whole(evaporation, "evaporation");
    if (!tile[rain]) return evaporates;
    return std::max(evaporates - whole(rain, "rain") + tile[runoff](x, y), std::int64_t{0});
  }

  Next<Blob> resolve(const Resolving& resolving, const Notes<Blob>& notes) const {
    const ClosedNote note(notes[0]);
    std::int64_t wet = 0, with_water = 0;
    for (const ClosedEnd& of : note.lakes) {
      wet += of.wet;
      with_water += of.wet != 0;
    }
    resolving.number(lakes, static_cast<double>(with_water));
    resolving.number(share, percent_of(wet, note.land));
    return done(note.blob());
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    const ClosedNote note(verdict);
    const auto z = tile[height];
    const Outlets outlets(z, tile[ocean], width, rows);
    const auto sink = tile[sinks], mask = tile[lake];
    const auto deep = tile[depth], surface = tile[level];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (sink) sink(x, y) = outlets.is_ocean(x, y);
      if (mask) mask(x, y) = 0;
      if (deep) deep(x, y) = 0.0f;
      if (surface) surface(x, y) = 0.0f;
    });
    const std::uint32_t* next = note.wet.data();
    for (const ClosedEnd& of : note.lakes) {
      if (sink) sink(of.deepest % width, of.deepest / width) = 1;
      for (std::int64_t i = 0; i < of.wet; ++i, ++next) {
        const std::int64_t x = *next % width, y = *next / width;
        if (sink) sink(x, y) = 1;
        if (mask) mask(x, y) = 1;
        if (deep) deep(x, y) = of.level - z(x, y);
        if (surface) surface(x, y) = of.level;
      }
    }
  }

  template <class Cell, class At>
  static std::vector<Cell> raster(const Tile& tile, At at) {
    std::vector<Cell> cells;
    cells.reserve(static_cast<std::size_t>(tile.width() * tile.height()));
    tile.each_cell([&](std::int64_t x, std::int64_t y) { cells.push_back(at(x, y)); });
    return cells;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, endorheic, Endorheic)
