// SPDX-License-Identifier: Apache-2.0
// Floors beside rivers and bluffs at their edges; nothing is raised, and nothing changes farther off.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "water/directions.hpp"

const terrawright_stage* terrawright_stage_valley_of_water();

using namespace terrawright;
using testing::StageRun;

namespace {

struct Basin {
  std::int64_t columns, rows;
  std::vector<float> height, discharge;
  std::vector<std::uint16_t> receivers;
  std::vector<std::uint8_t> ocean;

  Basin(std::int64_t width, std::int64_t lines)
      : columns(width), rows(lines), height(size()), discharge(size()), receivers(size()), ocean(size()) {}
  std::size_t size() const { return static_cast<std::size_t>(columns * rows); }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * columns + x); }

  StageRun run() const {
    StageRun run(terrawright_stage_valley_of_water(), columns, rows);
    run.cell(100).unit("height", "m").input("height", height).input<Class>("receivers", receivers);
    run.legend("receivers", water::receiver_legend()).input<Mask>("ocean", ocean);
    run.input<Scalar>("discharge", discharge).unit("discharge", "m3/s");
    run.set("widths", 40.0).set("fall", 0.001);
    return run;
  }
};

// A valley whose slopes fall by 5 % to a river of 36 m3/s in the middle, which runs south into the sea.
Basin straight_valley() {
  Basin basin(81, 40);
  for (std::int64_t y = 0; y < basin.rows; ++y) {
    for (std::int64_t x = 0; x < basin.columns; ++x) {
      const std::size_t i = basin.at(x, y);
      const bool sea = y + 3 > basin.rows;
      basin.ocean[i] = sea ? 1 : 0;
      basin.height[i] = static_cast<float>(sea ? -5 : 5 * std::abs(x - 40) + 40 - y);
      basin.discharge[i] = x == 40 && !sea ? 36.0f : 0.01f;
      basin.receivers[i] = sea ? water::no_receiver : x < 40 ? 1 : x > 40 ? 3 : 4;
    }
  }
  return basin;
}

// Rough ground that slopes to the south, each cell of which drains to its lowest neighbour.
Basin random_basin(unsigned seed) {
  std::mt19937 random(seed);
  Basin basin(70, 90);
  for (std::int64_t y = 0; y < basin.rows; ++y) {
    for (std::int64_t x = 0; x < basin.columns; ++x)
      basin.height[basin.at(x, y)] =
          static_cast<float>(900 - 10 * y) + static_cast<float>(random() % 3000) / 100 + (x % 20 < 2 ? 0.0f : 25.0f);
  }
  for (std::int64_t y = 0; y < basin.rows; ++y) {
    for (std::int64_t x = 0; x < basin.columns; ++x) {
      float lowest = basin.height[basin.at(x, y)];
      basin.discharge[basin.at(x, y)] = 0.05f;
      for (std::uint16_t to = 1; to <= 8 && y + 1 < basin.rows; ++to) {
        const std::int64_t nx = x + water::direction(to).dx, ny = y + water::direction(to).dy;
        if (nx < 0 || ny < 0 || nx >= basin.columns || ny >= basin.rows || basin.height[basin.at(nx, ny)] >= lowest)
          continue;
        lowest = basin.height[basin.at(nx, ny)];
        basin.receivers[basin.at(x, y)] = to;
      }
    }
  }
  std::vector<std::size_t> order(basin.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return basin.height[a] > basin.height[b]; });
  for (const std::size_t i : order) {
    if (basin.receivers[i] == water::no_receiver) continue;
    const water::Direction& to = water::direction(basin.receivers[i]);
    basin.discharge[i + static_cast<std::size_t>(to.dy * basin.columns + to.dx)] += basin.discharge[i];
  }
  return basin;
}

}  // namespace

TEST_CASE("a valley gets a floor as wide as its river asks for, and bluffs at its edge", "[water.valley]") {
  const Basin basin = straight_valley();
  const auto run = basin.run();
  const auto made = test::painted(run).cells<Height>("height");
  const double half = 600;  // 40 times 5 sqrt(36) m are 1200 m
  for (std::int64_t y = 0; y < basin.rows; ++y) {
    for (std::int64_t x = 0; x < basin.columns; ++x) {
      const std::size_t i = basin.at(x, y);
      INFO(x << ", " << y);
      if (basin.ocean[i] != 0) {
        CHECK(made[i] == basin.height[i]);
        continue;
      }
      const double away = 100.0 * static_cast<double>(std::abs(x - 40));
      const double floor = 40 - static_cast<double>(y) + 0.001 * std::min(away, half);
      if (away <= half)
        CHECK(made[i] == Approx(x == 40 ? basin.height[i] : floor));
      else if (away >= 2 * half)
        CHECK(made[i] == basin.height[i]);
      else
        CHECK((made[i] > floor && made[i] < basin.height[i]));
    }
  }
  // The bluff is steeper than the slope was, and the floor is not.
  const auto rise = [&](std::int64_t x) { return made[basin.at(x, 20)] - made[basin.at(x - 1, 20)]; };
  CHECK(rise(49) > 10);
  CHECK(rise(45) < 0.2f);
  test::same_under_all_tiles(run);
}

TEST_CASE("on any ground nothing is raised, floors are level, and other land stays", "[water.valley]") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Basin basin = random_basin(seed);
    const auto run = basin.run();
    const auto made = test::painted(run).cells<Height>("height");
    int on_floors = 0, changed = 0;
    for (std::int64_t y = 0; y < basin.rows; ++y) {
      for (std::int64_t x = 0; x < basin.columns; ++x) {
        const std::size_t i = basin.at(x, y);
        REQUIRE(made[i] <= basin.height[i]);
        changed += made[i] < basin.height[i];
        std::int64_t rx = x, ry = y;
        while (basin.discharge[basin.at(rx, ry)] < 1 && basin.receivers[basin.at(rx, ry)] != water::no_receiver) {
          const water::Direction& to = water::direction(basin.receivers[basin.at(rx, ry)]);
          rx += to.dx, ry += to.dy;
        }
        const std::size_t river = basin.at(rx, ry);
        if (basin.discharge[river] < 1) {
          REQUIRE(made[i] == basin.height[i]);
          continue;
        }
        const double away = 100 * std::hypot(static_cast<double>(x - rx), static_cast<double>(y - ry));
        const double half = 100 * std::sqrt(static_cast<double>(basin.discharge[river]));
        if (away <= half && river != i) {
          ++on_floors;
          REQUIRE(static_cast<double>(made[i]) <= static_cast<double>(basin.height[river]) + 0.001 * away + 1e-3);
        }
        if (away >= half + std::max(half, 100.0)) REQUIRE(made[i] == basin.height[i]);
      }
    }
    CHECK(on_floors > 100);
    CHECK(changed > 100);
    test::same_under_all_tiles(run);
  }
}

TEST_CASE("cells that are no numbers, and classes that are no directions, are refused", "[water.valley]") {
  Basin basin = straight_valley();
  basin.discharge[basin.at(2, 3)] = std::nanf("");
  CHECK(test::says(test::refusal(basin.run()), "discharge: a value of 'discharge' is NaN at cell (2, 3)"));
  auto other = straight_valley().run();
  CHECK(test::says(test::refusal(other.legend("receivers", {{0, "land", {0, 0, 0, 255}, "."}})), "not the directions"));
}
