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
      {1, StyleName::atlas, "087da41a97f839118a1cd3d37e57aac5e2c80e653e9f78d76d9660095cf3211e"},
      {1, StyleName::antique, "f4160ef657ab663e9063f9aeae55a07bfabad6b8b38364c288d721e702240d9a"},
      {2, StyleName::topographic, "b72133ff10f48514ce96a22a659f3cb023d04cea416aa9ca292b1f3b5b50d5de"},
      {2, StyleName::atlas, "d9ed815d27fe68e5edd17db8e0aaa50e74cad19ba0e9640d7812f263684979f9"},
      {2, StyleName::antique, "c493c059eb804ed2f7d671fed3af8ada5bbe7cf2fb54fe0ec72d474d2df51216"},
      {3, StyleName::topographic, "469b300ce32153b1ccc40cc7e9de44a1cbc79c366e76c26bae0396cf8f1a3219"},
      {3, StyleName::atlas, "aabc60c9700d7c94e3bcc636d7c6b437a7a6b4bc59633eb51acc48e114c6f794"},
      {3, StyleName::antique, "144c0f1e70a739a11ca49405bf67a8dfb876c0fa6b1f77608d973cd5a5973476"},
      {4, StyleName::topographic, "c918aa65148b66d31f2e559e0027e74b581cd5156182e78bede500948db35604"},
      {4, StyleName::atlas, "7b82c04b56e0200488a0f4fa9ef804824c42fbd5b9b59a29ab2fea5b03e65f27"},
      {4, StyleName::antique, "316fc4cbefbe1e431f3f8a086a4628e548670cffd1b4b42d311462d9ede4475c"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
