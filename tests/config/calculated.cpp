// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::load;
using test::says;

namespace {

// A world 8 km wide and 4.5 km high.
test::Loaded with(const std::string& value, const std::vector<std::string>& set = {}) {
  return load(
      "terrawright: 1\nname: t\nworld: {size: [16, 9], cell: 500 m, seed: 1}\nstages: {a: {use: x.y@1, with: {p: " +
          value + "}}}\noutputs: [{file: a.exr, layers: {h: a}}]\n",
      set);
}
std::string value_of(const std::string& value, const std::vector<std::string>& set = {}) {
  const auto [world, said, errors] = with(value, set);
  INFO(said);
  REQUIRE(world);
  CHECK(errors == 0);
  return world->nodes[0].parameters[0].value.text;
}

}  // namespace

TEST_CASE("a value follows from the sides of the world", "[config.calculated]") {
  CHECK(value_of("= width") == "8000 m");
  CHECK(value_of("= 0.25 * width") == "2000 m");
  CHECK(value_of("= height") == "4500 m");
  CHECK(value_of("= side / 9") == "500 m");
  CHECK(value_of("= side", {"world.size=[9, 16]"}) == "4500 m");
  CHECK(value_of("= width / 2 km") == "4");
  CHECK(value_of("\"= min(2 km, width / 8, 3000 m)\"") == "1 km");
  CHECK(value_of("\"= max(2 km, width / 8)\"") == "2 km");
  CHECK(value_of("= 2 m3/s * (width / 4 km) * (width / 4 km)") == "8 m3/s");
  CHECK(value_of("= 1 km + 500 m - 0.25 * 2 km") == "1 km");
  CHECK(value_of("= -(1 - 3) * 5 %") == "10 %");
  CHECK(value_of("= width", {"world.cell=1 km"}) == "16000 m");
  CHECK(value_of("1 m", {"stages.a.with.p== width / 2"}) == "4000 m");
  CHECK(value_of("[1, = width]").empty());
}

TEST_CASE("a knob is calculated, its range too, and the world may stand on knobs", "[config.calculated]") {
  const std::string text =
      "terrawright: 1\nname: t\nworld: {size: [$n, 9], cell: $c, seed: 1}\nknobs:\n  n: 16\n  c: {value: 500 m}\n"
      "  peak: {value: \"= min(2 km, width / 8)\", range: [10 m, = width / 4], doc: = is text here}\n"
      "stages: {a: {use: x.y@1, with: {p: $peak}}}\noutputs: [{file: a.exr, layers: {h: a}}]\n";
  const auto good = load(text);
  INFO(good.said);
  REQUIRE(good.world);
  CHECK(good.errors == 0);
  CHECK(good.world->nodes[0].parameters[0].value.text == "1 km");
  CHECK(good.world->knobs[2].doc == "= is text here");
  CHECK(load(text, {"world.size=[x, 9]"}).errors == 1);  // that of the size alone
  const auto high = load(text, {"knobs.peak=3 km"}), low = load(text, {"knobs.peak=1 m"});
  CHECK(says(high.said, "warning: the knob 'peak' is 3 km; on a map so wide its range is 10 m to 2000 m"));
  CHECK(high.errors == 0);
  CHECK(says(low.said, "error: the knob 'peak' is 1 m; its range is 10 m to 2000 m"));
}

TEST_CASE("what cannot be calculated is told at its place", "[config.calculated]") {
  CHECK(says(with("= 2 * widht").said, "t.yaml:4:42"));
  CHECK(says(with("= 2 * widht").said,
             "error: expected a number with its unit, width, height, side, min(...) or max(...), found 'w'"));
  CHECK(says(with("= (width").said, "expected ')', found the end"));
  CHECK(says(with("= width width").said, "expected +, -, *, / or the end, found 'w'"));
  CHECK(says(with("= 2 * $k").said, "a knob cannot be calculated with; write its value"));
  CHECK(says(with("= width * 2 m").said, "a number in m cannot be multiplied by one in m"));
  CHECK(says(with("= width + 1 yr").said, "a number in m and one in yr do not measure the same"));
  CHECK(says(with("= 2 / width").said, "a number without a unit and one in m do not measure the same"));
  CHECK(says(with("= width / 0").said, "this divides by 0, or is too large"));
  CHECK(says(with("= 1 metre").said, "'1 metre' has an unknown unit"));
  CHECK(says(with("= " + std::string(300, '(')).said, "this is too long to be calculated"));
  CHECK(with("= width", {"world.size=[x, 9]"}).errors == 1);  // that of the size alone
  CHECK(with("= width", {"world.size=[16]"}).errors == 1);
}
