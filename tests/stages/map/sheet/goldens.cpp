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
      {1, StyleName::topographic, "450c245bae6eae86abbaaebec52dc4cff37c0afe89fc3df32cf9d565e8d50206"},
      {1, StyleName::atlas, "f9127d8b8ebb77e59712bdea9d9d6aad39f524986374ae376d4a360377931351"},
      {1, StyleName::antique, "2d4e8f560429afeca755c8ce1e15ec6141c4df3a9140e59db2cc13fb4eb9c6e8"},
      {2, StyleName::topographic, "0584bc812adaf150bd86c28186fa26d50e2dc48721563877907d8270af87ed1e"},
      {2, StyleName::atlas, "83d8333558cbeec161ce3ad4ede29dfac501a283d40a169d922af7bca31d9660"},
      {2, StyleName::antique, "9b6f643a528c53868eaa73d4b9775fe4dfad4bb77419d392bf41ef7112e89ba8"},
      {3, StyleName::topographic, "237d2f18623962fb97b360a4e0b32eedb22cd725d0a032cdfcaecd0b11e78a3e"},
      {3, StyleName::atlas, "98859a96a8cde2cc0452d2e321308304215f4a280230cfcd236d7c2a558afa50"},
      {3, StyleName::antique, "e92326085e1f31e1f5799cc7fefce4cba91bd935aef14f12616320b734d4744f"},
      {4, StyleName::topographic, "1ce3012eae09cf03f47598cf55d2329bfec08a8f0100fcd0714aa148cead908f"},
      {4, StyleName::atlas, "0a9c79393c9beb55729bbbad8769bb9a8ac031c1b8868461e8ed4f620e6e768c"},
      {4, StyleName::antique, "754b91845b1dc280901ff24354b09846a0bf428e17d8fe969c596a7198212f42"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
