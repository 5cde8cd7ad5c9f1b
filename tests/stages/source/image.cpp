// SPDX-License-Identifier: Apache-2.0
// source.image on real files.
#include <unistd.h>
#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "images/fixture.hpp"
#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

struct Folder : private test::Folder {
  Folder() { fs::create_directory(path() / "world"); }
  fs::path operator/(const std::string& name) const { return path() / "world" / name; }
  const fs::path& outside() const { return path(); }
};

using Cells = std::function<float(std::int64_t, std::int64_t)>;

// Writes a layer as an image through the room itself.
void draw(const fs::path& file, std::int64_t width, std::int64_t height, const Cells& cells, std::uint32_t kind,
          std::optional<images::Range> range = std::nullopt) {
  std::vector<float> values;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) values.push_back(cells(x, y));
  }
  // With the cells of the worlds below, as a .tif says where it lies.
  images::Provenance from = test::provenance();
  from.metres_per_cell = 1000;
  from.width = width;
  from.height = height;
  test::write({file, {{"height", test::layer(kind, "m", width, height, values)}}, range}, from);
}

test::Built built(const Folder& folder, const std::string& with, const std::string& size = "33, 33",
                  std::int64_t tile = 16, const std::string& layers = "h: drawn") {
  const readers::FileOpener opener;
  test::Options options;
  options.tile = tile;
  options.opener = &opener;
  options.path = (folder / "world.yaml").string();
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + size + "], cell: 1 km, seed: 1}\nstages:\n" +
                         "  drawn: {use: source.image@1, with: {" + with + "}}\noutputs: [{layers: {" + layers +
                         "}}]\n",
                     options);
}

std::string refused(const Folder& folder, const std::string& with, const std::string& size = "33, 33") {
  try {
    built(folder, with, size);
  } catch (const test::BuildFailed& failure) {
    return failure.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find("test.yaml") == std::string::npos && text.find("world.yaml:5:") != std::string::npos;
}

const Cells slope = [](std::int64_t x, std::int64_t y) { return static_cast<float>(x * 10 + y); };

}  // namespace

TEST_CASE("A float image comes back bit for bit, whatever the tiles", "[source.image]") {
  const Folder folder;
  draw(folder / "h.exr", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT);
  draw(folder / "h.tif", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT);
  for (const char* file : {"h.exr", "h.tif"}) {
    for (const std::int64_t tile : {7, 16, 0}) {
      const auto world = built(folder, std::string("unit: m, file: ") + file, "33, 33", tile);
      CHECK(world.layer("drawn").facts().unit == "m");
      const auto cells = world.cells<float>("drawn");
      for (std::int64_t i = 0; i < 33 * 33; ++i) REQUIRE(cells[static_cast<std::size_t>(i)] == slope(i % 33, i / 33));
    }
  }
}

TEST_CASE("Every sample of 8 and of 16 bits is its own number", "[source.image]") {
  const Folder folder;
  draw(
      folder / "all.png", 256, 256, [](auto x, auto y) { return static_cast<float>(y * 256 + x); },
      TERRAWRIGHT_KIND_HEIGHT, images::Range{0, 65535});
  const auto whole = built(folder, "file: all.png, low: 0, high: 65535", "256, 256").cells<float>("drawn");
  const auto range = built(folder, "file: all.png, low: -300, high: 1700.5", "256, 256").cells<float>("drawn");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    REQUIRE(whole[i] == static_cast<float>(i));
    REQUIRE(range[i] == static_cast<float>(-300 + 2000.5 * (static_cast<double>(i) / 65535)));
  }

  std::vector<Colour> colours;
  for (int i = 0; i < 256; ++i) colours.push_back({static_cast<std::uint8_t>(i), 0, 0, 255});
  test::write({folder / "8.png", {{"picture", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 16, 16, colours)}}, {}});
  const auto bytes = built(folder, "file: 8.png, channel: 0, low: 0, high: 255", "16, 16").cells<float>("drawn");
  const auto shares = built(folder, "file: 8.png, channel: 0", "16, 16").cells<float>("drawn");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    REQUIRE(bytes[i] == static_cast<float>(i));
    REQUIRE(shares[i] == static_cast<float>(static_cast<double>(i) / 255));
  }
}

