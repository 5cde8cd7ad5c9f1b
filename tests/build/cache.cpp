// SPDX-License-Identifier: Apache-2.0
// Builds that remember: the same files as without, to the byte, and nothing runs that need not.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "build/build.hpp"
#include "build/outputs/known_files.hpp"
#include "cli/program.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright;
using schedule::Doing;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t plenty = 5'000'000'000;
const std::string root = TERRAWRIGHT_ROOT "/";

struct Told final : build::Observer {
  void found(const report::Diagnostics& found) override { problems += found.text(); }
  std::string problems;
};

struct Made {
  build::Ending ending = build::Ending::failed;
  std::map<std::string, std::string> files;  // the manifest among them
  std::map<std::string, Doing> doing;        // by node
  std::map<std::string, std::string> sha256;
  std::string said;

  std::set<std::string> that(Doing what) const {
    std::set<std::string> names;
    for (const auto& [name, does] : doing) {
      if (does == what) names.insert(name);
    }
    return names;
  }
  std::set<std::string> ran() const { return that(Doing::runs); }
};
using Names = std::set<std::string>;

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().lexically_relative(folder)] = test::read(entry.path());
  }
  return files;
}

// Names the difference, where nobody looks twice.
std::string difference(const Made& a, const Made& b) {
  for (const auto& [name, bytes] : a.files) {
    const auto found = b.files.find(name);
    if (found == b.files.end()) return name + " is missing";
    if (found->second != bytes) {
      const auto at = std::mismatch(bytes.begin(), bytes.end(), found->second.begin(), found->second.end());
      const auto from = static_cast<std::size_t>(at.first - bytes.begin());
      return name + " differs: " + bytes.substr(from, 60) + " became " + found->second.substr(from, 60);
    }
  }
  return a.files.size() == b.files.size() ? "" : "there are more files";
}

// Builds of one config with one cache.
class Builds {
 public:
  explicit Builds(const std::string& config, std::vector<std::string> set = {}) {
    request.config = config;
    request.set = std::move(set);
    request.threads = 2;
    request.cache_size = plenty;
    request.kept_file_size = 0;  // files are made of cells each time
  }

  Made build(bool cached = true, const std::string& to = "") {
    build::Request asked = request;
    asked.folder = to.empty() ? folder / std::to_string(count_++) : to;
    if (cached) asked.cache = cache;
    report::Diagnostics diagnostics;
    const build::Plan plan = build::load(asked, test::catalogue(), diagnostics);
    INFO(diagnostics.text());
    REQUIRE(plan.schedule);
    least_memory = plan.schedule->least;
    Told told;
    const std::atomic<bool> stop{false};
    const build::Built built = build::build(plan, build::Options{stop, sha256, strict}, told);
    Made made;
    made.ending = built.ending;
    made.said = told.problems;
    made.sha256 = built.sha256;
    if (fs::exists(asked.folder)) made.files = files_in(asked.folder);
    for (std::size_t n = 0; n < built.outcome.doing.size(); ++n)
      made.doing[plan.graph.nodes[n].name] = built.outcome.doing[n];
    return made;
  }
  Made cold() { return build(false); }

  const test::TemporaryFolder folder;
  const std::string cache = folder / "cache";
  build::Request request;
  bool sha256 = false, strict = false;
  std::uint64_t least_memory = 0;

 private:
  int count_ = 0;
};

std::string size(int width, int height) {
  return "world.size=[" + std::to_string(width) + "," + std::to_string(height) + "]";
}

