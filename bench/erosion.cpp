// SPDX-License-Identifier: Apache-2.0
// Erosion by tiles, without the land that it begins with.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "measure.hpp"
#include "parts.hpp"
#include "process.hpp"

namespace terrawright::bench {
namespace {

Cost build(const Options& options, std::int64_t size, int threads, const std::vector<std::string>& more) {
  const std::string side = std::to_string(size), folder = options.folder + "/erosion";
  std::vector<std::string> arguments = {TERRAWRIGHT_PROGRAM,
                                        "build",
                                        TERRAWRIGHT_ROOT "/bench/worlds/erosion.yaml",
                                        "--set",
                                        "world.size=[" + side + "," + side + "]",
                                        "--threads",
                                        std::to_string(threads),
                                        "--out",
                                        folder,
                                        "--quiet",
                                        "--cache",
                                        "off"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Cost cost = run_process(arguments, "/");
  std::filesystem::remove_all(folder);
  return cost;
}

}  // namespace

void erosion(const Options& options) {
  if (!options.wants("erosion")) return;
  const int threads = all_threads();
  std::printf(
      "\nTen steps of erosion by tiles, without the land that they begin with, on %d threads; seconds on the wall and\n"
      "of the processor, highest memory.\n%5s %10s %10s %10s\n",
      threads, "side", "wall s", "cpu s", "MB");
  for (const std::int64_t size : options.sizes) {
    Cost bare, tiles;
    for (int i = 0; i < options.repeat_at(size); ++i) {
      const auto take = [&](Cost& best, const Cost& cost) { best = i == 0 ? cost : best_of(best, cost); };
      take(bare,
           build(options, size, threads, {"--set", "outputs=[{file: \"{name}.exr\", layers: {height: metres}}]"}));
      take(tiles, build(options, size, threads, {}));
    }
    std::printf("%5ld %10.3f %10.3f %10.0f\n", static_cast<long>(size), tiles.wall - bare.wall,
                tiles.processor - bare.processor, static_cast<double>(tiles.peak) / 1e6);
    std::fflush(stdout);
  }
}

}  // namespace terrawright::bench
