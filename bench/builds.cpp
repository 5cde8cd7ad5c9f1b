// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "measure.hpp"
#include "parts.hpp"

namespace terrawright::bench {
namespace {

struct Cost {
  double wall, processor;  // seconds
  std::uint64_t peak;      // bytes
};

// Runs the program in a process of its own.
Cost build(std::int64_t size, int threads, const std::string& folder) {
  const std::string side = std::to_string(size), sizes = "world.size=[" + side + "," + side + "]";
  const std::string count = std::to_string(threads);
  const double begin = seconds_now(2);
  const pid_t child = fork();
  if (child == 0) {
    execl(TERRAWRIGHT_PROGRAM, "terrawright", "build", TERRAWRIGHT_ROOT "/configs/island.yaml", "--quiet", "--set",
          sizes.c_str(), "--threads", count.c_str(), "--out", folder.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) {
    throw std::runtime_error("terrawright build failed");
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {seconds_now(2) - begin, seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

void measure(std::int64_t size, int threads, const Options& options) {
  const std::string folder = options.folder + "/build";
  Cost best{1e9, 1e9, 0};
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    const Cost cost = build(size, threads, folder);
    best = {std::min(best.wall, cost.wall), std::min(best.processor, cost.processor), std::max(best.peak, cost.peak)};
  }
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
