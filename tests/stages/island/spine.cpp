// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/sha256.hpp"
#include "island/spine/ranges.hpp"
#include "stages/sea/flooding.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_spine_of_island();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

using Cells = std::vector<float>;

std::string sha256_of(const void* bytes, std::size_t size) {
  graph::Sha256 hash;
  hash.add(bytes, size);
  return hash.hex().substr(0, 16);
}
std::string sha256_of(const Cells& cells) { return sha256_of(cells.data(), cells.size() * sizeof(float)); }

const island::RangeSettings usual{1, 3, 5, {0.45, 1.10}, {0.13, 0.24}, 0.55, 0.45, 0.6, 0.88};

std::vector<island::Segment> segments_of(const std::string& node, std::uint64_t seed,
                                         const island::RangeSettings& settings = usual) {
  return island::Ranges(settings, terrawright_stream(seed, node.data(), node.size())).segments();
}

StageRun spine(std::int64_t width = 129, std::int64_t height = 129) {
  StageRun run(terrawright_stage_spine_of_island(), width, height);
  run.seed(42).node("spine");
  return run;
}

Cells weight_of(const StageRun& run, testing::Tiling tiling = {}) {
  return test::painted(run, tiling).cells<Weight>("weight");
}

// The weight of a place by all segments, none left out, in float64.
double weight_at(double x, double y, const std::vector<island::Segment>& segments, double reach, bool heights) {
  double left = 1;
  for (const island::Segment& s : segments) {
    const double across = s.bx - s.ax, down = s.by - s.ay, px = x - s.ax, py = y - s.ay;
    const double t = std::clamp((px * across + py * down) / (across * across + down * down), 0.0, 1.0);
    const double far = std::hypot(px - t * across, py - t * down);
    const bool is_left = across * py - down * px > 0;
    const double w = reach * (is_left ? s.left_a + t * (s.left_b - s.left_a) : s.right_a + t * (s.right_b - s.right_a));
    const double flat = std::max(0.0, 1 - far * far / (w * w));
    left *= 1 - 0.999 * flat * flat * (heights ? s.height_a + t * (s.height_b - s.height_a) : 1.0);
  }
  return 1 - left;
}

std::string world(std::uint64_t seed, const std::string& stages, const std::string& layers) {
  return "terrawright: 1\nname: t\nworld: {size: [129, 129], cell: 2 km, seed: " + std::to_string(seed) +
         "}\nstages:\n" + stages + "outputs: [{layers: {" + layers + "}}]\n";
}

// An island by a spine and a noise in a frame, as land is made of them.
const std::string island_stages = R"(
  t: {use: heights.diamond_square@1, random: terrain, with: {seeding: island, ring: [], border: free, base: -0.91,
      range: 1.82, amplitude: 0.91, reduction: 0.60, stencil: cubic, substep: auto}}
  t2: {use: heights.diamond_square@1, random: second, with: {seeding: island, ring: [], border: free, base: -0.0667,
      range: 0.1333, amplitude: 0.0667, reduction: 0.60, stencil: cubic, substep: auto}}
  t3: {use: heights.diamond_square@1, random: third, with: {seeding: island, ring: [], border: free, base: -0.0667,
      range: 0.1333, amplitude: 0.0667, reduction: 0.60, stencil: cubic, substep: auto}}
  body: {use: island.spine@1, random: spine, in: {warp_x: t2, warp_y: t3}, with: {reach: 1.25, heights: none}}
  frame: {use: shape.frame@1}
  form: {use: shape.formula@1, in: {a: body, b: t, c: frame},
         with: {formula: "max(0.7 * a + 0.3 * (0.5 + 0.5 * b), 0) * c"}}
  sea: {use: sea.level@1, in: {height: form.height}, with: {percentile: 66 %}}
  land: {use: sea.islets@1, in: {height: form.height, level: sea.level}, with: {keep: 1}}
)";

}  // namespace

