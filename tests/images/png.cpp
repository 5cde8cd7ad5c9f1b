// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "fixture.hpp"
#include "images/read.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright;
using images::Range;
using terrawright::test::Json;
using test::Image;

namespace {

struct Shown {
  std::uint32_t kind;
  std::string unit = "";
  std::vector<LegendEntry> legend = {};
  std::int64_t width = 5;
};

// Why its writer does not take such a layer, and such classes as a legend.
std::string refused(const Shown& shown, const test::WriterValues& given = {}, const std::optional<Shown>& legend = {},
                    const std::string& name = "legend") {
  const auto facts = [](const Shown& of) { return engine::LayerFacts{of.kind, of.unit, of.legend, of.width, 5}; };
  images::Picture picture{"a.png", {{"h", facts(shown)}}};
  if (legend) picture.parts.push_back({name, facts(*legend)});
  return test::refusal(picture, test::provenance(), given);
}

}  // namespace

TEST_CASE("16-bit greys are within half a step of the values", "[images.png]") {
  const auto [width, height] = GENERATE(std::pair(1, 1), std::pair(1, 700), std::pair(1009, 513));
  const test::Folder folder;
  const std::vector<float> cells = test::heights(width, height);
  const Range range{-1000, 1000};
  const auto written =
      test::write({folder / "h.png", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells)}}, range});
  REQUIRE(written.size() == 1);
  CHECK(written[0].clipped == 0);
  CHECK(written[0].bytes == std::filesystem::file_size(folder / "h.png"));
  const Image image = test::read(folder / "h.png").at(0);
  REQUIRE(image.width == width);
  REQUIRE(image.height == height);
  CHECK(image.channels == 1);
  CHECK(image.bits == 16);
  double worst = 0;
  const double step = (range.maximum - range.minimum) / 65535;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double back = range.minimum + static_cast<double>(image.pixels[i]) / 65535 * (range.maximum - range.minimum);
    const double off = std::fabs(back - static_cast<double>(cells[i]));
    if (std::fabs(cells[i]) >= step) worst = std::max(worst, off);
    CHECK(off <= step);  // next to 0, whose side it keeps
  }
  CHECK(worst <= (0.5 / 65535 + 0x1p-24) * 2000);
}

TEST_CASE("greys are rounded, clamped and counted", "[images.png]") {
  const test::Folder folder;
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> cells{0.0f,     1.0f,     2.0f, 3.0f,     -0.5f,     65535.0f,
                                 65534.5f, 65536.0f, nan,  infinity, -infinity, 0.49f};
  const auto written = test::write(
      {folder / "h.png", {{"h", test::layer(TERRAWRIGHT_KIND_SCALAR, "mm", 4, 3, cells)}}, Range{0, 65535}});
  CHECK(written[0].clipped == 5);
  const Image image = test::read(folder / "h.png").at(0);
  CHECK(image.pixels == std::vector<float>{0, 1, 2, 3, 0, 65535, 65535, 65535, 0, 65535, 0, 1});
  CHECK(image.attributes.at("terrawright:clipped") == "5");
  CHECK(image.attributes.at("terrawright:nans") == "1");
}

TEST_CASE("a weight needs no range, and takes one", "[images.png]") {
  const test::Folder folder;
  const auto weights = test::layer(TERRAWRIGHT_KIND_WEIGHT, "", 3, 1, std::vector<float>{0.0f, 0.5f, 1.0f});
  CHECK(test::write({folder / "a.png", {{"w", weights}}, {}})[0].clipped == 0);
  CHECK(test::read(folder / "a.png")[0].pixels == std::vector<float>{0, 32768, 65535});
  CHECK(test::write({folder / "b.png", {{"w", weights}}, Range{0, 0.5}})[0].clipped == 1);
  CHECK(test::read(folder / "b.png")[0].pixels == std::vector<float>{0, 65535, 65535});
}

