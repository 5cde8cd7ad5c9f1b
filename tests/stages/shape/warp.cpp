// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_warp_of_shape();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

constexpr std::int64_t columns = 90, rows = 70;

double rough_weight(std::int64_t x, std::int64_t y) {
  const auto word = terrawright_word(terrawright_key_of_row(9, static_cast<std::int32_t>(y), 200, 0, 0),
                                     static_cast<std::int32_t>(x));
  return static_cast<double>(terrawright_unit(word));
}
float weight_at(std::int64_t x, std::int64_t y) {
  return static_cast<float>(
      rough_weight(std::clamp<std::int64_t>(x, 0, columns - 1), std::clamp<std::int64_t>(y, 0, rows - 1)));
}

StageRun warp() {
  StageRun run(terrawright_stage_warp_of_shape(), columns, rows);
  run.cell(100).without("mask").without("classes");
  run.input<Height>("field", rough_weight);
  return run;
}
std::vector<float> cells_of_warp(const StageRun& run) { return test::painted(run, 16).cells<Height>("field"); }

}  // namespace

TEST_CASE("a displacement of whole cells shows the cell there, by every method", "[shape.warp]") {
  for (const char* method : {"nearest", "linear", "cubic"}) {
    INFO(method);
    StageRun run = warp();
    run.set("method", method).set("reach", 1000.0).input<Scalar>("by_x", 300.0).input<Scalar>("by_y", -200.0);
    const auto made = cells_of_warp(run);
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = 0; x < columns; ++x)
        REQUIRE(made[static_cast<std::size_t>(y * columns + x)] == weight_at(x + 3, y - 2));
    }
  }
}

TEST_CASE("between cells a field is interpolated, and a vector layer counts as both fields", "[shape.warp]") {
  StageRun fields = warp(), vectors = warp();
  fields.set("reach", 1000.0).set("scale", 100.0).input<Scalar>("by_x", 0.25).input<Scalar>("by_y", 1.5);
  vectors.set("reach", 1000.0).set("scale", 100.0);
  vectors.input<Vector>("by", [](auto, auto) { return Vector2{0.25f, 1.5f}; });
  const auto made = cells_of_warp(fields);
  CHECK(made == cells_of_warp(vectors));
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::int64_t x = 0; x < columns; ++x) {
      const auto along = [&](std::int64_t j) {
        return static_cast<double>(weight_at(x, j)) * 0.75 + static_cast<double>(weight_at(x + 1, j)) * 0.25;
      };
      REQUIRE(made[static_cast<std::size_t>(y * columns + x)] ==
              static_cast<float>(along(y + 1) * 0.5 + along(y + 2) * 0.5));
    }
  }
}

TEST_CASE("longer displacements get the length of the reach and keep their direction", "[shape.warp]") {
  StageRun longer = warp(), reach = warp();
  longer.set("reach", 500.0).set("method", "nearest").input<Scalar>("by_x", 30000.0).input<Scalar>("by_y", -40000.0);
  reach.set("reach", 500.0).set("method", "nearest").input<Scalar>("by_x", 300.0).input<Scalar>("by_y", -400.0);
  CHECK(cells_of_warp(longer) == cells_of_warp(reach));
}

TEST_CASE("wild displacements see all that they reach, whatever the tiles", "[shape.warp]") {
  for (const char* method : {"nearest", "linear", "cubic"}) {
    for (const std::uint32_t wrap : {std::uint32_t{0}, std::uint32_t{TERRAWRIGHT_WRAP_X | TERRAWRIGHT_WRAP_Y}}) {
      INFO(method << " " << wrap);
      StageRun run = warp();
      run.wrap(wrap).set("method", method).set("reach", 850.0);
      run.input<Vector>("by", [](auto x, auto y) {
        return Vector2{static_cast<float>(4000 * (rough_weight(x + 100, y) - 0.5)),
                       static_cast<float>(4000 * (rough_weight(x, y + 100) - 0.5))};
      });
      test::same_under_all_tiles(run);
    }
  }
}

TEST_CASE("where the world wraps a warp looks across its edge", "[shape.warp]") {
  StageRun run = warp();
  run.wrap(TERRAWRIGHT_WRAP_X).set("reach", 5000.0).input<Scalar>("by_x", 4000.0);
  const auto made = cells_of_warp(run);
  for (std::int64_t x = 0; x < columns; ++x)
    CHECK(made[static_cast<std::size_t>(x)] == weight_at((x + 40) % columns, 0));
}

TEST_CASE("masks and classes are bent as the nearest cell's; classes keep their legend", "[shape.warp]") {
  StageRun run(terrawright_stage_warp_of_shape(), columns, rows);
  run.cell(100).without("field").set("reach", 1000.0).input<Scalar>("by_x", 240.0);
  run.input<Mask>("mask", [](auto x, auto) { return x % 3 == 0; });
  run.input<Class>("classes", [](auto x, auto) { return x % 5 + 1; });
  std::vector<LegendEntry> legend;
  for (std::uint16_t code = 1; code <= 5; ++code) legend.push_back({code, "c" + std::to_string(code), rgb(code), "c"});
  run.legend("classes", legend);
  const Result result = test::painted(run, 16);
  const auto mask = result.cells<Mask>("mask");
  const auto classes = result.cells<Class>("classes");
  for (std::int64_t x = 0; x + 2 < columns; ++x) {
    CHECK(mask[static_cast<std::size_t>(x)] == ((x + 2) % 3 == 0));
    CHECK(classes[static_cast<std::size_t>(x)] == (x + 2) % 5 + 1);
  }
  CHECK(result.legend("classes").size() == 5);
  test::same_under_all_tiles(run);
}

TEST_CASE("weights stay in 0..1, though a cubic overshoots", "[shape.warp]") {
  StageRun run(terrawright_stage_warp_of_shape(), 20, 3);
  run.cell(100).without("mask").without("classes").set("method", "cubic").set("reach", 100.0);
  run.input<Weight>("field", [](auto x, auto) { return x < 10 ? 0 : 1; }).input<Scalar>("by_x", 50.0);
  const auto made = run.paint().cells<Weight>("field");
  CHECK(*std::min_element(made.begin(), made.end()) == 0.0f);
  CHECK(*std::max_element(made.begin(), made.end()) == 1.0f);
  CHECK(std::count(made.begin(), made.end(), 0.5f) == 3);
}

TEST_CASE("a warp without input, displacement or bounds is refused", "[shape.warp]") {
  CHECK_THAT(test::refusal(warp()), Catch::Contains("nothing says how far to bend; connect `by`"));
  StageRun far = warp();
  far.input<Scalar>("by_x", 1.0).set("reach", 102500.0);
  CHECK_THAT(test::refusal(far), Catch::Contains("it is more than 1024 cells"));
  StageRun round = warp();
  round.input<Scalar>("by_x", 1.0).set("reach", 10000.0).wrap(TERRAWRIGHT_WRAP_Y);
  CHECK_THAT(test::refusal(round), Catch::Contains("it goes more than once round the world"));
  StageRun nothing(terrawright_stage_warp_of_shape(), 8, 8);
  nothing.without("field").without("mask").without("classes").input<Scalar>("by_x", 1.0);
  CHECK_THAT(test::refusal(nothing), Catch::Contains("there is nothing to bend"));
  StageRun unconnected = warp();
  StageRun read(terrawright_stage_warp_of_shape(), columns, rows);
  read.input<Height>("field", rough_weight).input<Scalar>("by_x", 1.0).without("classes");
  CHECK_THAT(test::refusal(read),
             Catch::Contains("the output mask is read, and nothing is connected to the input mask"));
}
