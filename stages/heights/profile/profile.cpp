// SPDX-License-Identifier: Apache-2.0
// heights.profile: the heights of a one-dimensional world.
#define HEIGHTS_STAGE profile

#include <algorithm>
#include <cstdint>

#include "heights/midpoint_cascade.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

// One-dimensional heights from random samples: as they are, interpolated, or several interpolations laid over each
// other. All in float64. Source: one-dimensional terrain by interpolation and superposition (algorithms 5).

enum class Interpolation { linear, cosine };

class Samples {
 public:
  Samples() = default;
  // `count` samples in lowest..highest.
  Samples(std::uint64_t stream, std::int64_t count, double lowest, double highest)
      : key_(terrawright_key_of_row(stream, 0, TERRAWRIGHT_FOR_PROFILE, 0, 0)),
        count_(count),
        lowest_(lowest),
        range_(highest - lowest) {}

  double naive(std::int64_t i) const {
    return lowest_ + range_ * static_cast<double>(terrawright_unit(terrawright_word(key_, static_cast<int32_t>(i))));
  }

  // Every `step`-th sample kept, the first one following the last, and the others interpolated.
  double interpolated(std::int64_t i, std::int64_t step, Interpolation kind) const {
    const std::int64_t kept = (count_ + step - 1) / step, block = i / step;
    double share = static_cast<double>(i % step) / static_cast<double>(step);
    if (kind == Interpolation::cosine) share = (1.0 - terrawright_cospi(share)) / 2.0;
    return naive(block * step) * (1.0 - share) + naive((block + 1) % kept * step) * share;
  }

  // Steps of 1, 2, 4 ... samples, each weighing twice the one before.
  double superposed(std::int64_t i, int iterations, Interpolation kind) const {
    double sum = 0.0, weights = 0.0;
    for (int z = iterations; z >= 1; --z) {
      const double weight = 1.0 / static_cast<double>(std::int64_t{1} << (z - 1));
      sum += weight * interpolated(i, std::int64_t{1} << (iterations - z), kind);
      weights += weight;
    }
    return sum / weights;
  }

 private:
  terrawright_row_key key_{0, 0};
  std::int64_t count_ = 1;
  double lowest_ = 0, range_ = 0;
};

enum class Method { naive, linear, cosine, superposition, midpoint_displacement };

struct Profile {
  Out<Height> height;

  Method method = Method::superposition;
  double lowest = 0, highest = 100;
  std::int64_t step = 4;
  std::int64_t iterations = 8;
  Interpolation interpolation = Interpolation::linear;
  double spread = 0.5, reduction = 0.5;

  // Result of arrange.
  Samples samples;
  MidpointSurface midpoints;

  static void describe(Spec<Profile>& s) {
    s.stage("heights.profile",
            "Heights of a one-dimensional world: a skyline. In a world of several rows all rows are the same.");
    s.source("One-dimensional terrain by interpolation and superposition; algorithms 5");
    s.reads_random();
    s.port(&Profile::height, "height", "The heights: lowest to highest, or about 0..1 by midpoint displacement.")
        .unit("1");
    s.parameter(&Profile::method, "method",
                "naive: every cell random. linear, cosine: every `step`-th cell random, interpolated between. "
                "superposition: several interpolations laid over each other, the coarser the heavier. "
                "midpoint_displacement: halved and displaced between two random ends in 0..1.")
        .choices({"naive", "linear", "cosine", "superposition", "midpoint_displacement"});
    s.parameter(&Profile::lowest, "lowest", "Lower bound of the random heights.").unit("1").range(-1e30, 1e30);
    s.parameter(&Profile::highest, "highest", "Upper bound of the random heights.").unit("1").range(-1e30, 1e30);
    s.parameter(&Profile::step, "step", "linear, cosine: how far it is from one random height to the next.")
        .unit("cells or a length")
        .range(1, 1 << 20);
    s.parameter(
         &Profile::iterations, "iterations",
         "superposition: number of interpolations that are laid over each other, with steps of 1, 2, 4 ... cells.")
        .range(1, 21);
    s.parameter(&Profile::interpolation, "interpolation",
                "superposition: how heights between the random ones are interpolated.")
        .choices({"linear", "cosine"})
        .choice_docs({"Straight lines, with kinks at the random heights.",
                      "Half waves of a cosine, level at the random heights."});
    s.parameter(&Profile::spread, "spread", "midpoint_displacement: largest displacement of the first level.")
        .unit("1")
        .at_least(0);
    s.parameter(&Profile::reduction, "reduction",
                "midpoint_displacement: factor from a level's spread to the next; more is rougher.")
        .range(0, 1);
  }

  void arrange(Arrangement& world) {
    if (highest < lowest) throw Failure("highest", "`highest` is below `lowest`");
    refuse_longer_sides(world.width(), 1);
    samples = Samples(world.stream(), world.width(), lowest, highest);
    midpoints.stream = midpoints.nodes.stream = world.stream();
    midpoints.lattice = lattice_of_corners(world.width(), 1);
    const AmplitudeLaw law{spread, reduction, std::nullopt, std::nullopt, 1.0};
    midpoints.amplitudes = law.of_levels(midpoints.lattice.levels, 0.5, 0.5);
  }

  double height_of(std::int64_t x) const {
    switch (method) {
      case Method::linear:
        return samples.interpolated(x, step, Interpolation::linear);
      case Method::cosine:
        return samples.interpolated(x, step, Interpolation::cosine);
      case Method::superposition:
        return samples.superposed(x, static_cast<int>(iterations), interpolation);
      default:
        return samples.naive(x);
    }
  }

  void paint(Tile& tile) const {
    const auto to = tile[height];
    float* first = to.row(tile.top(), tile.left());
    if (method == Method::midpoint_displacement) {
      MidpointCascade cascade(
          midpoints, {static_cast<std::int32_t>(tile.left()), static_cast<std::int32_t>(tile.right() - 1)}, {0, 0});
      cascade.row(0, first);
    } else {
      for (std::int64_t i = 0; i < tile.width(); ++i) first[i] = static_cast<float>(height_of(tile.left() + i));
    }
    for (std::int64_t y = tile.top() + 1; y < tile.bottom(); ++y) {
      std::copy_n(first, tile.width(), to.row(y, tile.left()));
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(heights, profile, Profile)
