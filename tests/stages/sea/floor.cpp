// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_floor_of_sea();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

using Cells = std::vector<float>;

const Cells offshore = {125, 625, 1125, 5125, 8125, 10125, 20125, 50125, 100125};

// A row of sea at those distances, all of it 0 m deep.
StageRun row_of_sea(const Cells& distances = offshore, float height = 0) {
  StageRun run(terrawright_stage_floor_of_sea(), static_cast<std::int64_t>(distances.size()), 1);
  Cells signed_distances;
  for (const float x : distances) signed_distances.push_back(-x);
  run.unit("height", "m").input("height", height).input("distance", signed_distances);
  return run;
}

Cells floor_of(const StageRun& run, testing::Tiling tiling = {}) {
  return test::painted(run, tiling).cells<Height>("height");
}

void check_row(const Cells& made, const Cells& expected) {
  REQUIRE(made.size() == expected.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    INFO(offshore[i] << " m off: " << made[i] << ", not " << expected[i]);
    CHECK(std::fabs(made[i] - expected[i]) < 1e-3f);
  }
}

// Distances and noises of all sizes.
struct Sea {
  Cells height, distance, near_relief, shelf_noise, floor_noise;
};
constexpr std::int64_t side = 60;

Sea random_sea(unsigned seed) {
  std::mt19937 random(seed);
  const auto real = [&](double from, double to) {
    return static_cast<float>(from + (to - from) * static_cast<double>(random()) / 4294967296.0);
  };
  Sea sea;
  for (std::int64_t i = 0; i < side * side; ++i) {
    const float far = real(-9, 12);
    sea.distance.push_back(far > 0 ? -std::exp2(far) * 25 : -far * 1000);
    sea.height.push_back(real(-3000, 1000));
    sea.near_relief.push_back(std::max(real(-500, 3000), 0.0f));
    sea.shelf_noise.push_back(real(-1.5, 1.5));
    sea.floor_noise.push_back(real(-1.5, 1.5));
  }
  return sea;
}

StageRun run_of(const Sea& sea) {
  StageRun run(terrawright_stage_floor_of_sea(), side, side);
  run.unit("height", "m").input("height", sea.height).input("distance", sea.distance);
  run.input<Scalar>("near_relief", sea.near_relief).unit("near_relief", "m");
  run.input<Scalar>("shelf_noise", sea.shelf_noise).input<Scalar>("floor_noise", sea.floor_noise);
  return run;
}

}  // namespace

TEST_CASE("T13: the profile off a plain, off mountains, and where the shelf is wide and narrow", "[sea.floor]") {
  check_row(floor_of(row_of_sea()),
            {-0.832f, -4.539f, -8.855f, -65.324f, -136.289f, -247.231f, -1034.943f, -3090.642f, -3827.847f});
  auto mountains = row_of_sea();
  mountains.input<Scalar>("near_relief", 700.0f).unit("near_relief", "m");
  check_row(floor_of(mountains),
            {-1.701f, -10.029f, -20.795f, -189.345f, -376.876f, -523.404f, -1400.948f, -3225.015f, -3845.011f});
  auto wide = row_of_sea();
  check_row(floor_of(wide.input<Scalar>("shelf_noise", 1.0f)),
            {-0.25f, -1.108f, -2.040f, -10.949f, -19.326f, -25.718f, -67.367f, -1676.320f, -3868.881f});
  auto narrow = row_of_sea();
  check_row(floor_of(narrow.input<Scalar>("shelf_noise", -1.0f)),
            {-3.341f, -22.435f, -50.694f, -291.219f, -491.999f, -643.103f, -1486.548f, -3086.388f, -3621.592f});
}

TEST_CASE("noises beyond -1 and 1 count as these, and a relief below 0 as none", "[sea.floor]") {
  for (const char* port : {"shelf_noise", "floor_noise"}) {
    for (const float sign : {-1.0f, 1.0f}) {
      auto within = row_of_sea(), beyond = row_of_sea();
      CHECK(floor_of(within.input<Scalar>(port, sign)) == floor_of(beyond.input<Scalar>(port, 7 * sign)));
      CHECK(floor_of(within) != floor_of(row_of_sea()));
    }
  }
  auto relief = row_of_sea();
  CHECK(floor_of(relief.input<Scalar>("near_relief", -300.0f).unit("near_relief", "m")) == floor_of(row_of_sea()));
}

TEST_CASE("T12: land stays as it is, and no cell of the sea is above -0.25 m", "[sea.floor]") {
  for (const char* keep : {"lower", "replace"}) {
    const Sea sea = random_sea(12);
    auto run = run_of(sea);
    run.set("keep", std::string(keep)).set("rough", 1.0).set("wander", 0.95).set("vary", 0.95);
    const Cells made = floor_of(run, 17);
    int at_the_top = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (sea.distance[i] > 0) {
        REQUIRE(made[i] == sea.height[i]);
      } else {
        REQUIRE(made[i] <= -0.25f);
        at_the_top += made[i] == -0.25f;
      }
    }
    CHECK(at_the_top > 20);
    test::same_under_all_tiles(run);
  }
}

TEST_CASE("T14: the sea gets no shallower farther off, whatever the noises", "[sea.floor]") {
  Cells distances;
  for (float x = 0.5f; x < 300000; x = x * 1.003f + 0.25f) distances.push_back(x);
  for (const float n : {-1.0f, 0.0f, 0.7f}) {
    for (const float t : {-1.0f, 0.0f, 1.0f}) {
      for (const float relief : {0.0f, 900.0f, 20000.0f}) {
        auto run = row_of_sea(distances);
        run.input<Scalar>("shelf_noise", n).input<Scalar>("floor_noise", t).input<Scalar>("near_relief", relief);
        const Cells made = floor_of(run.unit("near_relief", "m"));
        INFO("noises " << n << " and " << t << ", relief " << relief);
        CHECK(std::is_sorted(made.begin(), made.end(), std::greater<>()));
        CHECK(made.front() > -2);
        CHECK(made.back() < -3000);
      }
    }
  }
}

TEST_CASE("islets that were sunk leave no trace, and a floor that is deeper stays where it is to", "[sea.floor]") {
  const Cells plain = floor_of(row_of_sea());
  // The height of a drowned islet changes nothing.
  CHECK(floor_of(row_of_sea(offshore, 40)) == plain);
  CHECK(floor_of(row_of_sea(offshore, -0.1f)) == plain);
  for (const float deep : {-20.0f, -2000.0f}) {
    Cells lower;
    for (const float floor : plain) lower.push_back(std::min(floor, deep));
    CHECK(floor_of(row_of_sea(offshore, deep)) == lower);
    auto replaced = row_of_sea(offshore, deep);
    CHECK(floor_of(replaced.set("keep", std::string("replace"))) == plain);
  }
}

TEST_CASE("a deep sea that is no deeper than the shelf, and cells that are no numbers, are refused", "[sea.floor]") {
  auto shallow = row_of_sea();
  const Result refused = shallow.set("abyss", 130.0).paint();
  REQUIRE(refused.failure());
  CHECK(refused.failure()->sentence() == "abyss: the deep sea must be deeper than the shelf's break");
  for (const char* port : {"shelf_noise", "floor_noise", "near_relief"}) {
    auto run = row_of_sea();
    run.input<Scalar>(port, std::nanf(""));
    if (std::string(port) == "near_relief") run.unit(port, "m");
    const Result infinite = run.paint();
    REQUIRE(infinite.failure());
    CHECK(infinite.failure()->sentence() == std::string(port) + ": a value of '" + port + "' is NaN at cell (0, 0)");
  }
}
