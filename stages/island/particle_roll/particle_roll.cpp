// SPDX-License-Identifier: Apache-2.0
// island.particle_roll: particles roll down the pile that they build themselves; the pile is the island's mask.
#include "particle_roll.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/magnify.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::island {

// The two ways to roll particles, and what is usual of each.

enum class Algorithm { roll, nolithius };

// Nolithius' constants, on a square with as many nodes as his map of 88 x 32.
inline Rolling usual(Algorithm algorithm) {
  if (algorithm == Algorithm::roll) return {33, 33, 13, 400, 25, 2, Connectivity::eight, Stuck::stay};
  return {53, 53, 12, 3000, 50, 1, Connectivity::eight, Stuck::stay};
}

// Throws Failure.
inline void refuse_impossible(Algorithm algorithm, const Rolling& rolling) {
  if (2 * rolling.start_edge >= std::min(rolling.columns, rolling.rows)) {
    throw Failure("start_edge", "no node of the grid is that far from every edge");
  }
  if (rolling.start_edge < rolling.margin) throw Failure("margin", "particles would start inside the margin");
  if (rolling.particles * rolling.life > INT64_C(1) << 31) {
    throw Failure("particles", "particles x life is more than 2^31 deposits");
  }
  if (algorithm == Algorithm::roll) return;
  if (rolling.margin < 1) throw Failure("margin", "nolithius looks at all 8 neighbours, which needs a margin of 1");
  if (rolling.connectivity != Connectivity::eight) {
    throw Failure("connectivity", "nolithius looks at all 8 neighbours");
  }
  if (rolling.stuck != Stuck::stay) {
    throw Failure("stuck", "nolithius lets a particle stay where no neighbour is lower");
  }
}

template <class Poll>
std::vector<std::uint32_t> rolled(Algorithm algorithm, const Rolling& rolling, std::uint64_t stream, Poll poll) {
  return algorithm == Algorithm::roll ? roll(rolling, stream, poll) : roll_nolithius(rolling, stream, poll);
}

// Heights as 0..1, in float32; all 0 where they are equal.
inline void normalise(std::vector<float>& heights) {
  const auto [lowest, highest] = std::minmax_element(heights.begin(), heights.end());
  const float low = *lowest, range = *highest - *lowest;
  for (float& height : heights) height = range > 0.0f ? (height - low) / range : 0.0f;
}

}  // namespace terrawright::island

namespace {

using namespace terrawright;

using island::Algorithm;
using island::Connectivity;
using island::Stuck;

struct ParticleRoll {
  Out<Weight> mask;
  Out<Count> counts;
  Out<Number> deposits;
  Algorithm algorithm = Algorithm::roll;
  std::optional<std::int64_t> grid, grid_rows, start_edge, particles, life, margin;
  Connectivity connectivity = Connectivity::eight;
  Stuck stuck = Stuck::stay;
  std::vector<double> edge_factors = {0.75, 0.88};
  Kernel kernel = Kernel::bspline;

  island::Rolling rolling{};
  std::uint64_t stream = 0;
  std::int64_t world_width = 0, world_height = 0;

  static void describe(Spec<ParticleRoll>& s) {
    s.stage("island.particle_roll", "A mask of one island: particles roll downhill on the pile they build.");
    s.source("Fractal island generation, particle rolling after Nolithius; algorithms 7.2, 7.3, 7.5");
    s.reads_random();
    s.port(&ParticleRoll::mask, "mask",
           "1 on top of the pile, falling to 0; exactly 0 on the border if margin >= 2 and particles roll.")
        .unit("1");
    s.port(&ParticleRoll::counts, "counts", "Number of deposits on the nearest node of the particle grid.")
        .unit("1")
        .by_name();
    s.port(&ParticleRoll::deposits, "deposits", "Number of deposits on the whole particle grid.").unit("1").by_name();
    s.parameter(&ParticleRoll::algorithm, "algorithm",
                "roll: a particle deposits, then rolls to a random neighbour that is not higher. nolithius: it jumps, "
                "rolls to a strictly lower neighbour, then deposits; it dies at the margin.")
        .choices({"roll", "nolithius"});
    s.parameter(&ParticleRoll::grid, "grid",
                "Number of nodes along each side of the grid that the particles roll on; auto is 33, or 53 with "
                "`algorithm: nolithius`. With `grid_rows`, the number of nodes in a row.")
        .word("auto")
        .range(3, 2049);
    s.parameter(&ParticleRoll::grid_rows, "grid_rows",
                "Number of rows of the grid; auto is as many as a row has nodes. The program of Nolithius has 88 x 32 "
                "nodes: grid: 88, grid_rows: 32.")
        .word("auto")
        .range(3, 2049);
    s.parameter(&ParticleRoll::start_edge, "start_edge",
                "Smallest distance from the grid's edge at which particles start, in nodes; auto is 13, or 12 with "
                "`algorithm: nolithius`.")
        .word("auto")
        .range(0, 1024);
    s.parameter(
         &ParticleRoll::particles, "particles",
         "Number of particles, which roll one after the other; auto is 400, or 3000 with `algorithm: nolithius`.")
        .word("auto")
        .range(1, 10'000'000);
    s.parameter(&ParticleRoll::life, "life",
                "Largest number of deposits that one particle makes; auto is 25, or 50 with `algorithm: nolithius`.")
        .word("auto")
        .range(1, 1'000'000);
    s.parameter(&ParticleRoll::margin, "margin",
                "Width of the margin along the grid's edge, in nodes: no particle enters it, or jumps into it with "
                "`algorithm: nolithius`; auto is 2, or 1 with `algorithm: nolithius`.")
        .word("auto")
        .range(0, 1024);
    s.parameter(&ParticleRoll::connectivity, "connectivity", "Neighbours that a particle may roll to.")
        .choices({"8", "4"})
        .choice_docs({"All eight.", "The four that share a side."});
    s.parameter(&ParticleRoll::stuck, "stuck", "Rule for a particle if all neighbours are higher.")
        .choices({"stay", "die"})
        .choice_docs({"It stays, and deposits there again in its next step.", "Its life ends."});
    s.parameter(
         &ParticleRoll::edge_factors, "edge_factors",
         "nolithius: factors that the pile is multiplied by along the grid's edge, from the outermost nodes inwards.")
        .range(0, 1);
    s.parameter(&ParticleRoll::kernel, "kernel",
                "Kernel that interpolates from the particle grid to the world's cells.")
        .choices({"bspline", "catmull", "cosine", "linear"})
        .choice_docs({"Smooths, and never overshoots.",
                      "Passes through the values; may overshoot by 12.5 % of the local step along each axis.",
                      "Passes through the values, level at each of them.",
                      "Straight lines between the values, with kinks."});
  }

