// SPDX-License-Identifier: Apache-2.0
// Erosion and deposition: the theory of Davy and Lague, what is eroded and laid down to the bit, and tiles.
#include <algorithm>
#include <cmath>
#include <random>

#include "eroding.hpp"
#include "stages/water/terrains.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Land;

namespace {

// A chain of steps by their parts, each of which has a layer: t1, t2 ... of erosion.transport.
std::string chain(const Land& land, int steps, const std::string& with, const std::string& in = "",
                  const std::string& cell = "250 m") {
  std::string world = "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                      std::to_string(land.height) + "], cell: " + cell +
                      ", seed: 42}\nstages:\n"
                      "  z: {use: test.given@1, with: {name: z}}\n"
                      "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                      "  up: {use: test.given_scalar@1, with: {name: up}}\n"
                      "  surface: {use: erosion.surface@1, in: {height: z, ocean: ocean}}\n"
                      "  t0: {use: water.fill@1, in: {height: surface, ocean: ocean}}\n"
                      "  flats: {use: water.flats@1, in: {filled: t0, ocean: ocean}}\n"
                      "  r0: {use: water.receivers@1, in: {filled: t0, way: flats.way, ocean: ocean}}\n";
  std::string layers = "o: ocean, t0: t0";
  for (int k = 1; k <= steps; ++k) {
    const std::string n = std::to_string(k), b = std::to_string(k - 1);
    world += "  r" + n + ": {use: erosion.route@1, in: {height: t" + b + ", receivers: r" + b + "}}\n";
    world +=
        "  c" + n + ": {use: erosion.celerity@1, in: {receivers: r" + n + "}, with: {erodibility: 0.000005 1/yr}}\n";
    world += "  t" + n + ": {use: erosion.transport@1, in: {height: t" + b + ", receivers: r" + n + ", celerity: c" +
             n + ", area: c" + n + ".area" + in + (k > 1 ? ", bed: t" + b + ".bed" : "") + "}, with: {" + with + "}}\n";
    layers += ", t" + n + ": t" + n + ", w" + n + ": t" + n + ".worn, b" + n + ": t" + n + ".bed, r" + n + ": r" + n +
              ", c" + n + ": c" + n + ", a" + n + ": c" + n + ".area";
  }
  return world + "outputs: [{layers: {" + layers + ", u: up}}]\n";
}

std::size_t below(const Land& land, const std::vector<std::uint16_t>& to, std::size_t c) {
  const int x = static_cast<int>(c) % land.width, y = static_cast<int>(c) / land.width;
  return land.at(x + test::to_x[to[c] - 1], y + test::to_y[to[c] - 1]);
}

// Cells, receivers before what drains to them.
std::vector<std::size_t> upwards(const Land& land, const std::vector<std::uint16_t>& to) {
  std::vector<std::vector<std::size_t>> donors(to.size());
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < to.size(); ++c) {
    if (to[c] == 0)
      order.push_back(c);
    else
      donors[below(land, to, c)].push_back(c);
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    order.insert(order.end(), donors[order[i]].begin(), donors[order[i]].end());
  return order;
}

}  // namespace

TEST_CASE("a step of transport is the solution of its equations, found by iteration", "[erosion.transport]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Land land = test::random_land(seed);
    const auto built = test::build(chain(land, 1, "deposition: 0.7, grade: 0, step: 1e5 yr, uplift: 0.5 mm/yr"),
                                   test::eroding_options(land, 1 + seed % 9));
    const auto before = built.cells<float>("t0"), after = built.cells<float>("t1"), speed = built.cells<float>("c1"),
               area = built.cells<float>("c1.area");
    const auto to = built.cells<std::uint16_t>("r1");
    const auto order = upwards(land, to);
    // h' = risen - F (h' - h'(r)) + G / cells of what all above lost, never below h'(r): as the flux is of heights
    // before that bound, so is the sum.
    std::vector<double> free(after.begin(), after.end()), lost(after.size());
    for (int round = 0; round < 400; ++round) {
      for (std::size_t c = 0; c < lost.size(); ++c) lost[c] = to[c] == 0 ? 0 : before[c] + 50.0 - free[c];
      std::vector<double> flux(lost.size(), 0);
      for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t c = order[i];
        if (to[c] != 0) flux[below(land, to, c)] += flux[c] + lost[c];
      }
      for (const std::size_t c : order) {
        if (to[c] == 0) continue;
        const double f = static_cast<double>(speed[c]) * 1e5 / (to[c] < 5 ? 250 : 250 * std::sqrt(2.0));
        const double g = 0.7 * 62500 / static_cast<double>(area[c]);
        free[c] = (before[c] + 50.0 + f * free[below(land, to, c)] + g * flux[c]) / (1 + f);
      }
    }
    INFO("world " << seed);
    double worst = 0;
    std::vector<double> bound(free);
    for (const std::size_t c : order) {
      if (to[c] == 0) continue;
      const double f = static_cast<double>(speed[c]) * 1e5 / (to[c] < 5 ? 250 : 250 * std::sqrt(2.0));
      const double down = free[below(land, to, c)];
      bound[c] = std::max(free[c] + f / (1 + f) * (bound[below(land, to, c)] - down), bound[below(land, to, c)]);
      worst = std::max(worst, std::abs(bound[c] - after[c]));
    }
    CHECK(worst < 0.05);
  }
}

