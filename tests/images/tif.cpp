// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

#include "fixture.hpp"
#include "images/encoder.hpp"
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

TEST_CASE("a TIFF with overviews holds the same cells, and means of ever more of them", "[images.tif]") {
  const auto [width, height, overviews] =
      GENERATE(std::tuple(1, 1, 0), std::tuple(256, 256, 0), std::tuple(257, 3, 1), std::tuple(1030, 700, 3));
  const test::Folder folder;
  std::vector<float> cells = test::heights(width, height);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < cells.size(); i += 5) cells[i] = nan;
  if (width == 1030) std::fill_n(cells.begin(), 8, nan);
  if (width == 1030) std::fill_n(cells.begin() + 1030, 8, nan);
  const test::Picture of{
      folder / "h.tif", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells)}}, {}};
  images::Picture picture = test::planned(of);
  picture.overviews = true;
  const std::atomic<bool> cancelled{false};
  const auto written =
      images::write(picture, {{of.parts[0].layer, {}, nullptr, nullptr, nullptr}}, test::provenance(), cancelled);
  images::commit({}, {written[0].file.get()});
  const std::vector<Image> images = test::read(folder / "h.tif");
  REQUIRE(images.size() == static_cast<std::size_t>(1 + overviews));
  std::int64_t factor = 1;
  for (const Image& image : images) {
    REQUIRE(image.width == (width + factor - 1) / factor);
    REQUIRE(image.height == (height + factor - 1) / factor);
    std::size_t wrong = 0, missing = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        double sum = 0, count = 0;
        for (std::int64_t j = y * factor; j < std::min<std::int64_t>((y + 1) * factor, height); ++j) {
          for (std::int64_t i = x * factor; i < std::min<std::int64_t>((x + 1) * factor, width); ++i) {
            const float cell = cells[static_cast<std::size_t>(j * width + i)];
            if (std::isnan(cell)) continue;
            sum += static_cast<double>(cell);
            ++count;
          }
        }
        const float is = image.pixels[static_cast<std::size_t>(y * image.width + x)];
        const bool same = count == 0 ? std::isnan(is) : is == static_cast<float>(sum / count);
        wrong += same ? 0 : 1;
        missing += count == 0 ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
    if (factor == 2 && width == 1030) CHECK(missing > 0);
    factor *= 2;
  }
}

TEST_CASE("GDAL draws a TIFF from its overviews", "[images.tif]") {
  const test::Folder folder;
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 700, 300, test::heights(700, 300));
  images::Picture picture = test::planned({folder / "h.tif", {{"h", layer}}, {}});
  picture.overviews = true;
  const std::atomic<bool> cancelled{false};
  const auto written = images::write(picture, {{layer, {}, nullptr, nullptr, nullptr}}, test::provenance(), cancelled);
  images::commit({}, {written[0].file.get()});
  const std::string look =
      "from osgeo import gdal; f = gdal.Open('" + (folder / "h.tif").string() +
      "'); b = f.GetRasterBand(1); n = b.GetOverviewCount(); o = b.GetOverview(1); "
      "assert (n, b.XSize, o.XSize, o.YSize, b.GetBlockSize()) == (2, 700, 175, 75, [256, 256]), n";
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
}

TEST_CASE("a TIFF may have offsets of 64 bits", "[images.tif]") {
  const test::Folder folder;
  const std::vector<float> cells = test::heights(300, 20);
  images::EncodedImage image{300, 20, "Y"};
  for (const bool big : {false, true}) {
    image.bigtiff = big;
    images::Encoder encoder(folder / "h.tif", image);
    encoder.rows(0, 20, cells.data());
    const auto file = encoder.close();
    file->settle();
    file->name();
    CHECK(test::bytes_of(folder / "h.tif").substr(0, 3) == (big ? "II+" : "II*"));
    CHECK((test::read(folder / "h.tif").at(0).pixels == cells));
  }
}

TEST_CASE("what is no image is not read", "[images.read]") {
  const test::Folder folder;
  test::write_text(folder / "a.png", "no picture");
  CHECK_THROWS_AS(test::read(folder / "a.png"), test::ReadFailed);
  CHECK_THROWS_AS(test::read(folder / "missing.exr"), test::ReadFailed);
}
