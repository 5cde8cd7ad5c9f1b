// SPDX-License-Identifier: Apache-2.0
// sea.floor: a shelf, its break, a slope and the deep sea, by the distance to the land.
#include <cstdint>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Keep { lower, replace };

struct Profile {
  float shelf, brink, steepness, abyss, relief, least, vary, wander, rough;
  bool keeps_lower;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void floor_of_row(const Profile& profile, const float* height, const float* distance, const float* near_relief,
                  const float* shelf_noise, const float* floor_noise, float* __restrict to, std::int64_t count) {
  const Profile s = profile;
  const auto clamped = [](float v) { return v < -1.0f ? -1.0f : v > 1.0f ? 1.0f : v; };
  const auto larger = [](float a, float b) { return a < b ? b : a; };
  const float deep = s.abyss - s.brink;
  for (std::int64_t i = 0; i < count; ++i) {
    const float n = clamped(shelf_noise[i]), t = clamped(floor_noise[i]);
    const float x = -distance[i] * (1.0f + s.wander * t);
    const float varied = (1.0f + s.vary * n) / (1.0f - s.vary * n);
    const float width = larger(s.shelf * varied / (1.0f + larger(near_relief[i], 0.0f) / s.relief), s.least);
    const float share = x / width, q = share < 1.0f ? share : 1.0f;
    const float on_shelf = s.brink * q * (0.4f + 0.6f * q);
    const float y = larger(x - width, 0.0f) * s.steepness / deep;
    const float f = 1.0f - 1.0f / (1.0f + y * (0.5f + y * (1.2f + y)));
    const float below = -larger((on_shelf + deep * f) * (1.0f + s.rough * (0.5f * n + 0.5f * t)), 0.25f);
    const float lower = s.keeps_lower && height[i] < below ? height[i] : below;
    to[i] = distance[i] > 0.0f ? height[i] : lower;
  }
}

struct Floor {
  In<Height> height;
  In<Scalar> distance;
  In<Field> near_relief, shelf_noise, floor_noise;
  Out<Height> floored;
  double shelf = 8000, brink = 130, steepness = 0.1, abyss = 4000;
  double relief = 700, least = 1500, vary = 0.6, wander = 0.3, rough = 0.12;
  Keep keep = Keep::lower;

  static void describe(Spec<Floor>& s) {
    s.stage("sea.floor",
            "The sea floor by the distance to the land: a shelf, its break, a slope and the deep sea; land stays.");
    s.source(
        "Widths and depths: Encyclopaedia Britannica, continental shelf, shelf break and continental slope. depth "
        "= break q (0.4 + 0.6 q) + (abyss - break) (1 - 1 / (1 + y (0.5 + y (1.2 + y)))), q = min(x / w, 1) and y = "
        "max(x - w, 0) steepness / (abyss - break) at x from the shore, w the shelf's width; float32");
    s.port(&Floor::height, "height", "Heights in metres above the sea.").unit("m");
    s.port(&Floor::distance, "distance",
           "Distance to the coast: above 0 on land, below 0 at sea, from shape.distance of a mask of the land. Lakes "
           "that are not in the mask get a sea floor, too.")
        .unit("m");
    s.port(&Floor::near_relief, "near_relief",
           "Height of the coast's mountains: for example twice the mean of the land's heights around. The shelf is the "
           "narrower the higher it is; without it, as wide as off a plain.")
        .unit("m")
        .optional();
    s.port(&Floor::shelf_noise, "shelf_noise",
           "Variation of the shelf's width: a smooth noise of -1 to 1. Values beyond count as -1 or 1.")
        .unit("1")
        .optional();
    s.port(
         &Floor::floor_noise, "floor_noise",
         "Deviation of the lines of depth from the coast's shape: a noise of -1 to 1. Values beyond count as -1 or 1.")
        .unit("1")
        .optional();
    s.port(&Floor::floored, "height", "The heights: those of land as they were, the sea's at -0.25 m and below.")
        .unit("m");
    s.parameter(&Floor::shelf, "shelf", "Width of the shelf off a plain: 8 km suit an island, 65 km a continent.")
        .unit("m")
        .range(0, 1e7);
    s.parameter(&Floor::brink, "break", "Depth of the shelf's break, where the slope begins.").unit("m").range(1, 1e5);
    s.parameter(&Floor::steepness, "steepness",
                "Steepness of the slope, rise over run: 0.07 is the 4 degrees that continental slopes have on average; "
                "islands have steeper ones.")
        .range(0.001, 10);
    s.parameter(&Floor::abyss, "abyss", "Depth of the deep sea, far off.").unit("m").range(2, 1e5);
    s.parameter(&Floor::keep, "keep",
                "Rule for a sea that is deeper than the profile. lower: it keeps its floor. replace: it gets the "
                "profile as well.")
        .choices({"lower", "replace"});
    s.parameter(&Floor::relief, "relief", "Relief at which the shelf is half as wide as off a plain.")
        .unit("m")
        .range(1, 1e5)
        .advanced();
    s.parameter(&Floor::least, "least", "Width of the shelf where it is narrowest.").unit("m").range(1, 1e7).advanced();
    s.parameter(&Floor::vary, "vary",
                "Effect of shelf_noise on the width: at its 1 the shelf is (1 + vary) / (1 - vary) times as wide.")
        .range(0, 0.95)
        .advanced();
    s.parameter(&Floor::wander, "wander", "Effect of floor_noise on the lines of depth, as a share of the distance.")
        .range(0, 0.95)
        .advanced();
    s.parameter(&Floor::rough, "rough", "Effect of both noises on the depth, as a share of it.").range(0, 1).advanced();
  }

  void arrange(Arrangement&) const {
    if (static_cast<float>(abyss) <= static_cast<float>(brink))
      throw Failure("abyss", "the deep sea must be deeper than the shelf's break");
  }

  void paint(Tile& tile) const {
    const auto real = [](double v) { return static_cast<float>(v); };
    const Profile profile{real(shelf), real(brink), real(steepness), real(abyss), real(relief),
                          real(least), real(vary),  real(wander),    real(rough), keep == Keep::lower};
    const std::vector<float> none(static_cast<std::size_t>(tile.width()), 0.0f);
    tile.each_row([&](std::int64_t y) {
      // Row by row, while its cells are near.
      const auto row = [&](auto input, const char* name, const char* what) {
        if (!tile[input]) return none.data();
        tile.require_finite(input, {tile.left(), y, tile.width(), 1}, name, what);
        return tile[input].row(y, tile.left());
      };
      floor_of_row(profile, row(height, "height", "a height"), row(distance, "distance", "a distance"),
                   row(near_relief, "near_relief", ""), row(shelf_noise, "shelf_noise", ""),
                   row(floor_noise, "floor_noise", ""), tile[floored].row(y, tile.left()), tile.width());
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(sea, floor, Floor)
