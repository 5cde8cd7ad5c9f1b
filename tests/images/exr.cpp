// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

#include "encode/exr_file.hpp"
#include "fixture.hpp"
#include "images/read.hpp"
#include "images/seekable_whole_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Image;
using test::Part;

namespace {

std::vector<Part> every_kind(std::int64_t width, std::int64_t height) {
  const std::size_t count = static_cast<std::size_t>(width * height);
  std::vector<std::uint8_t> mask(count);
  std::vector<std::int64_t> counts(count);
  std::vector<Vector2> vectors(count);
  std::vector<Colour> colours(count);
  for (std::size_t i = 0; i < count; ++i) {
    mask[i] = static_cast<std::uint8_t>(test::noise(i) & 1u);
    counts[i] = test::noise(i);
    vectors[i] = {static_cast<float>(i), -0.1f * static_cast<float>(i)};
    colours[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 7), 9, 255};
  }
  return {{"mask", test::layer(TERRAWRIGHT_KIND_MASK, "", width, height, mask)},
          {"biome",
           test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, test::classes(width, height), test::three_classes())},
          {"height", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, test::heights(width, height))},
          {"cells", test::layer(TERRAWRIGHT_KIND_COUNT, "1", width, height, counts)},
          {"wind", test::layer(TERRAWRIGHT_KIND_VECTOR, "m/s", width, height, vectors)},
          {"picture", test::layer(TERRAWRIGHT_KIND_COLOUR, "", width, height, colours)}};
}

template <class Cell, class Value>
void check_cells(const Image& image, const engine::Layer& layer, Value value) {
  REQUIRE(image.width == layer.facts().width);
  REQUIRE(image.height == layer.facts().height);
  std::vector<Cell> cells(static_cast<std::size_t>(layer.facts().width * layer.facts().height));
  layer.read(layer.area(), cells.data(), layer.facts().width);
  const std::size_t channels = static_cast<std::size_t>(image.channels);
  REQUIRE(image.pixels.size() == cells.size() * channels);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    wrong += image.pixels[i] == value(cells[i / channels], i % channels) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

template <class Cell>
float same(Cell cell, std::size_t) {
  return static_cast<float>(cell);
}

}  // namespace

TEST_CASE("an EXR file that lacks a byte is not whole, whatever its compression", "[images.exr]") {
  const test::Folder folder;
  const Part height{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 70, 33, test::heights(70, 33))};
  const Part codes{"c", test::layer(TERRAWRIGHT_KIND_CLASS, "", 70, 33, test::classes(70, 33), test::three_classes())};
  const Part colours{"rgb",
                     test::layer(TERRAWRIGHT_KIND_COLOUR, "", 70, 33, std::vector<Colour>(70 * 33, {1, 2, 3, 4}))};
  const std::vector<std::vector<Part>> pictures = {{height}, {codes}, {colours}, {height, codes, colours}};
  const auto whole = [&](const std::string& bytes) {
    images::SeekableWholeFile file(folder / "copy.exr");
    file.write(bytes.data(), bytes.size(), 0);
    return encode::exr_is_whole(file);
  };
  for (const auto& parts : pictures) {
    test::write({folder / "a.exr", parts, {}});
    const std::string bytes = test::bytes_of(folder / "a.exr");
    INFO(parts.size() << " parts, the first is " << parts[0].name);
    CHECK(whole(bytes));
    for (const std::size_t size :
         {bytes.size() - 1, bytes.size() / 2, std::size_t{100}, std::size_t{3}, std::size_t{0}})
      CHECK_FALSE(whole(bytes.substr(0, size)));
    CHECK_FALSE(whole(bytes + '\0'));
    CHECK_FALSE(whole("an error" + bytes.substr(8)));
    std::string without_table = bytes;
    const std::size_t first_row = bytes.find(std::string("screenWindowWidth"));
    std::fill(without_table.begin() + static_cast<std::ptrdiff_t>(first_row) + 32, without_table.end(), '\0');
    CHECK_FALSE(whole(without_table));
  }
}

