// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference_midpoint.hpp"
#include "support/catch.hpp"
#include "world.hpp"

using namespace terrawright;
using test::at;
using test::HeightsWorld;

namespace {

HeightsWorld midpoint(std::int64_t width, std::int64_t height, const std::string& with = "", std::uint64_t seed = 42) {
  return {"midpoint_displacement", width, height, with, seed};
}

}  // namespace

TEST_CASE("midpoint displacement has the golden hashes", "[heights.midpoint_displacement]") {
  struct Golden {
    std::int64_t side;
    const char *with, *sha256;
  };
  const Golden goldens[] = {
      {5, "", "bfb4412045c515d572bc9982dc9eaf790ea8321ba6504e0ea4f81d4ddcd1b587"},
      {9, "", "f88f08164cc8b53fc5a3f42b2cf83e9c0f77b3cda8d2a5dc36e7337f4444bc42"},
      {65, "", "440dabb54aa77010db025e6971b2570cffd6926d3bd588c565ca3a431ecd8120"},
      {5, "centre_from: edges", "ecb8aace0aa2c45fc3ca3be88e1540466dc59251e23c350290ce3c4e4e58e1f5"},
      {9, "centre_from: edges", "4768faaa10cbfb841736241e0bdac3e3c264e20da6214adad992a8f323c473d8"},
      {65, "centre_from: edges", "e3ef40eaf19268415c4ff02813950996a4cca7335c90508f172bdd1b38d651fd"}};
  for (const Golden& golden : goldens) {
    INFO(golden.side << " " << golden.with);
    CHECK(midpoint(golden.side, golden.side, golden.with).sha256() == golden.sha256);
  }
}

TEST_CASE("any size, tile and option gives the bits of the text's loops", "[heights.midpoint_displacement]") {
  for (const auto& [width, height] :
       {std::pair(1, 1), std::pair(1, 9), std::pair(9, 1), std::pair(2, 2), std::pair(3, 2), std::pair(33, 33),
        std::pair(100, 37), std::pair(65, 129), std::pair(200, 230)}) {
    for (const bool from_edges : {false, true}) {
      reference::MidpointDisplacement reference;
      reference.width = width;
      reference.height = height;
      reference.stream = terrawright_stream(42, "height", 6);
      reference.from_edges = from_edges;
      const std::string centre = from_edges ? "centre_from: edges" : "centre_from: corners";
      const auto check = [&, width = width, height = height](const std::string& with) {
        const std::vector<float> expected = reference.cells();
        for (const std::int64_t tile : {0, 7, 64}) {
          INFO(width << " x " << height << ", tile " << tile << ", " << with);
          CHECK(midpoint(width, height, with + ", fit: crop").cells(tile) == expected);
        }
        reference.reversed = !reference.reversed;
        CHECK(reference.cells() == expected);
      };
      check(centre);
      reference.spread = 2.0f;
      reference.reduction = 0.63f;
      reference.irwin4 = true;
      reference.equal_corners = true;
      check(centre + ", spread: 2, reduction: 0.63, distribution: irwin4, seeding: equal_corners");
    }
  }
}

TEST_CASE("tiles do not show in midpoint displacement", "[heights.midpoint_displacement]") {
  for (const char* with : {"fit: crop", "fit: crop, centre_from: edges, hurst: 0.75"}) {
    INFO(with);
    CHECK(midpoint(777, 513, with).same_under_all_tiles());
    CHECK(midpoint(1, 1, with).same_under_all_tiles());
    CHECK(midpoint(1, 500, with).same_under_all_tiles());
    CHECK(midpoint(500, 3, with).same_under_all_tiles());
  }
}

TEST_CASE("the longest world builds, and begins as the shorter ones refine", "[heights.midpoint_displacement]") {
  const auto longest = midpoint(1 << 20, 2, "fit: crop").cells();
  CHECK(longest.size() == std::size_t{2} << 20);
  // n = 20 against n = 12: every 256th cell of the first row.
  const auto shorter = midpoint(4097, 1, "fit: crop").cells();
  for (std::size_t i = 0; i < 4096; ++i) REQUIRE(longest[i * 256] == shorter[i]);
  CHECK(midpoint(1 << 20, 2).cells().size() == std::size_t{2} << 20);
}

TEST_CASE("a finer midpoint world keeps the coarser one's cells", "[heights.midpoint_displacement]") {
  for (const char* with : {"", "centre_from: edges", "seeding: equal_corners"}) {
    INFO(with);
    CHECK(test::every_second(midpoint(129, 129, with).cells(), 129) == midpoint(65, 65, with).cells());
  }
}

TEST_CASE("without spread the corners' multilinear surface remains", "[heights.midpoint_displacement]") {
  constexpr int side = 65;
  for (const std::string centre : {"corners", "edges"}) {
    const auto cells = midpoint(side, side, "spread: 0, centre_from: " + centre).cells();
    const auto corner = [&](int i, int j) { return static_cast<double>(cells[at(i * 64, j * 64, side)]); };
    CHECK(corner(0, 0) != corner(1, 0));
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const double u = x / 64.0, v = y / 64.0;
        const double expected =
            (corner(0, 0) * (1 - u) + corner(1, 0) * u) * (1 - v) + (corner(0, 1) * (1 - u) + corner(1, 1) * u) * v;
        REQUIRE(static_cast<double>(cells[at(x, y, side)]) == Approx(expected).margin(1e-6));
      }
    }
    const auto flat = midpoint(33, 33, "spread: 0, seeding: equal_corners, centre_from: " + centre).cells();
    CHECK(std::count(flat.begin(), flat.end(), flat[0]) == 33 * 33);
  }
}

TEST_CASE("midpoint heights stay within corners and spreads", "[heights.midpoint_displacement]") {
  // sum A_l = 0.3 (1 + 1/2 + ...) < 0.6; a centre from displaced edges takes every A_l twice.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto check = [&](const char* with, float bound) {
      const auto cells = midpoint(129, 129, with, seed).cells();
      float corner = 0;
      for (const std::size_t c : {at(0, 0, 129), at(128, 0, 129), at(0, 128, 129), at(128, 128, 129)}) {
        corner = std::max(corner, std::abs(cells[c]));
      }
      for (const float cell : cells) REQUIRE(std::abs(cell) <= corner + bound);
    };
    check("", 0.6f);
    check("centre_from: edges", 1.2f);
  }
}

TEST_CASE("reduction and hurst say the same", "[heights.midpoint_displacement]") {
  CHECK(midpoint(65, 65, "hurst: 1").sha256() == midpoint(65, 65, "reduction: 0.5").sha256());
  CHECK(midpoint(65, 65, "hurst: 0.75").sha256() == midpoint(65, 65, "reduction: 0.59460354").sha256());
  CHECK(midpoint(65, 65, "spread: 0.3, reduction: auto").sha256() == midpoint(65, 65).sha256());
  CHECK_THAT(midpoint(9, 9, "hurst: 1, reduction: 0.5").refusal(), Catch::Contains("leave one of the two out"));
}

TEST_CASE("midpoint displacement shows its blocks, within bounds", "[heights.midpoint_displacement]") {
  // n = 9, H = 1, lines 64 cells apart: about 1.5.
  test::Creases creases(64);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    creases.add(midpoint(513, 513, "spread: 0.5", seed).cells(), 513);
  }
  CHECK(creases.index() > 1.2);
  CHECK(creases.index() <= 1.6);
}
