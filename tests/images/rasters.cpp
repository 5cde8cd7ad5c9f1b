// SPDX-License-Identifier: Apache-2.0
// GeoTIFFs that GDAL wrote, as stages read them: every type of sample and layout, place, scale and missing samples.
#include <cmath>
#include <cstdlib>
#include <functional>

#include "fixture.hpp"
#include "readers/opened_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

constexpr std::int64_t width = 33, height = 29;

const test::Folder& rasters() {
  static const test::Folder folder;
  static const int made = std::system(
      (TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/images/rasters.py " + folder.path().string() + " > /dev/null")
          .c_str());
  INFO("Is python3-gdal there? scripts/setup.sh installs it.");
  REQUIRE(made == 0);
  return folder;
}

terrawright_file_request request(std::int64_t channel = -1) {
  terrawright_file_request asked{};
  asked.channel = channel;
  return asked;
}

std::vector<float> cells(const std::string& name, const terrawright_file_request& asked = request()) {
  const auto file = readers::FileOpener().open((rasters() / name).string(), asked);
  std::vector<float> read(static_cast<std::size_t>(file->facts().width * file->facts().height));
  file->read(read.data());
  return read;
}

terrawright_file_facts facts(const std::string& name) {
  return readers::FileOpener().open((rasters() / name).string(), request())->facts();
}

std::string refusal(const std::string& name) {
  try {
    cells(name);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

using Law = std::function<double(std::int64_t, std::int64_t)>;
const Law signed_law = [](auto x, auto y) { return static_cast<double>(7 * x - 13 * y); };
const Law unsigned_law = [](auto x, auto y) { return static_cast<double>(3 * x + 5 * y); };

// Number of cells that differ from the law.
int wrong(const std::vector<float>& cells, const Law& law) {
  int count = 0;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x)
      count += cells[static_cast<std::size_t>(y * width + x)] == static_cast<float>(law(x, y)) ? 0 : 1;
  }
  return count;
}

}  // namespace

TEST_CASE("Samples of every type and layout of a GeoTIFF are read as they are", "[images.rasters]") {
  const Law large = [](auto x, auto y) { return static_cast<double>(20000000 + 64 * x - 128 * y); };
  const std::map<std::string, std::pair<std::uint32_t, Law>> types = {
      {"Byte", {8, unsigned_law}},
      {"UInt16", {16, [](auto x, auto y) { return 200.0 * unsigned_law(x, y); }}},
      {"Int16", {16, signed_law}},
      {"UInt32", {32, large}},
      {"Int32", {32, [=](auto x, auto y) { return -large(x, y); }}},
      {"UInt64", {64, large}},
      {"Int64", {64, [=](auto x, auto y) { return -large(x, y); }}},
      {"Float32", {0, [](auto x, auto y) { return signed_law(x, y) / 8; }}},
      {"Float64", {0, [](auto x, auto y) { return signed_law(x, y) / 8; }}}};
  for (const auto& [type, expected] : types) {
    for (const char* layout : {"strip", "tiled", "deflate", "lzw", "zstd", "big", "endian"}) {
      const std::string name = type + "-" + layout + ".tif";
      INFO(name);
      const auto said = facts(name);
      CHECK(said.width == width);
      CHECK(said.height == height);
      CHECK(said.bits == expected.first);
      CHECK((said.flags & TERRAWRIGHT_FACTS_VALUES) != 0);
      CHECK(((said.flags & TERRAWRIGHT_FACTS_SIGNED) != 0) == (type.rfind("Int", 0) == 0));
      CHECK(wrong(cells(name), expected.second) == 0);
    }
  }
}

TEST_CASE("Each band of a GeoTIFF can be had, however they are interleaved", "[images.rasters]") {
  for (const char* name : {"bands-PIXEL.tif", "bands-BAND.tif"}) {
    for (const int band : {0, 1, 2}) {
      INFO(name << ", " << band);
      CHECK(wrong(cells(name, request(band)), [&](auto x, auto y) { return signed_law(x, y) + band; }) == 0);
    }
  }
}

TEST_CASE("A GeoTIFF says how far apart its samples are and where it lies", "[images.rasters]") {
  const auto metres = facts("Int16-strip.tif");
  CHECK(metres.cell_width == 30);
  CHECK(metres.cell_height == 30);
  CHECK(std::isnan(metres.latitude));
  const auto degrees = facts("degrees.tif");
  CHECK(degrees.latitude == Approx(46.5 - 29 / 2400.0));
  CHECK(degrees.cell_height == Approx(111195 / 1200.0));
  CHECK(degrees.cell_width == Approx(111195 / 1200.0 * std::cos(degrees.latitude * std::acos(-1.0) / 180)));
  CHECK(facts("feet.tif").cell_width == Approx(30.48006));  // US survey feet
  CHECK(facts("plain.tif").cell_width == 0);
  CHECK((facts("plain.tif").flags & TERRAWRIGHT_FACTS_VALUES) == 0);
  CHECK(refusal("turned.tif").find("its rows do not run from west to east") != std::string::npos);
  CHECK(refusal("upside_down.tif").find("its first row is not the northern one") != std::string::npos);
}

TEST_CASE("The scale and offset of a GeoTIFF are in its samples", "[images.rasters]") {
  CHECK((facts("scaled.tif").flags & TERRAWRIGHT_FACTS_SCALED) != 0);
  CHECK(wrong(cells("scaled.tif"), [](auto x, auto y) { return -100 + 0.1 * unsigned_law(x, y); }) == 0);
}

TEST_CASE("Samples without data are NaN, or those nearest to them", "[images.rasters]") {
  const auto in_gap = [](auto x, auto y) { return x >= 5 && x < 12 && y >= 4 && y < 9; };
  const std::vector<float> holes = cells("nodata.tif");
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x)
      CHECK(std::isnan(holes[static_cast<std::size_t>(y * width + x)]) == in_gap(x, y));
  }
  terrawright_file_request asked = request();
  asked.flags = TERRAWRIGHT_REQUEST_FILL;
  // The gap is 7 x 5: its middle row has three steps to the west, north, east and south alike at most.
  const std::vector<float> filled = cells("nodata.tif", asked);
  CHECK(wrong(filled, [&](std::int64_t x, std::int64_t y) {
          if (!in_gap(x, y)) return signed_law(x, y);
          const std::int64_t west = x - 4, east = 12 - x, north = y - 3, south = 9 - y;
          const std::int64_t least = std::min({west, east, north, south});
          if (west == least) return signed_law(4, y);
          if (north == least) return signed_law(x, 3);
          return east == least ? signed_law(12, y) : signed_law(x, 9);
        }) == 0);
  // A config may name the missing samples, in the place of the file.
  asked.flags = TERRAWRIGHT_REQUEST_NODATA;
  asked.nodata = 0;
  CHECK(std::isnan(cells("Int16-strip.tif", asked)[0]));
  CHECK_FALSE(std::isnan(cells("nodata.tif", asked)[static_cast<std::size_t>(6 * width + 7)]));
}

TEST_CASE("Tiles that GDAL left out are zeros, and single bits are bits", "[images.rasters]") {
  CHECK(wrong(cells("sparse.tif"), [](auto x, auto y) { return x < 16 && y < 16 ? signed_law(x, y) : 0.0; }) == 0);
  CHECK(wrong(cells("bits.tif"), [](auto x, auto y) { return static_cast<double>((x + y) % 2); }) == 0);
}
