// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "field.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_distance_of_shape();

using namespace terrawright;
using testing::Result;
using testing::StageRun;
using testing::Tiling;

namespace {

struct Patches {
  int width = 0, height = 0;
  std::vector<std::uint8_t> cells;
  std::uint8_t at(int x, int y) const { return cells[static_cast<std::size_t>(y * width + x)]; }
};

using Squares = std::vector<std::int64_t>;  // with the sign of the class

StageRun run_of(const Patches& mask) {
  StageRun run(terrawright_stage_distance_of_shape(), mask.width, mask.height);
  run.input("mask", mask.cells).cell(1);
  return run;
}

std::vector<float> distances(const StageRun& run, Tiling tiling = {}) {
  return test::painted(run, tiling).cells<Scalar>("distance");
}

// By definition: every cell against every other. Ends of an axis that wraps are joined.
Squares by_definition(const Patches& mask, std::uint32_t wrap = 0) {
  Squares squares;
  const auto steps = [](int a, int b, int side, bool wraps) {
    const int away = std::abs(a - b);
    return std::int64_t{wraps ? std::min(away, side - away) : away};
  };
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      std::int64_t least = INT64_MAX;
      for (int v = 0; v < mask.height; ++v) {
        for (int u = 0; u < mask.width; ++u) {
          if (mask.at(u, v) == mask.at(x, y)) continue;
          const std::int64_t dx = steps(x, u, mask.width, (wrap & TERRAWRIGHT_WRAP_X) != 0);
          const std::int64_t dy = steps(y, v, mask.height, (wrap & TERRAWRIGHT_WRAP_Y) != 0);
          least = std::min(least, dx * dx + dy * dy);
        }
      }
      squares.push_back(mask.at(x, y) != 0 ? least : -least);
    }
  }
  return squares;
}

// The same for larger masks: along each row outwards, until what lies farther cannot be nearer.
Squares by_rows(const Patches& mask) {
  const std::int64_t far = 1 << 20;
  std::vector<std::int64_t> rows(mask.cells.size());
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * mask.width + x); };
  for (int x = 0; x < mask.width; ++x) {
    for (int y = 0; y < mask.height; ++y) {
      rows[at(x, y)] = y == 0 ? far : mask.at(x, y) != mask.at(x, y - 1) ? 1 : rows[at(x, y - 1)] + 1;
    }
    std::int64_t below = far;
    for (int y = mask.height - 2; y >= 0; --y) {
      below = mask.at(x, y) != mask.at(x, y + 1) ? 1 : below + 1;
      rows[at(x, y)] = std::min(rows[at(x, y)], below);
    }
  }
  Squares squares(mask.cells.size());
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      std::int64_t least = rows[at(x, y)] * rows[at(x, y)];
      for (const int to : {-1, 1}) {
        for (int u = x + to; u >= 0 && u < mask.width && std::int64_t{u - x} * (u - x) < least; u += to) {
          const std::int64_t side = std::int64_t{u - x} * (u - x);
          const std::int64_t row = mask.at(u, y) == mask.at(x, y) ? rows[at(u, y)] : 0;
          least = std::min(least, side + row * row);
        }
      }
      squares[at(x, y)] = mask.at(x, y) != 0 ? least : -least;
    }
  }
  return squares;
}

std::int64_t differences(const std::vector<float>& made, const Squares& expected) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < made.size(); ++i) count += static_cast<std::int64_t>(made[i]) != expected[i];
  return count;
}

Patches random_mask(std::mt19937& random, unsigned most) {
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  Patches mask{1 + below(most), 1 + below(most), {}};
  if (mask.width * mask.height == 1) mask.width = 2;
  const int cells = mask.width * mask.height;
  // From one cell of one class to half of each.
  const int share = below(4) == 0 ? 2 : 2 + below(static_cast<unsigned>(cells));
  const bool inverted = below(2) == 0;
  for (int i = 0; i < cells; ++i) mask.cells.push_back((below(static_cast<unsigned>(share)) == 0) != inverted ? 1 : 0);
  const auto other = static_cast<std::size_t>(below(static_cast<unsigned>(cells)));
  mask.cells[other] = mask.cells[other == 0 ? 1 : 0] ^ 1;
  return mask;
}