TEST_CASE("Floats of any size keep all their bits", "[source.image]") {
  const Folder folder;
  // Bits at random without infinities and NaNs: denormal ones, both zeros and the largest are among them.
  const auto odd = [](std::int64_t x, std::int64_t y) {
    auto bits = static_cast<std::uint32_t>((x + 33 * y + 1) * 2654435761);
    if ((bits & 0x7f800000u) == 0x7f800000u) bits &= ~0x00800000u;
    if (x < 3 && y == 0) bits = x == 0 ? 0x80000000u : x == 1 ? 1u : 0x7f7fffffu;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  draw(folder / "h.exr", 33, 33, odd, TERRAWRIGHT_KIND_HEIGHT);
  draw(folder / "h.tif", 33, 33, odd, TERRAWRIGHT_KIND_HEIGHT);
  std::ofstream raw(folder / "h.raw", std::ios::binary);
  for (std::int64_t i = 0; i < 33 * 33; ++i) {
    const float value = odd(i % 33, i / 33);
    raw.write(reinterpret_cast<const char*>(&value), 4);
  }
  raw.close();
  for (const char* file : {"file: h.exr", "file: h.tif", "file: h.raw, encoding: f32, columns: 33, rows: 33"}) {
    const auto cells = built(folder, file).cells<float>("drawn");
    for (std::int64_t i = 0; i < 33 * 33; ++i) {
      const float expected = odd(i % 33, i / 33);
      INFO(file << ", cell " << i);
      REQUIRE(std::memcmp(&cells[static_cast<std::size_t>(i)], &expected, sizeof expected) == 0);
    }
  }
}

TEST_CASE("An integer image spans low to high", "[source.image]") {
  const Folder folder;
  draw(folder / "h.png", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT, images::Range{0, 500});
  const auto world = built(folder, "file: h.png, unit: m, low: 0, high: 500");
  const auto cells = world.cells<float>("drawn");
  for (std::int64_t i = 0; i < 33 * 33; ++i) {
    CHECK(std::abs(cells[static_cast<std::size_t>(i)] - slope(i % 33, i / 33)) <= 500 * 0.5 / 65535 + 1e-4);
  }
  // Without a range: 0 to 1. The mask is above the middle.
  const auto plain = built(folder, "file: h.png", "33, 33", 16, "h: drawn, m: drawn.mask, w: drawn.weight");
  CHECK(plain.statistics("drawn").maximum <= 1.0);
  const auto weights = plain.cells<float>("drawn.weight");
  const auto mask = plain.cells<std::uint8_t>("drawn.mask");
  for (std::size_t i = 0; i < weights.size(); ++i) REQUIRE(mask[i] == (weights[i] > 0.5f ? 1 : 0));
}

TEST_CASE("Files without a header are read in both byte orders", "[source.image]") {
  const Folder folder;
  std::ofstream little(folder / "h.raw", std::ios::binary), big(folder / "b.raw", std::ios::binary);
  std::ofstream floats(folder / "f.raw", std::ios::binary);
  for (int i = 0; i < 33 * 33; ++i) {
    const unsigned char bytes[2] = {static_cast<unsigned char>(i & 255), static_cast<unsigned char>(i >> 8)};
    little.put(static_cast<char>(bytes[0])).put(static_cast<char>(bytes[1]));
    big.put(static_cast<char>(bytes[1])).put(static_cast<char>(bytes[0]));
    const auto value = static_cast<float>(i) - 7.25f;
    floats.write(reinterpret_cast<const char*>(&value), 4);
  }
  little.close();
  big.close();
  floats.close();
  const std::string shape = ", columns: 33, rows: 33, low: 0, high: 65535";
  CHECK(built(folder, "file: h.raw, encoding: u16" + shape).cells<float>("drawn")[500] == 500);
  CHECK(built(folder, "file: b.raw, encoding: u16, byte_order: big" + shape).cells<float>("drawn")[500] == 500);
  CHECK(built(folder, "file: f.raw, encoding: f32, columns: 33, rows: 33").cells<float>("drawn")[500] == 492.75f);
  CHECK(says(refused(folder, "file: h.raw, encoding: u16, columns: 33, rows: 32"), "2178 bytes"));
  CHECK(says(refused(folder, "file: h.raw, encoding: u16"), "needs its size"));
}

TEST_CASE("A file of another size is resampled on request, corners on corners", "[source.image]") {
  const Folder folder;
  draw(folder / "h.exr", 9, 5, slope, TERRAWRIGHT_KIND_HEIGHT);
  CHECK(says(refused(folder, "file: h.exr, unit: m"), "the image has 9 x 5 samples, the world 33 x 33"));
  for (const std::string method : {"nearest", "linear", "catmull"}) {
    const auto world = built(folder, "file: h.exr, unit: m, resample: " + method, "65, 33");
    const auto cells = world.cells<float>("drawn");
    CHECK(cells.front() == slope(0, 0));
    CHECK(cells[64] == slope(8, 0));
    CHECK(cells.back() == slope(8, 4));
    if (method == "linear") CHECK(cells[4] == Approx(5.0));
    CHECK(built(folder, "file: h.exr, unit: m, resample: " + method, "65, 33", 0).digest("drawn") ==
          world.digest("drawn"));
  }
  CHECK_NOTHROW(built(folder, "file: h.exr, unit: m, resample: bspline", "1, 300"));
}

TEST_CASE("Images that cannot be used are errors with a place", "[source.image]") {
  const Folder folder;
  draw(folder / "h.exr", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT);
  draw(
      folder / "nan.exr", 33, 33, [](auto x, auto y) { return x == 20 && y == 30 ? std::nanf("") : 1.0f; },
      TERRAWRIGHT_KIND_HEIGHT);
  draw(
      folder / "inf.tif", 33, 33, [](auto x, auto y) { return x == 3 && y == 2 ? INFINITY : 1.0f; },
      TERRAWRIGHT_KIND_HEIGHT);
  CHECK(says(refused(folder, "file: nan.exr"), "as it has no data (NaN) at cell (20, 30)"));
  CHECK(says(refused(folder, "file: inf.tif"), "holds an infinity at cell (3, 2)"));
  CHECK(says(refused(folder, "file: missing.png"), "there is no such file"));
  CHECK(says(refused(folder, "file: \"\""), "no file is named"));
  CHECK(says(refused(folder, "file: /etc/hostname"), "absolute"));
  std::ofstream(folder.outside() / "secret.exr") << "x";
  CHECK(says(refused(folder, "file: ../secret.exr"), "outside the folder of the config"));
  fs::create_symlink(folder.outside() / "secret.exr", folder / "link.exr");
  CHECK(says(refused(folder, "file: link.exr"), "outside the folder of the config"));
  std::ofstream(folder / "text.png") << "this is no image";
  CHECK(says(refused(folder, "file: text.png"), "not an image that can be read"));
  std::ofstream(folder / "h.pcx") << "x";
  CHECK(says(refused(folder, "file: h.pcx"), "images are .png, .tif, .tiff or .exr, and by OpenImageIO .bmp, .dpx, "));
  CHECK(says(refused(folder, "file: h.exr, channel: 1"), "it has only 1 channels"));
  CHECK(says(refused(folder, "file: h.exr, part: rain"), "it has no part 'rain'"));
  CHECK(says(refused(folder, "file: h.exr, low: 3"), "together or not at all"));
}

TEST_CASE("A truncated image is an error, not a world", "[source.image]") {
  const Folder folder;
  const Cells rough = [](std::int64_t x, std::int64_t y) { return static_cast<float>((x * 7919 + y * 104729) % 1000); };
  for (const char* name : {"h.exr", "h.tif", "h.png"}) {
    const bool png = std::string(name) == "h.png";
    draw(folder / name, 33, 33, rough, TERRAWRIGHT_KIND_HEIGHT,
         png ? std::optional(images::Range{0, 1000}) : std::nullopt);
    for (const double share : {0.1, 0.5, 0.9}) {
      const auto size = fs::file_size(folder / name);
      fs::copy_file(folder / name, folder / (std::string("cut_") + name), fs::copy_options::overwrite_existing);
      fs::resize_file(folder / (std::string("cut_") + name),
                      static_cast<std::uintmax_t>(static_cast<double>(size) * share));
      INFO(name << " cut to " << share);
      CHECK_FALSE(refused(folder, std::string("file: cut_") + name).empty());
    }
  }
}

TEST_CASE("A constant image is a world", "[source.image]") {
  const Folder folder;
  draw(
      folder / "flat.exr", 33, 33, [](auto, auto) { return 5.0f; }, TERRAWRIGHT_KIND_HEIGHT);
  const auto world = built(folder, "file: flat.exr, unit: m");
  CHECK(world.statistics("drawn").minimum == 5.0);
  CHECK(world.statistics("drawn").maximum == 5.0);
}

TEST_CASE("An image with colours and alpha asks which channel is meant", "[source.image]") {
  const Folder folder;
  std::vector<Colour> cells(33 * 33, Colour{10, 20, 30, 128});
  test::write({folder / "c.png", {{"picture", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 33, 33, cells)}}, {}});
  CHECK(says(refused(folder, "file: c.png"), "it has 4 channels (R, G, B, A); name one by number with `channel`"));
  // Colours are taken as they are, not multiplied by the alpha beside them.
  CHECK(built(folder, "file: c.png, channel: 1, low: 0, high: 255").cells<float>("drawn")[7] == 20);
  CHECK(built(folder, "file: c.png, channel: 3, low: 0, high: 255").cells<float>("drawn")[7] == 128);
}

