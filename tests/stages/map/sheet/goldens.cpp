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
  return drawn_sheet(content, {&style_of(style), 40, "Stureland of forty letters and some more", "t"},
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
      {1, StyleName::topographic, "e673cf8983f9276e52c72767ea61dde33b7cc854bcb21f31efb0031f41455aeb"},
      {1, StyleName::atlas, "7f338c8d1bcf5214e85e8937dbc42e14ac1889b0d6dee997b9a73b18d243f761"},
      {1, StyleName::antique, "a61265dbd75b2eb44dc7cafa0ca2065b18bede2c3bd576283f95bdce07062493"},
      {2, StyleName::topographic, "e5ec6a2a3abd29222e8cff7f71cb74a12c630239b43eca23cd6ca46113f41429"},
      {2, StyleName::atlas, "7eae8565d4a4c9d588e4c981a4d347bea8d3c2eafa4457c1f8ba160fd3865cee"},
      {2, StyleName::antique, "f16ab32476958e10ef8c8e0013a0d71e9e46edf70d8972fcc6c740aa7717f5fc"},
      {3, StyleName::topographic, "df2fae0c22f414c95fa6e183e3ddfbe208a56fdb56b7fd14f70bae255a7d1b22"},
      {3, StyleName::atlas, "2aef16a8b9ead92caac866c722cefc250be993e42c2c87c8ca57fd8c351b639b"},
      {3, StyleName::antique, "8b527e4f0acf7b4c786ee26961769199f6c98854a16b504b50e36e9b3fccb013"},
      {4, StyleName::topographic, "9051ff5a96c25b1a0974b841a6d530d1138504d0bde6fa61310d005ab4ba0d19"},
      {4, StyleName::atlas, "aab20743d30670bdb1f53649599dfee57f2b6030d60866635865cf3e31699532"},
      {4, StyleName::antique, "b7c04fd4c2266ae497757f17f730c0d8ebd34b83deb616063a21997f6521a68b"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
