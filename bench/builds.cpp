// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "measure.hpp"
#include "parts.hpp"
#include "process.hpp"

namespace terrawright::bench {
namespace {

constexpr const char* worlds[] = {"bench/worlds/island.yaml", "bench/worlds/realistic.yaml"};

std::vector<std::string> command(const char* world, std::int64_t size, int threads, const std::string& folder) {
  const std::string side = std::to_string(size);
  return {TERRAWRIGHT_PROGRAM,
          "build",
          std::string(TERRAWRIGHT_ROOT "/") + world,
          "--set",
          "world.size=[" + side + "," + side + "]",
          "--threads",
          std::to_string(threads),
          "--out",
          folder};
}

Cost build(const char* world, std::int64_t size, int threads, const std::string& folder,
           const std::vector<std::string>& more = {}) {
  auto arguments = command(world, size, threads, folder);
  arguments.emplace_back("--quiet");
  if (std::find(more.begin(), more.end(), "--cache") == more.end())
    arguments.insert(arguments.end(), {"--cache", "off"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_process(arguments, "/");
}

void measure(const char* world, std::int64_t size, int threads, const Options& options) {
  const std::string folder = options.folder + "/build";
  Cost best = build(world, size, threads, folder);
  for (int i = 1; i < std::min(options.repeat, 3); ++i) best = best_of(best, build(world, size, threads, folder));
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) bytes += entry.file_size();
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("%-24s %5ld %7d %9.2f %9.2f %9.1f %9.1f %9.0f\n", world, static_cast<long>(size), threads, best.wall,
              best.processor, best.processor * 1e9 / cells,
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
  for (const std::int64_t size : options.sizes) {
    for (const char* world : worlds) {
      for (const int threads : {1, all_threads()}) measure(world, size, threads, options);
    }
  }
  std::printf("\n%s at %ld cells a side on one thread, images included, node by node:\n", worlds[1],
              static_cast<long>(options.sizes.front()));
  std::fflush(stdout);
  auto shown = command(worlds[1], options.sizes.front(), 1, options.folder + "/build");
  shown.insert(shown.end(), {"--cache", "off"});
  run_process(shown, "/", true);
  std::filesystem::remove_all(options.folder + "/build");
}

// Of the whole and of the cold window nothing is kept from an earlier build; the warm one reads what the whole has
// left.
void windows(const Options& options) {
  if (!options.wants("window")) return;
  const std::int64_t size = *std::max_element(options.sizes.begin(), options.sizes.end());
  const std::int64_t side = std::min<std::int64_t>(1025, size), first = (size - side) / 2;
  const std::string middle =
      std::to_string(first) + "," + std::to_string(first) + "," + std::to_string(side) + "x" + std::to_string(side);
  std::printf(
      "\nA window of %ld x %ld cells in the middle of a world of %ld a side, beside the whole; images included:\n"
      "seconds on the wall and of the processor, highest memory; warm: beside what a build of the whole has kept.\n"
      "%-28s %-12s %9s %9s %9s\n",
      static_cast<long>(side), static_cast<long>(side), static_cast<long>(size), "world", "part", "wall s", "cpu s",
      "peak MB");
  const std::string folder = options.folder + "/window", cache = options.folder + "/kept";
  const std::vector<std::string> cut = {"--window", middle}, kept = {"--cache", cache, "--cache-size", "40GB"};
  struct Part {
    const char* name;
    bool is_cut, remembers;
  };
  for (const char* world : worlds) {
    for (const Part& part : {Part{"whole", false, false}, Part{"window", true, false}, Part{"whole, kept", false, true},
                             Part{"window, warm", true, true}}) {
      std::vector<std::string> more;
      if (part.is_cut) more = cut;
      if (part.remembers) more.insert(more.end(), kept.begin(), kept.end());
      Cost best = build(world, size, all_threads(), folder, more);
      const bool once = part.remembers && !part.is_cut;  // it would find its own
      for (int i = 1; i < std::min(options.repeat, 3) && !once; ++i)
        best = best_of(best, build(world, size, all_threads(), folder, more));
      std::printf("%-28s %-12s %9.2f %9.2f %9.0f\n", world, part.name, best.wall, best.processor,
                  static_cast<double>(best.peak) / 1e6);
      std::fflush(stdout);
      std::filesystem::remove_all(folder);
    }
    std::filesystem::remove_all(cache);
  }
}

}  // namespace terrawright::bench
