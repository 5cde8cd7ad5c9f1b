// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

struct Mapped {
  std::int64_t width = 4, height = 2;
  std::map<std::string, test::Given> given = {};
  std::map<std::string, std::string> kinds = {};  // of inputs that are no heights

  void add(const std::string& name, std::vector<float> cells, const std::string& unit = "1",
           const std::string& kind = "") {
    given[name] = {unit, width, height, std::move(cells)};
    kinds[name] = kind;
  }
  test::Built build(const std::string& formula, const std::string& with = "", std::int64_t tile = 3, int threads = 2,
                    const std::string& port = "") const {
    test::Options options;
    options.tile = tile;
    options.threads = threads;
    options.given = given;
    std::string stages, in;
    for (const auto& [name, kind] : kinds) {
      stages += "  " + name + "_: {use: test.given" + kind + "@1, with: {name: " + name + "}}\n";
      in += (in.empty() ? "" : ", ") + name + ": " + name + "_";
    }
    return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                           std::to_string(height) + "], seed: 1}\nstages:\n" + stages +
                           "  f: {use: shape.formula@1, in: {" + in + "}, with: {formula: '" + formula + "'" +
                           (with.empty() ? "" : ", " + with) + "}}\noutputs: [{layers: {f: f" + port + "}}]\n",
                       options);
  }
  std::vector<float> cells(const std::string& formula, const std::string& with = "") const {
    return build(formula, with).cells<float>("f");
  }
};

const std::vector<float> as = {0.1f, -2.0f, 0.75f, 3.25f, 0.0f, 1e-3f, 7.0f, -0.5f};
const std::vector<float> bs = {0.3f, 1.0f, 0.1f, 0.25f, 0.9f, 0.7f, -1.0f, -0.5f};

Mapped heights() {
  Mapped world;
  world.add("a", as);
  world.add("b", bs);
  return world;
}

}  // namespace

