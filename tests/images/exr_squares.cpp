// SPDX-License-Identifier: Apache-2.0
#include <OpenImageIO/imageio.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>

#include "encode/exr_file.hpp"
#include "fixture.hpp"
#include "images/picture.hpp"
#include "images/read.hpp"
#include "images/seekable_whole_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Image;
using test::Part;

namespace {

void write(test::Picture of, bool tiled, bool overviews) {
  of.with = {{"tiled", {tiled ? 1.0 : 0.0}}, {"overviews", {overviews ? 1.0 : 0.0}}};
  test::write(of);
}

// The pictures of a part, the largest first.
std::vector<Image> levels_of(const std::filesystem::path& path, int part) {
  std::vector<Image> levels;
  const auto input = OIIO::ImageInput::open(path.string());
  REQUIRE(input);
  for (int level = 0; input->seek_subimage(part, level); ++level) {
    const OIIO::ImageSpec spec = input->spec();
    CHECK(spec.tile_width == 256);
    CHECK(spec.tile_height == 256);
    Image image;
    image.width = spec.width;
    image.height = spec.height;
    image.channels = spec.nchannels;
    image.pixels.resize(static_cast<std::size_t>(spec.image_pixels()) * static_cast<std::size_t>(spec.nchannels));
    if (spec.format == OIIO::TypeDesc::UINT32) {  // as they are
      std::vector<std::uint32_t> codes(image.pixels.size());
      REQUIRE(input->read_image(part, level, 0, spec.nchannels, OIIO::TypeDesc::UINT32, codes.data()));
      std::transform(codes.begin(), codes.end(), image.pixels.begin(),
                     [](std::uint32_t code) { return static_cast<float>(code); });
    } else {
      INFO("part " << part << ", level " << level << ", " << spec.width << " x " << spec.height);
      const bool good = input->read_image(part, level, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, image.pixels.data());
      INFO(input->geterror());
      REQUIRE(good);
    }
    levels.push_back(std::move(image));
  }
  return levels;
}

// Expected value of one cell of a picture of factor x factor.
template <class Cell, class Of>
std::vector<float> blocks(const std::vector<Cell>& cells, std::int64_t width, std::int64_t height, std::int64_t factor,
                          Of of) {
  std::vector<float> all;
  for (std::int64_t y = 0; y < height; y += factor) {
    for (std::int64_t x = 0; x < width; x += factor) {
      std::vector<Cell> block;
      for (std::int64_t j = y; j < std::min(y + factor, height); ++j)
        for (std::int64_t i = x; i < std::min(x + factor, width); ++i)
          block.push_back(cells[static_cast<std::size_t>(j * width + i)]);
      all.push_back(of(block));
    }
  }
  return all;
}

float mean(const std::vector<float>& block) {
  double sum = 0, count = 0;
  for (const float cell : block) {
    if (std::isnan(cell)) continue;
    sum += static_cast<double>(cell);
    ++count;
  }
  return count > 0 ? static_cast<float>(sum / count) : std::numeric_limits<float>::quiet_NaN();
}

template <class Cell>
float commonest(const std::vector<Cell>& block) {
  std::map<Cell, int> counts;
  for (const Cell cell : block) ++counts[cell];
  Cell best = counts.begin()->first;
  for (const auto& [code, count] : counts)
    if (count > counts[best]) best = code;
  return static_cast<float>(best);
}

void check(const Image& image, const std::vector<float>& wanted) {
  REQUIRE(image.pixels.size() == wanted.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wrong += image.pixels[i] == wanted[i] || (std::isnan(image.pixels[i]) && std::isnan(wanted[i])) ? 0 : 1;
  CHECK(wrong == 0);
}

struct Layers {
  std::int64_t width, height;
  std::vector<float> heights;
  std::vector<std::uint8_t> mask;
  std::vector<std::uint16_t> classes;
  std::vector<std::int64_t> counts;
  std::vector<Vector2> wind;
  std::vector<Colour> colours;

  Layers(std::int64_t columns, std::int64_t rows) : width(columns), height(rows) {
    heights = test::heights(width, height);
    classes = test::classes(width, height);
    for (std::size_t i = 0; i < heights.size(); ++i) {
      if (i % 5 == 0) heights[i] = std::numeric_limits<float>::quiet_NaN();
      mask.push_back(static_cast<std::uint8_t>(test::noise(i) & 1u));
      counts.push_back(test::noise(i) % 1000);
      wind.push_back({static_cast<float>(i), -0.1f * static_cast<float>(i)});
      colours.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 7), 9, 255});
    }
  }
  std::vector<Part> parts() const {
    return {{"height", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, heights)},
            {"land", test::layer(TERRAWRIGHT_KIND_MASK, "", width, height, mask)},
            {"biome", test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, classes, test::three_classes())},
            {"cells", test::layer(TERRAWRIGHT_KIND_COUNT, "1", width, height, counts)},
            {"wind", test::layer(TERRAWRIGHT_KIND_VECTOR, "m/s", width, height, wind)},
            {"picture", test::layer(TERRAWRIGHT_KIND_COLOUR, "", width, height, colours)}};
  }
};

}  // namespace