// All files of layers and records in a cache.
std::vector<fs::path> files_of(const fs::path& cache) {
  std::vector<fs::path> files;
  std::error_code gone;  // somebody else may be at it
  for (fs::recursive_directory_iterator it(cache, gone), end; !gone && it != end; it.increment(gone)) {
    std::error_code unknown;
    if (it->is_regular_file(unknown) && it->path().filename() != "CACHEDIR.TAG") files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void flip(const fs::path& file, std::uint64_t random) {
  std::string bytes = test::read(file);
  if (bytes.empty()) return;
  bytes[(random / 8) % bytes.size()] = static_cast<char>(bytes[(random / 8) % bytes.size()] ^ (1 << random % 8));
  test::write(file, bytes);
}

// The fewest nodes that a change of these makes run: they and what is made of them.
Names with_descendants(const build::Plan& plan, const Names& nodes) {
  Names all;
  for (const graph::Node& node : plan.graph.nodes) {
    bool runs = nodes.count(node.name) != 0;
    for (const auto& link : node.inputs) runs = runs || (link && all.count(plan.graph.nodes[link->node].name) != 0);
    if (runs) all.insert(node.name);
  }
  return all;
}

// A world with a biome table in a file beside it.
class TableWorld {
 public:
  TableWorld() {
    fs::copy(root + "examples/200-biome-table", folder_.path(), fs::copy_options::recursive);
    change("world.yaml", "[513, 513]", "[300, 200]");
  }
  std::string config() const { return folder_ / "world.yaml"; }
  void change(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = test::read(folder_ / file);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    test::write(folder_ / file, text.replace(at, from.size(), to));
  }

 private:
  const test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("A warm build writes what a cold one does, byte for byte", "[build.cache][length]") {
  struct World {
    const char* config;
    int width, height;
  };
  const auto world =
      GENERATE(World{"tests/worlds/earlier/island.yaml", 600, 530},
               World{"tests/worlds/earlier/realistic.yaml", 161, 193}, World{"configs/continent.yaml", 257, 131},
               World{"configs/skyline.yaml", 400, 180}, World{"configs/tileable.yaml", 256, 256});
  const std::int64_t tile = GENERATE(64, 512);
  const int threads = GENERATE(1, 2);
  if (!test::at_length() && (tile == 64) != (threads == 2)) return;
  INFO(world.config << ", tiles of " << tile << ", threads: " << threads);
  Builds builds(root + world.config, {size(world.width, world.height)});
  builds.request.tile = tile;
  builds.request.threads = threads;
  builds.sha256 = true;
  const Made without = builds.cold();
  if (threads == 2) builds.request.memory = builds.least_memory;  // layers go to files
  const Made first = builds.build(), again = builds.build();
  CHECK(without.ending == build::Ending::done);
  CHECK(difference(without, first) == "");
  CHECK(difference(without, again) == "");
  CHECK(first.ran().size() == first.doing.size());
  CHECK(again.ran() == Names{});
  CHECK(without.sha256 == first.sha256);
  CHECK(without.sha256 == again.sha256);
}

TEST_CASE("A layer that shares chunks with one that was kept has its own digest and statistics", "[build.cache]") {
  // sea.islets and water.fill pass tiles on that they do not change.
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(600, 530)});
  REQUIRE(builds.build().ending == build::Ending::done);
  for (const char* change : {"stages.shores.with.kappa=0.09", "stages.land.with.kappa=0.45", "stages.land.with.kappa=0",
                             "stages.shores.with.kappa=0", "stages.metres.with.depth=3900 m"}) {
    INFO(change);
    builds.request.set = {size(600, 530), change};
    CHECK(difference(builds.cold(), builds.build()) == "");
  }
}

TEST_CASE("Reformatting a config and renaming a node without random numbers make nothing run", "[build.cache]") {
  const TableWorld world;
  Builds builds(world.config());
  const Made first = builds.build();
  REQUIRE(first.ending == build::Ending::done);
  SECTION("reformatted") {
    world.change("world.yaml", "{size: [300, 200], cell: 1 km,", "# here\n  {size:   [300, 200],\n   cell: 1000 m,");
    const Made again = builds.build();
    CHECK(again.ran() == Names{});
    CHECK(difference(first, again) == "");
  }
  SECTION("renamed") {
    world.change("world.yaml", "  slope: {use", "  steepness: {use");
    world.change("world.yaml", "slope: slope", "slope: steepness");
    const Made again = builds.build();
    CHECK(again.doing.count("steepness") == 1);
    CHECK(again.ran() == Names{});
    CHECK(difference(builds.cold(), again) == "");
  }
}

TEST_CASE("After a change of the biome table only the biomes run", "[build.cache]") {
  const TableWorld world;
  Builds builds(world.config());
  REQUIRE(builds.build().ending == build::Ending::done);
  world.change("biomes.yaml", "height_from: 1100 m", "height_from: 700 m");
  const Made changed = builds.build();
  INFO(changed.said);
  CHECK(changed.ran() == Names{"biomes"});
  CHECK(difference(builds.cold(), changed) == "");
}

TEST_CASE("A parameter that changed makes its node run and what is made of it, and nothing else", "[build.cache]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(257, 257)});
  REQUIRE(builds.build().ending == build::Ending::done);
  const auto plan = [&] {
    report::Diagnostics diagnostics;
    return build::load(builds.request, test::catalogue(), diagnostics);
  };
  const build::Plan before = plan();
  struct Change {
    const char *set, *node;
  };
  for (const Change change : {Change{"knobs.wind=200 deg", "wind"}, Change{"knobs.sea=55%", "sea"},
                              Change{"stages.lakes.with.min_area=100", "lakes"}, Change{"knobs.peak=2100 m", "metres"},
                              Change{"stages.temperature.with.season=9 K", "temperature"}}) {
    INFO(change.set);
    builds.request.set = {size(257, 257), change.set};
    const Made changed = builds.build();
    const build::Plan after = plan();
    REQUIRE(after.schedule);
    CHECK(changed.ran() == with_descendants(after, {change.node}));
    CHECK(difference(builds.cold(), changed) == "");
  }
}

TEST_CASE("Another tile size, other threads and fewer outputs take what is kept", "[build.cache]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(300, 290)});
  const Made first = builds.build();
  builds.request.threads = 1;
  CHECK(builds.build().ran() == Names{});
  builds.request.tile = 100;
  const Made tiles = builds.build();
  CHECK(difference(first, tiles) == "");
  CHECK(builds.build().ran() == Names{});  // verdicts are of tiles
  builds.request.tile = schedule::chunk_side;
  builds.request.set.emplace_back("outputs=[{file: \"some.exr\", layers: {height: metres, lake: lakes.depth}}]");
  const Made some = builds.build();
  // Those of which other outputs are needed, as their rounds may depend on it; unless their layers are kept.
  for (const std::string& name : some.ran()) CHECK(Names{"lakes", "land"}.count(name) == 1);
  CHECK(difference(builds.cold(), some) == "");
}

TEST_CASE("A damaged entry is never mended in silence, and an error of strict builds", "[build.cache][length]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {test::at_length() ? size(1030, 600) : size(530, 300)});
  const Made cold = builds.cold();
  REQUIRE(builds.build().ending == build::Ending::done);
  std::mt19937 random(11);
  // A layer whose node need not run is not kept again.
  const auto anew = [&] {
    fs::remove_all(builds.cache);
    builds.strict = builds.request.strict = false;
    CHECK(builds.build().said.empty());
  };
  int layers = 0, records = 0;
  const int times = test::at_length() ? 60 : 20;
  // Builds read few of the files that are there; the trials go on until enough that were read were damaged.
  const int enough = times / 10 + 1;
  for (int i = 0; i < times || ((layers < enough || records < enough) && i < 20 * times); ++i) {
    const fs::path part_of_cache = fs::path(builds.cache) / (i % 4 < 2 ? "layers" : "records");
    if (files_of(part_of_cache).empty()) anew();
    const std::vector<fs::path> files = files_of(part_of_cache);
    REQUIRE_FALSE(files.empty());
    const fs::path file = files[random() % files.size()];
    const fs::path inside = file.lexically_relative(builds.cache);
    auto part = inside.begin();
    const std::string entry = (*part / *std::next(part) / *std::next(part, 2)).generic_string();
    INFO(i << ": " << inside);
    const std::string whole = test::read(file);
    i % 3 == 0 ? fs::resize_file(file, random() % whole.size()) : flip(file, random());
    const std::string damaged = test::read(file);
    builds.strict = builds.request.strict = i % 2 == 0;
    const Made again = builds.build();
    INFO(again.said);
    if (again.said.empty()) {  // it was not looked at
      CHECK(test::read(file) == damaged);
      CHECK(difference(cold, again) == "");
      test::write(file, whole);
      continue;
    }
    ++(entry.substr(0, 6) == "layers" ? layers : records);
    CHECK_THAT(again.said, Catch::Contains(builds.strict ? "error: the cache in '" : "warning: the cache in '"));
    CHECK_THAT(again.said, Catch::Contains("'" + builds.cache + "' had 1 damaged entry, which was deleted: " + entry));
    CHECK(again.ending == (builds.strict ? build::Ending::failed : build::Ending::done));
    if (builds.strict) {
      CHECK(again.files.empty());
      CHECK(builds.build().said.empty());
    }
  }
  CHECK(layers >= enough);
  CHECK(records >= enough);
  anew();
  // Node of the layer.
  for (const fs::path& file : files_of(fs::path(builds.cache) / "layers"))
    if (file.filename().string()[0] != '.') flip(file, random());
  CHECK_THAT(builds.build().said, Catch::Contains("(the layer '"));
  for (const fs::path& file : files_of(fs::path(builds.cache) / "records")) flip(file, random());
  const Made all = builds.build();
  CHECK_THAT(all.said, Catch::Contains("(the outcome of '") && Catch::Contains(" more"));
  CHECK(std::count(all.said.begin(), all.said.end(), '\n') <= 2);
  CHECK(difference(cold, all) == "");
}

TEST_CASE("Whatever befalls the cache between builds, the files are right", "[build.cache]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(1030, 600)});
  const Made cold = builds.cold();
  REQUIRE(builds.build().ending == build::Ending::done);
  std::mt19937 random(3);
  for (int i = 0; i < 12; ++i) {
    const std::vector<fs::path> files = files_of(builds.cache);
    REQUIRE(files.size() > 50);
    INFO("round " << i);
    for (int k = 0; k < 50; ++k) {
      const fs::path& file = files[random() % files.size()];
      if (!fs::exists(file)) continue;
      switch (i % 4) {
        case 0:
          flip(file, random());
          break;
        case 1:
          fs::resize_file(file, random() % (fs::file_size(file) + 1));
          break;
        case 2:
          fs::remove(file);
          break;
        default:
          test::write(file, test::read(files[random() % files.size()]));  // another entry's bytes
      }
    }
    const Made again = builds.build();
    INFO(again.said);
    CHECK(again.ending == build::Ending::done);
    if (i % 4 != 2) CHECK_THAT(again.said, Catch::Contains("warning: the cache in '" + builds.cache + "' had "));
    CHECK(difference(cold, again) == "");
  }
}

TEST_CASE("What goes from the cache while a build runs is made again", "[build.cache][length]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(600, 530)});
  const Made cold = builds.cold();
  REQUIRE(builds.build().ending == build::Ending::done);
  std::mt19937 random(4);
  int ran = 0;
  const int times = test::at_length() ? 20 : 8;
  for (int i = 0; i < times; ++i) {
    std::atomic<bool> over{false};
    const auto pause = std::chrono::microseconds(random() % 20000);
    std::thread other([&] {
      std::this_thread::sleep_for(pause);
      while (!over) {
        for (const fs::path& file : files_of(builds.cache)) {
          std::error_code gone;
          if (file.string().find("/making/") == std::string::npos && random() % 4 == 0) fs::remove(file, gone);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
      }
    });
    const Made again = builds.build();
    over = true;
    other.join();
    INFO(i << ": " << again.said);
    CHECK(again.ending == build::Ending::done);
    CHECK(difference(cold, again) == "");
    ran += again.ran().empty() ? 0 : 1;
  }
  CHECK(ran > 0);
}

// ---- files that nobody touched -------------------------------------------------------------------

namespace {

// A build into one folder, again and again.
class OneFolder {
 public:
  OneFolder() { first = build(); }
  Made build() {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));  // files are told apart by their times
    return builds.build(true, to);
  }
  fs::path operator/(const std::string& name) const { return fs::path(to) / name; }
  // Files that have another inode than before are new ones.
  // The files stay open, so that no other gets the number of one that is removed.
  std::map<std::string, std::uint64_t> inodes() const {
    std::map<std::string, std::uint64_t> all;
    for (const auto& entry : fs::directory_iterator(to)) {
      held.emplace_back(entry.path());
      all[entry.path().filename()] = build::facts_of(entry)->inode;
    }
    return all;
  }
  // Names of what was written since then.
  Names written_since(const std::map<std::string, std::uint64_t>& before) const {
    Names names;
    for (const auto& [name, inode] : inodes()) {
      if (before.count(name) == 0 || before.at(name) != inode) names.insert(name);
    }
    return names;
  }

  Builds builds{root + "tests/worlds/earlier/island.yaml", {size(200, 190)}};
  const std::string to = builds.folder / "to";
  Made first;
  mutable std::vector<std::ifstream> held;
};

}  // namespace

