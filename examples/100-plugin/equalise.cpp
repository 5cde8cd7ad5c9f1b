// SPDX-License-Identifier: Apache-2.0
// A stage with rounds: every tile surveys, one answer is made of all notes, every tile paints by it.
#include <array>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

constexpr std::size_t bins = 1024;

// Cells per bin. Integers: merged in any order they give the same.
struct Histogram {
  std::array<std::int64_t, bins> cells{};
};
// The share of cells below each bin.
struct Shares {
  std::array<float, bins> below{};
};

struct Equalise {
  In<Height> height;
  Out<Weight> share;

  static void describe(Spec<Equalise>& s) {
    s.stage("example.equalise", "The share of the map that lies lower, in steps of a thousandth of the range.");
    s.example(R"(# Hills, of which a tenth lies below 0.1.
terrawright: 1
name: equalise
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  hills: {use: heights.noise@1, with: {kind: gradient, wavelength: 16 km}}
  made: {use: example.equalise@1, in: {height: hills}}
outputs: [{file: "{name}.exr", layers: {made: made}}]
)");
    s.port(&Equalise::height, "height", "Any heights.").statistics();
    s.port(&Equalise::share, "share", "0 at the lowest cell, nearly 1 at the highest.");
  }

  Histogram survey(const Tile& tile) const {
    Histogram note;
    const auto from = tile[height];
    tile.each_cell([&](auto x, auto y) { ++note.cells[bin(from(x, y), tile.statistics(height))]; });
    return note;
  }
  Histogram merge(const Histogram& a, const Histogram& b) const {
    Histogram both = a;
    for (std::size_t i = 0; i < bins; ++i) both.cells[i] += b.cells[i];
    return both;
  }
  Next<Shares> resolve(Resolving&, const Notes<Histogram>& notes) const {
    std::int64_t all = 0, below = 0;
    for (const std::int64_t cells : notes[0].cells) all += cells;
    Shares shares;
    for (std::size_t i = 0; i < bins; ++i) {
      shares.below[i] = static_cast<float>(static_cast<double>(below) / static_cast<double>(all));
      below += notes[0].cells[i];
    }
    return done(shares);
  }
  void paint(Tile& tile, const Shares& shares) const {
    const auto from = tile[height];
    const auto to = tile[share];
    tile.each_cell([&](auto x, auto y) { to(x, y) = shares.below[bin(from(x, y), tile.statistics(height))]; });
  }

  static std::size_t bin(float cell, const Statistics& range) {
    if (range.maximum <= range.minimum) return 0;
    const double t = (static_cast<double>(cell) - range.minimum) / (range.maximum - range.minimum);
    return static_cast<std::size_t>(t * static_cast<double>(bins - 1));
  }
};

}  // namespace

TERRAWRIGHT_STAGE(example, equalise, Equalise)