TEST_CASE("every operation, in float64 and rounded once", "[shape.formula]") {
  const std::vector<std::pair<std::string, std::function<double(double, double)>>> formulas = {
      {"a + b", [](double a, double b) { return a + b; }},
      {"a-b", [](double a, double b) { return a - b; }},
      {"a*b", [](double a, double b) { return a * b; }},
      {"a / b", [](double a, double b) { return a / b; }},
      {"-a", [](double a, double) { return -a; }},
      {"a - -b", [](double a, double b) { return a + b; }},
      {"min(a, b)", [](double a, double b) { return std::min(a, b); }},
      {"max(a, b)", [](double a, double b) { return std::max(a, b); }},
      {"min(a, b, 0.2, a * 3)",
       [](double a, double b) {
         return std::min({a, b, 0.2, a * 3});
       }},
      {"max(a, b, 0.2)",
       [](double a, double b) {
         return std::max({a, b, 0.2});
       }},
      {"clamp(a, 0, 0.5) + b", [](double a, double b) { return std::clamp(a, 0.0, 0.5) + b; }},
      {"threshold(a, b)", [](double a, double b) { return a > b; }},
      {"select(a > b, a, 10 * b)", [](double a, double b) { return a > b ? a : 10 * b; }},
      {"abs(a) + sqrt(b * b)", [](double a, double b) { return std::fabs(a) + std::sqrt(b * b); }},
      {"floor(a * 10) / 10 + b", [](double a, double b) { return std::floor(a * 10) / 10 + b; }},
      {"a < b", [](double a, double b) { return a < b; }},
      {"a <= b", [](double a, double b) { return a <= b; }},
      {"a > b", [](double a, double b) { return a > b; }},
      {"a >= b", [](double a, double b) { return a >= b; }},
      {"a == b", [](double a, double b) { return a == b; }},
      {"a != b", [](double a, double b) { return a != b; }},
      {"a > 0 and b > 0.5", [](double a, double b) { return a > 0 && b > 0.5; }},
      {"a > 0 or b > 0.5", [](double a, double b) { return a > 0 || b > 0.5; }},
      {"not a > b", [](double a, double b) { return !(a > b); }},
      {"not a + b", [](double a, double b) { return a + b == 0; }},
      // Weakest first: or, and, not, comparisons, sums, products, signs; equals from the left.
      {"a - b - 0.1", [](double a, double b) { return (a - b) - 0.1; }},
      {"a / b / 3", [](double a, double b) { return (a / b) / 3; }},
      {"a - b * 2 + 1", [](double a, double b) { return (a - b * 2) + 1; }},
      {"(a - b) * -2", [](double a, double b) { return (a - b) * -2; }},
      {"-a * b", [](double a, double b) { return -a * b; }},
      {"a + b > 1 or b < 0 and a > 5", [](double a, double b) { return a + b > 1 || (b < 0 && a > 5); }},
      {"not a > 0 and b > 0", [](double a, double b) { return !(a > 0) && b > 0; }},
      {"a + 0.1 + 0.2 + b", [](double a, double b) { return ((a + 0.1) + 0.2) + b; }},
      {"a * 1.5e-3 + .25 * b + 2.", [](double a, double b) { return (a * 1.5e-3 + .25 * b) + 2; }},
      {"\n  a\t+ b ", [](double a, double b) { return a + b; }},
      {"nota_ + b", nullptr},
      {"a", [](double a, double) { return a; }}};
  for (const auto& [text, formula] : formulas) {
    INFO(text);
    if (!formula) {
      CHECK_THROWS_WITH(heights().cells(text), Catch::Contains("there is no 'nota_'"));
      continue;
    }
    Mapped world = heights();
    if (text == "-a" || text == "a") {
      world.kinds.erase("b");
    }
    const auto cells = world.cells(text);
    for (std::size_t i = 0; i < as.size(); ++i) {
      REQUIRE(cells[i] == static_cast<float>(formula(static_cast<double>(as[i]), static_cast<double>(bs[i]))));
    }
  }
}

TEST_CASE("nothing is folded or reordered: sums keep their rounding", "[shape.formula]") {
  Mapped world;
  world.width = 1;
  world.height = 1;
  world.add("a", {1.0f});
  CHECK(world.cells("(a + 1e16) - 1e16") == std::vector<float>{0.0f});
  CHECK(world.cells("a + (1e16 - 1e16)") == std::vector<float>{1.0f});
  CHECK(world.cells("a + 1e16 - 1e16") == std::vector<float>{0.0f});
  CHECK(world.cells("1e16 - 1e16 + a") == std::vector<float>{1.0f});
  // A fused multiply-add would leave the rounding error of the product behind.
  world.add("a", {0.1f});
  CHECK(world.cells("(a + 1e-9) * (a + 1e-9) - (a + 1e-9) * (a + 1e-9)") == std::vector<float>{0.0f});
}

TEST_CASE("every tiling and number of threads, over rows longer than what is evaluated at once", "[shape.formula]") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 700}, {700, 1}, {513, 40}, {300, 9}}) {
    Mapped world;
    world.width = width;
    world.height = height;
    world.add("a", test::noise(width, height, 1).cells);
    world.add("b", test::noise(width, height, 2).cells);
    const std::string text = "select(a > b, sqrt(a * b) / (b + 0.1), clamp(a - b, -0.5, -0.1)) * 0.3 + floor(b * 7)";
    const auto whole = world.build(text, "", 0, 1);
    for (const std::int64_t tile : {7, 64, 300}) {
      for (const int threads : {1, 2}) CHECK(world.build(text, "", tile, threads).digest("f") == whole.digest("f"));
    }
  }
}