TEST_CASE("A file that nobody touched is not written again, and no cell is made for it", "[build.cache.files]") {
  OneFolder folder;
  const auto before = folder.inodes();
  for (int i = 0; i < 2; ++i) {
    const Made again = folder.build();
    CHECK(again.that(Doing::cached).size() == again.doing.size());
    CHECK(folder.written_since(before) == Names{});
    CHECK(difference(folder.first, again) == "");
  }
  SECTION("hashes of layers are told all the same") {
    folder.builds.sha256 = true;
    const Made cold = folder.builds.cold();
    CHECK(folder.build().sha256 == cold.sha256);
    const Made again = folder.build();
    CHECK(again.sha256 == cold.sha256);
    CHECK(again.that(Doing::cached).size() == again.doing.size());
    CHECK(folder.written_since(before) == Names{"island-42.manifest.json"});  // they stand in it
  }
  SECTION("a file that is touched, not changed") {
    fs::last_write_time(folder / "island-42.png", fs::file_time_type::clock::now());
    CHECK(folder.build().that(Doing::cached).size() == folder.first.doing.size());
    CHECK(folder.written_since(before) == Names{});
  }
  SECTION("a manifest that is gone") {
    fs::remove(folder / "island-42.manifest.json");
    CHECK(difference(folder.first, folder.build()) == "");
    CHECK(folder.written_since(before).size() <= 1);
  }
}

