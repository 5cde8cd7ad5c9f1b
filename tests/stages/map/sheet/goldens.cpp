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
      {1, StyleName::topographic, "a9ebdfd4887e91ec5dea68eb4f2d6032879ee12028060e84c3290b419c8922c5"},
      {1, StyleName::atlas, "0cbbc38f2bb35c6754a952e66249221d7e4ab4070d4db449a96ed582bd84c511"},
      {1, StyleName::antique, "47ac5ae9b48a06e8cba8e0393ddf8e17039db20fdcc3f62618594f8cff610505"},
      {2, StyleName::topographic, "b5b93087dc4854aba0c2da60d05cd6270ffd8f6a0a3bca276ed94d39e37ef176"},
      {2, StyleName::atlas, "517c56d69bbae7f60387c2936ca37d9e52588402269b91f358e39042d59be97c"},
      {2, StyleName::antique, "b01b6696c3ead5ae3a3a4996c2ea7b58394aebd294cc153f6557c6fc9f9755e7"},
      {3, StyleName::topographic, "66dabbc1b14a2d5ee7354a10a8924ecc2a1c8a496a3aaaf32d933914343e8c35"},
      {3, StyleName::atlas, "3f572617b599717647c6fa3c8298823383d02b17f79f515545712d8efb2bd1ef"},
      {3, StyleName::antique, "95ac424991185519bb9b15beca23c3d5fcf157483e31bde68b4984f66afd7f43"},
      {4, StyleName::topographic, "417589085fc586c8609d16b7bce337147240913176784c988b5ef299c79b476a"},
      {4, StyleName::atlas, "39adcc47ed32737c32cb1b48a53d8e100896dd4bbd3ea26d9d982946fcd0ef18"},
      {4, StyleName::antique, "4e09606fafe2eed7a68c42227b93e6e5d4039287d2b2e3afad08622beeddaa50"},
  };
  for (const Golden& golden : goldens) {
    const test::Hills hills = test::hills(129, 129, golden.seed);
    const auto bytes = test::bytes_of(sheet_of(hills, golden.style).list);
    INFO("seed " << golden.seed << ", style " << static_cast<int>(golden.style));
    CHECK(graph::sha256(std::string(bytes.begin(), bytes.end())) == golden.sha256);
    CHECK(test::bytes_of(sheet_of(hills, golden.style, 250, 17).list) == bytes);
  }
}