TEST_CASE("rivers in a steady land are steeper by 1 + G", "[erosion.transport]") {
  // A square that rises, with the sea on all sides, until nothing changes.
  const int side = 129;
  Land land = test::fractal_land(side, side, 5, 0);
  for (std::size_t c = 0; c < land.z.size(); ++c) land.z[c] = std::abs(land.z[c]) + 1;
  for (const double g : {0.0, 0.3, 1.0, 2.0}) {
    const auto built = test::build(
        "terrawright: 1\nname: t\nworld: {size: [129, 129], cell: 250 m, seed: 42}\nstages:\n"
        "  z: {use: test.given@1, with: {name: z}}\n"
        "  e: {use: erosion.alluvial@1, in: {height: z}, with: {uplift: 0.5 mm/yr, step: 2e5 yr, steps: 200, "
        "weights: none, erodibility: 0.000005 1/yr, channel_area: 0 km2, grade: 0, deposition: " +
            std::to_string(g) + "}}\noutputs: [{layers: {e: e, c: e.celerity, r: e.receivers, a: e.area}}]\n",
        test::eroding_options(land, 48));
    const auto h = built.cells<float>("e/step/200/transport"), speed = built.cells<float>("e/step/200/drained");
    const auto area = built.cells<float>("e/step/200/drained.area");
    const auto to = built.cells<std::uint16_t>("e/step/200/route");
    std::vector<double> steepness;
    for (std::size_t c = 0; c < h.size(); ++c) {
      if (to[c] == 0 || area[c] < 150 * 62500) continue;  // a cell's flux is that of its donors
      const double slope = (h[c] - h[below(land, to, c)]) / (to[c] < 5 ? 250 : 250 * std::sqrt(2.0));
      steepness.push_back(slope * static_cast<double>(speed[c]) / 0.0005);
    }
    REQUIRE(steepness.size() > 200);
    std::nth_element(steepness.begin(), steepness.begin() + static_cast<std::ptrdiff_t>(steepness.size() / 2),
                     steepness.end());
    INFO("G " << g);
    CHECK(steepness[steepness.size() / 2] == Approx(1 + g).epsilon(0.005));
  }
}

TEST_CASE("what is eroded is laid down or leaves, exactly", "[erosion.transport][erosion.flux]") {
  const Land land = test::fractal_land(150, 110, 9, 0);
  auto options = test::eroding_options(land, 0);
  std::mt19937 random(3);
  for (float& up : options.given["up"].cells) up = static_cast<float>(static_cast<int>(random() % 200) - 80) / 100;
  std::string world = chain(land, 3, "step: 2e5 yr", ", uplift: up");
  world.insert(world.find("outputs:"),
               "  f: {use: erosion.flux@1, in: {worn: t3.worn, receivers: r3}, with: {step: 2e5 yr}}\n");
  world.insert(world.find("t0: t0"), "f: f, ");
  const auto built = test::build(world, options);
  const auto worn = built.cells<float>("t3.worn"), flux = built.cells<float>("f"), before = built.cells<float>("t2"),
             after = built.cells<float>("t3");
  const auto to = built.cells<std::uint16_t>("r3");
  std::int64_t lost = 0;
  double left = 0, filled = 0;
  for (std::size_t c = 0; c < worn.size(); ++c) {
    const double parts = static_cast<double>(worn[c]) * 1024;
    CHECK(parts == std::nearbyint(parts));
    lost += static_cast<std::int64_t>(parts);
    filled += parts < 0;
    if (to[c] == 0) {
      CHECK(after[c] == before[c]);
      left += static_cast<double>(flux[c]);
    } else {
      CHECK(after[c] >= after[below(land, to, c)]);
    }
  }
  CHECK(filled > 100);
  CHECK(left == Approx(static_cast<double>(lost) / 1024 * 62500 / 2e5).epsilon(1e-6));
  // Any tiles.
  const auto hashes = [&](std::int64_t tile) {
    options.tile = tile;
    const auto by_tiles = test::build(world, options);
    return by_tiles.sha256("t3") + by_tiles.sha256("t3.worn") + by_tiles.sha256("t3.bed") + by_tiles.sha256("f");
  };
  const std::string whole = hashes(0);
  for (const std::int64_t tile : {7, 32, 64, 100}) CHECK(hashes(tile) == whole);
}

