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

constexpr const char* island = TERRAWRIGHT_ROOT "/configs/island.yaml";

struct Built {
  Cost cost;
  std::string manifest;
};

Built build(std::int64_t side, const std::string& folder, const std::vector<std::string>& more) {
  const std::string cells = std::to_string(side);
  std::vector<std::string> command = {TERRAWRIGHT_PROGRAM,
                                      "build",
                                      island,
                                      "--quiet",
                                      "--set",
                                      "world.size=[" + cells + "," + cells + "]",
                                      "--threads",
                                      std::to_string(all_threads()),
                                      "--out",
                                      folder};
  command.insert(command.end(), more.begin(), more.end());
  const Cost cost = run_process(command, "/");
  return {cost, text_of_file(folder + "/island-42.manifest.json")};
}

void print(const char* name, std::int64_t side, const Cost& cost, const Cost& without) {
  std::printf("%-36s %5ld %9.2f %9.2f %9.1f %9.1f\n", name, static_cast<long>(side), cost.wall, cost.processor,
              100 * cost.wall / without.wall, 100 * cost.processor / without.processor);
  std::fflush(stdout);
}

void measure(std::int64_t side, const Options& options) {
  namespace fs = std::filesystem;
  const std::string cache = options.folder + "/cache", out = options.folder + "/built";
  const std::string other = out + "-elsewhere", drier = out + "-drier";
  const std::vector<std::string> remember = {"--cache", cache, "--cache-size", "40GB"};
  const std::string knob = "stages.biomes.with.coast_height=21 m";
  Cost without, cold, nothing, elsewhere, changed;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    const auto least = [i](Cost& best, const Cost& cost) { best = i == 0 ? cost : best_of(best, cost); };
    fs::remove_all(out);
    const Built plain = build(side, out, {"--cache", "off"});
    for (const std::string& folder : {cache, out, other, drier}) fs::remove_all(folder);
    const Built first = build(side, out, remember);
    const Built again = build(side, out, remember), beside = build(side, other, remember);
    auto with = remember;
    with.insert(with.end(), {"--set", knob});
    const Built biomes = build(side, drier, with);
    if (plain.manifest != first.manifest || first.manifest != again.manifest || first.manifest != beside.manifest)
      throw std::runtime_error("the manifests differ");
    least(without, plain.cost);
    least(cold, first.cost);
    least(nothing, again.cost);
    least(elsewhere, beside.cost);
    least(changed, biomes.cost);
  }
  print("without a cache", side, without, without);
  print("cold, into an empty cache", side, cold, without);
  print("nothing changed", side, nothing, without);
  print("nothing changed, into another folder", side, elsewhere, without);
  print("the biomes changed", side, changed, without);
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(cache))
    bytes += entry.is_regular_file() ? entry.file_size() : 0;
  std::printf("%-36s %5ld %9.0f MB\n", "the cache", static_cast<long>(side), static_cast<double>(bytes) / 1e6);
  for (const std::string& folder : {cache, out, other, drier}) fs::remove_all(folder);
}

}  // namespace

void caches(const Options& options) {
  if (!options.wants("cache")) return;
  std::printf(
      "\nThe kept island with all files, on all threads, with what earlier builds have kept: seconds on the wall and "
      "of "
      "the\nprocessor, per cent of a build without a cache.\n%-36s %5s %9s %9s %9s %9s\n",
      "build", "side", "wall s", "cpu s", "% wall", "% cpu");
  for (const std::int64_t side : options.sizes) measure(side, options);
}

}  // namespace terrawright::bench