TEST_CASE("T9: the ranges of a seed are pinned", "[island.spine]") {
  const auto segments = segments_of("spine", 42);
  REQUIRE(segments.size() == 12);
  const island::Segment& s = segments.front();
  const double first[] = {s.ax, s.ay, s.bx, s.by, s.left_a, s.left_b, s.right_a, s.right_b, s.height_a, s.height_b};
  const double expected[] = {0.191025436, 0.816012114, 0.303655666, 0.753719183, 0.092108128,
                             0.083201966, 0.171264239, 0.154704279, 0.308567219, 0.658169685};
  for (int i = 0; i < 10; ++i) CHECK(std::fabs(first[i] - expected[i]) < 1e-9);
  static_assert(sizeof(island::Segment) == 10 * sizeof(double));
  CHECK(sha256_of(segments.data(), segments.size() * sizeof(island::Segment)) == "7cb052d3be297ac3");
}

TEST_CASE("T9: the cells of a seed are pinned, and body and crest have the same ranges", "[island.spine]") {
  auto body = spine(), crest = spine();
  CHECK(sha256_of(weight_of(body.set("reach", 1.25).set("heights", std::string("none")))) == "fe54b2ab2e624ff2");
  CHECK(sha256_of(weight_of(crest.set("reach", 0.75))) == "bf5713121b0d202d");
  const std::string random =
      "  body: {use: island.spine@1, random: spine, with: {reach: 1.25, heights: none}}\n"
      "  crest: {use: island.spine@1, random: spine, with: {reach: 0.75}}\n";
  const auto built = test::build(world(42, random, "b: body, c: crest"));
  CHECK(built.sha256("body").substr(0, 16) == "fe54b2ab2e624ff2");
  CHECK(built.sha256("crest").substr(0, 16) == "bf5713121b0d202d");
}

TEST_CASE("all tilings give the same weights, those of all segments", "[island.spine]") {
  const std::int64_t width = 150, height = 97;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const double warp : {0.0, 0.3}) {
      const auto right = [&](std::int64_t x, std::int64_t y) {
        return static_cast<float>(warp * std::sin(0.13 * static_cast<double>(x) + 0.05 * static_cast<double>(y)));
      };
      const auto below = [&](std::int64_t x, std::int64_t y) {
        return static_cast<float>(warp * std::cos(0.09 * static_cast<double>(x * y % 71)));
      };
      auto run = spine(width, height);
      run.seed(seed).set("reach", 0.8);
      if (warp > 0) run.input<Scalar>("warp_x", right).input<Scalar>("warp_y", below);
      test::same_under_all_tiles(run);
      const Cells made = weight_of(run);
      const auto segments = segments_of("spine", seed);
      double worst = 0;
      for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
          const double u = static_cast<double>(x) / (width - 1) + static_cast<double>(right(x, y));
          const double v = static_cast<double>(y) / (height - 1) + static_cast<double>(below(x, y));
          const auto cell = static_cast<double>(made[static_cast<std::size_t>(y * width + x)]);
          worst = std::max(worst, std::fabs(cell - weight_at(u, v, segments, 0.8, true)));
        }
      }
      // On the extension of a segment beyond its end the sides of a lean one meet: rounding may choose the other side.
      CHECK(worst < (warp > 0 ? 0.02 : 1e-3));
      CHECK(*std::min_element(made.begin(), made.end()) == 0);
      CHECK(*std::max_element(made.begin(), made.end()) > 0.9f);
      CHECK(*std::max_element(made.begin(), made.end()) < 1);
    }
  }
}

TEST_CASE("a spine is the same at any size", "[island.spine]") {
  const Cells small = weight_of(spine(65, 33)), large = weight_of(spine(129, 65));
  for (std::size_t y = 0; y < 33; ++y) {
    for (std::size_t x = 0; x < 65; ++x) REQUIRE(small[y * 65 + x] == large[2 * y * 129 + 2 * x]);
  }
}

