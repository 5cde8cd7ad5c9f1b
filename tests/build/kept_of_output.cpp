// SPDX-License-Identifier: Apache-2.0
// Pages and images cache encodings of their layers: the same files with it and without, and no layer is made for
// nothing.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "report/json.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

// Heights, a picture of them, classes, and numbers with logarithmic codes.
const char* const paged_world = R"(terrawright: 1
name: paged
world: {size: [620, 530], cell: 90 m, seed: 5}
stages:
  noise: {use: heights.noise@1, with: {kind: ridged, wavelength: 12 km, octaves: 9}}
  sea: {use: sea.level@1, in: {height: noise}, with: {percentile: 45 %}}
  metres: {use: shape.metres@1, in: {height: noise, level: sea.level}, with: {peak: 2 km}}
  temperature: {use: climate.temperature@1, in: {height: metres}}
  slope: {use: shape.slope@1, in: {height: metres}}
  rare: {use: shape.formula@1, in: {a: slope}, with: {formula: "a * a * a * a * 1000"}}
  kinds: {use: shape.steps@1, in: {field: temperature}, with: {count: 4}}
  relief: {use: view.relief@1, in: {height: metres}}
  land: {use: sea.islets@1, in: {height: noise, level: sea.level}}
outputs:
  - file: "{name}.html"
    scene:
      height: metres
      drape: {Picture: relief, Kinds: kinds, Rare: rare, Cold: temperature}
      temperature: temperature
      budget: 10 MB
      picture: webp
  - {file: "{name}.png", layers: {height: metres}, range: [-4 km, 4 km]}
  - {file: "{name}.exr", layers: {height: metres, land: land.land, kinds: kinds}}
  - {file: "{name}-squares.exr", layers: {kinds: kinds, land: land.land}, overviews: true}
)";

struct PageMade {
  std::string page, images, said;
  std::set<std::string> nodes;  // that did something
};

class Pages {
 public:
  explicit Pages(std::string options) : options_(std::move(options)) { test::write(folder / "w.yaml", paged_world); }

  PageMade made(const std::string& set, const std::string& cache) const {
    const std::string out = folder / "out", log = folder / "log";
    fs::remove_all(out);
    std::string command =
        "build " + (folder / "w.yaml") + " --log " + log + " --out " + out + " --cache " + cache + options_;
    if (!set.empty()) command += " --set '" + set + "'";
    const test::Ran ran = test::run(command);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    PageMade made{test::read(out + "/paged.html"),
                  test::read(out + "/paged.exr") + test::read(out + "/paged-squares.exr"),
                  ran.err,
                  {}};
    std::istringstream lines(test::read(log));
    for (std::string line; std::getline(lines, line);) {
      const auto event = report::Json::parse(line);
      if (event["event"] == "node_made" && event["doing"] != "cached") made.nodes.insert(event["node"].text());
    }
    return made;
  }
  PageMade anew(const std::string& set) const { return made(set, "off"); }
  // After a build of the world as it is.
  PageMade changed(const std::string& set) const { return made(set, cache); }
  void begin() const {
    fs::remove_all(cache);
    made("", cache);
  }
  // Files of the cache in which the page has kept something.
  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(cache))
      if (entry.is_regular_file() && test::read(entry.path()).find("{\"surveys\":") != std::string::npos)
        files.push_back(entry.path());
    return files;
  }

  const test::TemporaryFolder folder;
  const std::string cache = folder / "cache";

 private:
  const std::string options_;
};

}  // namespace

TEST_CASE("Files of what was kept of their layers are those that are made anew", "[build.kept]") {
  const std::string options =
      GENERATE("", " --threads 1", " --set 'outputs.0.scene.budget=1300 kB'", " --set 'outputs.0.scene.picture=png'");
  INFO(options);
  const Pages pages(options);
  pages.begin();
  CHECK(pages.kept().size() == 5);
  struct Edit {
    const char* set;
    std::set<std::string> nodes;
  };
  // A layer with cached encodings for all files, as `rare` and `land`, is not painted for them.
  const Edit edits[] = {{"stages.relief.with.light_from=300 deg", {"relief"}},
                        {"stages.kinds.with.count=3", {"kinds"}},
                        {"outputs.1.range=[-5 km, 5 km]", {}},
                        {"stages.rare.with.formula=a * a * a * 100", {"rare"}},
                        {"world.latitude=12 deg", {"temperature", "kinds"}}};
  for (const Edit& edit : edits) {
    INFO(edit.set);
    const PageMade expected = pages.anew(edit.set), made = pages.changed(edit.set);
    CHECK(made.page == expected.page);
    CHECK(made.images == expected.images);
    for (const std::string& node : edit.nodes) CHECK(made.nodes.count(node) == 1);
    for (const char* other : {"relief", "rare", "kinds", "land"})
      CHECK(made.nodes.count(other) == edit.nodes.count(other));
  }
  // Once more, and all of it is there.
  CHECK(pages.changed("stages.rare.with.formula=a * a * a * 100").nodes.empty());
}

TEST_CASE("What a page has kept and is damaged or gone is made again", "[build.kept]") {
  const Pages pages("");
  const std::string edit = "stages.relief.with.light_from=300 deg";
  const PageMade expected = pages.anew(edit);
  pages.begin();
  const auto files = pages.kept();
  REQUIRE(files.size() == 5);
  SECTION("damaged") {
    for (const fs::path& file : files) {
      std::string bytes = test::read(file);
      bytes.back() = static_cast<char>(bytes.back() ^ 1);
      test::write(file, bytes);
    }
    const PageMade made = pages.changed(edit);
    CHECK(made.page == expected.page);
    CHECK_THAT(made.said, Catch::Contains("damaged entries, deleted now"));
    CHECK(made.nodes.count("rare") == 1);
  }
  SECTION("gone") {
    for (const fs::path& file : files) fs::remove(file);
    const PageMade made = pages.changed(edit);
    CHECK(made.page == expected.page);
    CHECK_THAT(made.said, !Catch::Contains("damaged"));
  }
  SECTION("more is asked than it tells") {
    CHECK(pages.changed("world.cell=80 m").page == pages.anew("world.cell=80 m").page);
  }
  CHECK(pages.changed(edit).page == expected.page);
}

TEST_CASE("Without a cache nothing is kept of a page", "[build.kept]") {
  const Pages pages(" --quiet");
  pages.begin();
  const auto before = pages.kept();
  CHECK(pages.anew("").page == pages.changed("").page);
  CHECK(pages.kept() == before);
}
