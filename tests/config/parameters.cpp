// SPDX-License-Identifier: Apache-2.0
#include "config/parameters.hpp"

#include <terrawright/stage.hpp>

#include "config/quantity.hpp"
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::place;
using test::says;

namespace {

enum class Mode { multiply, base };

struct Sector {
  double speed = 10.0;
  Percentage weight = percent(50);
  static void describe(Parameters<Sector>& row) {
    row.parameter(&Sector::speed, "speed", "wind").unit("m/s").at_least(0.0);
    row.parameter(&Sector::weight, "weight", "share");
  }
};

struct Rain {
  double reach = 8000.0;
  Percentage share = percent(60);
  Mode mode = Mode::base;
  std::int64_t keep = 3;
  bool on = true;
  std::string label = "x\"y";
  std::optional<double> depth;
  std::vector<std::optional<double>> ring{0.0, std::nullopt};
  std::vector<Sector> sectors{Sector{}};
  static void describe(Parameters<Rain>& rain) {
    rain.parameter(&Rain::reach, "reach", "").unit("m").range(0.0, 50000.0);
    rain.parameter(&Rain::share, "share", "").range(0.0, 100.0);
    rain.parameter(&Rain::mode, "mode", "").choices({"multiply", "base"});
    rain.parameter(&Rain::keep, "keep", "").range(1, 10);
    rain.parameter(&Rain::on, "on", "");
    rain.parameter(&Rain::label, "label", "");
    rain.parameter(&Rain::depth, "depth", "").unit("m").word("auto").at_least(0.0);
    rain.parameter(&Rain::ring, "ring", "").word("rand");
    rain.parameter(&Rain::sectors, "sectors", "");
  }
};

const terrawright_stage& rain() {
  static const terrawright_stage stage = [] {
    static Parameters<Rain> described;
    Rain::describe(described);
    terrawright_stage plain{};
    plain.size = sizeof plain;
    plain.id = "climate.rain";
    plain.version = 1;
    plain.parameters = described.plain_columns();
    plain.n_parameters = described.columns().size();
    return plain;
  }();
  return stage;
}

struct Given {
  config::Parameters parameters;
  std::string said;
};

// `with` in flow style; its columns begin at 41 of line 5.
Given given(const std::string& with, const std::string& knobs = "{}") {
  report::Diagnostics diagnostics;
  const auto world =
      config::load(test::source("terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nknobs: " + knobs +
                                "\nstages: {a: {use: climate.rain@1, with: " + with +
                                "}}\noutputs: [{file: a.exr, layers: {h: a}}]\n"),
                   {}, diagnostics);
  REQUIRE(world);
  auto parameters = config::read_parameters(rain(), world->nodes[0], world->cell, diagnostics);
  return {std::move(parameters), diagnostics.text()};
}

}  // namespace

TEST_CASE("nothing given is the defaults", "[config.parameters]") {
  const auto [parameters, said] = given("{}");
  CHECK(said.empty());
  CHECK(parameters.canonical() ==
        "reach=8000 m\nshare=60 %\nmode=base\nkeep=3\non=true\nlabel=\"x\\\"y\"\ndepth=auto\nring=[0, rand]\n"
        "sectors=[{speed: 10 m/s, weight: 50 %}]\n");
  CHECK_FALSE(parameters.all()[0].given);
  CHECK(place(parameters.position("reach")) == "5:10+1");
  CHECK(place(parameters.position("no such")) == "5:10+1");
}

TEST_CASE("every kind is read", "[config.parameters]") {
  auto [parameters, said] = given(
      "{reach: 0.1 km, share: 55.5 %, mode: multiply, keep: 4, on: false, label: 010, depth: 3 m, ring: [rand, 2.5], "
      "sectors: [[36 km/h, 25%], {weight: 2 %}, [], {speed: 3 m/s}]}");
  CHECK(said.empty());
  const config::Parameters moved = std::move(parameters);
  const terrawright_value* values = moved.values();
  CHECK(values[0].real == 100.0);
  CHECK(values[1].integer == 555000);
  CHECK(values[2].integer == 0);
  CHECK(values[3].integer == 4);
  CHECK(values[4].integer == 0);
  CHECK(std::string(values[5].text) == "010");
  CHECK(values[6].is_word == 0);
  CHECK(values[6].real == 3.0);
  REQUIRE(values[7].n_items == 2);
  CHECK(values[7].items[0].is_word == 1);
  CHECK(values[7].items[1].real == 2.5);
  REQUIRE(values[8].n_items == 4);
  CHECK(values[8].items[0].items[0].real == 10.0);
  CHECK(values[8].items[0].items[1].integer == 250000);
  CHECK(moved.all()[8].text ==
        "[{speed: 10 m/s, weight: 25 %}, {speed: 10 m/s, weight: 2 %}, {speed: 10 m/s, weight: 50 %}, {speed: 3 m/s, "
        "weight: 50 %}]");
  CHECK(moved.all()[0].given);
  CHECK(place(moved.position("reach")) == "5:49+6");
}