TEST_CASE("A file that is not as it was written is written again", "[build.cache.files]") {
  OneFolder folder;
  std::mt19937 random(5);
  for (int i = 0; i < 12; ++i) {
    const std::string name = i % 2 == 0 ? "island-42.exr" : "island-42-height.png";
    const fs::path file = folder / name;
    const auto time = fs::last_write_time(file);
    const std::string bytes = test::read(file);
    INFO(i << ": " << name);
    switch (i % 6) {
      case 0:
        flip(file, random());
        break;
      case 1:
        flip(file, random());
        fs::last_write_time(file, time);  // as it was, but for the time of the change itself
        break;
      case 2:
        fs::resize_file(file, bytes.size() - 1);
        break;
      case 3:
        fs::remove(file);
        break;
      case 4:
        test::write(folder.builds.folder / "other", std::string(bytes.size(), 'x'));
        fs::remove(file);
        fs::create_symlink(folder.builds.folder / "other", file);
        break;
      default:
        test::write(file, "");
    }
    CHECK(difference(folder.first, folder.build()) == "");
    CHECK_FALSE(fs::is_symlink(file));
  }
}

TEST_CASE("A file that changed in the moment after it was written is found out", "[build.cache.files]") {
  Builds builds(root + "tests/worlds/earlier/island.yaml", {size(120, 110)});
  const std::string to = builds.folder / "to";
  for (int i = 0; i < 10; ++i) {
    fs::remove_all(to);
    const Made made = builds.build(true, to);
    flip(fs::path(to) / "island-42-lakes.csv", 9 + static_cast<std::uint64_t>(i));
    flip(fs::path(to) / "island-42.png", 77 + static_cast<std::uint64_t>(i));
    CHECK(difference(made, builds.build(true, to)) == "");
  }
}

