// SPDX-License-Identifier: Apache-2.0
// EXR files of one layer, and counts that no file rounds without a word.
#include <OpenImageIO/imageio.h>

#include "fixture.hpp"
#include "images/read.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Image;
using test::Importer;

namespace {

struct Read {
  std::vector<std::string> channels;
  std::string type, compression;
  bool has_parts = false;
  std::vector<double> cells;  // channels together
};

// As it is in the file.
Read read(const std::filesystem::path& file) {
  const auto input = OIIO::ImageInput::open(file.string());
  REQUIRE(input);
  const OIIO::ImageSpec& spec = input->spec();
  Read is{
      spec.channelnames, spec.format.c_str(), spec.get_string_attribute("compression"), input->seek_subimage(1, 0), {}};
  REQUIRE(input->seek_subimage(0, 0));
  is.cells.resize(static_cast<std::size_t>(spec.image_pixels()) * static_cast<std::size_t>(spec.nchannels));
  // Whole numbers would become shares of the largest.
  if (is.type == "uint") {
    std::vector<std::uint32_t> whole(is.cells.size());
    REQUIRE(input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::UINT32, whole.data()));
    is.cells.assign(whole.begin(), whole.end());
  } else {
    REQUIRE(input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::DOUBLE, is.cells.data()));
  }
  return is;
}

constexpr std::int64_t width = 61, height = 45;
constexpr std::size_t count = width * height;

template <class Cell>
std::vector<Cell> cells(Cell (*of)(std::size_t)) {
  std::vector<Cell> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(of(i));
  return all;
}

std::shared_ptr<engine::Layer> smooth() {
  return test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells<float>([](std::size_t i) {
                       return static_cast<float>(i / width * 8 + i % width) / 4 - 100;
                     }));
}

std::shared_ptr<engine::Layer> counts(std::int64_t greatest, std::int64_t least = 0) {
  std::vector<std::int64_t> all(count, least);
  for (std::size_t i = 0; i < 5; ++i) all[i] = greatest - static_cast<std::int64_t>(i);
  return test::layer(TERRAWRIGHT_KIND_COUNT, "1", width, height, all);
}

Read written(const test::Folder& folder, const std::shared_ptr<engine::Layer>& layer, Importer importer) {
  test::Picture picture{folder / "a.exr", {{"it", layer}}, {}};
  picture.importer = importer;
  test::write(picture);
  return read(folder / "a.exr");
}

template <class Cell>
std::vector<Cell> all_of(const engine::Layer& layer) {
  std::vector<Cell> all(count);
  layer.read(layer.area(), all.data(), width);
  return all;
}

}  // namespace

TEST_CASE("An EXR for one program has one part with the channels it reads", "[images.alone]") {
  const test::Folder folder;
  const std::vector<std::string> rgb{"R", "G", "B"}, y{"Y"};
  const auto mask = test::layer(TERRAWRIGHT_KIND_MASK, "", width, height,
                                cells<std::uint8_t>([](std::size_t i) { return std::uint8_t(i / 7 % 2); }));
  const auto codes =
      test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, test::classes(width, height), test::three_classes());
  for (const Importer importer : {Importer::godot, Importer::blender, Importer::tinyexr}) {
    const std::vector<std::string>& channels = importer == Importer::tinyexr ? y : rgb;
    const auto check = [&](const Read& is, const auto& expected) {
      CHECK(is.channels == channels);
      CHECK(is.type == "float");
      CHECK_FALSE(is.has_parts);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < is.cells.size(); ++i)
        wrong += is.cells[i] == static_cast<double>(expected[i / channels.size()]) ? 0 : 1;
      CHECK(is.cells.size() == count * channels.size());
      CHECK(wrong == 0);
    };
    const auto heights = smooth(), few = counts(7);
    check(written(folder, heights, importer), all_of<float>(*heights));
    check(written(folder, few, importer), all_of<std::int64_t>(*few));
    check(written(folder, mask, importer), all_of<std::uint8_t>(*mask));
    check(written(folder, codes, importer), all_of<std::uint16_t>(*codes));
  }
}

