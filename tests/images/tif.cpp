// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

#include "fixture.hpp"
#include "images/encoder.hpp"
#include "images/read.hpp"
#include "readers/file_opener.hpp"
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
  images::EncodedImage image{300, 20};
  for (const bool big : {false, true}) {
    image.bigtiff = big;
    images::Encoder encoder(folder / "h.tif", image);
    encoder.rows(20, cells.data());
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

TEST_CASE("A coarser window is read back with its own cells, and from its own place", "[images.tif]") {
  const test::Folder folder;
  images::Provenance from = test::provenance();
  from.metres_per_cell = 1000;
  from.latitude = 52;
  from.width = from.height = 900;
  from.window = Rect{12, 8, 40, 30};
  from.coarsen = 4;  // 10 x 8, the last row of 2
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 10, 8, test::heights(10, 8));
  test::write({folder / "h.tif", {{"h", layer}}, {}}, from);
  terrawright_file_request first{};
  first.channel = -1;
  const auto facts = readers::FileOpener().open((folder / "h.tif").string(), first)->facts();
  CHECK(facts.cell_width == 4000);
  CHECK(facts.cell_height == 4000);
  CHECK(facts.latitude == Approx(52 + (449.5 - 23.5) * 1000 / 111195));
}

TEST_CASE("A window of a world is read back with the cells of the world", "[images.tif]") {
  const test::Folder folder;
  images::Provenance from = test::provenance();
  from.metres_per_cell = 1000;
  from.latitude = 52;
  from.width = from.height = 900;
  from.window = Rect{10, 5, 40, 30};  // 4 degrees north of the middle, where a degree is shorter
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 40, 30, test::heights(40, 30));
  test::write({folder / "h.tif", {{"h", layer}}, {}}, from);
  terrawright_file_request first{};
  first.channel = -1;
  const auto facts = readers::FileOpener().open((folder / "h.tif").string(), first)->facts();
  CHECK(facts.cell_width == 1000);
  CHECK(facts.cell_height == 1000);
  CHECK(facts.latitude == Approx(52 + (449.5 - 19.5) * 1000 / 111195));
  // What another program made of it has its text, and another grid.
  const std::string file = (folder / "h.tif").string(), other = (folder / "w.tif").string();
  REQUIRE(std::system(("gdalwarp -q -tr 0.01 0.01 " + file + " " + other).c_str()) == 0);
  const auto warped = readers::FileOpener().open(other, first)->facts();
  CHECK(warped.cell_height == Approx(1111.95));
  CHECK(warped.cell_width < 700);
}

TEST_CASE("Missing cells of a TIFF are missing to GDAL", "[images.tif]") {
  const test::Folder folder;
  std::vector<float> cells = test::heights(40, 30);
  cells[7] = std::numeric_limits<float>::quiet_NaN();
  test::write({folder / "h.tif", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 40, 30, cells)}}, {}});
  const std::string look = "from osgeo import gdal; f = gdal.Open('" + (folder / "h.tif").string() +
                           "'); b = f.GetRasterBand(1); m = b.GetMaskBand().ReadAsArray(); "
                           "assert m[0, 7] == 0 and (m != 0).sum() == 1199";
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
}

TEST_CASE("A cloud-optimised TIFF may have offsets of 64 bits", "[images.tif]") {
  const test::Folder folder;
  const std::vector<float> cells = test::heights(600, 300), small = test::heights(300, 150);
  images::EncodedImage image{600, 300};
  image.tile = 256;
  image.bigtiff = true;
  images::EncodedImage reduced{300, 150};
  reduced.tile = 256;
  reduced.bigtiff = reduced.reduced = true;
  images::Encoder encoder(folder / "h.tif", {image, reduced},
                          "GDAL_STRUCTURAL_METADATA_SIZE=000025 bytes\nLAYOUT=IFDS_BEFORE_DATA\n ");
  encoder.to_image(1);
  encoder.rows(150, small.data());
  encoder.to_image(0);
  encoder.rows(256, cells.data());
  encoder.rows(44, cells.data() + 256 * 600);
  const auto file = encoder.close();
  file->settle();
  file->name();
  CHECK(test::bytes_of(folder / "h.tif").substr(0, 3) == "II+");
  CHECK((test::read(folder / "h.tif").at(0).pixels == cells));
  CHECK((test::read(folder / "h.tif").at(1).pixels == small));
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -m osgeo_utils.samples.validate_cloud_optimized_geotiff "
                                        "--full-check=yes " +
                     (folder / "h.tif").string() + " > /dev/null")
                        .c_str()) == 0);
}
