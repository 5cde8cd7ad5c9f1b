// SPDX-License-Identifier: Apache-2.0
#include "graph/sha256.hpp"
#include "small_worlds.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::map;

namespace {

DrawnSheet sheet_of(const test::Hills& hills, StyleName style, double cell = 250, std::int64_t tile = 1 << 20) {
  SheetContent content = test::content_of(hills, test::paper_for(style), cell, tile);
  // A river, and a few things to name.
  const auto w = static_cast<double>(hills.width), h = static_cast<double>(hills.height);
  Reach upper, lower;
  for (int i = 0; i <= 20; ++i) upper.spots.push_back(content.layout.spot(w * 0.3 + i * 0.6, h * 0.3 + i));
  upper.discharge = 4, upper.next = 1;
  lower.spots = {upper.spots.back(), content.layout.spot(w * 0.6, h * 0.8)};
  lower.discharge = 20;
  content.tables.reaches = {upper, lower};
  for (int n = 0; n < 6; ++n) {
    PointFeature place;
    place.at = content.layout.spot(w * (0.2 + 0.1 * n), h * (0.7 - 0.08 * n));
    place.name = n == 5 ? "Long" + std::string(36, 'o') : "Town " + std::string(1, static_cast<char>('A' + n));
    place.rank = 1 + n % 4;
    content.tables.places.push_back(place);
    PointFeature peak = place;
    peak.at = content.layout.spot(w * (0.15 + 0.12 * n), h * (0.2 + 0.1 * n));
    peak.name = "Mount";
    peak.height = 400.0 + n;
    peak.prominence = 300;
    content.tables.peaks.push_back(peak);
  }
  return drawn_sheet(content, {&style_of(style), 40, {"Stureland of forty letters and some more", "t"}},
                     test::one_thread());
}

}  // namespace

TEST_CASE("sheets of worlds at the edge of sense", "[map.sheet]") {
  const auto of = [](std::int64_t w, std::int64_t h, float z) {
    return test::Hills{w, h, std::vector<float>(static_cast<std::size_t>(w * h), z)};
  };
  for (const StyleName style : {StyleName::topographic, StyleName::atlas, StyleName::antique}) {
    INFO("style " << static_cast<int>(style));
    for (const auto& hills :
         {of(1, 1, 5), of(1, 1, -5), of(3, 1, 5), of(2, 2, -1), of(40, 30, -100), of(40, 30, 100)}) {
      const auto bytes = test::bytes_of(sheet_of(hills, style).list);
      CHECK(bytes.size() > 10000);
    }
    // A thousand islands of one cell.
    test::Hills islands = of(129, 129, -50);
    for (std::int64_t y = 1; y < 129; y += 4) {
      for (std::int64_t x = 1; x < 129; x += 4) islands.z[islands.at(x, y)] = 20;
    }
    CHECK(test::bytes_of(sheet_of(islands, style).list).size() > 10000);
  }
}

TEST_CASE("the same sheet whatever the tiles, with the same bits everywhere", "[map.sheet][golden]") {
  struct Golden {
    unsigned seed;
    StyleName style;
    const char* sha256;
  };
  const std::vector<Golden> goldens = {
      {1, StyleName::topographic, "2a90d9626a9a8698f5fae77581109f237b030f2ba66ae9c7312ce57e9eab88eb"},
      {1, StyleName::atlas, "a9dc507fb08e79d97344ccf2aa878a8d48fd7b9d8b8089273e374b1577fa539b"},
      {1, StyleName::antique, "558043683e885c9eeaa1ddd90e7808f08cc0ed3ff245a3b6c7b586eba8978fae"},
      {2, StyleName::topographic, "5b25bea7aee963b9bbdea84b6564a8a51f730e2b8763cee5457239086528bbde"},
      {2, StyleName::atlas, "8a2f91c0b8d7fd72a97cbe7d0812061b20e89946147d8feaa46d210f94bf8ec6"},
      {2, StyleName::antique, "7db894f8d892f8b93396a267fc888e37a812d22b1e52c39b84553fdd90ba7be2"},
      {3, StyleName::topographic, "274ab0e448ee5705c17099f1bbc99d042c0ae0f52288b92bbad66e8c89f97799"},
      {3, StyleName::atlas, "2a77d6adcf2d606c557c751abcfc5f0e225399db8d811d6ff3391444b85dd1e3"},
      {3, StyleName::antique, "0447919e37294921d20f5f6f84caec50f5166a598ab23d9488ba2435099ecf64"},
      {4, StyleName::topographic, "75fb54d5a4a1bf072eaca099f89793398859909456c32bb1145faf9b0266240a"},
      {4, StyleName::atlas, "898178ca4abbc7a66125eac2c0fbd6131cddfe97b889a61b5510d21c51a67af6"},
      {4, StyleName::antique, "6cea57db14d64ab71877b628c83a65503df9e5b113c2c6c528650c60251199b6"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