TEST_CASE("without deposition, transport cuts as erosion.incise does", "[erosion.transport]") {
  for (int seed = 1; seed <= 10; ++seed) {
    const Land land = test::fractal_land(97, 65, seed, seed % 2 == 0 ? 0 : 12);
    std::string world = chain(land, 1, "deposition: 0, grade: 0, step: 2e5 yr, uplift: 0.5 mm/yr");
    world.insert(world.find("outputs:"),
                 "  i: {use: erosion.incise@1, in: {height: t0, receivers: r1, celerity: c1}, with: {step: 2e5 yr}}\n");
    world.insert(world.find("t0: t0"), "i: i, ");
    const auto built = test::build(world, test::eroding_options(land, 30));
    const auto ours = built.cells<float>("t1"), incised = built.cells<float>("i");
    const auto to = built.cells<std::uint16_t>("r1");
    double worst = 0;
    for (std::size_t c = 0; c < ours.size(); ++c)
      if (to[c] != 0) worst = std::max(worst, std::abs(static_cast<double>(ours[c]) - static_cast<double>(incised[c])));
    CHECK(worst <= 3.0 / 1024);  // each cell on the way is rounded
  }
}

TEST_CASE("what is steeper than the talus slides, and is among what the rivers carry away", "[erosion.transport]") {
  const Land land = test::fractal_land(150, 110, 5, 0);
  auto options = test::eroding_options(land, 3000);
  std::string world = chain(land, 2, "step: 2e5 yr, uplift: 5 mm/yr, talus: 0.7");
  world.insert(world.find("outputs:"),
               "  f: {use: erosion.flux@1, in: {worn: t2.worn, receivers: r2}, with: {step: 2e5 yr}}\n");
  world.insert(world.find("t0: t0"), "f: f, ");
  const auto built = test::build(world, options);
  const auto after = built.cells<float>("t2"), worn = built.cells<float>("t2.worn"), flux = built.cells<float>("f");
  const auto to = built.cells<std::uint16_t>("r2");
  double lost = 0, left = 0;
  int at_rest = 0;
  for (std::size_t c = 0; c < after.size(); ++c) {
    lost += static_cast<double>(worn[c]);
    if (to[c] == 0) {
      left += static_cast<double>(flux[c]);
      continue;
    }
    const double most = 0.7 * (to[c] < 5 ? 250 : 250 * std::sqrt(2.0));
    const double fall = static_cast<double>(after[c] - after[below(land, to, c)]);
    CHECK(fall <= most + 1.0 / 512);
    at_rest += fall > most - 1.0 / 512;
  }
  CHECK(at_rest > 1000);
  CHECK(left == Approx(lost * 62500 / 2e5).epsilon(1e-6));
  const auto hash = [&](std::int64_t tile) {
    options.tile = tile;
    return test::build(world, options).sha256("t2");
  };
  const std::string whole = hash(0);
  for (const std::int64_t tile : {7, 32, 100}) CHECK(hash(tile) == whole);
}