TEST_CASE("an EXR gives every kind of layer back", "[images.exr]") {
  const auto [width, height] =
      GENERATE(std::pair(1, 1), std::pair(1, 700), std::pair(1009, 513), std::pair(9001, 40), std::pair(70001, 3));
  const test::Folder folder;
  const std::vector<Part> parts = every_kind(width, height);
  const auto written = test::write({folder / "all.exr", parts, {}});
  REQUIRE(written.size() == 1);
  CHECK(written[0].bytes == std::filesystem::file_size(folder / "all.exr"));
  CHECK(folder.names() == std::set<std::string>{"all.exr"});

  const std::vector<Image> images = test::read(folder / "all.exr");
  std::vector<std::string> names;
  for (const Image& image : images) names.push_back(image.name);
  REQUIRE(names == std::vector<std::string>{"height", "mask", "biome", "cells", "wind", "picture"});
  CHECK(images[0].is_float);
  CHECK(images[0].bits == 32);
  CHECK_FALSE(images[1].is_float);
  CHECK_FALSE(images[2].is_float);
  check_cells<float>(images[0], *parts[2].layer, same<float>);
  check_cells<std::uint8_t>(images[1], *parts[0].layer, same<std::uint8_t>);
  check_cells<std::uint16_t>(images[2], *parts[1].layer, same<std::uint16_t>);
  check_cells<std::int64_t>(images[3], *parts[3].layer, same<std::int64_t>);
  check_cells<Vector2>(images[4], *parts[4].layer, [](Vector2 v, std::size_t c) { return c == 0 ? v.x : v.y; });
}

TEST_CASE("a layer whose cells are mostly like their neighbours takes little room in an EXR", "[images.exr]") {
  const test::Folder folder;
  constexpr std::int64_t width = 1000, height = 333;
  std::vector<float> depths(width * height, -0.0f);
  for (std::int64_t y = 100; y < 120; ++y) {
    for (std::int64_t x = 10; x < 900; ++x) depths[static_cast<std::size_t>(y * width + x)] = static_cast<float>(x * y);
  }
  depths[5] = std::numeric_limits<float>::quiet_NaN();
  depths.back() = std::numeric_limits<float>::infinity();
  const Part lakes{"lakes", test::layer(TERRAWRIGHT_KIND_SCALAR, "m", width, height, depths)};
  const Part heights{"heights", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, test::heights(width, height))};
  const std::uint64_t sparse = test::write({folder / "lakes.exr", {lakes}, {}})[0].bytes;
  const std::uint64_t dense = test::write({folder / "heights.exr", {heights}, {}})[0].bytes;
  CHECK(sparse < width * height * 4 / 10);
  CHECK(dense > width * height * 4);

  const Image image = test::read(folder / "lakes.exr").at(0);
  CHECK(image.attributes.at("compression") == "zip");
  CHECK(test::read(folder / "heights.exr").at(0).attributes.at("compression") == "none");
  CHECK(std::memcmp(image.pixels.data(), depths.data(), depths.size() * sizeof(float)) == 0);
}

TEST_CASE("an EXR of one layer keeps NaN, infinity and minus zero", "[images.exr]") {
  const test::Folder folder;
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> cells{-0.0f, std::numeric_limits<float>::quiet_NaN(), -infinity, infinity, 1e-42f, 3e38f};
  test::write({folder / "a.exr", {{"s", test::layer(TERRAWRIGHT_KIND_SCALAR, "mm", 3, 2, cells)}}, {}});
  const Image image = test::read(folder / "a.exr").at(0);
  CHECK(image.name == "s");
  CHECK(std::signbit(image.pixels[0]));
  CHECK(std::isnan(image.pixels[1]));
  CHECK(std::equal(cells.begin() + 2, cells.end(), image.pixels.begin() + 2));
  CHECK(image.attributes.at("terrawright:nans") == "1");
}

