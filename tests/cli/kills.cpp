// SPDX-License-Identifier: Apache-2.0
// No manifest ever lies: whatever ends a build, and whenever, what a manifest lists is there, to the byte.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// Three files in two folders.
const std::string three_files = R"(terrawright: 1
name: t
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1, random: one}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}
outputs:
  - {file: "t.exr", layers: {height: terrain, land: sea.land}, sidecar: false}
  - {file: "pictures/t.png", layers: {height: terrain}, range: [-10, 10], sidecar: false}
  - {file: "land.png", layers: {land: sea.land}, sidecar: false}
)";

// Worlds whose files have the same names, each with bytes of its own.
class Worlds {
 public:
  Worlds() { write(folder_ / "t.yaml", three_files); }
  std::string build(const std::string& which, const fs::path& to) const {
    return TERRAWRIGHT_PROGRAM " build " + (folder_ / "t.yaml") + " --set stages.terrain.random=" + which + " --out " +
           to.string();
  }
  fs::path built(const std::string& which) const {
    fs::path path = folder_.path() / which;
    if (!fs::exists(path)) REQUIRE(shell(build(which, path)).exit == 0);
    return path;
  }
  fs::path operator/(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
};

const char* const manifest_name = "t-42.manifest.json";

// Whether the manifest is there; if it is, all that it lists must be.
bool has_true_manifest(const fs::path& folder) {
  const fs::path path = folder / manifest_name;
  if (!fs::exists(path)) return false;
  const Json manifest = Json::parse(read(path));
  REQUIRE(manifest["files"].size() == 3);
  for (const Json& file : manifest["files"]) {
    const fs::path of = folder / file["path"].get<std::string>();
    INFO(of);
    REQUIRE(fs::exists(of));
    CHECK(fs::file_size(of) == file["bytes"].get<std::uint64_t>());
    CHECK(shell("sha256sum < " + of.string()).out.substr(0, 64) == file["sha256"].get<std::string>());
  }
  return true;
}

bool same(const fs::path& a, const fs::path& b) { return read(a) == read(b); }

std::size_t temporaries(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) count += entry.path().extension() == ".part";
  return count;
}

// The program with its nth step on files as at_call.c has it.
std::string preloaded(const std::string& what, int n) {
  return "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=" TERRAWRIGHT_AT_CALL " " + what + "=" +
         std::to_string(n) + " ";
}

struct Ends {
  int before = 0, between = 0, after = 0;  // the old set with its manifest, none, the new set with its manifest
};

// Replaces the world "one" by "two", with every step in turn as `what` has it.
Ends replace(const std::string& what) {
  const Worlds worlds;
  const fs::path one = worlds.built("one"), two = worlds.built("two"), to = worlds / "to";
  Ends ends;
  for (int step = 1;; ++step) {
    REQUIRE(step < 100);
    fs::remove_all(to);
    fs::copy(one, to, fs::copy_options::recursive);
    const Ran ran = shell(preloaded(what, step) + worlds.build("two", to));
    INFO(what << " " << step << ": " << ran.exit << ran.err);
    if (!has_true_manifest(to)) {
      ++ends.between;
      CHECK(ran.exit != 0);
    } else if (same(to / manifest_name, one / manifest_name)) {
      ++ends.before;
      CHECK(ran.exit != 0);
    } else {
      ++ends.after;
      CHECK(same(to / manifest_name, two / manifest_name));
    }
    // The next build deletes the leftovers.
    if (what == "FAIL_AT") CHECK(temporaries(to) == 0);
    if (step % 4 == 0) {
      REQUIRE(shell(worlds.build("two", to)).exit == 0);
      CHECK(temporaries(to) == 0);
      CHECK(has_true_manifest(to));
    }
    // The steps are over, and nothing happened to any.
    if (ran.exit == 0 && ends.after > 4) return ends;
  }
}

}  // namespace

TEST_CASE("the manifest lists the files of its build, and the type of each layer's cells", "[kills]") {
  const Worlds worlds;
  const fs::path one = worlds.built("one");
  CHECK(has_true_manifest(one));
  const Json manifest = Json::parse(read(one / manifest_name));
  CHECK(manifest["files"][1]["path"] == "pictures/t.png");
  CHECK(manifest["layers"]["terrain"]["cell_type"] == "f32");
  CHECK(manifest["layers"]["sea"]["cell_type"] == "u8");
  CHECK(manifest["layers"]["terrain"].contains("minimum"));
}

