// SPDX-License-Identifier: Apache-2.0
// heights.profile: the heights of a one-dimensional world.
#define HEIGHTS_STAGE profile
#include <algorithm>

#include "heights/midpoint_cascade.hpp"
#include "superposition.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

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
