// SPDX-License-Identifier: Apache-2.0
#include "live/session/work.hpp"

#include <atomic>
#include <string>
#include <vector>

#include "plugins/plugins.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;
using live::Json;

namespace {

int created = 0;

struct Counted {
  Out<Height> height;
  static void describe(Spec<Counted>& s) {
    s.stage("test.counted", "Counts its instances.").whole();
    s.port(&Counted::height, "height", "Zero.").unit("1");
  }
  Counted() { ++created; }
  void paint(Tile& tile) const {
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) { out(x, y) = 0.0f; });
  }
};

}  // namespace

TEST_CASE("A preview of a large world loads it once to refuse it, and is small if it fits", "[live]") {
  const terrawright_stage* const stages[] = {stage<Counted>()};
  const terrawright_plugin plugin = {
      sizeof plugin, TERRAWRIGHT_ABI_MAJOR, TERRAWRIGHT_ABI_MINOR, 0, "test", "1", "", stages, 1, nullptr, nullptr,
      nullptr};
  graph::Catalogue catalogue;
  for (const auto& problem : plugins::add_built_in(catalogue)) FAIL(problem.reason);
  for (const auto& problem : plugins::add_plugin(&plugin, "", "test", catalogue)) FAIL(problem.reason);
  const test::Folder folder;
  build::Request base;
  base.config = "large.yaml";
  std::vector<Json> reports;
  live::Work work(base, catalogue, [&](Json head, const std::string*) { reports.push_back(std::move(head)); });
  const std::atomic<bool> stop{false};
  const auto creations = [&](std::uint64_t memory, bool is_preview) {
    base.memory = memory;
    created = 0;
    reports.clear();
    work.run({{"job", 1},
              {"preview", is_preview},
              {"knobs", Json::object()},
              {"seed", nullptr},
              {"look", Json::array()},
              {"folder", folder.path().string()},
              {"text",
               "terrawright: 1\nname: large\nworld: {size: [9000, 9000], cell: 1 km, seed: 1}\n"
               "stages: {h: {use: test.counted@1}}\noutputs: [{file: a.exr, layers: {h: h}}]\n"}},
             stop);
    REQUIRE(reports.size() >= 2);
    return created;
  };
  const int once = creations(100'000'000, false);
  CHECK(once > 0);
  CHECK(reports.back()["ending"].text() == "refused");
  const std::string problems = reports.front()["problems"].dump();
  INFO(problems);
  CHECK(problems.find("this world needs") != std::string::npos);

  CHECK(creations(100'000'000, true) == once);
  CHECK(reports.back()["ending"].text() == "refused");
  CHECK(reports.front()["problems"].dump() == problems);

  creations(2'000'000'000, true);
  CHECK(reports.back()["ending"].text() == "done");
  CHECK(reports.front()["world"]["width"].get<int>() == 2250);
}
