// SPDX-License-Identifier: Apache-2.0
// Erosion by tiles beside the stage that took its layers whole, before there were steps.
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
      "\nTen steps of erosion, without the land that they begin with, on %d threads: by tiles, and by the stage that "
      "took\nits layers whole (bench/whole_stream_power), in turn; seconds on the wall and of the processor, highest "
      "memory.\n%5s %10s %10s %10s %10s %12s %10s %10s\n",
      threads, "side", "tiles s", "whole s", "tiles cpu", "whole cpu", "times faster", "tiles MB", "whole MB");
  for (const std::int64_t size : options.sizes) {
    Cost bare, tiles, whole;
    for (int i = 0; i < options.repeat_at(size); ++i) {
      const auto take = [&](Cost& best, const Cost& cost) { best = i == 0 ? cost : best_of(best, cost); };
      take(bare,
           build(options, size, threads, {"--set", "outputs=[{file: \"{name}.exr\", layers: {height: metres}}]"}));
      take(tiles, build(options, size, threads, {}));
      take(whole, build(options, size, threads,
                        {"--set", "stages.eroded.use=bench.stream_power@1", "--plugins", TERRAWRIGHT_WHOLE_EROSION}));
    }
    const double by_tiles = tiles.wall - bare.wall, by_whole = whole.wall - bare.wall;
    std::printf("%5ld %10.3f %10.3f %10.3f %10.3f %12.2f %10.0f %10.0f\n", static_cast<long>(size), by_tiles, by_whole,
                tiles.processor - bare.processor, whole.processor - bare.processor, by_whole / by_tiles,
                static_cast<double>(tiles.peak) / 1e6, static_cast<double>(whole.peak) / 1e6);
    std::fflush(stdout);
  }
}

}  // namespace terrawright::bench