TEST_CASE("a PNG says what it is", "[images.png]") {
  const test::Folder folder;
  const auto height = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 2, 1, std::vector<float>{-12.25f, 0.1f});
  test::write({folder / "h.png", {{"metres", height}}, Range{-4000, 2000.5}});
  const auto attributes = test::read(folder / "h.png")[0].attributes;
  const std::map<std::string, std::string> expected{{"Software", "terrawright 1.2.3"},
                                                    {"terrawright:layer", "metres"},
                                                    {"terrawright:kind", "height"},
                                                    {"terrawright:unit", "m"},
                                                    {"terrawright:minimum", "-12.25"},
                                                    {"terrawright:maximum", "0.10000000149011612"},
                                                    {"terrawright:metres_per_cell", "30.5"},
                                                    {"terrawright:latitude", "40"},
                                                    {"terrawright:seed", "42"},
                                                    {"terrawright:world", "isle"},
                                                    {"terrawright:recipe", "c0ffee"},
                                                    {"terrawright:range_minimum", "-4000"},
                                                    {"terrawright:range_maximum", "2000.5"},
                                                    {"terrawright:clipped", "0"}};
  for (const auto& [name, value] : expected) {
    INFO(name);
    REQUIRE(attributes.count(name) == 1);
    CHECK(attributes.at(name) == value);
  }
  CHECK(attributes.count("DateTime") == 0);
}

TEST_CASE("a mask is black and white", "[images.png]") {
  const test::Folder folder;
  test::write({folder / "m.png",
               {{"m", test::layer(TERRAWRIGHT_KIND_MASK, "", 2, 2, std::vector<std::uint8_t>{0, 1, 1, 0})}},
               {}});
  const Image image = test::read(folder / "m.png").at(0);
  CHECK(image.bits == 8);
  CHECK(image.channels == 1);
  CHECK(image.pixels == std::vector<float>{0, 255, 255, 0});
}

TEST_CASE("classes have the colours of their legend, which lies beside them", "[images.png]") {
  const test::Folder folder;
  const std::vector<std::uint16_t> cells{1, 2, 700, 1, 1, 1, 1, 9};
  const auto written = test::write(
      {folder / "b.png", {{"biome", test::layer(TERRAWRIGHT_KIND_CLASS, "", 4, 2, cells, test::three_classes())}}, {}});
  REQUIRE(written.size() == 2);
  CHECK(written[1].path() == folder / "b.legend.json");
  CHECK(written[1].bytes == std::filesystem::file_size(written[1].path()));
  CHECK(folder.names() == std::set<std::string>{"b.png", "b.legend.json"});
  const Image image = test::read(folder / "b.png").at(0);
  REQUIRE(image.channels == 3);
  CHECK(std::vector<float>(image.pixels.begin(), image.pixels.begin() + 9) ==
        std::vector<float>{10, 20, 200, 30, 180, 40, 90, 80, 70});
  CHECK(std::vector<float>(image.pixels.end() - 3, image.pixels.end()) == std::vector<float>{255, 0, 255});

  const auto legend = Json::parse(test::bytes_of(folder / "b.legend.json"));
  CHECK(legend["layer"] == "biome");
  CHECK(legend["cells"] == 8);
  CHECK(legend["classes"] == Json::parse(R"([
          {"code": 1, "name": "sea", "colour": "#0a14c8", "glyph": "~", "cells": 5, "share": 0.625},
          {"code": 2, "name": "grass", "colour": "#1eb428", "glyph": "\"", "cells": 1, "share": 0.125},
          {"code": 700, "name": "rock", "colour": "#5a5046", "glyph": "^", "cells": 1, "share": 0.125},
          {"code": 9, "cells": 1, "share": 0.125}])"));
}

TEST_CASE("colours stay as they are, with alpha only where it is needed", "[images.png]") {
  const test::Folder folder;
  const std::vector<Colour> opaque{{1, 2, 3, 255}, {250, 128, 0, 255}}, clear{{1, 2, 3, 0}, {250, 128, 0, 51}};
  test::write({folder / "a.png", {{"p", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 2, 1, opaque)}}, {}});
  test::write({folder / "b.png", {{"p", test::layer(TERRAWRIGHT_KIND_COLOUR, "", 2, 1, clear)}}, {}});
  CHECK(test::read(folder / "a.png")[0].pixels == std::vector<float>{1, 2, 3, 250, 128, 0});
  CHECK(test::read(folder / "b.png")[0].pixels == std::vector<float>{1, 2, 3, 0, 250, 128, 0, 51});
}

TEST_CASE("a PNG has the same bytes every time", "[images.png]") {
  const test::Folder folder;
  const auto classes =
      test::layer(TERRAWRIGHT_KIND_CLASS, "", 600, 523, test::classes(600, 523), test::three_classes());
  const auto height = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 600, 523, test::heights(600, 523));
  for (const char* name : {"1", "2"}) {
    test::write({folder / (std::string("h") + name + ".png"), {{"h", height}}, Range{-900, 900}});
    test::write({folder / (std::string("c") + name + ".png"), {{"c", classes}}, {}});
  }
  CHECK((test::bytes_of(folder / "h1.png") == test::bytes_of(folder / "h2.png")));
  CHECK((test::bytes_of(folder / "c1.png") == test::bytes_of(folder / "c2.png")));
  CHECK((test::bytes_of(folder / "c1.legend.json") == test::bytes_of(folder / "c2.legend.json")));
}

