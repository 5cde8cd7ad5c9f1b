// SPDX-License-Identifier: Apache-2.0
#include "terrawright/testing.hpp"

#include "support/catch.hpp"

using namespace terrawright;
using Catch::Matchers::Contains;
using testing::Run;
using testing::StageRun;

namespace {

float hill(std::int64_t x, std::int64_t y) { return static_cast<float>((x * 31 + y * 17) % 23) * 0.1f; }

enum class Shape { round, sharp };

struct NamedRow {
  double above = 0;
  std::string name;
  static void describe(Parameters<NamedRow>& p) {
    p.parameter(&NamedRow::above, "above", "From here on.");
    p.parameter(&NamedRow::name, "name", "What it is called.");
  }
};
struct OtherRow {
  double below = 0;
  static void describe(Parameters<OtherRow>& p) { p.parameter(&OtherRow::below, "below", "Up to here."); }
};

// A parameter of each kind, told back as a text.
struct Parametered {
  In<Field> field;
  Out<Text> told;
  double real = 1;
  std::int64_t integer = 2;
  bool boolean = false;
  Shape shape = Shape::round;
  std::string text = "a";
  Percentage percentage = percent(50);
  Colour colour = rgb(0x102030);
  std::optional<double> automatic;
  std::vector<double> list = {1, 2};
  std::vector<NamedRow> rows;
  std::string all;

  static void describe(Spec<Parametered>& s) {
    s.stage("test.parametered", "Tells its parameters.");
    s.port(&Parametered::field, "field", "Any field.").optional();
    s.port(&Parametered::told, "told", "The parameters.");
    s.parameter(&Parametered::real, "real", "A number.").range(-10, 10);
    s.parameter(&Parametered::integer, "integer", "A whole number.").range(0, 5);
    s.parameter(&Parametered::boolean, "boolean", "Yes or no.");
    s.parameter(&Parametered::shape, "shape", "One of two.").choices({"round", "sharp"});
    s.parameter(&Parametered::text, "text", "A text.");
    s.parameter(&Parametered::percentage, "percentage", "A share.").range(0, 100);
    s.parameter(&Parametered::colour, "colour", "A colour.");
    s.parameter(&Parametered::automatic, "automatic", "A number or a word.").word("auto");
    s.parameter(&Parametered::list, "list", "Numbers.").range(0, 9);
    s.parameter(&Parametered::rows, "rows", "A table.");
  }
  void arrange(Arrangement& a) {
    const auto add = [&](const auto& value) { all += std::to_string(value) + " "; };
    add(real);
    add(integer);
    add(int{boolean});
    add(static_cast<int>(shape));
    all += text + " ";
    add(percentage.parts_per_million);
    add(int{colour.green});
    all += automatic ? std::to_string(*automatic) + " " : "auto ";
    for (const double one : list) add(one);
    for (const NamedRow& row : rows) all += row.name + " ";
    all += std::to_string(a.kind(field)) + std::string(a.unit(field));
  }
  Next<detail::None> resolve(Resolving& resolving) const {
    resolving.text(told, all);
    return done(detail::None{});
  }
  void paint(Tile&) const {}
};

// Stages for mistakes in tests: the mean of three cells in a row, and the sum of all.
struct Mean {
  In<Height> height;
  Out<Height> mean;
  Out<Mask> mask;
  Out<Number> sum;
  std::int64_t halo = 1;
  bool forgets = false, float_sum = false, counts_calls = false, out_of_tile = false, writes_input = false;
  bool first_wins = false, counts_runs = false, adds_up = false, old_scratch = false;
  mutable std::int64_t calls = 0;

  struct Sum {
    float approximate;
    std::int64_t exact;
  };