TEST_CASE("a division by 0 is an error at its cell, unless select leaves it out", "[shape.formula]") {
  Mapped world;
  world.add("a", {1, 2, 3, 4, 5, 6, 7, 8});
  world.add("b", {1, 1, 1, 1, 1, 1, 0, 0});
  for (const std::int64_t tile : {0, 1, 3}) {
    CHECK_THROWS_WITH(world.build("1 + a / b", "", tile),
                      Catch::Contains("this divides 7 by 0 at cell (2, 1); guard it") &&
                          Catch::Contains("(character 7 of the formula)"));
  }
  CHECK(world.cells("select(b != 0, a / b, -1)") == std::vector<float>{1, 2, 3, 4, 5, 6, -1, -1});
  // Among two divisions by 0 the error is in the one that select takes.
  CHECK_THROWS_WITH(world.cells("select(b == 0, a / b, 1 / b)"), Catch::Contains("character 18 "));
  CHECK_THROWS_WITH(world.cells("select(b != 0, 1 / b, a / b)"), Catch::Contains("character 25 "));
  CHECK(world.cells("min(a / b, 100)") == std::vector<float>{1, 2, 3, 4, 5, 6, 100, 100});
}

TEST_CASE("roots of negative numbers and values too large are errors at their cell", "[shape.formula]") {
  Mapped world = heights();
  CHECK_THROWS_WITH(world.cells("sqrt(a) + b"),
                    Catch::Contains("the root of -2 (character 1 ") && Catch::Contains("(1, 0)"));
  CHECK_THROWS_WITH(world.cells("b + a * 1e300 * 1e300"), Catch::Contains("the value is too large (character 15 "));
  CHECK_THROWS_WITH(world.cells("b * 1e100 + a"), Catch::Contains("too large for float32 cells"));
}

TEST_CASE("an input that is NaN or infinite is an error at its cell, used or not", "[shape.formula]") {
  Mapped world = heights();
  auto cells = bs;
  cells[6] = std::nanf("");
  world.add("b", cells);
  CHECK_THROWS_WITH(world.cells("select(b > 0, a, 0)"),
                    Catch::Contains("a value of 'b' is NaN") && Catch::Contains("(2, 1)"));
}

TEST_CASE("bad formulas say what is wrong and where", "[shape.formula]") {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "the formula is empty"},
      {"  ", "the formula is empty"},
      {"a +", "expected a value, found the end (character 4 of the formula)"},
      {"a + * b", "expected a value, found '*' (character 5 "},
      {"(a + b", "expected ')', found the end (character 7 "},
      {"a + b)", "expected an operator or ';', found ')' (character 6 "},
      {"a b", "expected an operator or ';', found 'b' (character 3 "},
      {"2a + b", "expected an operator or ';', found 'a' (character 2 "},
      {"a + foo",
       "there is no 'foo'; its values are a, b, c, d, mask, level, x, y, u, v, cell, width, height, side (character "
       "5 "},
      {"sin(a) + b", "there is no function 'sin'; there are min, max, clamp"},
      {"min + a", "min is a function: min(a, b, ...) (character 1 "},
      {"b + min(a)", "min takes min(a, b, ...), and gets 1 value (character 5 "},
      {"clamp(a, b)", "clamp takes clamp(value, low, high), and gets 2 values"},
      {"abs(a, b)", "abs takes abs(value), and gets 2 values"},
      {"abs() + a + b", "and gets 0 values"},
      {"min(a, )", "expected a value, found ')' (character 8 "},
      {"a ^ 2 + b", "found '^'; a square is written a * a (character 3 "},
      {"a = b", "a is no output; there are field, height, scalar"},
      {"a + (b = 1)", "expected ')', found '=' (character 8 "},
      {"a < b < 1", "join two comparisons with and (character 7 "},
      {"a && b", "write and"},
      {"a ? b : 1", "write select"},
      {"a \u00d7 b", "found '\u00d7' (character 3 "},
      {"a + b + c", "nothing is connected to the input c (character 9 "},
      {"a + b * 1e999", "the number ''1e999'' is too large or too small (character 9 "},
      {"a + 1", "the formula does not use this input"},
      {std::string(100, '(') + "a", "brackets are at most 64 deep (character 65 "},
      {"a" + std::string(2100, ' ') + "+ b", "at most 2000 characters"}};
  for (const auto& [text, message] : wrong) {
    INFO(text);
    std::string expected = message;
    for (std::size_t at; (at = expected.find("''")) != std::string::npos;) expected.replace(at, 2, "'");
    CHECK_THROWS_WITH(heights().cells(text), Catch::Contains(expected));
  }
  // As long and as deep as formulas may be.
  CHECK_NOTHROW(heights().cells("b + " + std::string(64, '(') + "a" + std::string(64, ')')));
  CHECK_NOTHROW(heights().cells("b + " + std::string(1900, '-') + "a"));
}