TEST_CASE("an EXR in squares holds what one in rows holds", "[images.exr_squares]") {
  const auto [width, height] = GENERATE(std::pair(1, 1), std::pair(256, 256), std::pair(257, 3), std::pair(1030, 700));
  const test::Folder folder;
  const Layers layers(width, height);
  const std::vector<Part> parts = layers.parts();
  for (const std::vector<Part>& some : {parts, {parts[0]}, {parts[5]}}) {
    const test::Picture rows{folder / "rows.exr", some, {}}, squares{folder / "squares.exr", some, {}};
    write(rows, false, false);
    write(squares, true, false);
    const std::vector<Image> as_rows = test::read(rows.file);
    std::vector<Image> as_squares = test::read(squares.file);
    REQUIRE(as_squares.size() == some.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
      INFO(some[i].name);
      check(as_squares[i], as_rows[i].pixels);
      for (const auto& [name, value] : as_rows[i].attributes)
        if (name.rfind("terrawright:", 0) == 0) CHECK(as_squares[i].attributes[name] == value);
      CHECK(levels_of(squares.file, static_cast<int>(i)).size() == 1);
    }
    const std::string before = test::bytes_of(squares.file);
    write(squares, true, false);
    CHECK((test::bytes_of(squares.file) == before));
  }
}

TEST_CASE("an EXR with overviews has pictures of half the size down to one cell", "[images.exr_squares]") {
  const auto [width, height, count] = GENERATE(std::tuple(1, 1, 1), std::tuple(257, 3, 10), std::tuple(1030, 700, 12));
  const test::Folder folder;
  const Layers layers(width, height);
  const test::Picture picture{folder / "a.exr", layers.parts(), {}};
  write(picture, false, true);
  for (int part = 0; part < 6; ++part) {
    const std::vector<Image> levels = levels_of(picture.file, part);
    REQUIRE(levels.size() == static_cast<std::size_t>(count));
    CHECK(levels.back().width == 1);
    CHECK(levels.back().height == 1);
    std::int64_t factor = 1;
    for (const Image& image : levels) {
      INFO("part " << part << ", " << factor << " x " << factor);
      REQUIRE(image.width == (width + factor - 1) / factor);
      REQUIRE(image.height == (height + factor - 1) / factor);
      const auto of = [&](const auto& cells, auto rule) { return blocks(cells, width, height, factor, rule); };
      if (part == 0) check(image, of(layers.heights, mean));
      if (part == 1) check(image, of(layers.mask, commonest<std::uint8_t>));
      if (part == 2) check(image, of(layers.classes, commonest<std::uint16_t>));
      if (part == 3) {
        check(image, of(layers.counts, [](const std::vector<std::int64_t>& block) {
                return static_cast<float>(*std::max_element(block.begin(), block.end()));
              }));
      }
      factor *= 2;
    }
  }
  // One part, whose file has no number of its chunks in it.
  write({folder / "b.exr", {layers.parts()[0]}, {}}, false, true);
  CHECK(levels_of(folder / "b.exr", 0).size() == static_cast<std::size_t>(count));
}

TEST_CASE("overviews of colours are means of light, and of vectors means", "[images.exr_squares]") {
  const test::Folder folder;
  const std::vector<Colour> colours = {{255, 0, 40, 255}, {0, 0, 40, 255}, {255, 9, 40, 0}, {255, 200, 40, 255}};
  const std::vector<Vector2> wind = {{1, 8}, {2, -8}, {4, 8}, {5, 4}};
  write({folder / "a.exr",
         {{"picture", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 2, 2, colours)},
          {"wind", test::layer(TERRAWRIGHT_KIND_VECTOR, "m/s", 2, 2, wind)}},
         {}},
        false, true);
  const Image one = levels_of(folder / "a.exr", 0).at(1), vector = levels_of(folder / "a.exr", 1).at(1);
  REQUIRE(one.pixels.size() == 4);
  std::map<std::string, float> channel;
  const auto input = OIIO::ImageInput::open((folder / "a.exr").string());
  for (std::size_t i = 0; i < 4; ++i) channel[input->spec().channelnames[i]] = one.pixels[i];
  // Three of four are opaque; two of these are red: two thirds of the light, three quarters of that by alpha.
  CHECK(channel["A"] == Approx(0.75).margin(0.003));
  CHECK(channel["R"] == Approx(0.75 * 2 / 3).margin(0.01));
  CHECK(channel["G"] == Approx(0.75 * 0.5776 / 3).margin(0.01));
  CHECK(vector.pixels == std::vector<float>{3, 3});
}

