// SPDX-License-Identifier: Apache-2.0
// Tiles of an output.
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using terrawright::config::longest_side;
using test::load;
using test::says;

namespace {

const std::string head =
    "terrawright: 1\nname: t\nworld: {size: [65, 33], seed: 42}\nstages:\n  a: {use: x.y@1}\noutputs:\n";

std::string tiled(const std::string& tiles) { return head + "  - {tiles: " + tiles + ", layers: {h: a}}\n"; }

}  // namespace

TEST_CASE("an output may be in tiles", "[config.tiles]") {
  const auto loaded = load(tiled("{side: 32, overlap: 1, file: \"{name}/{seed}_x{x}_y{y}.png\"}"));
  INFO(loaded.said);
  REQUIRE(loaded.world);
  const auto& output = loaded.world->outputs.at(0);
  CHECK(output.file == "{name}/{seed}_x{x}_y{y}.png");
  CHECK(output.final_file == "t/42_x{x}_y{y}.png");
  REQUIRE(output.tiles);
  CHECK(output.tiles->side == 32);
  CHECK(output.tiles->overlap == 1);
  CHECK(output.tiles->repeats);
  const auto cut = load(tiled("{side: 32, edge: cut, file: \"{y}-{x}.png\"}"));
  REQUIRE(cut.world);
  CHECK_FALSE(cut.world->outputs[0].tiles->repeats);
  CHECK(cut.world->outputs[0].tiles->overlap == 0);
  CHECK_FALSE(load(head + "  - {file: a.exr, layers: {h: a}}\n").world->outputs[0].tiles);
}

TEST_CASE("parameters of writers and ports that may be left out stand beside a file", "[config.writers]") {
  config::Options options;
  options.writers = config::Options::KeysOfWriters{{"error"}, {"texture"}};
  const auto with = [&](const std::string& more) {
    return load(
        "terrawright: 1\nname: t\nworld: {size: [65, 33], seed: 42}\nknobs: {fine: 0.5 m, levels: [1 m, 0.02 km]}\n"
        "stages:\n  a: {use: x.y@1}\noutputs:\n  - {file: k.exr, layers: {h: a}, error: [$fine]}\n"
        "  - {file: k.exr, layers: {h: a}, error: $levels}\n"
        "  - {file: \"{layer}.glb\", layers: {h: a, i: b}" +
            more + "}\n",
        {}, options);
  };
  const auto loaded = with(", error: 5 m, texture: c.colours");
  REQUIRE(loaded.world);
  const auto& outputs = loaded.world->outputs;
  REQUIRE(outputs[0].keys.size() == 1);
  CHECK(outputs[0].keys[0].key == "error");
  CHECK(outputs[0].keys[0].value.items.at(0).text == "0.5 m");
  CHECK(outputs[1].keys.at(0).value.items.at(1).text == "0.02 km");
  REQUIRE(outputs.size() == 4);  // one of each layer, with the texture
  for (const std::size_t i : {2, 3}) {
    CHECK(outputs[i].keys.at(0).value.text == "5 m");
    REQUIRE(outputs[i].layers.size() == 2);
    CHECK(outputs[i].layers[0].name == (i == 2 ? "h" : "i"));
    CHECK(outputs[i].layers[1].is_key);
    CHECK(outputs[i].layers[1].from.port == "colours");
  }
  const auto beside = with(", texture: {layer: b, error: 2 m}");  // a port with a parameter
  REQUIRE(beside.world);
  CHECK(beside.world->outputs[2].layers.at(1).from.node == "b");
  CHECK(beside.world->outputs[2].layers[1].keys.at(0).value.text == "2 m");
  CHECK(says(with(", texture: {error: 2 m}").said, "'texture' lacks the key 'layer'"));
  CHECK(says(with(", texture: {layer: b, erorr: 2 m}").said, "did you mean 'error'?"));
  CHECK(with("").world->outputs[2].keys.empty());
  CHECK(says(with(", errors: 5 m").said, "an output has no key 'errors'"));
  const std::string typed = head + "  - {file: a.exr, layer: {h: a}}\n";
  CHECK(says(load(typed, {}, options).said, "did you mean 'layers'?"));
  options.writers.reset();  // they are not known
  CHECK(says(load(typed, {}, options).said, "an output lacks the key 'layers'"));
  CHECK(with(", texture: b, errors: 5 m").world->outputs[2].keys.size() == 2);
}

