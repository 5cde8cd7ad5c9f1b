// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "measure.hpp"
#include "parts.hpp"
#include "process.hpp"

namespace terrawright::bench {
namespace {

Cost build(std::int64_t size, int threads, const std::string& folder) {
  const std::string side = std::to_string(size);
  return run_process({TERRAWRIGHT_PROGRAM, "build", TERRAWRIGHT_ROOT "/configs/island.yaml", "--quiet", "--set",
                      "world.size=[" + side + "," + side + "]", "--threads", std::to_string(threads), "--out", folder},
                     "/");
}

void measure(std::int64_t size, int threads, const Options& options) {
  const std::string folder = options.folder + "/build";
  Cost best = build(size, threads, folder);
  for (int i = 1; i < std::min(options.repeat, 3); ++i) best = best_of(best, build(size, threads, folder));
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) bytes += entry.file_size();
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("%-24s %5ld %7d %9.2f %9.2f %9.1f %9.1f %9.0f\n", "configs/island.yaml", static_cast<long>(size), threads,
              best.wall, best.processor, best.processor * 1e9 / cells,
              best.processor / seconds_of_streaming_write(bytes, options.repeat), static_cast<double>(best.peak) / 1e6);
  std::fflush(stdout);
  std::filesystem::remove_all(folder);
}

}  // namespace

void builds(const Options& options) {
  if (!options.wants("build")) return;
  std::printf(
      "\nWhole builds, images included: seconds on the wall (with whatever else the machine does) and of the "
      "processor; "
      "ns of the\nprocessor per cell; times a streaming write of the bytes of all files; highest memory of the "
      "process.\n%-24s %5s %7s %9s %9s %9s %9s %9s\n",
      "world", "side", "threads", "wall s", "cpu s", "ns/cell", "x write", "peak MB");
  const int all = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  for (const std::int64_t size : options.sizes) {
    for (const int threads : {1, all}) measure(size, threads, options);
  }
}

}  // namespace terrawright::bench