TEST_CASE("A header that lies about the size is an error, not a world", "[source.image]") {
  const Folder folder;
  draw(folder / "h.png", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT, images::Range{0, 500});
  std::ifstream stream(folder / "h.png", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  // The width of IHDR, from 33 to 65, with a checksum that fits.
  REQUIRE(bytes[19] == 33);
  bytes[19] = 65;
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(&bytes[12]), 17);
  for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(29 + i)] = static_cast<char>(sum >> (24 - 8 * i) & 255);
  std::ofstream(folder / "lie.png", std::ios::binary) << bytes;
  CHECK(says(refused(folder, "file: lie.png", "65, 33"), "broken or cut short"));
}

TEST_CASE("An image is what its ending says, or it is refused", "[source.image]") {
  const Folder folder;
  draw(folder / "h.tif", 33, 33, slope, TERRAWRIGHT_KIND_HEIGHT);
  fs::rename(folder / "h.tif", folder / "h.png");
  CHECK(says(refused(folder, "file: h.png"), "its first bytes are those of a TIFF; name it .tif"));
  std::ofstream(folder / "j.png", std::ios::binary) << "\xFF\xD8\xFF\xE0 and so on";
  CHECK(says(refused(folder, "file: j.png"), "its first bytes are not those of a PNG, TIFF or EXR"));
  std::ofstream(folder / "g.png", std::ios::binary) << "GIF89a and so on";
  CHECK(says(refused(folder, "file: g.png"), "its first bytes are not those of a PNG, TIFF or EXR"));
}

