// SPDX-License-Identifier: Apache-2.0
// The example world beside each stage: it builds, it is the same under every tiling, and its pixels are pinned.
// A change of pixels is a decision: raise the stage's revision and run  TERRAWRIGHT_APPROVE=1 scripts/test.sh -R pinned
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"
#include "support/stage_files.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

const fs::path root = TERRAWRIGHT_ROOT;
const fs::path goldens = root / "tests/goldens/examples.txt";

// "stages/sea/level/level.yaml" of every stage.
std::vector<std::string> examples() {
  std::vector<std::string> paths;
  for (const test::StageFile& file : test::stage_files())
    if (file.is_example()) paths.push_back(file.from_root());
  return paths;
}

// Every layer of the world: "stages/sea/level/level.yaml sea.land" to its digest.
std::map<std::string, std::string> digests(const std::string& path, std::int64_t tile, int threads) {
  test::Options options;
  options.tile = tile;
  options.threads = threads;
  const readers::FileOpener opener;
  options.opener = &opener;
  options.path = (root / path).string();
  const auto world = test::build(test::config_file(path), options);
  std::map<std::string, std::string> found;
  for (const std::string& layer : world.layers()) found[path + " " + layer] = world.digest(layer);
  return found;
}

std::map<std::string, std::string> approved() {
  std::map<std::string, std::string> all;
  std::ifstream stream(goldens);
  for (std::string path, layer, digest; stream >> path >> layer >> digest;) all[path + " " + layer] = digest;
  return all;
}

}  // namespace

TEST_CASE("Every stage has an example world", "[examples]") {
  const std::vector<std::string> worlds = examples();
  for (const graph::Offer* offer : test::catalogue().all()) {
    if (offer->plugin != "terrawright") continue;  // the harness's own
    std::string path = offer->stage->id;
    path.replace(path.find('.'), 1, "/");
    const std::string word = path.substr(path.find('/'));
    INFO(path);
    const auto exists = [&](const std::string& file) {
      return std::any_of(worlds.begin(), worlds.end(), [&](const std::string& world) {
        return world == "stages/" + file + ".yaml" || world == "packs/atlas/stages/" + file + ".yaml";
      });
    };
    CHECK((exists(path) || exists(path + word)));
  }
}

TEST_CASE("The pixels of the examples are pinned", "[examples]") {
  std::map<std::string, std::string> found;
  for (const std::string& path : examples()) {
    const auto whole = digests(path, 0, 1);
    for (const std::int64_t tile : {7, 64, 300}) {
      INFO(path << ", tiles of " << tile);
      CHECK(digests(path, tile, 2) == whole);
    }
    found.insert(whole.begin(), whole.end());
  }
  if (std::getenv("TERRAWRIGHT_APPROVE") != nullptr) {
    std::ofstream stream(goldens);
    for (const auto& [layer, digest] : found) stream << layer << " " << digest << "\n";
  }
  CHECK(found == approved());
}
