// SPDX-License-Identifier: Apache-2.0
// Builds that remember earlier ones, beside builds that do not.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "parts.hpp"
#include "process.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

namespace fs = std::filesystem;

// A change after a first build: a setting, a deleted file, or a build into another folder.
struct Change {
  const char *name, *set, *gone = "";
  bool elsewhere = false;
};
struct World {
  std::string name;
  std::vector<Change> changes;
};
constexpr Change nothing{"nothing changed", ""}, elsewhere{"nothing changed, into another folder", "", "", true};
const std::vector<World> worlds = {
    {"island", {nothing, elsewhere, {"the biomes changed", "stages.biomes.with.coast_height=21 m"}}},
    {"realistic",
     {nothing,
      elsewhere,
      {"the picture is gone", "", "realistic-42.png"},
      {"the image of all layers is gone", "", "realistic-42.exr"},
      {"the range of one picture changed", "outputs.1.range=[-4500 m, 4400 m]"},
      {"the sun of the picture changed", "stages.relief.with.suns=[[300 deg, 40 deg, 1]]"},
      {"a class's colour changed", "stages.biomes.with.classes=[[3, lake, '#5b9dc8', o]]"},
      {"the biomes changed", "stages.biomes.with.coast_height=21 m"},
      {"how wet it is changed", "knobs.wet=520 h/yr"}}},
};

struct Built {
  Cost cost;
  std::string manifest;
};

// On one thread, as threads that wait for each other take time of the processor too.
Built build(const World& world, std::int64_t side, const std::string& folder, const std::vector<std::string>& more) {
  const std::string cells = std::to_string(side), config = TERRAWRIGHT_ROOT "/configs/" + world.name + ".yaml";
  std::vector<std::string> command = {
      TERRAWRIGHT_PROGRAM, "build", config,  "--quiet", "--set", "world.size=[" + cells + "," + cells + "]",
      "--threads",         "1",     "--out", folder};
  command.insert(command.end(), more.begin(), more.end());
  const Cost cost = run_process(command, "/");
  return {cost, text_of_file(folder + "/" + world.name + "-42.manifest.json")};
}

void print(const char* name, std::int64_t side, const Cost& cost, const Cost& without) {
  std::printf("%-36s %5ld %9.2f %9.2f %9.1f %9.1f\n", name, static_cast<long>(side), cost.wall, cost.processor,
              100 * cost.wall / without.wall, 100 * cost.processor / without.processor);
  std::fflush(stdout);
}

// Each change after a first build of its own, into a folder of its own: where files have just been removed, ext4 takes
// longer to make others.
void measure(const World& world, std::int64_t side, const Options& options) {
  const std::string of_world = options.folder + "/caches-" + world.name;
  Cost without, cold;
  std::vector<Cost> after(world.changes.size());
  std::uint64_t bytes = 0;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    const Built plain = build(world, side, of_world + "/plain" + std::to_string(i), {"--cache", "off"});
    without = i == 0 ? plain.cost : best_of(without, plain.cost);
    for (std::size_t k = 0; k < after.size(); ++k) {
      const Change& change = world.changes[k];
      const std::string out = of_world + "/" + std::to_string(i) + "-" + std::to_string(k), cache = out + "-cache";
      const std::vector<std::string> remember = {"--cache", cache, "--cache-size", "40GB"};
      const Built first = build(world, side, out, remember);
      cold = i == 0 && k == 0 ? first.cost : best_of(cold, first.cost);
      bytes = 0;
      for (const auto& entry : fs::recursive_directory_iterator(cache))
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
      if (*change.gone != 0) fs::remove(out + "/" + change.gone);
      auto with = remember;
      if (*change.set != 0) with.insert(with.end(), {"--set", change.set});
      const Built changed = build(world, side, change.elsewhere ? out + "-elsewhere" : out, with);
      after[k] = i == 0 ? changed.cost : best_of(after[k], changed.cost);
      if (plain.manifest != first.manifest || (*change.set == 0 && plain.manifest != changed.manifest))
        throw std::runtime_error("the manifests differ");
    }
  }
  std::printf("%s\n", world.name.c_str());
  print("without a cache", side, without, without);
  print("cold, into an empty cache", side, cold, without);
  for (std::size_t k = 0; k < after.size(); ++k) print(world.changes[k].name, side, after[k], without);
  std::printf("%-36s %5ld %9.0f MB\n", "the cache", static_cast<long>(side), static_cast<double>(bytes) / 1e6);
  fs::remove_all(of_world);
}

}  // namespace

void caches(const Options& options) {
  if (!options.wants("cache")) return;
  std::printf(
      "\nIsland and realistic with all files, on one thread, with what earlier builds have kept: seconds on the wall "
      "and "
      "of the\nprocessor, per cent of a build without a cache.\n%-36s %5s %9s %9s %9s %9s\n",
      "build", "side", "wall s", "cpu s", "% wall", "% cpu");
  for (const std::int64_t side : options.sizes) {
    for (const World& world : worlds) measure(world, side, options);
  }
}

}  // namespace terrawright::bench
