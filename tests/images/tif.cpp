// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"
#include "images/read.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Image;

TEST_CASE("a TIFF gives floats and facts back", "[images.tif]") {
  const auto [width, height] = GENERATE(std::pair(1, 1), std::pair(1, 700), std::pair(1009, 513));
  const test::Folder folder;
  const std::vector<float> cells = test::heights(width, height);
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells);
  const auto written = test::write({folder / "h.tif", {{"metres", layer}}, {}});
  REQUIRE(written.size() == 1);
  CHECK(written[0].bytes == std::filesystem::file_size(folder / "h.tif"));
  const std::vector<Image> images = test::read(folder / "h.tif");
  REQUIRE(images.size() == 1);
  CHECK(images[0].width == width);
  CHECK(images[0].height == height);
  CHECK(images[0].channels == 1);
  CHECK(images[0].is_float);
  CHECK((images[0].pixels == cells));
  CHECK(images[0].attributes.at("Software") == "terrawright 1.2.3");
  CHECK(images[0].attributes.at("DateTime") == "1970:01:01 00:00:00");
  CHECK(images[0].attributes.count("HostComputer") == 0);
  CHECK(images[0].attributes.at("terrawright:layer") == "metres");
  CHECK(images[0].attributes.at("terrawright:unit") == "m");
  CHECK(images[0].attributes.at("terrawright:seed") == "42");
  CHECK(std::stod(images[0].attributes.at("terrawright:minimum")) == layer->statistics().minimum);

  test::write({folder / "again.tiff", {{"metres", layer}}, {}});
  CHECK((test::bytes_of(folder / "again.tiff") == test::bytes_of(folder / "h.tif")));
}

TEST_CASE("what is no image is not read", "[images.read]") {
  const test::Folder folder;
  test::write_text(folder / "a.png", "no picture");
  CHECK_THROWS_AS(test::read(folder / "a.png"), test::ReadFailed);
  CHECK_THROWS_AS(test::read(folder / "missing.exr"), test::ReadFailed);
}