TEST_CASE("the canonical text depends on the value alone", "[config.parameters]") {
  CHECK(given("{reach: 8 km, depth: auto, share: 60.0}").parameters.canonical() == given("{}").parameters.canonical());
  CHECK(given("{reach: 8001}").parameters.canonical() != given("{}").parameters.canonical());
}

TEST_CASE("each thing that can be wrong is said, and the default stands in", "[config.parameters]") {
  const auto [with, words] = GENERATE(table<std::string, std::string>({
      {"{reech: 3}", "t.yaml:5:42: error: climate.rain@1 has no parameter 'reech'"},
      {"{reech: 3}", "did you mean 'reach'?"},
      {"{distance: 3}", "it takes: reach, share, mode, keep, on, label, depth, ring, sectors"},
      {"{reach: 80 km}", "t.yaml:5:49: error: 'reach' is 80 km; climate.rain@1 allows 0 m to 50 km"},
      {"{reach: 30 mm/yr}", "'reach': '30 mm/yr' is not a length"},
      {"{reach: \"8 km\"}", "'reach' must be a number in m, not the text '8 km'"},
      {"{reach: [8]}", "'reach' must be a number in m, not a list"},
      {"{reach: }", "'reach' has no value"},
      {"{reach: }", "its default is 8000 m"},
      {"{share: 120 %}", "'share' is 120 %; climate.rain@1 allows 0 % to 100 %"},
      {"{mode: mulitply}", "'mode' cannot be 'mulitply'"},
      {"{mode: mulitply}", "did you mean 'multiply'? its choices are: multiply, base"},
      {"{keep: 11}", "'keep' is 11; climate.rain@1 allows 1 to 10"},
      {"{keep: 2.5}", "'keep': '2.5' is not a whole number"},
      {"{keep: 010}", "'keep': '010' has a leading zero"},
      {"{on: yes}", "'on': 'yes' is neither true nor false"},
      {"{label: {a: 1}}", "'label' must be a text, not a map"},
      {"{depth: -1}", "'depth' is -1; climate.rain@1 allows at least 0 m"},
      {"{depth: atuo}", "did you mean 'auto'?"},
      {"{ring: 0}", "write [0]"},
      {"{ring: [0, rond]}", "item 2 of 'ring': 'rond' is not a number"},
      {"{sectors: {speed: 1}}", "'sectors' must be a list of rows, not a map"},
      {"{sectors: [3]}", "row 1 of 'sectors' must be a map or a list, not '3'"},
      {"{sectors: [[1, 2, 3]]}", "row 1 of 'sectors' has 3 items for 2 columns"},
      {"{sectors: [[1], {sped: 2}]}", "row 2 of 'sectors' has no key 'sped'"},
      {"{sectors: [[1], [-1 m/s]]}", "'speed' in row 2 of 'sectors' is -1 m/s; climate.rain@1 allows at least 0 m/s"},
  }));
  const auto [parameters, said] = given(with);
  INFO(with);
  INFO(said);
  CHECK(says(said, words));
  CHECK(parameters.canonical() == given("{}").parameters.canonical());
}

TEST_CASE("a bad value of a knob is shown at the knob, with its use", "[config.parameters]") {
  const auto said = given("{reach: $far}", "{far: 80 km}").said;
  CHECK(says(said, "t.yaml:4:14: error: 'reach' is 80 km"));
  CHECK(says(said, "t.yaml:5:49: note: asked for here"));
}