TEST_CASE("a PNG takes a range exactly where greys need one", "[images.png]") {
  const test::WriterValues metres{{"range", {-4000, 2000}}};
  const auto contains = [](const std::string& part) { return Catch::Contains(part); };
  CHECK(refused({TERRAWRIGHT_KIND_HEIGHT, "m"}) ==
        "the layer 'h' is a height; its grey values in a .png file need a range");
  CHECK(refused({TERRAWRIGHT_KIND_HEIGHT, "m"}, metres).empty());
  CHECK_THAT(refused({TERRAWRIGHT_KIND_SCALAR, "1"}), contains("need a range"));
  CHECK(refused({TERRAWRIGHT_KIND_WEIGHT}).empty());
  CHECK(refused({TERRAWRIGHT_KIND_WEIGHT}, {{"range", {0, 0.5}}}).empty());
  CHECK(refused({TERRAWRIGHT_KIND_MASK}).empty());
  CHECK_THAT(refused({TERRAWRIGHT_KIND_MASK}, metres), contains("a mask has no grey values"));
  CHECK(refused({TERRAWRIGHT_KIND_COLOUR}).empty());
  CHECK_THAT(refused({TERRAWRIGHT_KIND_COLOUR}, metres), contains("a colour has no grey values"));
  CHECK(refused({TERRAWRIGHT_KIND_CLASS, "", test::three_classes()}).empty());
  CHECK_THAT(refused({TERRAWRIGHT_KIND_CLASS, "", test::three_classes()}, metres), contains("a class has no grey"));
  CHECK_THAT(refused({TERRAWRIGHT_KIND_CLASS}), contains("has no legend, so its classes have no colours"));
}

TEST_CASE("a range must be one", "[images.png]") {
  const auto with = [](const std::vector<double>& range) {
    return refused({TERRAWRIGHT_KIND_HEIGHT, "m"}, {{"range", range}});
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(with({0, 1e-9}).empty());
  for (const auto& range :
       {std::vector{1.0, 1.0}, std::vector{2.0, 1.0}, std::vector{0.0, infinity}, std::vector{nan, 1.0}})
    CHECK_THAT(with(range), Catch::Contains("which is not above"));
  CHECK(with({1}) == "'range' has 1 item; it is the lowest and the highest");
  CHECK(with({1, 2, 3}) == "'range' has 3 items; it is the lowest and the highest");
}

TEST_CASE("the largest world does not fit into a PNG", "[images.png]") {
  CHECK(refused({TERRAWRIGHT_KIND_MASK, "", {}, 1 << 20}) ==
        "a .png file has at most 1000000 cells a side, and this one would have 1048576 x 5");
  CHECK(refused({TERRAWRIGHT_KIND_MASK, "", {}, 1000000}).empty());
}

TEST_CASE("a legend of classes stands beside classes and colours", "[images.png]") {
  const Shown classes{TERRAWRIGHT_KIND_CLASS, "", test::three_classes()};
  CHECK(refused(classes, {}, classes).empty());
  CHECK(refused({TERRAWRIGHT_KIND_COLOUR}, {}, classes).empty());
  CHECK(refused({TERRAWRIGHT_KIND_MASK}, {}, classes) ==
        "a legend is drawn beside the classes or the colours of a .png file only");
  CHECK(refused({TERRAWRIGHT_KIND_COLOUR}, {}, Shown{TERRAWRIGHT_KIND_CLASS}) ==
        "a legend explains classes, and these have no names");
  CHECK(refused(classes, {}, classes, "soil") == "a .png file holds one layer; the layer 'soil' is one too many");
}

TEST_CASE("a class PNG has its legend beside it", "[images.png]") {
  const auto files = [](const std::string& file, std::uint32_t kind) {
    images::Picture plan{file, {{"h", {kind, "", test::three_classes(), 5, 5}}}};
    plan.writer = test::delivery_of(plan, test::provenance(), {{"sidecar", {0}}});
    return images::files_of(plan);
  };
  CHECK(files("out/b.v2.png", TERRAWRIGHT_KIND_CLASS) ==
        std::vector<std::filesystem::path>{"out/b.v2.png", "out/b.v2.legend.json"});
  CHECK(files("b.png", TERRAWRIGHT_KIND_MASK).size() == 1);
}
