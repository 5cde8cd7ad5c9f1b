// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

TEST_CASE("a breached land drains without lakes and was nowhere raised", "[water.breach]") {
  for (int seed = 1; seed <= 12; ++seed) {
    Land land = test::fractal_land(129, 129, seed, 0);
    const auto carve = [&](std::int64_t tile) {
      test::Options options{tile, 2};
      options.given["z"] = {"m", land.width, land.height, land.z};
      options.given["ocean"] = {"1", land.width, land.height, land.ocean};
      return test::build(
          "terrawright: 1\nname: t\nworld: {size: [129, 129], seed: 42}\nstages:\n"
          "  z: {use: test.given@1, with: {name: z}}\n"
          "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
          "  filled: {use: water.fill@1, in: {height: z, ocean: ocean}}\n"
          "  flats: {use: water.flats@1, in: {filled: filled, ocean: ocean}}\n"
          "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: ocean}}\n"
          "  carved: {use: water.breach@1, in: {height: z, receivers: receivers, ocean: ocean}}\n"
          "  again: {use: water.fill@1, in: {height: carved, ocean: ocean}}\n"
          "outputs: [{layers: {c: carved, a: again, r: receivers}}]\n",
          options);
    };
    const auto built = carve(64);
    const auto carved = built.cells<float>("carved");
    // The least of all that drains through, each followed all the way down.
    auto expected = land.z;
    const auto receivers = built.cells<std::uint16_t>("receivers");
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        int cx = x, cy = y;
        const float z = land.z[land.at(x, y)];
        for (;;) {
          const std::size_t c = land.at(cx, cy);
          if (land.ocean[c] == 0) expected[c] = std::min(expected[c], z);
          if (receivers[c] == 0) break;
          cx += test::to_x[receivers[c] - 1];
          cy += test::to_y[receivers[c] - 1];
        }
      }
    }
    REQUIRE(carved == expected);
    REQUIRE(carve(7).cells<float>("carved") == carved);
    std::size_t cut = 0;
    for (std::size_t c = 0; c < carved.size(); ++c) {
      REQUIRE(carved[c] <= land.z[c]);
      if (land.ocean[c] != 0) REQUIRE(carved[c] == land.z[c]);
      cut += carved[c] < land.z[c];
    }
    CHECK(cut > 20);
    // The rest to fill lies below the ocean beside it.
    const auto again = built.cells<float>("again");
    int left = 0;
    for (std::size_t c = 0; c < carved.size(); ++c) left += again[c] > carved[c] && carved[c] > 0.0f;
    CHECK(left == 0);
  }
}