TEST_CASE("units: sums and comparisons agree, products follow", "[shape.formula]") {
  Mapped world;
  world.add("a", as, "m");
  world.add("b", bs, "m");
  world.add("c", bs, "1", "_weight");
  world.add("d", bs, "mm/yr", "_scalar");
  const auto unit = [&](const std::string& text, const std::string& with = "") {
    Mapped used = world;
    for (const char* name : {"b", "c", "d"}) {
      if ((" " + text).find(std::string(" ") + name) == std::string::npos) used.kinds.erase(name);
    }
    return used.build(text, with, 3, 2, ".scalar").layer("f.scalar").facts().unit;
  };
  CHECK(unit("a + b") == "m");
  CHECK(unit("a * c + 100") == "m");
  CHECK(unit("a / b") == "1");
  CHECK(unit("select(a > 0, c, 1)") == "1");
  CHECK(unit("2 * 3 + 1") == "m");
  CHECK(unit("d * c / 2") == "mm/yr");
  CHECK(unit("select(a > 100, d, 0)") == "mm/yr");
  CHECK(unit("d * 0.01 - a", "unit: C") == "C");
  CHECK_THROWS_WITH(unit("a + c"), Catch::Contains("this puts m and 1 together") && Catch::Contains("character 3 "));
  CHECK_THROWS_WITH(unit("max(a, d)"), Catch::Contains("this puts m and mm/yr together"));
  CHECK_THROWS_WITH(unit("a > c"), Catch::Contains("this puts m and 1 together"));
  CHECK_THROWS_WITH(unit("a * b"), Catch::Contains("no name of its own; name it with `unit`"));
  CHECK_THROWS_WITH(unit("1 / a"), Catch::Contains("no name of its own"));
  CHECK_THROWS_WITH(unit("sqrt(a)"), Catch::Contains("no name of its own"));
}

TEST_CASE("kinds: like a, or by name; heights in 1 or m, weights in 0..1", "[shape.formula]") {
  Mapped world;
  world.add("a", as, "m");
  CHECK(world.build("a * 2").layer("f").facts().kind == TERRAWRIGHT_KIND_HEIGHT);
  CHECK(world.build("a * 2").layer("f").facts().unit == "m");
  CHECK_THROWS_WITH(world.build("a * 2", "unit: C"), Catch::Contains("heights are in m or without unit (1)"));
  CHECK_THROWS_WITH(world.build("a * 2", "", 3, 2, ".weight"), Catch::Contains("weights have no unit"));
  CHECK_THROWS_WITH(world.build("(a > 0) * 1.5", "", 3, 2, ".weight"),
                    Catch::Contains("a weight lies in 0..1, but the result is 1.5") && Catch::Contains("(0, 0)"));
  CHECK(world.build("clamp(a, 0, 1)", "unit: \"1\"", 3, 2, ".weight").layer("f.weight").facts().kind ==
        TERRAWRIGHT_KIND_WEIGHT);
  const auto mask = world.build("a > 0.5", "", 3, 2, ".mask").cells<std::uint8_t>("f.mask");
  for (std::size_t i = 0; i < mask.size(); ++i) CHECK(mask[i] == (as[i] > 0.5f ? 1 : 0));
  Mapped rain;
  rain.add("a", bs, "mm/yr", "_scalar");
  CHECK(rain.build("abs(a)", "unit: m", 3, 2, ".height").layer("f.height").facts().kind == TERRAWRIGHT_KIND_HEIGHT);
}