TEST_CASE("knobs set the sides of tiles", "[config.tiles]") {
  const auto loaded = load(
      "terrawright: 1\nname: t\nworld: {size: [65, 33], seed: 42}\nknobs: {t: 64, o: 2}\n"
      "stages:\n  a: {use: x.y@1}\noutputs:\n"
      "  - {tiles: {side: $t, overlap: $o, file: \"{x}_{y}.png\"}, layers: {h: a}}\n");
  INFO(loaded.said);
  REQUIRE(loaded.world);
  CHECK(loaded.world->outputs[0].tiles->side == 64);
  CHECK(loaded.world->outputs[0].tiles->overlap == 2);
}

TEST_CASE("every wrong thing in tiles is said", "[config.tiles]") {
  const auto& [tiles, words] = GENERATE(table<std::string, std::string>({
      {"5", "'tiles' must be a map, not '5'"},
      {"{side: 32}", "'file'"},
      {"{file: \"{x}_{y}.png\"}", "'side'"},
      {"{side: 0, file: \"{x}_{y}.png\"}", "write 1 to 1048577 cells"},
      {"{side: 1048578, file: \"{x}_{y}.png\"}", "'side' is 1048578"},
      {"{side: 2 m, file: \"{x}_{y}.png\"}", "'side'"},
      {"{side: 32, overlap: -1, file: \"{x}_{y}.png\"}", "'overlap' is -1"},
      {"{side: 32, overlap: 33, file: \"{x}_{y}.png\"}", "'overlap' is 33, more than a side of 32"},
      {"{side: 32, edge: pad, file: \"{x}_{y}.png\"}", "its choices are: repeat, cut"},
      {"{side: 32, sdie: 3, file: \"{x}_{y}.png\"}", "did you mean 'side'?"},
      {"{side: 32, file: \"{name}.png\"}", "has no {x} and {y} in it, so several tiles would be one file"},
      {"{side: 32, file: \"{x}.png\"}", "has no {y} in it"},
      {"{side: 32, file: \"{y}.png\"}", "has no {x} in it"},
      {"{side: 32, file: \"{x}{y}.png\"}", "1 and 11 are as 11 and 1"},
      {"{side: 32, file: \"{x}0{y}.png\"}", "1 and 11 are as 11 and 1"},
      {"{side: 32, file: \"{x}{seed}{y}.png\"}", "1 and 11 are as 11 and 1"},
      {"{side: 32, file: \"../{x}_{y}.png\"}", "leaves the output folder"},
      {"{side: 32, file: \"{z}_{y}.png\"}", "braces can hold: name, seed, layer, x, y"},
  }));
  const auto [world, said, errors] = load(tiled(tiles));
  INFO(tiles << "\n" << said);
  CHECK(errors == 1);
  CHECK(says(said, words));
}

TEST_CASE("several wrong things in tiles are said at once", "[config.tiles]") {
  const auto loaded = load(head +
                           "  - {tiles: {side: 0, overlap: -1, edge: x, file: \"{x}.png\"}, file: \"{x}.png\", "
                           "layers: {h: a}}\n");
  INFO(loaded.said);
  CHECK(loaded.errors == 2);  // that of the file, and that it is both
  CHECK(says(loaded.said, "one file has no tiles"));
  CHECK(says(loaded.said, "an output goes to one file or to tiles, not to both"));
  const auto tiles = load(tiled("{side: 0, overlap: -1, edge: x, file: \"{x}.png\"}"));
  INFO(tiles.said);
  CHECK(tiles.errors == 4);
}

TEST_CASE("a tile of 2^n + 2 cells is asked about", "[config.tiles]") {
  const auto loaded = load(tiled("{side: 2049, overlap: 1, file: \"{x}_{y}.png\"}"));
  CHECK(loaded.world);
  CHECK(says(loaded.said, "warning: a tile has side + overlap cells a side, and these have 2050"));
  CHECK(says(loaded.said, "write side: 2048 for tiles of 2049 cells"));
  CHECK(load(tiled("{side: 2048, overlap: 1, file: \"{x}_{y}.png\"}")).said.empty());
  CHECK(load(tiled("{side: 2049, file: \"{x}_{y}.png\"}")).said.empty());
}

TEST_CASE("tiles and files of one name are refused", "[config.tiles]") {
  const std::string tiles = "  - {tiles: {side: 8, file: \"a_{x}_{y}.png\"}, layers: {h: a}}\n";
  CHECK(says(load(head + tiles + tiles).said, "two outputs write 'a_{x}_{y}.png'"));
}

TEST_CASE("a world has up to 2^20 + 1 cells a side", "[config.tiles]") {
  CHECK(longest_side == 1048577);
  const auto sized = [](const std::string& size) {
    return load("terrawright: 1\nname: t\nworld: {size: " + size +
                ", seed: 42}\nstages:\n  a: {use: x.y@1}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
  };
  CHECK(sized("[1048577, 1048577]").world);
  CHECK(says(sized("[1048578, 1]").said, "a world has 1 to 1048577 cells a side"));
}