TEST_CASE("an EXR in squares that lacks a byte is not whole", "[images.exr_squares]") {
  const test::Folder folder;
  const Layers layers(300, 280);
  const auto whole = [&](const std::string& bytes) {
    images::SeekableWholeFile file(folder / "copy.exr");
    file.write(bytes.data(), bytes.size(), 0);
    return encode::exr_is_whole(file);
  };
  for (const bool overviews : {false, true}) {
    for (const std::vector<Part>& parts : {layers.parts(), {layers.parts()[0]}, {layers.parts()[1]}}) {
      write({folder / "a.exr", parts, {}}, true, overviews);
      const std::string bytes = test::bytes_of(folder / "a.exr");
      CHECK(whole(bytes));
      for (const std::size_t size : {bytes.size() - 1, bytes.size() / 2, std::size_t{100}})
        CHECK_FALSE(whole(bytes.substr(0, size)));
    }
  }
}

TEST_CASE("an EXR of one layer for one program may be in squares, with overviews", "[images.exr_squares]") {
  using test::Importer;
  const test::Folder folder;
  Layers layers(300, 270);
  // A value that a float rounds: uint32 if whole numbers are read.
  for (std::size_t i = 0; i < layers.counts.size(); ++i) layers.counts[i] = 20000001 + static_cast<std::int64_t>(i % 2);
  const auto parts = layers.parts();
  for (const Importer importer : {Importer::alone, Importer::godot, Importer::blender, Importer::tinyexr}) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (parts[k].layer->facts().kind == TERRAWRIGHT_KIND_COUNT && importer != Importer::alone) continue;
      INFO(parts[k].name << " for " << static_cast<int>(importer));
      test::Picture rows{folder / "rows.exr", {parts[k]}, {}}, squares{folder / "squares.exr", {parts[k]}, {}};
      rows.importer = squares.importer = importer;
      test::write(rows);
      const auto input = OIIO::ImageInput::open(rows.file.string());
      const OIIO::ImageSpec spec = input->spec();
      write(squares, false, true);
      const std::vector<Image> levels = levels_of(squares.file, 0);
      CHECK(levels.size() == 10);
      const auto square = OIIO::ImageInput::open(squares.file.string());
      CHECK(square->spec().channelnames == spec.channelnames);
      CHECK(square->spec().format == spec.format);
      const auto bytes = [&](OIIO::ImageInput& of) {
        std::vector<char> cells(spec.image_bytes(true));
        REQUIRE(of.read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::UNKNOWN, cells.data()));
        return cells;
      };
      CHECK((bytes(*square) == bytes(*input)));
      const std::atomic<bool> cancelled{false};
      test::Picture half = rows;
      half.file = folder / "half.exr";
      half.parts[0].layer = images::coarsened(*parts[k].layer, 2, std::make_shared<engine::Memory>(), cancelled);
      test::write(half);
      const auto coarse = OIIO::ImageInput::open(half.file.string());
      std::vector<float> wanted(levels.at(1).pixels.size());
      if (spec.format == OIIO::TypeDesc::UINT32) {
        std::vector<std::uint32_t> codes(wanted.size());
        REQUIRE(coarse->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::UINT32, codes.data()));
        std::transform(codes.begin(), codes.end(), wanted.begin(),
                       [](std::uint32_t code) { return static_cast<float>(code); });
      } else {
        REQUIRE(coarse->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, wanted.data()));
      }
      check(levels[1], wanted);
      write(squares, true, false);
      CHECK(levels_of(squares.file, 0).size() == 1);
      CHECK((bytes(*OIIO::ImageInput::open(squares.file.string())) == bytes(*input)));
    }
  }
}

TEST_CASE("overviews of a TIFF are the same blocks as coarser layers", "[images.tif]") {
  const test::Folder folder;
  for (const Part& part : Layers(300, 270).parts()) {
    INFO(part.name);
    const std::atomic<bool> cancelled{false};
    write({folder / "a.tif", {part}, {}}, false, true);
    Part half = part;
    half.layer = images::coarsened(*part.layer, 2, std::make_shared<engine::Memory>(), cancelled);
    test::write({folder / "b.tif", {half}, {}});
    if (part.layer->facts().kind == TERRAWRIGHT_KIND_COUNT) {
      // OpenImageIO 2.4 reads 0 from squares of float64, whoever wrote them.
      const std::string look = "from osgeo import gdal; a, b = [gdal.Open('" + (folder / "").string() +
                               "' + n + '.tif') for n in 'ab']; o = a.GetRasterBand(1).GetOverview(0).ReadAsArray(); "
                               "assert (o == b.ReadAsArray()).all() and o.max() == 999";
      CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
      continue;
    }
    const std::vector<Image> all = test::read(folder / "a.tif");
    REQUIRE(all.size() == 2);
    check(all[1], test::read(folder / "b.tif").at(0).pixels);
  }
}

TEST_CASE("a TIFF may be in squares without overviews", "[images.tif]") {
  const test::Folder folder;
  const std::vector<float> cells = test::heights(700, 300);
  const test::Picture picture{
      folder / "h.tif", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 700, 300, cells)}}, {}};
  write(picture, true, false);
  const std::vector<Image> images = test::read(picture.file);
  REQUIRE(images.size() == 1);
  CHECK((images[0].pixels == cells));
  CHECK(OIIO::ImageInput::open(picture.file.string())->spec().tile_width == 256);
}