TEST_CASE("a share written without % is warned of", "[config.parameters]") {
  CHECK(says(given("{share: 0.6}").said, "t.yaml:5:49: warning: 0.6 is taken as 0.6 %, less than one percent"));
  CHECK(given("{share: 0.6 %}").said.empty());
}

TEST_CASE("a bare number is warned of with the unit it is taken in, where it stands", "[config.parameters]") {
  CHECK(given("{reach: 2}").said ==
        "t.yaml:5:49: warning: 2 has no unit and is taken as 2 m\n"
        "    5 | stages: {a: {use: climate.rain@1, with: {reach: 2}}}\n"
        "      |                                                 ^ write 2 m, or the unit that is meant: km, cm, mm\n");
  CHECK(says(given("{share: 60}").said, "60 has no unit and is taken as 60 %"));
  for (const char* fine : {"{reach: 0}", "{reach: 0.00}", "{reach: 2 m}", "{depth: auto}", "{keep: 4}", "{ring: [3]}"})
    CHECK(given(fine).said.empty());
  // Once for a column, once for a knob, for all of its users.
  const std::string table = given("{sectors: [{speed: 0}, {speed: 3}, [4, 5], [6, 7]]}").said;
  CHECK(says(table, "t.yaml:5:72: warning: 3 has no unit and is taken as 3 m/s"));
  CHECK(says(table, "5 has no unit and is taken as 5 %"));
  CHECK_FALSE(says(table, "4 has"));
  CHECK_FALSE(says(table, "7 has"));
  const std::string knob = given("{reach: $far, depth: $far}", "{far: 80}").said;
  CHECK(says(knob, "t.yaml:4:14: warning: 80 has no unit and is taken as 80 m"));
  CHECK(knob.find("80 has") == knob.rfind("80 has"));
}

TEST_CASE("what counts cells means cells", "[config.parameters]") {
  CHECK_FALSE(config::taken_as("16", "cells"));
  CHECK_FALSE(config::taken_as("16", "cells or an area"));
  CHECK_FALSE(config::taken_as("16", "1"));
  CHECK(config::taken_as("1e-6", "1/yr")->warning == "1e-6 has no unit and is taken as 1e-6 1/yr");
}

namespace {

struct Ponds {
  std::int64_t area = 16, reach = 1;
  double width = 0.7;
  std::vector<std::int64_t> rings{1, 2};
  static void describe(Parameters<Ponds>& ponds) {
    ponds.parameter(&Ponds::area, "area", "").unit("cells or an area").at_least(1);
    ponds.parameter(&Ponds::reach, "reach", "").unit("cells or a length").range(0, 100);
    ponds.parameter(&Ponds::width, "width", "").unit("cells or a length").range(0, 2);
    ponds.parameter(&Ponds::rings, "rings", "").unit("cells or a length").range(0, 100);
  }
};

// In a world of cells `cell` metres wide.
Given ponds(const std::string& with, double cell, const std::string& knobs = "{}") {
  static Parameters<Ponds> described;
  if (described.columns().empty()) Ponds::describe(described);
  terrawright_stage stage{};
  stage.id = "water.ponds";
  stage.version = 1;
  stage.parameters = described.plain_columns();
  stage.n_parameters = described.columns().size();
  report::Diagnostics diagnostics;
  const auto world =
      config::load(test::source("terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nknobs: " + knobs +
                                "\nstages: {a: {use: water.ponds@1, with: " + with +
                                "}}\noutputs: [{file: a.exr, layers: {h: a}}]\n"),
                   {}, diagnostics);
  REQUIRE(world);
  auto parameters = config::read_parameters(stage, world->nodes[0], cell, diagnostics);
  return {std::move(parameters), diagnostics.text()};
}

std::string text_of(const Given& given) {
  INFO(given.said);
  CHECK(given.said.empty());
  return given.parameters.canonical();
}

}  // namespace

