// SPDX-License-Identifier: Apache-2.0
// Outputs of kind text: what a stage may and must do with them.
#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

enum class Telling { once, twice, never };

struct Teller {
  Out<Text> text;
  Out<Height> height;
  Telling telling = Telling::once;

  static void describe(Spec<Teller>& s) {
    s.stage("test.teller", "A text in one or another way.");
    s.port(&Teller::text, "text", "The text.");
    s.port(&Teller::height, "height", "Flat.").unit("1");
    s.parameter(&Teller::telling, "telling", "How.").choices({"once", "twice", "never"});
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    if (telling == Telling::twice) world.text(text, "another\n");
    if (telling == Telling::once || telling == Telling::twice) world.text(text, std::string("a\0b\xC3\xA9\n", 6));
    return done(Nothing{});
  }
  void paint(Tile& tile) const {
    tile.each_cell([to = tile[height]](std::int64_t x, std::int64_t y) { to(x, y) = 0; });
  }
};

test::Built told(const std::string& telling, const std::string& outputs = "{t: teller.text, h: teller.height}") {
  test::Options options;
  options.stages = {stage<Teller>()};
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [20, 10], seed: 1}\nstages:\n"
      "  teller: {use: test.teller@1, with: {telling: " +
          telling + "}}\noutputs: [{layers: " + outputs + "}]\n",
      options);
}

}  // namespace

TEST_CASE("a text is kept byte by byte; the last one counts", "[engine.texts]") {
  CHECK(told("once").text("teller.text") == std::string("a\0b\xC3\xA9\n", 6));
  CHECK(told("twice").text("teller.text") == std::string("a\0b\xC3\xA9\n", 6));
  CHECK(told("once").digest("teller.text").size() == 32);
}

TEST_CASE("a text that somebody wants must be given", "[engine.texts]") {
  CHECK_THROWS_WITH(told("never"), Catch::Contains("it did not give its output 'text'"));
  CHECK_NOTHROW(told("never", "{h: teller.height}"));
}