  void arrange(Arrangement& arrangement) {
    rolling = island::usual(algorithm);
    const std::int64_t columns = grid.value_or(rolling.columns);
    rolling = {columns,
               grid_rows.value_or(columns),
               start_edge.value_or(rolling.start_edge),
               particles.value_or(rolling.particles),
               life.value_or(rolling.life),
               margin.value_or(rolling.margin),
               connectivity,
               stuck};
    island::refuse_impossible(algorithm, rolling);
    stream = arrangement.stream();
    world_width = arrangement.width();
    world_height = arrangement.height();
    arrangement.needs_memory(static_cast<std::uint64_t>(rolling.columns * rolling.rows) * 16);
  }

  // The verdict: the pile, the same as 0..1 in float32, and the largest magnified value at the nodes.
  Next<Blob> resolve(Resolving& running) const {
    const std::vector<std::uint32_t> pile = island::rolled(algorithm, rolling, stream, [&] { running.poll(); });
    std::vector<float> level(pile.begin(), pile.end());
    if (algorithm == Algorithm::nolithius) island::fade_edges(level, rolling.columns, edge_factors);
    island::normalise(level);
    const std::int64_t wide = rolling.columns, high = rolling.rows;
    float largest = 0.0f;
    magnify(kernel, level.data(), MagnifyAxis{1, 1, wide}, MagnifyAxis{1, 1, high}, {0, 0, wide, high},
            [&](std::int64_t, const float* values) {
              largest = std::max(largest, *std::max_element(values, values + wide));
            });
    std::uint64_t sum = 0;
    for (const std::uint32_t count : pile) sum += count;
    running.number(deposits, static_cast<double>(sum));
    Blob verdict;
    verdict.add(pile);
    verdict.add(level);
    verdict.add_one(largest);
    return done(std::move(verdict));
  }

  static MagnifyAxis axis(std::int64_t nodes, std::int64_t cells) {
    return {nodes - 1, std::max<std::int64_t>(cells - 1, 1), nodes};
  }
  // The node nearest to cell p.
  static std::int64_t nearest(const MagnifyAxis& axis, std::int64_t p) {
    return (2 * p * axis.numerator + axis.divisor) / (2 * axis.divisor);
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    const MagnifyAxis along_x = axis(rolling.columns, world_width), along_y = axis(rolling.rows, world_height);
    if (tile.wanted(mask)) {
      const auto to = tile[mask];
      const float largest = std::max(verdict.one<float>(2), 0x1p-149f);
      magnify(kernel, verdict.items<float>(1).data(), along_x, along_y, tile.area(),
              [&](std::int64_t y, const float* values) {
                tile.poll();
                float* row = to.row(y, tile.left());
                for (std::int64_t i = 0; i < tile.width(); ++i) {
                  const float value = values[i] / largest;
                  row[i] = value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
                }
              });
    }
    if (tile.wanted(counts)) {
      const auto to = tile[counts];
      const std::uint32_t* pile = verdict.items<std::uint32_t>(0).data();
      tile.each_cell(
          [&](auto x, auto y) { to(x, y) = pile[nearest(along_y, y) * rolling.columns + nearest(along_x, x)]; });
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(island, particle_roll, ParticleRoll)
