// SPDX-License-Identifier: Apache-2.0
#include <terrawright/abi.h>
#include <terrawright/random.h>

#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::load;
using test::says;

namespace {

const std::string text = R"(terrawright: 1
name: t
world: {size: [65, 65], seed: 1}
knobs: {sea: {value: 60 %, doc: x}, hill: 3}
stages:
  terrain: {use: x.y@1, with: {rho: 0.5, level: $sea, hill: $hill}}
  other: {use: x.z@1, with: }
outputs: [{file: a.exr, layers: {h: terrain}}]
)";

std::string said(const std::string& set) { return load(text, {set}).said; }

}  // namespace

TEST_CASE("an override reaches any path", "[config.overrides]") {
  const auto [world, said, errors] =
      load(text, {"knobs.sea=55%", "knobs.hill=4", "world.size=[777,513]", "world.size.1=99", "world.latitude=10 deg",
                  "world.wrap=x", "stages.terrain.with.rho=0.25", "stages.terrain.with.stencil=cubic",
                  "stages.other.with.n=1", "stages.other.in.height=terrain", "outputs.0.file={name}-{seed}.exr",
                  "world.seed=7"});
  INFO(said);
  REQUIRE(world);
  CHECK(errors == 0);
  CHECK(world->width == 777);
  CHECK(world->height == 99);
  CHECK(world->latitude == 10.0);
  CHECK(world->wrap == TERRAWRIGHT_WRAP_X);
  CHECK(world->seed == 7);
  const auto& terrain = world->nodes[0].parameters;
  CHECK(terrain[0].value.text == "0.25");
  CHECK(terrain[1].value.text == "55%");
  CHECK(terrain[2].value.text == "4");
  CHECK(terrain[3].key == "stencil");
  CHECK(world->knobs[0].doc == "x");
  CHECK(world->nodes[1].parameters[0].value.text == "1");
  CHECK(world->nodes[1].inputs[0].from.node == "terrain");
  CHECK(world->outputs[0].final_file == "t-7.exr");
}

TEST_CASE("of two overrides the later one counts", "[config.overrides]") {
  CHECK(load(text, {"world.seed=7", "world.seed=8"}).world->seed == 8);
}

TEST_CASE("a value that an override brings is shown in the override", "[config.overrides]") {
  CHECK(said("world.cell=1 deg") ==
        "--set:1:12: error: 'cell': '1 deg' is not a length\n    1 | world.cell=1 deg\n      |            ^~~~~ units "
        "that fit: m, km, cm, mm\n");
}

TEST_CASE("a path that leads nowhere is an error with a suggestion", "[config.overrides]") {
  const auto [set, words] = GENERATE(table<std::string, std::string>({
      {"world.sede=3", "--set:1:7: error: 'world' has no 'sede'"},
      {"world.sede=3", "did you mean 'seed'?"},
      {"world.latitud=3", "did you mean 'latitude'?"},
      {"wolrd.seed=3", "did you mean 'world'?"},
      {"stages.terain.with.x=1", "--set:1:8: error: 'stages' has no 'terain'"},
      {"stages.terain.with.x=1", "did you mean 'terrain'?"},
      {"stages.terrain.wiht.x=1", "did you mean 'with'?"},
      {"knobs.see=3", "did you mean 'sea'?"},
      {"outputs.7.file=x", "'outputs' is a list and has no position '7'"},
      {"outputs.first=1", "write its only position, 0"},
      {"name.x=3", "'name' is 't', which holds no keys"},
      {"world.=3", "'world' has no ''"},
      {"include=[x.yaml]", "'include' cannot be set on the command line"},
      {"terrawright=2", "'terrawright' cannot be set on the command line"},
      {"world.seed", "--set:1:1: error: 'world.seed' sets nothing"},
      {"=3", "'=3' sets nothing"},
      {"world.seed=", "--set:1:12: error: there is no value behind the '='"},
      {"world.size=[1", "--set:1:12: error: this '[' is never closed"},
  }));
  INFO(set);
  INFO(said(set));
  CHECK(says(said(set), words));
}

TEST_CASE("a knob that an override puts out of use is no error", "[config.overrides]") {
  const auto loaded = load(text, {"stages.terrain.with.hill=5"});
  INFO(loaded.said);
  CHECK(loaded.errors == 0);
}

TEST_CASE("a seed from outside is a whole number or a text as it stands", "[config.overrides]") {
  const auto seeded = [](const std::string& seed) {
    terrawright::config::Options options;
    options.seed = seed;
    return load(text, {}, options);
  };
  CHECK(seeded("42").world->seed == 42);
  CHECK(seeded("-1").world->seed == UINT64_MAX);
  for (const std::string seed : {"007", "null", "# x", "%s", " ", "~", "1e3", "+5", "0x10", "[1", "a: b", "$sea",
                                 "true", "99999999999999999999", "\"7\"", "a\nb", "\xFF"}) {
    INFO(seed);
    const auto [world, said, errors] = seeded(seed);
    INFO(said);
    REQUIRE(world);
    CHECK(said.empty());
    CHECK(world->seed == terrawright_fnv1a64(seed.data(), seed.size()));
    CHECK(world->seed_text == seed);
  }
  CHECK(seeded("").said == "error: --seed is empty\n      = a seed is a whole number or a text, as --seed 42\n");
}

TEST_CASE("a seed from outside goes where the config has none", "[config.overrides]") {
  terrawright::config::Options options;
  options.seed = "7";
  std::string bare = text;
  bare.replace(bare.find(", seed: 1"), 9, "");
  CHECK(load(bare, {}, options).world->seed == 7);
}
