// SPDX-License-Identifier: Apache-2.0
// EXR files of every kind, against OpenImageIO's reader: the same parts, channels in the same order, the same bits.
#include <Imath/half.h>
#include <OpenImageIO/imageio.h>

#include <cstring>
#include <random>

#include "images/fixture.hpp"
#include "readers/image_decoder.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using OIIO::ImageSpec;
using OIIO::TypeDesc;

namespace {

std::unique_ptr<OIIO::ImageInput> theirs(const std::filesystem::path& path) {
  // Without threads, which would not be there in the children of tests that come later in this process.
  OIIO::attribute("threads", 1);
  OIIO::attribute("exr_threads", -1);
  return OIIO::ImageInput::open(path.string());
}

// Samples at random, or somewhat smooth as the lossy codecs are made for; of halfs and floats with NaNs and infinities.
std::vector<unsigned char> samples(const ImageSpec& spec, bool odd, std::mt19937& random) {
  std::vector<unsigned char> bytes(spec.image_bytes(true));
  if (odd) {
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    return bytes;
  }
  unsigned char* at = bytes.data();
  for (int y = 0; y < spec.height; ++y) {
    for (int x = 0; x < spec.width; ++x) {
      for (int c = 0; c < spec.nchannels; ++c) {
        const TypeDesc type = spec.channelformat(c);
        const float value = static_cast<float>(x * 7 + y * 3) / 64 + static_cast<float>(random() % 100) / 5000;
        const auto count = static_cast<std::uint32_t>(70000 * x + y);
        const Imath::half half(value);
        if (type == TypeDesc::UINT32) std::memcpy(at, &count, 4);
        if (type == TypeDesc::FLOAT) std::memcpy(at, &value, 4);
        if (type == TypeDesc::HALF) std::memcpy(at, &half, 2);
        at += type.size();
      }
    }
  }
  return bytes;
}

void write(const std::filesystem::path& path, const std::vector<ImageSpec>& specs, bool odd, std::mt19937& random) {
  const auto output = OIIO::ImageOutput::create("a.exr");
  REQUIRE(output);
  const bool opened = specs.size() == 1 ? output->open(path.string(), specs[0])
                                        : output->open(path.string(), static_cast<int>(specs.size()), specs.data());
  INFO(output->geterror());
  REQUIRE(opened);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (i > 0) REQUIRE(output->open(path.string(), specs[i], OIIO::ImageOutput::AppendSubimage));
    REQUIRE(output->write_image(TypeDesc::UNKNOWN, samples(specs[i], odd, random).data()));
  }
  REQUIRE(output->close());
}

void compare(const std::filesystem::path& path) {
  const auto input = theirs(path);
  REQUIRE(input);
  const auto ours = readers::decoder_of(path);
  REQUIRE(ours);
  int parts = 0;
  for (; input->seek_subimage(parts, 0); ++parts) {
    REQUIRE(ours->to_part(parts));
    const ImageSpec spec = input->spec();
    CHECK(ours->part() == spec.get_string_attribute("oiio:subimagename").c_str());
    CHECK(ours->facts(0).channels == spec.channelnames);
    const auto count = static_cast<std::size_t>(spec.image_pixels());
    for (int c = 0; c < spec.nchannels; ++c) {
      const auto facts = ours->facts(c);
      CHECK(facts.width == spec.width);
      CHECK(facts.height == spec.height);
      const bool whole = spec.channelformat(c) == TypeDesc::UINT32;
      CHECK(facts.bits == (whole ? 32 : 0));
      std::vector<float> is(count, -1), wanted(count);
      ours->read(c, {}, is.data());
      const auto read = [&](TypeDesc type, void* to) {
        return spec.tile_width == 0
                   ? input->read_scanlines(parts, 0, spec.y, spec.y + spec.height, 0, c, c + 1, type, to)
                   : input->read_tiles(parts, 0, spec.x, spec.x + spec.width, spec.y, spec.y + spec.height, 0, 1, c,
                                       c + 1, type, to);
      };
      if (whole) {
        std::vector<std::uint32_t> counts(count);
        REQUIRE(read(TypeDesc::UINT32, counts.data()));
        for (std::size_t i = 0; i < count; ++i) wanted[i] = static_cast<float>(counts[i]);
      } else {
        REQUIRE(read(TypeDesc::FLOAT, wanted.data()));
      }
      std::size_t other = 0;
      for (std::size_t i = 0; i < count; ++i) other += std::memcmp(&is[i], &wanted[i], 4) != 0;
      INFO("part " << parts << ", channel " << spec.channelnames[static_cast<std::size_t>(c)]);
      CHECK(other == 0);
    }
  }
  CHECK_FALSE(ours->to_part(parts));
}

}  // namespace