TEST_CASE("Finished files come from the cache, whole, and nothing runs for them", "[build.cache.files]") {
  OneFolder folder;
  Builds& builds = folder.builds;
  builds.request.kept_file_size = plenty;
  builds.sha256 = true;
  fs::remove_all(builds.cache);
  fs::remove_all(folder.to);
  const Made first = folder.build();
  SECTION("those that are not compressed are made of their layers, and are not kept beside them") {
    for (const fs::path& file : files_of(fs::path(builds.cache) / "records"))
      CHECK(fs::file_size(file) < fs::file_size(folder / "island-42.exr"));
  }
  SECTION("into another folder, as a service does that keeps the cache alone") {
    const Made other = builds.build();
    CHECK(difference(first, other) == "");
    CHECK(other.that(Doing::cached).size() == other.doing.size());
    CHECK(other.sha256 == first.sha256);
  }
  SECTION("those that are gone or were changed, and no others") {
    const auto before = folder.inodes();
    fs::remove(folder / "island-42.exr");
    test::write(folder / "island-42.png", "mine");
    const Made again = folder.build();
    CHECK(difference(first, again) == "");
    CHECK(again.that(Doing::cached).size() == again.doing.size());
    const Names written = folder.written_since(before);
    CHECK(written.count("island-42.exr") + written.count("island-42.png") == 2);
    CHECK(written.count("island-42-height.png") + written.count("island-42-lakes.csv") == 0);
  }
  SECTION("not larger ones") {
    fs::remove_all(builds.cache);
    builds.request.kept_file_size = fs::file_size(folder / "island-42.exr") - 1;
    builds.build();
    const Made other = builds.build();
    CHECK(difference(first, other) == "");
    CHECK(other.that(Doing::cached).size() < other.doing.size());
  }
  SECTION("cells that were clipped are counted, and refused as ever") {
    builds.request.set.emplace_back("outputs.1.range=[0 m, 900 m]");
    const Made clipped = builds.build(), again = builds.build();
    CHECK(difference(clipped, again) == "");
  }
  SECTION("damaged ones are made again, and that is told") {
    std::mt19937 random(8);
    for (const fs::path& file : files_of(fs::path(builds.cache) / "records")) {
      if (fs::file_size(file) > 20000) flip(file, random());
    }
    const Made again = builds.build();
    CHECK_THAT(again.said, Catch::Contains("warning: the cache in '" + builds.cache + "' had "));
    CHECK(difference(first, again) == "");
    CHECK(builds.build().said.empty());
  }
}

