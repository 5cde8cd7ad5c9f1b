// SPDX-License-Identifier: Apache-2.0
// Lobes hold the sediment that rivers bring: of exact radii where the floor is level, and where they share their
// ground.
#include <cmath>
#include <random>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_delta_of_sea();

using namespace terrawright;
using testing::StageRun;

namespace {

constexpr std::int64_t wide = 121;
constexpr double cell_side = 250;

// A sea with rivers; where `land` is set there is none of it.
struct Coastline {
  std::vector<float> height, flux, noise;
  std::vector<std::uint8_t> ocean;

  explicit Coastline(float floor)
      : height(wide * wide, floor), flux(wide * wide), noise(wide * wide), ocean(wide * wide, 1) {}
  static std::size_t at(std::int64_t x, std::int64_t y) { return static_cast<std::size_t>(y * wide + x); }
  // In the year, so that 1000 years bring so many metres over a cell.
  void river(std::int64_t x, std::int64_t y, double metres) {
    flux[at(x, y)] = static_cast<float>(metres * cell_side * cell_side / 1000);
  }
  StageRun run() const {
    StageRun run(terrawright_stage_delta_of_sea(), wide, wide);
    run.cell(cell_side).unit("height", "m").input("height", height).input<Mask>("ocean", ocean);
    run.input<Scalar>("flux", flux).unit("flux", "m3/yr").input<Scalar>("noise", noise);
    run.set("time", 1000.0).set("reach", 13000.0);
    return run;
  }
};

double risen(const Coastline& sea, const std::vector<float>& built) {
  double sum = 0;
  for (std::size_t i = 0; i < built.size(); ++i) {
    REQUIRE(built[i] >= sea.height[i]);
    if (sea.ocean[i] == 0) REQUIRE(built[i] == sea.height[i]);
    sum += static_cast<double>(built[i]) - static_cast<double>(sea.height[i]);
  }
  return sum;
}

// A bay between two shores, with a floor, noise and rivers at random.
Coastline random_bay(unsigned seed, int rivers) {
  std::mt19937 random(seed);
  const auto real = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) / 4294967296.0;
  };
  Coastline sea(0);
  for (std::int64_t y = 0; y < wide; ++y) {
    for (std::int64_t x = 0; x < wide; ++x) {
      const std::size_t i = Coastline::at(x, y);
      sea.ocean[i] = x > 15 && x < 100 ? 1 : 0;
      sea.height[i] = static_cast<float>(sea.ocean[i] != 0 ? real(-30, -1) : real(0, 9));
      sea.noise[i] = static_cast<float>(real(-1.5, 1.5));
    }
  }
  for (int k = 0; k < rivers; ++k)
    sea.river(random() % 2 != 0 ? 16 : 99, static_cast<std::int64_t>(real(20, 100)), real(100, 6000));
  return sea;
}

}  // namespace

TEST_CASE("T2.8: on a level floor a lobe has the radius that its volume asks for", "[sea.delta]") {
  Coastline sea(-20);
  sea.river(60, 60, 20000);
  const auto made = test::painted(sea.run());
  CHECK(made.number("placed") == Approx(1).epsilon(0.001));
  CHECK(risen(sea, made.cells<Height>("height")) == Approx(20000).epsilon(0.001));
  const auto& lobes = made.table("lobes");
  REQUIRE(lobes.rows() == 1);
  CHECK(lobes.reals("radius")[0] == Approx(4.153).epsilon(0.01));
  CHECK(lobes.reals("volume")[0] == Approx(20000 * cell_side * cell_side / 1e9));
  CHECK(lobes.points()[0].x == 60);
  // The same slope down to the shore everywhere, and the front beyond it.
  const auto built = made.cells<Height>("height");
  const double radius = lobes.reals("radius")[0] * 1000;
  for (std::int64_t x = 60; x < 100; ++x) {
    const double inside = radius - static_cast<double>(x - 60) * cell_side;
    const double surface = inside > 0 ? 0.0004 * inside : 0.03 * inside * (1 - inside / 1000);
    CHECK(built[Coastline::at(x, 60)] == Approx(std::max(surface, -20.0)).margin(1e-4));
  }
}

TEST_CASE("lobes that overlap hold together what all of their rivers brought", "[sea.delta]") {
  for (const int rivers : {2, 7, 25}) {
    const Coastline sea = random_bay(static_cast<unsigned>(rivers), rivers);
    double brought = 0;
    for (const float flux : sea.flux) brought += static_cast<double>(flux) * 1000 / cell_side / cell_side;
    const auto run = sea.run();
    const auto made = test::painted(run);
    INFO(rivers << " rivers");
    CHECK(made.number("placed") == Approx(1).epsilon(0.001));
    CHECK(risen(sea, made.cells<Height>("height")) == Approx(brought).epsilon(0.0012));
    test::same_under_all_tiles(run);
  }
}

TEST_CASE("without rivers that bring enough the sea stays as it is", "[sea.delta]") {
  Coastline sea(-20);
  sea.river(60, 60, 100);  // 6250 m3/yr
  const auto made = test::painted(sea.run());
  CHECK(made.cells<Height>("height") == sea.height);
  CHECK(made.number("placed") == 1);
  CHECK(made.table("lobes").rows() == 0);
  auto small = sea.run();
  CHECK(risen(sea, test::painted(small.set("least", 6000.0)).cells<Height>("height")) == Approx(100).epsilon(0.002));
}

TEST_CASE("a lobe without room, a world that wraps and cells that are no numbers are told", "[sea.delta]") {
  Coastline sea(-500);
  sea.river(60, 60, 1e6);
  const auto made = test::painted(sea.run().set("reach", 5000.0));
  REQUIRE(made.warnings().size() == 1);
  test::says(made.warnings()[0].sentence(), "% of the sediment has room within the reach");
  CHECK(made.number("placed") < 0.9);
  CHECK(test::says(test::refusal(sea.run().wrap(TERRAWRIGHT_WRAP_X)), "the world wraps"));
  sea.height[Coastline::at(3, 4)] = std::nanf("");
  CHECK(test::says(test::refusal(sea.run()), "height: a height is NaN at cell (3, 4)"));
}