TEST_CASE("masks and numbers as values", "[shape.formula]") {
  const auto built = test::build(R"(
terrawright: 1
name: t
world: {size: [65, 65], seed: 3}
stages:
  height: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: height}}
  f:
    use: shape.formula@1
    in: {a: height, level: sea.level, mask: sea.land}
    with: {formula: "select(mask, a - level, 0) + (a > level) - mask"}
outputs: [{layers: {h: height, f: f}}]
)",
                                 {7, 2});
  const double q = built.number("sea.level");
  const auto h = built.cells<float>("height"), f = built.cells<float>("f");
  std::size_t land = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double over = static_cast<double>(h[i]) - q;
    REQUIRE(f[i] == static_cast<float>(over > 0 ? over : 0.0));
    land += over > 0;
  }
  CHECK(land > 0);
}

TEST_CASE("a formula needs no input: coordinates are enough for outputs that have a kind", "[shape.formula]") {
  const auto world = [](const std::string& stages, const std::string& read) {
    return test::build("terrawright: 1\nname: t\nworld: {size: [40, 30], cell: 100 m, seed: 1}\nstages:\n" + stages +
                       "outputs: [{layers: {f: " + read + "}}]\n");
  };
  const std::string cone =
      "  f: {use: shape.formula@1, with: {formula: \"height = max(1500 - sqrt(x * x + y * y), 0); mask = u < v\", "
      "unit: "
      "m}}\n";
  const auto built = world(cone, "f.height");
  const auto cells = built.cells<float>("f.height");
  CHECK(built.layer("f.height").facts().unit == "m");
  CHECK(cells[0] == 1500.0f);
  CHECK(cells[3 * 40 + 4] == 1000.0f);
  const auto wide = world("  f: {use: shape.formula@1, with: {formula: \"scalar = x / width\"}}\n", "f.scalar");
  CHECK(wide.cells<float>("f.scalar")[10] == 0.25f);
  const auto sides = world(
      "  f: {use: shape.formula@1, with: {formula: \"scalar = width + 10 * height + 100 * side\"}}\n", "f.scalar");
  CHECK(sides.cells<float>("f.scalar")[10] == 334000.0f);
  // A length is in metres, as the coordinates are.
  const auto level = [&](const std::string& number) {
    return world("  f: {use: shape.formula@1, in: {level: " + number + "}, with: {formula: \"scalar = level\"}}\n",
                 "f.scalar")
        .cells<float>("f.scalar")[0];
  };
  CHECK(level("2 km") == 2000.0f);
  CHECK(level("1500 mm/yr") == 1500.0f);
  // What has the kind of an input is nothing without it, in every stage.
  CHECK_THROWS_WITH(world(cone, "f"),
                    Catch::Contains("the output 'field' is read, which has the kind of the input 'a', "
                                    "and nothing is connected to that"));
  CHECK_THROWS_WITH(
      world("  n: {use: heights.noise@1}\n  m: {use: shape.formula@1, in: {a: n}, with: {formula: a > 0.5}}\n"
            "  w: {use: shape.warp@1, in: {mask: m.mask, by_x: n}}\n  b: {use: shape.blur@1, in: {field: w}}\n",
            "b"),
      Catch::Contains("which has the kind of the input 'field'"));
  CHECK_THROWS_WITH(world("  f: {use: shape.formula@1, with: {formula: \"height = a\"}}\n", "f.height"),
                    Catch::Contains("nothing is connected to the input a"));
}
