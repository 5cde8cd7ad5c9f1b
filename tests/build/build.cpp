// SPDX-License-Identifier: Apache-2.0
// A build as another program runs it: told everything, printing nothing.
#include "build/build.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "cli/program.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

const std::string world = R"(terrawright: 1
name: t
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
  map: {use: view.ascii@1, in: {field: terrain}}
outputs:
  - {file: "t.exr", layers: {height: terrain, land: sea.land}}
  - {file: "t.png", layers: {height: terrain}, range: [-1, 1]}
  - {print: true, layers: {map: map}}
)";

struct Told final : build::Observer {
  void node_ends(std::size_t, const engine::Spent&) override { ++nodes; }
  void sink_ends(const std::string&, const engine::Spent&) override { ++sinks; }
  void found(const report::Diagnostics& found) override { problems += found.text(); }
  void tells(const std::string& line) override { lines.push_back(line); }
  std::size_t nodes = 0, sinks = 0;
  std::string problems;
  std::vector<std::string> lines;
};

// Output during its life goes into a file.
class Printed {
 public:
  explicit Printed(const std::string& path) : path_(path) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    for (std::size_t i = 0; i < 2; ++i) dup2(file, static_cast<int>(i) + 1);
    close(file);
  }
  ~Printed() { end(); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  std::string end() {
    for (std::size_t i = 0; i < 2; ++i) {
      if (kept_[i] >= 0) dup2(kept_[i], static_cast<int>(i) + 1);
      if (kept_[i] >= 0) close(kept_[i]);
      kept_[i] = -1;
    }
    return test::read(path_);
  }

 private:
  const std::string path_;
  int kept_[2] = {dup(1), dup(2)};
};

class Worlds {
 public:
  explicit Worlds(const std::string& text = world) {
    test::write(folder / "t.yaml", text);
    request.config = folder / "t.yaml";
    request.folder = folder / "out";
  }
  build::Plan load() {
    report::Diagnostics diagnostics;
    build::Plan plan = build::load(request, test::catalogue(), diagnostics);
    said = diagnostics.text();
    return plan;
  }
  build::Built build(const build::Plan& plan, build::Observer& observer) const {
    return build::build(plan, build::Options{stop, true, false}, observer);
  }

  const test::TemporaryFolder folder;
  build::Request request;
  std::string said;
  std::atomic<bool> stop{false};
};

}  // namespace

TEST_CASE("A build tells who calls it, and prints nothing", "[build]") {
  Worlds worlds;
  const build::Plan plan = worlds.load();
  INFO(worlds.said);
  REQUIRE(plan.schedule);
  CHECK(plan.schedule->order.steps.size() == plan.graph.nodes.size());
  fs::create_directory(plan.folder);
  test::write(plan.folder + "/.terrawright-0123456789012345.part", "of a build that was killed");

  Told told;
  Printed printed(worlds.folder / "printed");
  const build::Built built = worlds.build(plan, told);
  CHECK(printed.end().empty());

  CHECK(built.ending == build::Ending::done);
  CHECK(told.problems.empty());
  CHECK(told.nodes == plan.graph.nodes.size());
  CHECK(told.sinks == 3);
  REQUIRE(told.lines.size() == 1);
  CHECK(told.lines.front().find("1 temporary files") != std::string::npos);
  std::vector<std::string> names;
  for (const images::Written& file : built.files) names.push_back(file.path().filename());
  CHECK(names == std::vector<std::string>{"t.exr", "t.exr.aux.xml", "t.png", "t.png.aux.xml", "t-42.manifest.json"});
  for (const images::Written& file : built.files) CHECK(fs::file_size(file.path()) == file.bytes);
  CHECK(built.files[2].clipped > 0);
  CHECK(build::clipped_text(built.files[2]).find("were clipped") != std::string::npos);
  REQUIRE(built.printed.size() == 1);
  CHECK(std::count(built.printed[0].text.begin(), built.printed[0].text.end(), '\n') > 10);
  CHECK(built.sha256.size() == 3);
}

TEST_CASE("A build that cannot be says why and leaves nothing", "[build]") {
  Worlds worlds;
  Told told;
  SECTION("a folder that is none") {
    test::write(worlds.request.folder, "a file");
    CHECK(worlds.build(worlds.load(), told).ending == build::Ending::refused);
    CHECK(told.problems.find("the output folder") != std::string::npos);
  }
  SECTION("a file that cannot be written") {
    fs::create_directories(worlds.folder / "out/t.png");
    const build::Built built = worlds.build(worlds.load(), told);
    CHECK(built.ending == build::Ending::failed);
    CHECK(built.files.empty());
    CHECK(told.problems.find("t.png") != std::string::npos);
    CHECK(std::distance(fs::directory_iterator(worlds.request.folder), {}) == 1);
  }
  SECTION("a build that is stopped") {
    worlds.stop = true;
    CHECK(worlds.build(worlds.load(), told).ending == build::Ending::stopped);
    CHECK(fs::is_empty(worlds.request.folder));
  }
}

TEST_CASE("A world that cannot be planned has its problems in the diagnostics", "[build]") {
  Worlds worlds;
  SECTION("less memory than it needs") {
    worlds.request.memory = 1000;
    worlds.load();
    CHECK(worlds.said.find("this world needs") != std::string::npos);
  }
  SECTION("one of several seeds") {
    worlds.request.seed = "7";
    worlds.request.one_of_several = true;
    worlds.load();
    CHECK(worlds.said.find("error: every seed would write 't.exr'") != std::string::npos);
  }
  SECTION("another seed") {
    worlds.request.set = {"world.seed=7"};
    CHECK(worlds.load().schedule);
    CHECK(worlds.said.find("warning: 't.exr' has no {seed} in it") != std::string::npos);
  }
  SECTION("warnings that are errors") {
    worlds.request.set = {"world.seed=7"};
    worlds.request.strict = true;
    worlds.load();
    CHECK(worlds.said.find("error: 't.exr' has no {seed} in it") != std::string::npos);
  }
}
