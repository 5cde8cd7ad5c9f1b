// SPDX-License-Identifier: Apache-2.0
// island.particle_roll: particles roll down the pile that they build themselves; the pile is the island's mask.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "rolling.hpp"
#include "terrawright/magnify.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

using island::Connectivity;
using island::Stuck;

struct ParticleRoll {
  Out<Weight> mask;
  Out<Count> counts;
  Out<Number> deposits;
  std::int64_t grid = 33;
  std::int64_t start_edge = 13;
  std::int64_t particles = 400;
  std::int64_t life = 25;
  std::int64_t margin = 2;
  Connectivity connectivity = Connectivity::eight;
  Stuck stuck = Stuck::stay;
  Kernel kernel = Kernel::bspline;

  std::uint64_t stream = 0;
  std::int64_t world_width = 0, world_height = 0;

  static void describe(Spec<ParticleRoll>& s) {
    s.stage("island.particle_roll", "A mask of one island: particles roll downhill on the pile they build.");
    s.source("Fractal island generation, particle rolling after Nolithius; algorithms 7.2, 7.3, 7.5");
    s.reads_random();
    s.port(&ParticleRoll::mask, "mask", "1 on top of the pile, falling to 0; exactly 0 on the border if margin >= 2.")
        .unit("1");
    s.port(&ParticleRoll::counts, "counts", "Deposits of the particle grid's nearest node.").unit("1").by_name();
    s.port(&ParticleRoll::deposits, "deposits", "Deposits in all.").unit("1").by_name();
    s.parameter(&ParticleRoll::grid, "grid", "Nodes a side of the grid that the particles roll on.").range(3, 2049);
    s.parameter(&ParticleRoll::start_edge, "start_edge", "Particles start at least so many nodes from the edge.")
        .range(0, 1024);
    s.parameter(&ParticleRoll::particles, "particles", "How many particles roll, one after the other.")
        .range(1, 10'000'000);
    s.parameter(&ParticleRoll::life, "life", "Deposits that one particle makes.").range(1, 1'000'000);
    s.parameter(&ParticleRoll::margin, "margin", "Nodes along the edge that no particle enters.").range(0, 1024);
    s.parameter(&ParticleRoll::connectivity, "connectivity", "Neighbours that a particle may roll to.")
        .choices({"8", "4"});
    s.parameter(&ParticleRoll::stuck, "stuck", "What a particle does where all neighbours are higher.")
        .choices({"stay", "die"});
    s.parameter(&ParticleRoll::kernel, "kernel", "How the grid is magnified to the world.")
        .choices({"bspline", "catmull", "cosine", "linear"});
  }

  void arrange(Arrangement& arrangement) {
    if (2 * start_edge >= grid) throw Failure("start_edge", "no node of the grid is that far from every edge");
    if (start_edge < margin) throw Failure("margin", "particles would start inside the margin");
    if (particles * life > INT64_C(1) << 31) throw Failure("particles", "particles x life is more than 2^31 deposits");
    stream = arrangement.stream();
    world_width = arrangement.width();
    world_height = arrangement.height();
    arrangement.needs_memory(static_cast<std::uint64_t>(grid * grid) * 16);
  }

  // The verdict: the pile, the same as 0..1 in float32, and the largest magnified value at the nodes.
  Next<Blob> resolve(Resolving& running) const {
    const island::Rolling rolling{grid, start_edge, particles, life, margin, connectivity, stuck};
    const std::vector<std::uint32_t> pile = island::roll(rolling, stream, [&] { running.poll(); });
    const auto [lowest, highest] = std::minmax_element(pile.begin(), pile.end());
    const auto range = static_cast<float>(*highest - *lowest);
    std::vector<float> level(pile.size());
    for (std::size_t i = 0; i < pile.size(); ++i) {
      level[i] = range > 0.0f ? static_cast<float>(pile[i] - *lowest) / range : 0.0f;
    }
    const MagnifyAxis nodes{1, 1, grid};
    float largest = 0.0f;
    magnify(kernel, level.data(), nodes, nodes, {0, 0, grid, grid}, [&](std::int64_t, const float* values) {
      largest = std::max(largest, *std::max_element(values, values + grid));
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

  MagnifyAxis axis(std::int64_t cells) const { return {grid - 1, std::max<std::int64_t>(cells - 1, 1), grid}; }
  // The node nearest to cell p.
  static std::int64_t nearest(const MagnifyAxis& axis, std::int64_t p) {
    return (2 * p * axis.numerator + axis.divisor) / (2 * axis.divisor);
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    const MagnifyAxis along_x = axis(world_width), along_y = axis(world_height);
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
      tile.each_cell([&](auto x, auto y) { to(x, y) = pile[nearest(along_y, y) * grid + nearest(along_x, x)]; });
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(particle_roll, ParticleRoll)