  static void describe(Spec<Mean>& s) {
    s.stage("test.mean", "The mean of three cells in a row.");
    s.port(&Mean::height, "height", "Any heights.").halo([](const Mean& self) { return self.halo; });
    s.port(&Mean::mean, "mean", "The means.").like("height");
    s.port(&Mean::mask, "mask", "1 where it is high.").by_name();
    s.port(&Mean::sum, "sum", "Of all cells.").by_name();
    s.parameter(&Mean::halo, "halo", "Cells around a tile.");
    s.parameter(&Mean::forgets, "forgets", "A cell is not written.");
    s.parameter(&Mean::float_sum, "float_sum", "Notes are not exact.");
    s.parameter(&Mean::counts_calls, "counts_calls", "The instance changes.");
    s.parameter(&Mean::out_of_tile, "out_of_tile", "Paints a cell too much.");
    s.parameter(&Mean::writes_input, "writes_input", "Changes what it reads.");
    s.parameter(&Mean::first_wins, "first_wins", "The order of merges matters.");
    s.parameter(&Mean::counts_runs, "counts_runs", "A static.");
    s.parameter(&Mean::adds_up, "adds_up", "Adds to what stands in the output.");
    s.parameter(&Mean::old_scratch, "old_scratch", "Takes scratch memory for zeros.");
  }
  void arrange(Arrangement& a) { a.needs_scratch(64); }
  Sum survey(const Tile& tile) const {
    Sum note{0.0f, 0};
    tile.each_cell([&](auto x, auto y) {
      note.approximate += tile[height](x, y) * 1.1f;
      note.exact += static_cast<std::int64_t>(tile[height](x, y) * 1000.0f);
    });
    if (first_wins) note.exact = static_cast<std::int64_t>(tile[height](tile.left(), tile.top()) * 1000.0f);
    return note;
  }
  Sum merge(const Sum& a, const Sum& b) const {
    return {a.approximate + b.approximate, first_wins ? a.exact : a.exact + b.exact};
  }
  Next<Sum> resolve(Resolving& resolving, const Notes<Sum>& notes) const {
    const Sum all = notes[0];
    resolving.number(sum, float_sum ? static_cast<double>(all.approximate) : static_cast<double>(all.exact));
    return done(all);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[mean];
    const auto high = tile[mask];
    const std::int64_t width = tile.world().width();
    ++calls;
    tile.each_cell([&](auto x, auto y) {
      if (high) high(x, y) = from(x, y) > 1.0f;
      if (forgets && x == 3 && y == 4) return;
      const float left = *from.row(y, x - (x > 0)), right = *from.row(y, x + (x + 1 < width));
      if (to) to(x, y) = (left + from(x, y) + right) / 3.0f;
    });
    static float runs = 0;
    if (counts_runs) to(tile.left(), tile.top()) = ++runs;
    if (adds_up) to(tile.left(), tile.top()) = 0.0f * to(tile.right() - 1, tile.bottom()) + 1.0f;
    if (old_scratch) to(tile.left(), tile.top()) = static_cast<float>(*tile.scratch<std::int32_t>(1));
    if (counts_calls) to(tile.left(), tile.top()) = static_cast<float>(calls);
    if (out_of_tile) *to.row(tile.top(), tile.right()) = 0.0f;
    if (writes_input) *const_cast<float*>(from.row(tile.top(), tile.left())) = 7.0f;
  }
};

struct Copy {
  In<Height> height;
  Out<Height> copy;
  static void describe(Spec<Copy>& s) {
    s.stage("test.copy", "The same.");
    s.port(&Copy::height, "height", "Any heights.");
    s.port(&Copy::copy, "copy", "The same.").like("height");
  }
  void paint(Tile& tile) const { tile.same(copy, height); }
};

Run<Mean> mean_run(std::int64_t width = 20, std::int64_t height = 11) {
  Run<Mean> run(width, height);
  run.input("height", hill);
  return run;
}

std::string told(Run<Parametered>& run) { return run.paint().text("told"); }

}  // namespace

TEST_CASE("A stage runs without a world: cells in, cells out", "[testing]") {
  Run<Mean> run(5, 3);
  run.input("height", [](std::int64_t x, std::int64_t) { return x * 3; });
  const auto result = run.paint();
  REQUIRE(result);
  CHECK(result("mean", 2, 1) == 6.0);
  CHECK(result("mean", 0, 0) == 1.0);
  CHECK(result("mask", 0, 0) == 0.0);
  CHECK(result("mask", 1, 0) == 1.0);
  CHECK(result.cells<Height>("mean").size() == 15);
  CHECK(result.cells<Mask>("mask")[1] == 1);
  CHECK(result.cell<Height>("mean", 4, 2) == 11.0f);
  CHECK(result.number("sum") == 90000.0);
  CHECK(result.unit("mean") == "1");
  CHECK_THROWS_WITH(result("mean", 5, 0), Contains("there is no cell (5, 0) in 5 x 3 cells"));
  CHECK_THROWS_WITH(result("means", 0, 0), Contains("there is no output 'means'; there are: mean, mask, sum"));
  CHECK_THROWS_WITH(result.cells<Mask>("mean"), Contains("is heights"));
  CHECK_THROWS_WITH(result.text("mean"), Contains("is not a text"));
}

