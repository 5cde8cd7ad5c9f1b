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
  return drawn_sheet(content, {style, 40, "Stureland of forty letters and some more", "t"}, test::one_thread());
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
      {1, StyleName::topographic, "69bfb576376a8d092963193f7dd09a0ba4ba7a781385bd4edce55e33f73c1513"},
      {1, StyleName::atlas, "6dc655e9516820c294406e8c6ce10091a1475347aed52f7eb0bc94ed63363234"},
      {1, StyleName::antique, "353e25626a952c27a6ff1a3863e0fd2efbd22b8f5aea601fde369d4fc8bd7a88"},
      {2, StyleName::topographic, "b72133ff10f48514ce96a22a659f3cb023d04cea416aa9ca292b1f3b5b50d5de"},
      {2, StyleName::atlas, "334042f38348e85459542bc7992ff1257bf2a163495b5a2b2e86571f5b456d74"},
      {2, StyleName::antique, "c387f8f0f6710c17272a7761aa3261f5b85019d520852a8718566d8542bc081f"},
      {3, StyleName::topographic, "469b300ce32153b1ccc40cc7e9de44a1cbc79c366e76c26bae0396cf8f1a3219"},
      {3, StyleName::atlas, "2b530d31c068110aded621629b578fff3427b46888e3e16b13d66c9a79d6799e"},
      {3, StyleName::antique, "3b3ae1d95f86da0aaa7e55bba01e924d39cf9145fe88bce6ab58ee9ba0f77db8"},
      {4, StyleName::topographic, "c918aa65148b66d31f2e559e0027e74b581cd5156182e78bede500948db35604"},
      {4, StyleName::atlas, "13eb82d7361f20be4de1bf19325be1cabfc67fd8ed42265339b89711f478c7c3"},
      {4, StyleName::antique, "f8e04e86712b83f9028506d923630266e188f14997989885092d7f2ab24bdc5f"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