Patches island(int side, int seed, const std::string& percentile = "60 %", bool islets = false) {
  const std::string size = std::to_string(side);
  const auto built = test::build(
      "terrawright: 1\nname: t\nworld: {size: [" + size + ", " + size + "], seed: " + std::to_string(seed) +
      "}\nstages:\n"
      "  h: {use: heights.diamond_square@1, with: {seeding: island, ring_metric: round, stencil: cubic, substep: "
      "auto}}\n"
      "  sea: {use: sea.level@1, in: {height: h}, with: {percentile: " +
      percentile +
      "}}\n"
      "  land: {use: sea.islets@1, in: {height: h, level: sea.level}}\n"
      "outputs: [{layers: {all: sea.land, one: land.land}}]\n");
  return {side, side, built.cells<std::uint8_t>(islets ? "sea.land" : "land.land")};
}

Patches toy() {
  Patches mask{7, 7, std::vector<std::uint8_t>(49, 0)};
  for (const int y : {2, 3, 4}) {
    for (const int x : {2, 3, 4}) mask.cells[static_cast<std::size_t>(7 * y + x)] = 1;
  }
  return mask;
}

}  // namespace

TEST_CASE("T7: distances to the edge of a square of nine cells", "[shape.distance]") {
  const auto cells = distances(run_of(toy()).cell(100));
  const std::vector<float> middle = {-150, -50, 50, 150, 50, -50, -150};
  const std::vector<float> top = {-232.84271f, -173.6068f, -150, -150, -150, -173.6068f, -232.84271f};
  for (std::size_t x = 0; x < 7; ++x) {
    CHECK(cells[3 * 7 + x] == middle[x]);
    CHECK(cells[x] == top[x]);
  }
}

TEST_CASE("T5: a thousand random masks have the distances of the definition, whatever the tiles", "[shape.distance]") {
  std::mt19937 random(5);
  std::int64_t cells = 0;
  for (int i = 0; i < 1000; ++i) {
    const Patches mask = random_mask(random, 30);
    const Squares expected = by_definition(mask);
    auto run = run_of(mask);
    run.set("squared", true);
    INFO("mask " << i << ", " << mask.width << " x " << mask.height);
    const Tiling tiling(2 + static_cast<std::int64_t>(random() % 18), 2 + static_cast<std::int64_t>(random() % 18));
    REQUIRE(differences(distances(run, tiling), expected) == 0);
    REQUIRE(differences(distances(run), expected) == 0);
    cells += mask.width * mask.height;
  }
  CHECK(cells > 100'000);
}

TEST_CASE("T6: islands of 1025 cells have exact distances in tiles of 32, 64, 100, 512 and whole", "[shape.distance]") {
  for (const int seed : {1, 42}) {
    // One island; then all the islets of a sea with many.
    const Patches mask = island(1025, seed, seed == 1 ? "60 %" : "75 %", seed != 1);
    const Squares expected = by_rows(mask);
    auto run = run_of(mask);
    run.set("squared", true);
    for (const std::int64_t tile : {32, 64, 100, 512, 0}) {
      INFO("seed " << seed << ", tiles of " << tile);
      CHECK(differences(distances(run, tile), expected) == 0);
    }
  }
}

TEST_CASE("what measures large masks in tests measures small ones by the definition", "[shape.distance]") {
  std::mt19937 random(6);
  for (int i = 0; i < 100; ++i) {
    const Patches mask = random_mask(random, 20);
    REQUIRE(by_rows(mask) == by_definition(mask));
  }
}

TEST_CASE("T8: a mask that is transposed or mirrored has its distances transposed or mirrored", "[shape.distance]") {
  const Patches mask = island(257, 3, "65 %", true);
  const int side = mask.width;
  const auto cells = distances(run_of(mask).cell(30), 100);
  const std::array<std::function<int(int, int)>, 3> moved = {[=](int x, int y) { return x * side + y; },
                                                             [=](int x, int y) { return y * side + (side - 1 - x); },
                                                             [=](int x, int y) { return (side - 1 - y) * side + x; }};
  for (std::size_t way = 0; way < moved.size(); ++way) {
    Patches other{side, side, {}};
    std::vector<float> expected;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        other.cells.push_back(mask.cells[static_cast<std::size_t>(moved[way](x, y))]);
        expected.push_back(cells[static_cast<std::size_t>(moved[way](x, y))]);
      }
    }
    INFO("way " << way);
    CHECK(distances(run_of(other).cell(30), 100) == expected);
  }
}