TEST_CASE("An EXR of any kind is read as OpenImageIO reads it", "[exr.decoder]") {
  const test::Folder folder;
  const auto path = folder / "a.exr";
  std::mt19937 random(7);
  for (const char* compression : {"none", "rle", "zips", "zip", "piz", "pxr24"}) {
    for (const auto base : {TypeDesc::HALF, TypeDesc::FLOAT, TypeDesc::UINT32}) {
      const TypeDesc type(base);
      for (const int tile : {0, 16, 64}) {
        for (const bool odd : {false, true}) {
          ImageSpec spec(83, 71, 1 + static_cast<int>(random() % 5), type);
          spec.x = static_cast<int>(random() % 41) - 20;
          spec.y = static_cast<int>(random() % 41) - 20;
          spec.tile_width = spec.tile_height = tile;
          spec.attribute("compression", compression);
          INFO(compression << " " << type << " tile " << tile << " odd " << odd << " channels " << spec.nchannels);
          write(path, {spec}, odd, random);
          compare(path);
        }
      }
    }
  }
}

TEST_CASE("An EXR whose codec OpenEXR's C library lacks is read by OpenImageIO", "[exr.decoder]") {
  const test::Folder folder;
  const auto path = folder / "a.exr";
  std::mt19937 random(17);
  for (const char* compression : {"b44", "b44a", "dwaa"}) {
    for (const int tile : {0, 16}) {
      ImageSpec spec(83, 71, 1 + static_cast<int>(random() % 2), TypeDesc::HALF);
      spec.tile_width = spec.tile_height = tile;
      spec.attribute("compression", compression);
      INFO(compression << " tile " << tile);
      write(path, {spec}, false, random);
      CHECK(readers::exr_decoder(path) == nullptr);
      compare(path);
    }
  }
}

TEST_CASE("Channels of an EXR are counted as OpenImageIO counts them", "[exr.decoder]") {
  const test::Folder folder;
  const auto path = folder / "a.exr";
  std::mt19937 random(11);
  const std::vector<std::string> names = {
      "R",      "G",         "B",      "A",     "Y",     "Z",    "red",      "Blue", "green",  "x",
      "y",      "z",         "height", "Alpha", "AR",    "real", "imag",     "rain", "BA",     "depth",
      "Zback",  "X",         "n",      "a",     "N.x",   "N.y",  "N.z",      "N.A",  "diff.B", "diff.R",
      "diff.G", "diff.more", "a.b.Y",  "a.b.Z", "a.b.X", "RA",   "diff.Red", "w.Y",  "w.Z",    "w.R"};
  const TypeDesc types[] = {TypeDesc::HALF, TypeDesc::FLOAT, TypeDesc::UINT32};
  for (int times = 0; times < 400; ++times) {
    std::vector<std::string> some = names;
    std::shuffle(some.begin(), some.end(), random);
    some.resize(1 + random() % 9);
    ImageSpec spec(7, 5, static_cast<int>(some.size()), TypeDesc::FLOAT);
    spec.channelnames = some;
    for (std::size_t i = 0; i < some.size(); ++i) spec.channelformats.push_back(types[random() % 3]);
    std::string all;
    for (const auto& name : some) all += name + " ";
    INFO(all);
    write(path, {spec}, true, random);
    compare(path);
  }
}

TEST_CASE("Parts and smaller pictures of an EXR are told apart", "[exr.decoder]") {
  const test::Folder folder;
  const auto path = folder / "a.exr";
  std::mt19937 random(13);
  for (const int tile : {0, 32}) {
    std::vector<ImageSpec> specs;
    for (int i = 0; i < 4; ++i) {
      ImageSpec spec(20 + 13 * i, 40 - 7 * i, 1 + i, i % 2 ? TypeDesc::HALF : TypeDesc::FLOAT);
      spec.tile_width = spec.tile_height = tile;
      spec.full_width = spec.full_height = 90;  // which all parts share
      spec.attribute("oiio:subimagename", "part" + std::to_string(i));
      spec.attribute("compression", "zip");
      specs.push_back(spec);
    }
    write(path, specs, false, random);
    compare(path);
  }
  // Those of our own with their levels, and the largest of them is meant.
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 300, 200, test::heights(300, 200));
  test::Picture picture{path, {{"height", layer}, {"again", layer}}, {}};
  picture.with = {{"tiled", {1}}, {"overviews", {1}}};
  test::write(picture);
  compare(path);
}
