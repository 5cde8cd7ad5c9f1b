// SPDX-License-Identifier: Apache-2.0
// A stage with a parameter of each kind.
#include "terrawright/stage.hpp"
using namespace terrawright;
enum class Way { up, down };
struct Step {
  double at = 0.5;
  Colour colour = rgb(0x0a0b0c);
  static void describe(Parameters<Step>& row) {
    row.parameter(&Step::at, "at", "Where it is.").unit("m").range(0, 9);
    row.parameter(&Step::colour, "colour", "What it looks like.");
  }
};
struct Kinds {
  Out<Height> out;
  Colour paint_on = rgb(0x2f6d9e);
  std::optional<Colour> edge;
  std::vector<std::int64_t> counts = {1, 2};
  std::vector<std::string> names = {"a", "b"};
  std::vector<Step> steps = {{1, rgb(0xffffff)}};
  std::int64_t wide = 0;
  Way way = Way::up;
  static void describe(Spec<Kinds>& s) {
    s.stage("test.kinds", "Has one of each.").example("# its own example\n");
    s.port(&Kinds::out, "height", "Flat.").unit("1");
    s.parameter(&Kinds::paint_on, "paint_on", "A colour.").advanced();
    s.parameter(&Kinds::edge, "edge", "A colour or none.").word("none");
    s.parameter(&Kinds::counts, "counts", "Whole numbers.");
    s.parameter(&Kinds::names, "names", "Texts.");
    s.parameter(&Kinds::steps, "steps", "Rows.");
    s.parameter(&Kinds::wide, "wide", "A large one.").range(std::int64_t{0}, INT64_MAX - 1);
    s.parameter(&Kinds::way, "way", "A choice.").choices({"up", "down"}).choice_docs({"To the sky.", "To the sea."});
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[out](x, y) = 0; });
  }
};
TERRAWRIGHT_PLUGIN("test.kinds", "1", terrawright::stage<Kinds>())