TEST_CASE("cells are given as cells, lengths and areas, and are one and the same", "[config.parameters][cells]") {
  const std::string same = "area=32\nreach=3\nwidth=0.5\nrings=[1, 8]\n";
  CHECK(text_of(ponds("{area: 32, reach: 3, width: 0.5, rings: [1, 8]}", 250)) == same);
  CHECK(text_of(ponds("{area: 32 cells, reach: 3cells, width: 0.5 cells, rings: [1 cell, 8 cells]}", 250)) == same);
  CHECK(text_of(ponds("{area: 2 km2, reach: 750 m, width: 125 m, rings: [250 m, 2 km]}", 250)) == same);
  CHECK(text_of(ponds("{area: 200 ha, reach: 0.75 km, width: 12500 cm, rings: [1, 2000 m]}", 250)) == same);
  CHECK(text_of(ponds("{area: $size}", 250, "{size: {value: 2 km², range: [1 km2, 900 ha]}}")) ==
        "area=32\nreach=1\nwidth=0.7\nrings=[1, 2]\n");
}

TEST_CASE("lengths and areas are rounded to whole cells, halves up, but to no fewer than are allowed",
          "[config.parameters][cells]") {
  const auto reach = [](const std::string& written) { return ponds("{reach: " + written + "}", 100); };
  CHECK(reach("149 m").parameters.values()[1].integer == 1);
  CHECK(reach("150 m").parameters.values()[1].integer == 2);
  CHECK(reach("49 m").parameters.values()[1].integer == 0);
  CHECK(ponds("{area: 1 m2}", 1000).parameters.values()[0].integer == 1);
  CHECK(ponds("{width: 149 m}", 100).parameters.values()[2].real == 1.49);
  CHECK(says(ponds("{area: 0 km2}", 1000).said,
             "'area' is 0 km2, 0 cells of 1000 m; water.ponds@1 allows at least 1 cell"));
  CHECK(says(ponds("{area: -1 km2}", 1000).said, "'area' is -1 km2, -1 cells of 1000 m"));
  CHECK(says(reach("-1 mm").said, "'reach' is -1 mm, 0 cells of 100 m; water.ponds@1 allows 0 cells to 100 cells"));
  CHECK(says(reach("11 km").said, "'reach' is 11 km, 110 cells of 100 m; water.ponds@1 allows 0 cells to 100 cells"));
  CHECK(says(ponds("{area: 1e30 km2}", 1).said, "'area' is 1e30 km2"));
  CHECK(says(ponds("{reach: 101}", 1).said, "'reach' is 101; water.ponds@1 allows 0 cells to 100 cells"));
}

TEST_CASE("a length is no area, and the other way round", "[config.parameters][cells]") {
  const auto said = [](const std::string& with) { return ponds("{" + with + "}", 1000).said; };
  CHECK(says(said("area: 2 km"), "'area': '2 km' is not an area"));
  CHECK(says(said("area: 2 km"), "units that fit: cells, m2, km2, ha"));
  CHECK(says(said("reach: 2 ha"), "'reach': '2 ha' is not a length"));
  CHECK(says(said("reach: 2 ha"), "units that fit: cells, m, km, cm, mm"));
  CHECK(says(said("reach: 2 celss"), "did you mean 'cells'?"));
  CHECK(says(said("area: 2 parsecs"), "units that fit: cells, m2, km2, ha"));
  CHECK(says(said("area: some"), "'area': 'some' is not a number"));
  CHECK(says(said("area: 1.5"), "'1.5' is not a whole number"));
  CHECK(says(said("area: 1.5"), "the nearest is 2 cells"));
  CHECK(says(said("area: null"), "write a whole number of cells or an area, or delete it: its default is 16"));
}

TEST_CASE("a percentage is in its range as it is written, not as it is rounded", "[config.parameters]") {
  CHECK(says(given("{share: -1e-06 %}").said, "'share' is -1e-06 %; climate.rain@1 allows 0 % to 100 %"));
  CHECK(says(given("{share: 100.000001 %}").said, "'share' is 100.000001 %; climate.rain@1 allows 0 % to 100 %"));
  CHECK(given("{share: 99.9999999 %}").parameters.values()[1].integer == 1000000);
}

TEST_CASE("a stage without parameters takes none", "[config.parameters]") {
  terrawright_stage bare{};
  bare.id = "sea.level";
  bare.version = 2;
  report::Diagnostics diagnostics;
  config::Node node;
  node.parameters.push_back({"x", {}, {}});
  const auto parameters = config::read_parameters(bare, node, 1000.0, diagnostics);
  CHECK(parameters.canonical().empty());
  CHECK(diagnostics.text() == "error: sea.level@2 has no parameter 'x'\n      = it takes none\n");
}