TEST_CASE("A file changes, and is written, only with what it is made of", "[build.cache.files]") {
  OneFolder folder;
  const auto before = folder.inodes();
  const auto written = [&](const std::string& set) {
    folder.builds.request.set.push_back(set);
    const Made changed = folder.build();
    CHECK(difference(folder.builds.cold(), changed) == "");
    return folder.written_since(before);
  };
  SECTION("the options of one") {
    CHECK(written("outputs.1.range=[-4000 m, 2100 m]") ==
          Names{"island-42-height.png", "island-42-height.png.aux.xml", "island-42.manifest.json"});
  }
  SECTION("a stage that one picture shows") {
    const Names changed = written("stages.relief.with.light_from=300 deg");
    CHECK(changed.count("island-42.png") == 1);
    for (const char* other : {"island-42.exr", "island-42-height.png", "island-42-lakes.csv"})
      CHECK(changed.count(other) == 0);
  }
}

TEST_CASE("Worlds that take turns at one file each write their own", "[build.cache.files]") {
  OneFolder folder;
  folder.builds.request.set.emplace_back("knobs.peak=1900 m");
  const Made other = folder.build(), cold = folder.builds.cold();
  CHECK(difference(cold, other) == "");
  folder.builds.request.set.pop_back();
  const Made back = folder.build();
  CHECK(back.ran() == Names{});
  CHECK(difference(folder.first, back) == "");
  // A change of one picture writes that picture and the manifest; the config's hash stands in each image.
  folder.builds.strict = true;
  CHECK(difference(folder.first, folder.build()) == "");
}