TEST_CASE("Cells come from a function, a vector or one value; units and other stages' results as well", "[testing]") {
  Run<Mean> run(2, 2);
  run.input("height", std::vector<float>{1, 2, 3, 4}).unit("height", "m");
  const auto first = run.paint();
  CHECK(first.unit("mean") == "m");
  CHECK(first("mean", 0, 0) == static_cast<double>(4.0f / 3.0f));
  Run<Mean> next(2, 2);
  next.input("height", first, "mean");
  CHECK(next.paint().unit("mean") == "m");
  run.input("height", 5);
  CHECK(run.paint()("mean", 1, 1) == 5.0);
  CHECK_THROWS_WITH(run.input("height", std::vector<float>{1, 2, 3}), Contains("has 3 cells in a world of 2 x 2"));
  CHECK_THROWS_WITH(run.input("heights", 1), Contains("there is no input 'heights'; there are: height"));
  CHECK_THROWS_WITH(run.input<Mask>("height", 1), Contains("takes heights, not masks"));
  CHECK_THROWS_WITH(run.input("height", rgb(0)), Contains("are not heights"));
  CHECK_THROWS_WITH((Run<Mean>(2, 2).paint()), Contains("the test gives nothing to the input 'height'"));
}

TEST_CASE("Parameters are set by name, of each kind, and checked as in a config", "[testing]") {
  Run<Parametered> run(2, 2);
  CHECK(told(run) == "1.000000 2 0 0 a 500000 32 auto 1.000000 2.000000 0");
  run.set("real", 3).set("integer", 4).set("boolean", true).set("shape", "sharp").set("text", "b c");
  run.set("percentage", percent(7)).set("colour", rgb(0xff0000)).set("automatic", 0.5).set("list", {3, 4.5});
  run.set("rows", std::vector<NamedRow>{{0.5, "low"}, {1, "high"}}).input<Weight>("field", 1);
  CHECK(told(run) == "3.000000 4 1 1 b c 70000 0 0.500000 3.000000 4.500000 low high 31");
  run.set("shape", Shape::round).set("automatic", "auto").set("list", std::vector<double>{});
  CHECK(told(run) == "3.000000 4 1 0 b c 70000 0 auto low high 31");

  CHECK_THROWS_WITH(run.set("reel", 1), Contains("there is no parameter 'reel'; there are: real, integer"));
  CHECK_THROWS_WITH(run.set("real", 11), Contains("'real' is 11, and goes from -10 to 10"));
  CHECK_THROWS_WITH(run.set("integer", -1), Contains("'integer' is -1, and goes from 0 to 5"));
  CHECK_THROWS_WITH(run.set("integer", 1.5), Contains("'integer' is a whole number, not a number"));
  CHECK_THROWS_WITH(run.set("boolean", 1), Contains("'boolean' is true or false, not a whole number"));
  CHECK_THROWS_WITH(run.set("shape", "square"), Contains("cannot be 'square'; it can be: round, sharp"));
  CHECK_THROWS_WITH(run.set("percentage", percent(101)), Contains("is 101, and goes from 0 to 100"));
  CHECK_THROWS_WITH(run.set("colour", "red"), Contains("is a colour, not a text"));
  CHECK_THROWS_WITH(run.set("automatic", "rand"), Contains("is a number, not a text"));
  CHECK_THROWS_WITH(run.set("list", {1.0, 10.0}), Contains("is 10, and goes from 0 to 9"));
  CHECK_THROWS_WITH(run.set("rows", std::vector<OtherRow>{{}}), Contains("not a table of other columns"));
}

TEST_CASE("An honest stage comes out alike in every tiling", "[testing]") {
  for (const auto& [width, height] : {std::pair(20, 11), {1, 1}, {1, 40}, {64, 33}, {7, 14}})
    CHECK(mean_run(width, height).tilings_differ().value_or("") == "");
  auto run = mean_run();
  CHECK(run.set("halo", 9).tilings_differ().value_or("") == "");
  CHECK(run.without("mask").without("mean").tilings_differ().value_or("") == "");
}

TEST_CASE("NaN and infinite cells of an honest stage come out alike", "[testing]") {
  Run<Copy> copy(20, 11);
  copy.input("height", [](std::int64_t x, std::int64_t y) { return x == y ? std::nanf("") : 1.0f; });
  CHECK(copy.tilings_differ().value_or("") == "");
  CHECK(std::isnan(copy.paint()("copy", 3, 3)));
}