TEST_CASE("in a world that wraps distances go round its ends", "[shape.distance]") {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const Patches mask = random_mask(random, 24);
    const std::uint32_t wrap = static_cast<std::uint32_t>(i) % 3 + 1;
    auto run = run_of(mask);
    run.set("squared", true).wrap(wrap);
    const Squares expected = by_definition(mask, wrap);
    INFO("mask " << i << ", " << mask.width << " x " << mask.height << ", wrap " << wrap);
    const Tiling tiling(2 + static_cast<std::int64_t>(random() % 12), 2 + static_cast<std::int64_t>(random() % 12));
    REQUIRE(differences(distances(run, tiling), expected) == 0);
    REQUIRE(differences(distances(run), expected) == 0);
  }
}

TEST_CASE("distances have the same bits in any tiling and order", "[shape.distance]") {
  const Patches mask = island(129, 9, "70 %", true);
  for (const std::uint32_t wrap : {0, 3}) {
    auto run = run_of(mask);
    test::same_under_all_tiles(run.cell(75).wrap(wrap));
  }
}

TEST_CASE("a reach limits distances and changes none below it", "[shape.distance]") {
  const Patches mask = island(257, 4);
  const auto all = distances(run_of(mask).cell(10), 64);
  const auto highest = *std::max_element(all.begin(), all.end());
  REQUIRE(highest > 300);
  for (const double reach : {3.0, 57.0, 123.456, 300.0, 1e9}) {
    auto run = run_of(mask);
    const auto limited = distances(run.cell(10).set("reach", reach), 64);
    const auto limit = static_cast<float>(reach);
    std::vector<float> expected;
    for (const float v : all) expected.push_back(std::clamp(v, -limit, limit));
    INFO("reach " << reach);
    CHECK(limited == expected);
    auto squared = run_of(mask);
    const auto squares = distances(squared.cell(10).set("squared", true), 64);
    const auto fewer = distances(squared.set("reach", reach), 64);
    const auto most = static_cast<float>(reach * reach);
    for (std::size_t i = 0; i < squares.size(); ++i) REQUIRE(fewer[i] == std::clamp(squares[i], -most, most));
  }
}

TEST_CASE("a mask without an edge has no distance but the reach", "[shape.distance]") {
  for (const std::uint8_t is : {std::uint8_t{0}, std::uint8_t{1}}) {
    Patches mask{9, 6, std::vector<std::uint8_t>(54, is)};
    auto run = run_of(mask);
    const Result refused = run.paint(4);
    REQUIRE(refused.failure());
    CHECK(refused.failure()->text == std::string("all its cells are ") + (is != 0 ? "1" : "0") +
                                         ": there is no edge to measure from. With `reach` all cells get that "
                                         "distance");
    CHECK(refused.failure()->where == "mask");
    for (const float v : distances(run.set("reach", 250.0), 4)) CHECK(v == (is != 0 ? 250.0f : -250.0f));
  }
  auto run = run_of(toy());
  const Result zero = run.set("reach", 0.0).paint();
  REQUIRE(zero.failure());
  CHECK(zero.failure()->where == "reach");
}

TEST_CASE("squared distances are in m2, distances in m", "[shape.distance]") {
  auto run = run_of(toy());
  const auto squares = distances(run.cell(100).set("squared", true));
  CHECK(squares[3 * 7 + 3] == 40000.0f);
  CHECK(squares[3 * 7] == -40000.0f);
  CHECK(squares[0] == -80000.0f);
  auto mask = test::field_of(9, 9, [](auto x, auto) { return x > 4 ? 1 : 0; });
  mask.given = "test.given_mask";
  const auto unit = [&](const std::string& with) {
    return test::shaped(mask, "{use: shape.distance@1, in: {mask: field}, with: {" + with + "}}")
        .layer("out")
        .facts()
        .unit;
  };
  CHECK(unit("reach: 2 km") == "m");
  CHECK(unit("squared: true") == "m2");
}