TEST_CASE("colours in an EXR are linear light, premultiplied, and keep every code", "[images.exr]") {
  const test::Folder folder;
  std::vector<Colour> cells;
  for (int code = 0; code < 256; ++code) cells.push_back({static_cast<std::uint8_t>(code), 255, 128, 255});
  cells.push_back({255, 0, 0, 51});
  test::write({folder / "a.exr", {{"p", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 257, 1, cells)}}, {}});
  const Image image = test::read(folder / "a.exr").at(0);
  REQUIRE(image.channels == 4);
  CHECK(image.bits == 16);
  for (std::size_t code = 0; code < 256; ++code) {
    const double linear = static_cast<double>(image.pixels[4 * code]);
    const double srgb = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    CHECK(static_cast<std::size_t>(srgb * 255 + 0.5) == code);
  }
  CHECK(image.pixels[1] == 1.0f);
  CHECK(image.pixels[3] == 1.0f);
  CHECK(image.pixels[4 * 256] == Approx(0.2).margin(1e-4));
  CHECK(image.pixels[4 * 256 + 3] == Approx(0.2).margin(1e-4));
}

TEST_CASE("every part of an EXR says what it is", "[images.exr]") {
  const test::Folder folder;
  const auto parts = every_kind(33, 17);
  test::write({folder / "all.exr", parts, {}});
  const std::vector<Image> images = test::read(folder / "all.exr");
  for (const Image& image : images) {
    const auto& a = image.attributes;
    CHECK(a.at("Software") == "terrawright 1.2.3");
    CHECK(a.at("terrawright:layer") == image.name);
    CHECK(a.at("terrawright:world") == "isle");
    CHECK(a.at("terrawright:seed") == "42");
    CHECK(a.at("terrawright:recipe") == "c0ffee");
    CHECK(a.at("terrawright:metres_per_cell") == "30.5");
    CHECK(a.at("terrawright:latitude") == "40");
    CHECK(a.count("terrawright:legend") == (image.name == "biome" ? 1 : 0));
    CHECK(a.count("terrawright:minimum") == (image.name == "picture" ? 0 : 1));
    CHECK(a.count("HostComputer") == 0);
    CHECK(a.at("DateTime") == "1970:01:01 00:00:00");
  }
  const std::vector<std::string> compressions = {"none", "zip", "zip", "none", "none", "piz"};
  for (std::size_t i = 0; i < images.size(); ++i) CHECK(images[i].attributes.at("compression") == compressions[i]);
  CHECK(images[5].attributes.at("oiio:ColorSpace") == "Linear");
  CHECK(images[0].attributes.at("terrawright:kind") == "height");
  CHECK(images[0].attributes.at("terrawright:unit") == "m");
  const Statistics& s = parts[2].layer->statistics();
  CHECK(std::stod(images[0].attributes.at("terrawright:minimum")) == s.minimum);
  CHECK(std::stod(images[0].attributes.at("terrawright:maximum")) == s.maximum);
  CHECK(images[2]
            .attributes.at("terrawright:legend")
            .find(R"({"code":700,"name":"rock","colour":"#5a5046","glyph":"^"})") != std::string::npos);
}

TEST_CASE("an EXR has the same bytes every time, on any thread", "[images.exr]") {
  const test::Folder folder;
  const auto parts = every_kind(600, 523);
  test::write({folder / "0.exr", parts, {}});
  std::vector<std::thread> threads;
  for (const char* name : {"1.exr", "2.exr"}) {
    threads.emplace_back([&, name] { test::write({folder / name, parts, {}}); });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string bytes = test::bytes_of(folder / "0.exr");
  CHECK((test::bytes_of(folder / "1.exr") == bytes));
  CHECK((test::bytes_of(folder / "2.exr") == bytes));
}