TEST_CASE("A halo that is short by one is found", "[testing]") {
  auto run = mean_run();
  CHECK(run.set("halo", 0).tilings_differ().value_or("") ==
        "in tiles of 1 x 11 it reads beyond a window, or memory that nobody wrote; what stands there decides "
        "cell (0, 0) of 'mean': 3.98522812e+29 and NaN");
}

TEST_CASE("A cell that is not written is found, in the first run and by its place", "[testing]") {
  auto run = mean_run();
  const auto result = run.set("forgets", true).paint();
  REQUIRE(result.failure());
  CHECK(result.failure()->sentence() == "its code is wrong: a cell of 'mean' is not written at cell (3, 4)");
  CHECK_THROWS_WITH(result("mean", 0, 0), Contains("the stage failed: its code is wrong"));
  CHECK_THAT(run.tilings_differ().value_or(""), Contains("it failed: its code is wrong: a cell of 'mean'"));
}

TEST_CASE("Notes that do not merge exactly are found", "[testing]") {
  auto run = mean_run(64, 64);
  CHECK_THAT(run.set("float_sum", true).tilings_differ().value_or(""),
             Contains("the whole world as one tile and tiles of 64 x 1 differ: the number 'sum': "));
  run = mean_run();
  CHECK(run.set("first_wins", true).tilings_differ({{20, 1}}).value_or("") ==
        "tiles of 20 x 1 in another order, and notes merged in another order, differ: the number 'sum': 0 and 2200");
}

TEST_CASE("What differs from run to run, and what stands in memory that nobody wrote, is found", "[testing]") {
  auto run = mean_run();
  CHECK(run.set("counts_runs", true).tilings_differ().value_or("") ==
        "two runs of the whole world as one tile differ: cell (0, 0) of 'mean': 2 and 3");
  run = mean_run();
  CHECK(run.set("adds_up", true).tilings_differ().value_or("") ==
        "in the whole world as one tile it reads beyond a window, or memory that nobody wrote; what stands there "
        "decides cell (0, 0) of 'mean': 1 and NaN");
  run = mean_run();
  CHECK_THAT(run.set("old_scratch", true).tilings_differ().value_or(""),
             Contains("memory that nobody wrote; what stands there decides cell (0, 0) of 'mean'"));
}

TEST_CASE("An instance that changes, a cell outside the tile and a changed input are found", "[testing]") {
  auto run = mean_run();
  const auto counts = run.set("counts_calls", true).tilings_differ();
  REQUIRE(counts);
  CHECK_THAT(*counts, Contains("cell (") && Contains("of 'mean'"));
  run = mean_run();
  run.set("out_of_tile", true);
  CHECK_THAT(run.paint().failure()->sentence(),
             Contains("mean: its code is wrong: it wrote outside its tile at cell (20, 0)"));
  run = mean_run();
  run.set("writes_input", true);
  CHECK_THAT(run.paint().failure()->sentence(), Contains("it wrote into its input 'height' at cell (0, 0)"));
}

namespace {

// A stage that decodes its file itself.
struct Letters {
  Out<Scalar> count;
  File file;
  double letters = 0, longitude = 0;
  static void describe(Spec<Letters>& s) {
    s.stage("test.letters", "How many letters a file has, and where the world is.").reads_longitude();
    s.port(&Letters::count, "count", "The number.").unit("1");
    s.parameter(&Letters::file, "file", "The file.");
  }
  void arrange(Arrangement& a) {
    letters = static_cast<double>(a.bytes(file, "file", 10).size());
    longitude = a.longitude();
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[count](x, y) = static_cast<float>(letters + longitude); });
  }
};

}  // namespace

TEST_CASE("A stage gets the bytes of its file, as many as it takes, and the world's longitude", "[testing]") {
  const auto with = [](const std::string& bytes) {
    return testing::Run<Letters>(3, 2).file("file", bytes).longitude(0.5).paint();
  };
  CHECK(with("words").cells<Scalar>("count").front() == 5.5f);
  CHECK(with("").cells<Scalar>("count").front() == 0.5f);
  REQUIRE(with("eleven bytes").failure());
  CHECK(with("eleven bytes").failure()->sentence().find("has 12 bytes; at most 10 are read") != std::string::npos);
  const auto samples = testing::Run<Letters>(3, 2).file("file", 1, 1, {1.0f}).paint();
  REQUIRE(samples.failure());
  CHECK(samples.failure()->sentence().find("the stage wants its bytes") != std::string::npos);
}
