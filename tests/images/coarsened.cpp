// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "fixture.hpp"
#include "images/picture.hpp"
#include "support/catch.hpp"
#include "support/going_on.hpp"
#include "terrawright/failure.hpp"

using namespace terrawright;
using test::going_on;

namespace {

template <class Cell>
std::vector<Cell> coarse(std::uint32_t kind, std::int64_t width, std::int64_t height, const std::vector<Cell>& cells,
                         std::int64_t factor, std::vector<LegendEntry> legend = {}) {
  const auto layer = test::layer(kind, "", width, height, cells, std::move(legend));
  const auto made = images::coarsened(*layer, factor, std::make_shared<engine::Memory>(), going_on);
  CHECK(made->facts().width == (width + factor - 1) / factor);
  CHECK(made->facts().height == (height + factor - 1) / factor);
  std::vector<Cell> all(static_cast<std::size_t>(made->facts().width * made->facts().height));
  made->read(made->area(), all.data(), made->facts().width);
  return all;
}

}  // namespace

TEST_CASE("a coarse cell is the mean of its block, also where that ends with the world", "[images.coarsened]") {
  const auto [width, height, factor] =
      GENERATE(std::tuple(7, 5, 2), std::tuple(1030, 700, 16), std::tuple(513, 3, 512), std::tuple(3, 9, 100));
  std::vector<float> cells = test::heights(width, height);
  for (std::size_t i = 0; i < cells.size(); i += 3) cells[i] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> made = coarse(TERRAWRIGHT_KIND_HEIGHT, width, height, cells, factor);
  std::size_t at = 0, wrong = 0;
  for (int y = 0; y < height; y += factor) {
    for (int x = 0; x < width; x += factor, ++at) {
      double sum = 0, count = 0;
      for (int j = y; j < std::min(y + factor, height); ++j) {
        for (int i = x; i < std::min(x + factor, width); ++i) {
          const float cell = cells[static_cast<std::size_t>(j * width + i)];
          if (std::isnan(cell)) continue;
          sum += static_cast<double>(cell);
          ++count;
        }
      }
      const bool same = count > 0 ? made[at] == static_cast<float>(sum / count) : std::isnan(made[at]);
      wrong += same ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("coarse masks and classes are the commonest, of several the smallest, and counts the largest",
          "[images.coarsened]") {
  CHECK(coarse<std::uint8_t>(TERRAWRIGHT_KIND_MASK, 5, 2,
                             {1, 1, 1, 0, 1,  //
                              1, 0, 0, 1, 1},
                             2) == std::vector<std::uint8_t>{1, 0, 1});
  CHECK(coarse<std::uint16_t>(TERRAWRIGHT_KIND_CLASS, 4, 2,
                              {9, 3, 7, 7,  //
                               9, 3, 2, 2},
                              2, test::three_classes()) == std::vector<std::uint16_t>{3, 2});
  CHECK(coarse<std::int64_t>(TERRAWRIGHT_KIND_COUNT, 3, 2,
                             {-4, 1ll << 40, -9,  //
                              5, 6, -7},
                             2) == std::vector<std::int64_t>{1ll << 40, -7});
}

TEST_CASE("coarse vectors and colours are means, of colours that of the light that is seen", "[images.coarsened]") {
  const auto wind = coarse<Vector2>(TERRAWRIGHT_KIND_VECTOR, 2, 1, {{1, -8}, {2, 6}}, 2);
  CHECK(wind[0].x == 1.5f);
  CHECK(wind[0].y == -1.0f);
  // Half of the light of white is 188 in sRGB, not 128; and what is not seen has no part in it.
  const auto grey = coarse<Colour>(TERRAWRIGHT_KIND_COLOUR, 2, 1, {{255, 255, 255, 255}, {0, 0, 0, 255}}, 2);
  CHECK(int{grey[0].red} == 188);
  CHECK(int{grey[0].alpha} == 255);
  const auto seen = coarse<Colour>(TERRAWRIGHT_KIND_COLOUR, 2, 1, {{200, 100, 7, 255}, {0, 255, 0, 0}}, 2);
  CHECK(int{seen[0].red} == 200);
  CHECK(int{seen[0].green} == 100);
  CHECK(int{seen[0].blue} == 7);
  CHECK(int{seen[0].alpha} == 128);
  for (int code = 0; code < 256; ++code) {
    const Colour same{static_cast<std::uint8_t>(code), 0, 0, 255};
    CHECK(int{coarse<Colour>(TERRAWRIGHT_KIND_COLOUR, 3, 1, {same, same, same}, 3)[0].red} == code);
  }
}

TEST_CASE("coarsening stops when it is told to", "[images.coarsened]") {
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 20, 20, test::heights(20, 20));
  const std::atomic<bool> stopped{true};
  CHECK_THROWS_AS(images::coarsened(*layer, 2, std::make_shared<engine::Memory>(), stopped), Stopped);
}

TEST_CASE("what writing takes counts coarse layers, squares and the sums of overviews", "[images.coarsened]") {
  for (const char* file : {"a.exr", "a.tif"}) {
    images::Picture picture{file, {{"h", {TERRAWRIGHT_KIND_HEIGHT, "m", {}, 4097, 4097}}}};
    const auto bytes = [&](bool tiled, bool overviews) {
      const test::WriterValues asked{{"tiled", {tiled ? 1.0 : 0.0}}, {"overviews", {overviews ? 1.0 : 0.0}}};
      picture.writer = test::delivery_of(picture, test::provenance(), asked);
      return images::bytes_beside(picture);
    };
    CHECK(bytes(false, false) == 0);
    const std::uint64_t squares = bytes(true, false);
    CHECK(squares >= std::uint64_t{4097} * 256 * 4);
    CHECK(bytes(true, true) > squares);
    picture.coarsen = 16;
    picture.parts[0].facts.width = picture.parts[0].facts.height = 257;
    CHECK(bytes(false, false) >= std::uint64_t{257} * 257 * 4);
    CHECK(bytes(false, false) < squares);
  }
}
