// SPDX-License-Identifier: Apache-2.0
// `bench` says what a stage costs, and what its code before cost. Ratios are held, never seconds.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// Each cell is computed so many times, and a tile takes so many bytes for each of its cells.
const std::string source = R"(
#include <vector>
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Worn {
  In<Height> height; Out<Height> worn;
  static void describe(Spec<Worn>& s) {
    s.stage("test.worn", "Heights, worn down.");
    s.port(&Worn::height, "height", "Any.");
    s.port(&Worn::worn, "height", "Worn.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[worn];
    std::vector<char> taken(static_cast<std::size_t>(tile.area().width * tile.area().height * BYTES), 1);
    tile.each_cell([&](auto x, auto y) {
      float cell = from(x, y) + static_cast<float>(taken.back() - 1);
      for (int i = 0; i < TIMES; ++i) cell = cell * 0.9375f + 0.0625f;
      to(x, y) = cell;
    });
  }
};
TERRAWRIGHT_PLUGIN("test.worn", "1", terrawright::stage<Worn>())
)";

void compile(const TemporaryFolder& folder, int times, int bytes) {
  write(folder / "worn.cpp", source);
  const Ran ran = compile_plugin("g++ -O2 -DTIMES=" + std::to_string(times) + " -DBYTES=" + std::to_string(bytes),
                                 folder / "worn.cpp", folder / "worn.so");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

Ran bench(const TemporaryFolder& folder, const std::string& options) {
  return run("bench test.worn --plugins " + (folder / "worn.so") + " --cache " + (folder / "cache") + options);
}

Json measured(const TemporaryFolder& folder) {
  const Ran ran = bench(folder, " --threads 2 --format json");
  INFO(ran.out << ran.err);
  REQUIRE(ran.exit == 0);
  const Json event = Json::parse(ran.out);
  CHECK(event["event"] == "bench");
  CHECK(event["stage"] == "test.worn@1");
  CHECK(event["ns_per_cell"] > 0);
  CHECK(event["bytes_per_cell"] > 0);
  CHECK(event["threads"] == 2);
  CHECK(event["gain"] > 0);
  return event;
}

}  // namespace

TEST_CASE("bench compares a stage with its code before", "[bench]") {
  const TemporaryFolder folder;
  compile(folder, 40, 1);
  const Json first = measured(folder);
  CHECK(first["before"].is_null());
  CHECK(first["inputs"] == "made-up inputs");
  compile(folder, 240, 200);
  const Json slower = measured(folder);
  CHECK(slower["side"] == first["side"]);
  CHECK(slower["before"]["time"] > 4);
  CHECK(slower["before"]["bytes"] > 1.2);
  const Ran ran = bench(folder, "");  // the same code: the one before it counts
  INFO(ran.out << ran.err);
  CHECK_THAT(ran.out, Catch::StartsWith("test.worn@1 with made-up inputs, "));
  CHECK_THAT(ran.out, Catch::Contains(" ns a cell on one thread") && Catch::Contains(" bytes a cell") &&
                          Catch::Contains(" times the time"));
}

TEST_CASE("bench measures a stage of the program, and keeps nothing without a cache", "[bench]") {
  for (int i = 0; i < 2; ++i) {
    const Ran ran = run("bench shape.blur --threads 1 --cache off");
    INFO(ran.out << ran.err);
    CHECK(ran.exit == 0);
    CHECK_THAT(ran.out, Catch::StartsWith("shape.blur@1 with its example, ") &&
                            Catch::Contains("nothing is known of other code of it"));
    CHECK(ran.out.find("threads") == std::string::npos);
  }
}

TEST_CASE("bench refuses what it cannot measure", "[bench]") {
  const auto refused = [](const std::string& words, const std::string& why) {
    const Ran ran = run("bench " + words + " --cache off");
    INFO(ran.err);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains(why));
  };
  refused("sea.levle", "did you mean 'sea.level'?");
  refused("water.drainage", "'water.drainage' is a composite");
  refused("", "bench needs a STAGE");
}