TEST_CASE("land that sinks is filled up to a graded slope, and all of it drains", "[erosion.transport]") {
  const Land land = test::fractal_land(130, 130, 4, 0);
  const auto built = test::build(chain(land, 20, "deposition: 0.3, step: 1e5 yr, uplift: -0.1 mm/yr"),
                                 test::eroding_options(land, 40));
  const auto after = built.cells<float>("t20"), bed = built.cells<float>("t20.bed"),
             area = built.cells<float>("c20.area");
  const auto to = built.cells<std::uint16_t>("r20");
  int alluvium = 0;
  for (std::size_t c = 0; c < after.size(); ++c) {
    CHECK(bed[c] <= after[c]);
    if (to[c] == 0) continue;
    const double length = to[c] < 5 ? 250 : 250 * std::sqrt(2.0);
    const double slope = 0.002 * std::clamp(1000 / std::sqrt(static_cast<double>(area[c])), 0.1, 1.0);
    CHECK(after[c] - after[below(land, to, c)] >= slope * length - 1.0 / 1024);
    alluvium += bed[c] < after[c] - 1;
  }
  CHECK(alluvium > 1000);
}

TEST_CASE("a layer of grades fills hollows up to a slope, and leaves level what has none", "[erosion.transport]") {
  const Land land = test::fractal_land(120, 90, 6, 0);
  std::string world = chain(land, 1, "step: 0 yr, deposition: 0", ", grade: grades.scalar");
  world.insert(world.find("  t1:"),
               "  grades: {use: shape.formula@1, in: {a: t0}, with: {formula: \"select(u < 0.5, 0, 0.004)\", unit: "
               "\"1\"}}\n");
  const auto built = test::build(world, test::eroding_options(land, 0));
  CHECK(test::build(world, test::eroding_options(land, 23)).sha256("t1") == built.sha256("t1"));
  const auto before = built.cells<float>("t0"), after = built.cells<float>("t1"), area = built.cells<float>("c1.area");
  const auto to = built.cells<std::uint16_t>("r1");
  int level = 0, raised = 0;
  for (std::size_t c = 0; c < after.size(); ++c) {
    CHECK(after[c] >= before[c] - 1.0f / 1024);
    if (to[c] == 0) continue;
    const float down = after[below(land, to, c)];
    CHECK(after[c] >= down);
    if (static_cast<int>(c) % land.width < land.width / 2) {
      level += after[c] == down;
      continue;
    }
    const double length = to[c] < 5 ? 250 : 250 * std::sqrt(2.0);
    const double slope = 0.004 * std::clamp(1000 / std::sqrt(static_cast<double>(area[c])), 0.1, 1.0);
    CHECK(after[c] - down >= slope * length - 1.0 / 1024);
    raised += after[c] > before[c];
  }
  CHECK(level > 10);
  CHECK(raised > 10);

  for (const std::string wrong : {"0 - 0.001", "0.06"}) {
    std::string bad = world;
    bad.replace(bad.find("select(u"), std::string("select(u < 0.5, 0, 0.004)").size(), wrong + " + 0 * a");
    CHECK_THROWS_WITH(test::build(bad, test::eroding_options(land, 0)), Catch::Contains("the grade is not 0 to 0.05"));
  }
}

TEST_CASE("celerity is spread over the cells beside a river, and none is left as it is", "[erosion.spread]") {
  const Land land = test::fractal_land(90, 70, 2, 0);
  const auto built = [&](const std::string& weights, std::int64_t tile) {
    std::string world = chain(land, 1, "step: 1e5 yr");
    world.insert(world.find("outputs:"),
                 "  s: {use: erosion.spread@1, in: {celerity: c1}, with: {weights: " + weights + "}}\n");
    world.insert(world.find("t0: t0"), "s: s, ");
    return test::build(world, test::eroding_options(land, tile));
  };
  const auto one = built("none", 0);
  CHECK(one.cells<float>("s") == one.cells<float>("c1"));
  for (const std::string weights : {"tent", "box"}) {
    const auto whole = built(weights, 0);
    CHECK(built(weights, 17).sha256("s") == whole.sha256("s"));
    const auto from = whole.cells<float>("c1"), to = whole.cells<float>("s");
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        double sum = 0, weight = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < land.width && y + dy < land.height;
            const float there = inside ? from[land.at(x + dx, y + dy)] : 0;
            const double counts = weights == "box" ? 1 : (2 - std::abs(dx)) * (2 - std::abs(dy));
            sum += counts * static_cast<double>(there > 0 ? there : from[c]);
            weight += counts;
          }
        }
        CHECK(static_cast<double>(to[c]) == Approx(from[c] > 0 ? sum / weight : 0).epsilon(1e-5));
      }
    }
  }
}
