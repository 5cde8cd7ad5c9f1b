// SPDX-License-Identifier: Apache-2.0
#include "encode/lettering.hpp"
#include "encode/png.hpp"
#include "fixture.hpp"
#include "images/read.hpp"
#include "lettering/lettering.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using encode::LegendPanel;
using test::Image;

namespace {

std::shared_ptr<engine::Layer> classes(std::int64_t width, std::int64_t height, std::uint16_t code) {
  const std::vector<std::uint16_t> cells(static_cast<std::size_t>(width * height), code);
  return test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, cells, test::three_classes());
}

// The pixel as "#rrggbb".
std::string pixel(const Image& image, std::int64_t x, std::int64_t y) {
  std::string text = "#";
  for (std::int64_t c = 0; c < 3; ++c) {
    const auto value =
        static_cast<int>(image.pixels[static_cast<std::size_t>((y * image.width + x) * image.channels + c)]);
    text += "0123456789abcdef"[value / 16];
    text += "0123456789abcdef"[value % 16];
  }
  return text;
}

}  // namespace

TEST_CASE("a letter has the ink of its outline, within its width", "[images.lettering]") {
  CHECK(encode::text_width("", 11) == 0);
  for (const std::int64_t size : {9, 11, 40, 400}) {
    std::set<std::vector<std::uint8_t>> seen;
    for (char c = '!'; c <= '~'; ++c) {
      const encode::TextImage image = encode::text_image(std::string(1, c), size);
      INFO(c << " at " << size);
      CHECK(image.width == encode::text_width(std::string(1, c), size));
      CHECK(image.height == encode::text_height(size));
      CHECK(seen.insert(image.ink).second);
      CHECK(*std::max_element(image.ink.begin(), image.ink.end()) > 60);
    }
  }
  // The stroke of an l is as much ink as its outline's rectangle: 178 by 1473 of 2000 units.
  const encode::TextImage l = encode::text_image("l", 1000);
  double ink = 0;
  for (const std::uint8_t share : l.ink) ink += share / 255.0;
  const lettering::Outline outline =
      lettering::outline(lettering::Font::lato_medium, lettering::shaped(lettering::Font::lato_medium, "l")[0].glyph);
  double twice = 0;
  for (std::size_t n = 0; n < outline.points.size(); ++n) {
    const auto &a = outline.points[n], &b = outline.points[(n + 1) % outline.points.size()];
    twice += static_cast<double>(a.x) * b.y - static_cast<double>(b.x) * a.y;
  }
  const double em = lettering::units_per_em(lettering::Font::lato_medium);
  CHECK(ink == Approx(std::abs(twice) / 2 * 1e6 / em / em).epsilon(0.001));
  // Letters beyond ASCII are letters, and those of no font of the program are boxes.
  CHECK(encode::text_image("\xC3\xA9", 40).ink != encode::text_image("e", 40).ink);
  CHECK(encode::text_image("\xE6\xB9\x96", 40).ink == encode::text_image("\xE6\xB0\xB4", 40).ink);
}

TEST_CASE("a legend stands beside the picture and leaves it as it is", "[images.legend_panel]") {
  const test::Folder folder;
  const auto layer = classes(70, 60, 2);
  test::Picture picture{folder / "b.png", {{"b", layer}}, {}};
  test::write(picture);
  const Image plain = test::read(folder / "b.png").at(0);
  picture.legend = layer;
  test::write(picture);
  const Image wide = test::read(folder / "b.png").at(0);
  CHECK(plain.width == 70);
  CHECK(wide.width == 70 + 6 + 11 + 5 + encode::text_width("grass", 11) + 6);
  CHECK(wide.height == 60);
  for (std::int64_t y = 0; y < 60; ++y) {
    for (std::int64_t x = 0; x < 70; ++x) REQUIRE(pixel(plain, x, y) == pixel(wide, x, y));
  }
  CHECK(pixel(wide, 70 + 11, 11) == "#1eb428");          // the swatch of the class that occurs
  CHECK(pixel(wide, 70 + 11, 6 + 15 + 5) == "#faf9f5");  // and no other
}

TEST_CASE("a picture lower than its legend grows paper below it", "[images.legend_panel]") {
  const test::Folder folder;
  test::Picture picture{folder / "b.png", {{"b", classes(1, 1, 700)}}, {}};
  picture.legend = picture.parts[0].layer;
  test::write(picture);
  const Image image = test::read(folder / "b.png").at(0);
  CHECK(image.height == 6 + 11 + 6);
  CHECK(pixel(image, 0, 0) != "#faf9f5");
  CHECK(pixel(image, 0, 1) == "#faf9f5");
}

TEST_CASE("letters grow with the picture", "[images.legend_panel]") {
  const encode::ClassCounts cells{{1, 5}, {2, 5}};
  const LegendPanel small(test::three_classes(), cells, 300), large(test::three_classes(), cells, 1200),
      huge(test::three_classes(), cells, 1 << 20);
  CHECK(std::abs(large.width() - 2 * small.width()) <= 1);
  CHECK(large.height() == 2 * small.height());
  CHECK(std::abs(huge.width() - 16 * small.width()) <= 15);
}

TEST_CASE("colours have a legend too, with transparent cells as without", "[images.legend_panel]") {
  const test::Folder folder;
  for (const std::uint8_t alpha : {std::uint8_t{255}, std::uint8_t{100}}) {
    const std::vector<Colour> cells(40 * 30, Colour{200, 100, 50, alpha});
    test::Picture picture{folder / "c.png", {{"c", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 40, 30, cells)}}, {}};
    picture.legend = classes(40, 30, 1);
    test::write(picture);
    const Image image = test::read(folder / "c.png").at(0);
    CHECK(image.channels == (alpha == 255 ? 3 : 4));
    CHECK(pixel(image, 0, 0) == "#c86432");
    CHECK(pixel(image, 40 + 11, 11) == "#0a14c8");
  }
}

TEST_CASE("a legend of its own leaves the picture its size", "[images.legend_panel]") {
  const test::Folder folder;
  test::Picture picture{folder / "b.png", {{"b", classes(70, 60, 2)}}, {}};
  picture.legend = picture.parts[0].layer;
  picture.legend_beside = false;
  picture.sidecar = true;
  const auto written = test::write(picture);
  CHECK(folder.names() == std::set<std::string>{"b.png", "b.legend.json", "b.legend.png", "b.png.aux.xml"});
  std::vector<std::filesystem::path> paths;
  for (const images::Written& file : written) paths.push_back(file.path());
  CHECK(images::files_of(test::planned(picture)) == paths);
  const Image map = test::read(folder / "b.png").at(0), legend = test::read(folder / "b.legend.png").at(0);
  CHECK(map.width == 70);
  CHECK(map.height == 60);
  CHECK(legend.width == 6 + 11 + 5 + encode::text_width("grass", 11) + 6);
  CHECK(legend.height == 6 + 11 + 6);
  CHECK(pixel(legend, 11, 11) == "#1eb428");
  // The same as the one beside it.
  picture.file = folder / "wide.png";
  picture.legend_beside = true;
  test::write(picture);
  const Image wide = test::read(folder / "wide.png").at(0);
  for (std::int64_t y = 0; y < legend.height; ++y) {
    for (std::int64_t x = 0; x < legend.width; ++x) REQUIRE(pixel(legend, x, y) == pixel(wide, 70 + x, y));
  }
}
