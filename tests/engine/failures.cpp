// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include "engine/made_up.hpp"

using namespace terrawright;
using test::run_made_up;
using test::tiles_and_threads;

namespace {

struct Steep {
  Out<Height> height;
  static void describe(Spec<Steep>& s) {
    s.stage("test.steep", "Fails at two cells.");
    s.port(&Steep::height, "height", "Zero.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) {
      if ((x == 3 && y == 40) || (x == 170 && y == 2)) throw Failure("", "too steep", x, y);
      out(x, y) = 0.0f;
    });
  }
};

// Asks the engine for what there is not. `how` is one of its functions.
struct Careless {
  In<Mask> mask;
  Out<Height> height;
  std::string how = "stop";
  static void describe(Spec<Careless>& s) {
    s.stage("test.careless", "Asks for what there is not.");
    s.port(&Careless::mask, "mask", "Any.").optional();
    s.port(&Careless::height, "height", "Zero.").unit("1");
    s.parameter(&Careless::how, "how", "Which function it calls.");
  }
  Next<int> resolve(Resolving& running) const {
    if (how == "verdict") running.tell(1000000, 1);
    if (how == "visit") running.visit(1000000);
    Out<Number> nowhere;
    nowhere.port = 99;
    if (how == "number") running.number(nowhere, 1);
    if (how == "height") {
      nowhere.port = height.port;
      running.number(nowhere, 1);
    }
    if (how == "scratch") running.scratch<char>(1);
    return done(0);
  }
  void paint(Tile& tile) const {
    if (how == "same") tile.same(height, mask);
    if (how == "stop") throw Stopped{};
  }
};

engine::Sink failing(const std::string& name, int milliseconds) {
  return {name, {{0, 0}}, [=](const std::vector<engine::Product>&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            throw std::runtime_error(name + " is full");
          }};
}

const std::string flat = "  last: {use: heights.diamond_square@1}\n";

}  // namespace

TEST_CASE("The failure of the first cell is told, whatever the tiles and threads", "[failures]") {
  for (const std::int64_t tile : {std::int64_t{16}, std::int64_t{64}, std::int64_t{100}, schedule::whole_world}) {
    for (const int threads : {1, 3}) {
      INFO(tile << " " << threads);
      const auto made =
          run_made_up({stage<Steep>()}, "  last: {use: test.steep@1}\n", tiles_and_threads(tile, threads));
      CHECK_FALSE(made.outcome.done);
      INFO(made.said);
      CHECK(made.said.find("too steep at cell (170, 2)") != std::string::npos);
    }
  }
}

TEST_CASE("A stage that asks for what there is not fails, and the program goes on", "[failures]") {
  const auto said = [](const std::string& how) {
    const auto made = run_made_up({stage<Careless>()}, "  last: {use: test.careless@1, with: {how: " + how + "}}\n",
                                  tiles_and_threads(64, 2));
    CHECK_FALSE(made.outcome.done);
    CHECK_FALSE(made.outcome.interrupted);
    return made.said;
  };
  CHECK(said("verdict").find("it gives a verdict to tile 1000000 of 12") != std::string::npos);
  CHECK(said("visit").find("it asks for a visit of tile 1000000 of 12") != std::string::npos);
  CHECK(said("number").find("it gives a number to port 99, which is not an output of that kind") != std::string::npos);
  CHECK(said("height").find("it gives a number to port 1, which is not an output of that kind") != std::string::npos);
  CHECK(said("scratch").find("1 bytes of scratch memory in one call, and said that it needs 0") != std::string::npos);
  CHECK(said("same").find("of other cells") != std::string::npos);
  CHECK(said("stop").find("it stopped although nobody asked it to") != std::string::npos);
}

TEST_CASE("Memory that there is not is refused without throwing into the stage", "[failures]") {
  terrawright_stage greedy = *stage<Careless>();
  greedy.resolve = [](const void*, const terrawright_job* job) -> std::int32_t {
    const char byte = 0;
    job->host->verdict(job->handle, TERRAWRIGHT_EVERY_TILE, &byte, std::uint64_t{1} << 60);
    return TERRAWRIGHT_ANSWER_DONE;
  };
  const auto made = run_made_up({&greedy}, "  last: {use: test.careless@1}\n", tiles_and_threads(64, 2));
  CHECK_FALSE(made.outcome.done);
  CHECK(made.said.find("there is not enough memory") != std::string::npos);
}

TEST_CASE("Files that fail are told in the order of the config", "[failures]") {
  const auto made = run_made_up({stage<Steep>()}, flat, tiles_and_threads(64, 3),
                                {failing("a", 30), failing("b", 10), failing("c", 0)});
  CHECK_FALSE(made.outcome.done);
  REQUIRE(made.outcome.failed_sinks.size() == 3);
  CHECK(made.outcome.failed_sinks[0] == std::pair<std::string, std::string>("a", "a is full"));
  CHECK(made.outcome.failed_sinks[2].first == "c");
}

TEST_CASE("A file that gives up when the user stops is no failure and no end of the program", "[failures]") {
  std::atomic<bool> stop{false};
  auto options = tiles_and_threads(64, 2);
  options.stop = &stop;
  const engine::Sink sink = {"a", {{0, 0}}, [&](const std::vector<engine::Product>&) {
                               stop = true;
                               throw Stopped{};
                             }};
  const auto made = run_made_up({stage<Steep>()}, flat, options, {sink});
  CHECK(made.outcome.interrupted);
  CHECK_FALSE(made.outcome.done);
  CHECK(made.outcome.failed_sinks.empty());
}