namespace {

// A GeoTIFF by GDAL: cells of 30 m, the slope minus 200, a gap of -9999 at columns 5 to 11 and rows 4 to 8.
void survey(const Folder& folder, const std::string& name, const std::string& step, int epsg) {
  const std::string script =
      "import numpy\nfrom osgeo import gdal, osr\n"
      "y, x = numpy.mgrid[0:33, 0:33]\ncells = (10 * x + y - 200).astype(numpy.int16)\ncells[4:9, 5:12] = -9999\n"
      "made = gdal.GetDriverByName('GTiff').Create('" +
      (folder / name).string() +
      "', 33, 33, 1, gdal.GDT_Int16)\nsystem = osr.SpatialReference()\nsystem.ImportFromEPSG(" + std::to_string(epsg) +
      ")\nmade.SetProjection(system.ExportToWkt())\nmade.SetGeoTransform(" + step +
      ")\nmade.GetRasterBand(1).WriteArray(cells)\nmade.GetRasterBand(1).SetNoDataValue(-9999)\n";
  std::ofstream(folder / "make.py") << script;
  INFO("Is python3-gdal there? scripts/setup.sh installs it.");
  REQUIRE(std::system((TERRAWRIGHT_PYTHON " " + (folder / "make.py").string()).c_str()) == 0);
}

}  // namespace

TEST_CASE("A signed survey is heights in metres, its gaps are said, filled or given a value", "[source.image]") {
  const Folder folder;
  survey(folder, "dem.tif", "(500000, 1000, 0, 5000000, 0, -1000)", 32633);
  CHECK(says(refused(folder, "file: dem.tif, unit: m"),
             "the image needs nodata: nearest, or nodata: value, as it has no data (NaN) at cell (5, 4)"));
  const auto filled = built(folder, "file: dem.tif, unit: m, nodata: nearest").cells<float>("drawn");
  CHECK(filled[0] == -200.0f);
  CHECK(filled[33 * 6 + 5] == 10.0f * 4 + 6 - 200);  // its west neighbour's
  const auto sea = built(folder, "file: dem.tif, unit: m, nodata: value, nodata_value: -100").cells<float>("drawn");
  CHECK(sea[33 * 6 + 7] == -100.0f);
  CHECK(sea[33 * 32 + 32] == 152.0f);
  // Another number for it, by the config.
  CHECK_FALSE(refused(folder, "file: dem.tif, nodata_sample: 5").empty());
  CHECK(built(folder, "file: dem.tif, nodata_sample: 5, nodata: nearest").statistics("drawn").minimum == -9999);
}

TEST_CASE("The ground that a GeoTIFF covers is the world's, or it is refused", "[source.image]") {
  const Folder folder;
  survey(folder, "dem.tif", "(500000, 30, 0, 5000000, 0, -30)", 32633);
  const std::string gaps = ", nodata: nearest";
  CHECK(says(refused(folder, "file: dem.tif" + gaps),
             "the image covers 960 m x 960 m by its own place, the world 32 km x 32 km; write world: {cell: 30 m}"));
  CHECK(refused(folder, "file: dem.tif, ground: stretch" + gaps).empty());
  // Fewer samples, farther apart, over the same ground.
  survey(folder, "wide.tif", "(500000, 2000, 0, 5000000, 0, -2000)", 32633);
  CHECK(refused(folder, "file: wide.tif, resample: linear" + gaps, "65, 65").empty());
  CHECK(says(refused(folder, "file: wide.tif, resample: linear" + gaps, "129, 129"),
             "the image covers 64 km x 64 km by its own place, the world 128 km x 128 km"));
}