TEST_CASE("A vector alone has the channels that its reader looks for", "[images.alone]") {
  const test::Folder folder;
  const auto wind = test::layer(TERRAWRIGHT_KIND_VECTOR, "m/s", width, height, cells<Vector2>([](std::size_t i) {
                                  return Vector2{static_cast<float>(i), -static_cast<float>(i) / 8};
                                }));
  for (const Importer importer : {Importer::alone, Importer::godot, Importer::tinyexr}) {
    const Read is = written(folder, wind, importer);
    const std::size_t channels = importer == Importer::alone ? 2 : 3;
    CHECK(is.channels ==
          (importer == Importer::alone ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"R", "G", "B"}));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      wrong += is.cells[i * channels] == static_cast<double>(i) ? 0 : 1;
      wrong += is.cells[i * channels + 1] == -static_cast<double>(i) / 8 ? 0 : 1;
      if (channels == 3) wrong += is.cells[i * channels + 2] == 0 ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("A layer alone is compressed where that pays", "[images.alone]") {
  const test::Folder folder;
  CHECK(written(folder, smooth(), Importer::alone).compression == "zip");
  const auto noise =
      test::layer(TERRAWRIGHT_KIND_SCALAR, "", width, height, cells<float>([](std::size_t i) {
                    return static_cast<float>(test::noise(i)) / static_cast<float>(1 + test::noise(i + 9));
                  }));
  const Read is = written(folder, noise, Importer::alone);
  CHECK(is.compression == "none");
  CHECK((std::vector<float>(is.cells.begin(), is.cells.end()) == all_of<float>(*noise)));
}

TEST_CASE("An EXR holds counts as they are or not at all", "[images.counts]") {
  const test::Folder folder;
  for (const Importer importer : {Importer::any, Importer::alone}) {
    for (const std::int64_t greatest :
         {std::int64_t{1} << 24, (std::int64_t{1} << 24) + 1, (std::int64_t{1} << 32) - 1}) {
      const auto layer = counts(greatest);
      const Read is = written(folder, layer, importer);
      const std::vector<std::int64_t> all = all_of<std::int64_t>(*layer);
      CHECK(is.type == (greatest <= 1 << 24 ? "float" : "uint"));
      CHECK((is.cells == std::vector<double>(all.begin(), all.end())));
    }
    for (const auto& layer : {counts(std::int64_t{1} << 32), counts((std::int64_t{1} << 24) + 1, -1)})
      CHECK_THROWS_WITH(written(folder, layer, importer), Catch::Contains(".zarr"));
  }
  // For readers without whole numbers.
  CHECK_THROWS_WITH(written(folder, counts((1 << 24) + 1), Importer::tinyexr), Catch::Contains("2^24"));
}

TEST_CASE("A TIFF holds counts as they are or not at all", "[images.counts]") {
  const test::Folder folder;
  const auto layer = counts((std::int64_t{1} << 53) - 1, -7);
  test::write({folder / "a.tif", {{"n", layer}}, {}});
  const std::vector<std::int64_t> all = all_of<std::int64_t>(*layer);
  CHECK((read(folder / "a.tif").cells == std::vector<double>(all.begin(), all.end())));
  CHECK_THROWS_WITH(test::write({folder / "b.tif", {{"n", counts((std::int64_t{1} << 53) + 1)}}, {}}),
                    Catch::Contains(".zarr"));
  CHECK_FALSE(std::filesystem::exists(folder / "b.tif"));
}

TEST_CASE("All tiles of counts are stored in one way", "[images.counts]") {
  const test::Folder folder;
  std::vector<std::int64_t> all(64 * 32, 1);
  all[0] = 1 << 25;  // in the first tile alone
  const auto layer = test::layer(TERRAWRIGHT_KIND_COUNT, "1", 64, 32, all);
  test::write({folder / "{x}_{y}.exr", {{"n", layer}}, {}}, test::provenance(), images::Tiling{32, 0, true, 64, 32});
  CHECK(read(folder / "0_0.exr").type == "uint");
  CHECK(read(folder / "1_0.exr").type == "uint");
}

TEST_CASE("An EXR for one program holds one layer", "[images.alone]") {
  images::Picture picture{
      "a.exr", {{"a", {TERRAWRIGHT_KIND_HEIGHT, "m", {}, 5, 5}}, {"b", {TERRAWRIGHT_KIND_MASK, "", {}, 5, 5}}}};
  const auto failures = [&] { return test::delivery_of(picture, test::provenance(), {{"for", {1}}})->failures(); };
  REQUIRE(failures().size() == 1);
  CHECK(failures()[0].where == "b");
  CHECK(failures()[0].text == "an .exr file `for` one program holds one layer; the layer 'b' is one too many");
  CHECK_THAT(failures()[0].remedy, Catch::Contains("{layer}"));
  picture.parts.pop_back();
  CHECK(failures().empty());
}