TEST_CASE("a build that is killed at any step on its files leaves no manifest that lies", "[kills][preloaded]") {
  const Ends ends = replace("KILL_AT");
  CHECK(ends.before >= 5);   // three files and their manifest are brought to the disk, and the old manifest is there
  CHECK(ends.between >= 5);  // three files get their names in two folders, and then the manifest
}

TEST_CASE("a build of which any step on its files fails leaves no manifest that lies", "[kills][preloaded]") {
  const Ends ends = replace("FAIL_AT");
  CHECK(ends.before >= 5);
  CHECK(ends.between >= 4);
}

TEST_CASE("builds that are killed at random times", "[kills]") {
  const char* wanted = std::getenv("TERRAWRIGHT_KILLS");  // scripts/proofs.sh kills
  const int kills = wanted != nullptr ? std::atoi(wanted) : 15;
  const Worlds worlds;
  const fs::path to = worlds / "to";
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(shell(worlds.build("zero", to)).exit == 0);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::mt19937 random(7);
  int killed = 0, with_manifest = 0;
  for (int i = 0; i < kills; ++i) {
    const double at = 1.2 * seconds * static_cast<double>(random() % 1000) / 1000;
    const Ran ran = shell(worlds.build("w" + std::to_string(i), to) + " & sleep " + std::to_string(at) +
                          "; kill -KILL $!; wait $!");
    INFO("kill " << i << " after " << at << " s");
    killed += ran.exit == 137 ? 1 : 0;
    with_manifest += has_true_manifest(to) ? 1 : 0;
  }
  INFO(killed << " of " << kills << " builds killed, " << with_manifest << " manifests left");
  CHECK(killed > 0);
  CHECK(temporaries(to) <= 4);  // of the last one
  REQUIRE(shell(worlds.build("end", to)).exit == 0);
  CHECK(temporaries(to) == 0);
  CHECK(has_true_manifest(to));
  if (wanted != nullptr)
    WARN(killed << " of " << kills << " builds killed, " << with_manifest << " manifests left, all true");
}

TEST_CASE("twelve builds at once into one folder do each other no harm", "[kills]") {
  const Worlds worlds;
  const fs::path to = worlds / "to";
  std::string all;
  for (int i = 0; i < 12; ++i) all += worlds.build("w" + std::to_string(i), to) + " & p" + std::to_string(i) + "=$!; ";
  for (int i = 0; i < 12; ++i) all += "wait $p" + std::to_string(i) + " || exit 1; ";
  all += "true";
  const Ran ran = shell(all);
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK(has_true_manifest(to));
  CHECK(temporaries(to) == 0);
}

TEST_CASE("while one build gives its files their names, another one waits", "[kills]") {
  const Worlds worlds;
  const fs::path one = worlds.built("one"), to = worlds / "to";
  fs::copy(one, to, fs::copy_options::recursive);
  const int folder = open(to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(flock(folder, LOCK_EX) == 0);
  // Killed a moment after all is written, while nothing has its name.
  CHECK(shell(worlds.build("two", to) + " & until [ $(find " + to.string() +
              " -name '*.part' | wc -l) = 4 ] || ! kill -0 $!; do sleep 0.01; done; sleep 0.3; kill -KILL $!; wait $!")
            .exit == 137);
  CHECK(temporaries(to) == 4);
  CHECK(same(to / manifest_name, one / manifest_name));
  CHECK(has_true_manifest(to));
  close(folder);
  CHECK(shell(worlds.build("two", to)).exit == 0);
}

TEST_CASE("a manifest of another seed goes where a build replaces a file that it lists", "[kills]") {
  const Worlds worlds;
  const fs::path to = worlds / "to";
  REQUIRE(shell(worlds.build("one", to)).exit == 0);
  const Ran ran = shell(worlds.build("one", to) + " --set world.seed=7");
  CHECK(ran.exit == 0);
  CHECK(ran.err.find("t-42.manifest.json was removed") != std::string::npos);
  CHECK_FALSE(fs::exists(to / manifest_name));
  CHECK(fs::exists(to / "t-7.manifest.json"));
  CHECK(shell(worlds.build("one", to) + " --set world.seed=7").err.find("was removed") == std::string::npos);
}