TEST_CASE("ranges are as many, as long, as wide and as large as they are said to be", "[island.spine]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    island::RangeSettings settings = usual;
    settings.fewest = 2;
    settings.most = 4;
    settings.joints = 3;
    settings.length = {0.5, 0.6};
    settings.width = {0.1, 0.15};
    settings.span = 0.7;
    const auto segments = segments_of("spine", seed, settings);
    REQUIRE((segments.size() >= 4 && segments.size() <= 8 && segments.size() % 2 == 0));
    double left = 1, right = 0, top = 1, bottom = 0, highest = 0;
    for (const auto& s : segments) {
      for (const auto& [x, y, half, height] : {std::tuple{s.ax, s.ay, (s.left_a + s.right_a) / 2, s.height_a},
                                               std::tuple{s.bx, s.by, (s.left_b + s.right_b) / 2, s.height_b}}) {
        left = std::min(left, x - half), right = std::max(right, x + half);
        top = std::min(top, y - half), bottom = std::max(bottom, y + half);
        highest = std::max(highest, height);
        REQUIRE(height > 0);
      }
      REQUIRE(std::hypot(s.bx - s.ax, s.by - s.ay) < 0.3 * 1.6 + 1e-9);
    }
    REQUIRE(highest == 1);
    REQUIRE(std::max(right - left, bottom - top) <= 0.7 + 1e-9);
    REQUIRE((left >= 0.03 - 1e-9 && right <= 0.97 + 1e-9 && top >= 0.03 - 1e-9 && bottom <= 0.97 + 1e-9));
  }
  CHECK(segments_of("spine", 1).front().ax != segments_of("other", 1).front().ax);
}

TEST_CASE("along an axis that wraps a spine goes on beyond the edge", "[island.spine]") {
  const std::int64_t width = 60, height = 41;
  // The spine and its repetitions.
  std::vector<island::Segment> segments;
  for (island::Segment s : segments_of("spine", 42)) {
    for (int away = -4; away <= 4; ++away) {
      segments.push_back(
          {s.ax + away, s.ay, s.bx + away, s.by, s.left_a, s.left_b, s.right_a, s.right_b, s.height_a, s.height_b});
    }
  }
  // A warp may move a cell round the map, and a little.
  for (const float warp : {0.0f, -2.25f, 1.875f}) {
    auto run = spine(width, height);
    run.wrap(TERRAWRIGHT_WRAP_X).set("reach", 2.5);
    if (warp != 0) run.input<Scalar>("warp_x", warp);
    test::same_under_all_tiles(run);
    const Cells made = weight_of(run);
    double worst = 0;
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        const double u = static_cast<double>(x) / width + static_cast<double>(warp);
        const double v = static_cast<double>(y) / (height - 1);
        const auto cell = static_cast<double>(made[static_cast<std::size_t>(y * width + x)]);
        worst = std::max(worst, std::fabs(cell - weight_at(u - std::floor(u), v, segments, 2.5, true)));
      }
    }
    CHECK(worst < 1e-3);
  }
}

TEST_CASE("T10: the border is sea, and there is one island", "[island.spine][shape.frame]") {
  for (std::uint64_t seed = 1000; seed < 1024; ++seed) {
    const auto built = test::build(world(seed, island_stages, "s: sea.land, l: land.land"));
    const auto sea = built.cells<std::uint8_t>("sea.land"), land = built.cells<std::uint8_t>("land.land");
    INFO("seed " << seed);
    for (std::size_t i = 0; i < 129; ++i) {
      for (const std::size_t cell : {i, 128 * 129 + i, i * 129, i * 129 + 128}) REQUIRE(sea[cell] + land[cell] == 0);
    }
    CHECK(test::components_of(land, 129, 129, 1, false).size() == 1);
    const auto largest = static_cast<double>(std::count(land.begin(), land.end(), std::uint8_t{1}));
    CHECK(largest / (129 * 129) > 0.15);
  }
}

TEST_CASE("ranges that are turned round or have other than two ends, and warps that are no numbers, are refused",
          "[island.spine]") {
  auto one = spine(), turned = spine(), wide = spine(), warped = spine();
  CHECK(test::refusal(one.set("length", {0.5})) == "length: it has two ends, [least, largest], not 1");
  CHECK(test::refusal(turned.set("ranges", std::vector<std::int64_t>{3, 1})) ==
        "ranges: the least is above the largest; write them as [least, largest]");
  CHECK(test::refusal(wide.set("width", {0.2, 0.1})) ==
        "width: the least is above the largest; write them as [least, largest]");
  CHECK(test::refusal(warped.input<Scalar>("warp_y", std::nanf(""))) ==
        "warp_y: a value of 'warp_y' is NaN at cell (0, 0)");
}
