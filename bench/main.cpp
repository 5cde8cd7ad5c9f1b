// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "measure.hpp"
#include "parts.hpp"
#include "process.hpp"

namespace terrawright::bench {

bool Options::wants(const std::string& name) const {
  return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& begin) {
           return name.compare(0, begin.size(), begin) == 0;
         });
}

int all_threads() { return std::max(2, static_cast<int>(std::thread::hardware_concurrency())); }

namespace {

std::string processor() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

int run(int argc, char** argv) {
  Options options;
  options.folder = std::filesystem::temp_directory_path().string();
  CLI::App app("Measures stages, whole builds and peers on this machine.");
  app.add_option("--size", options.sizes, "Sides of the square worlds, in cells")->capture_default_str();
  app.add_option("--only", options.only,
                 "Stages, against.<stage>, against.programs, png, build, erosion, window, memory, cache, ranks, notes, "
                 "bytes, levels, scale, start, border, vectors; or how they begin");
  app.add_option("--threads", options.threads, "Threads of the stages; 1: processor time, more: time on the wall")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--repeat", options.repeat, "How often; the minimum counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--folder", options.folder, "Where pictures are written")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  options.folder += "/terrawright-bench-" + std::to_string(getpid());
  std::filesystem::create_directories(options.folder);
  stay_small();
  std::printf(
      "%s, %u threads, compiler %s.\nMinima of %d runs, ours and the peer in turn; one thread in processor time, more "
      "on the wall.\n",
      processor().c_str(), std::thread::hardware_concurrency(), __VERSION__, options.repeat);
  const std::uint64_t bytes = std::uint64_t{256} << 20;
  const auto rate = [&](double seconds) { return static_cast<double>(bytes) / 1e9 / seconds; };
  std::printf("Streaming write: %.1f GB/s\n", rate(seconds_of_streaming_write(bytes, options.repeat)));
  const double first = seconds_of_fresh_memory(bytes), again = seconds_of_fresh_memory(bytes);
  std::printf("Fresh memory: %.1f GB/s, %.1f GB/s the second time\n", rate(first), rate(again));
  starts(options);
  crossings(options);
  vectors(options);
  builds(options);
  erosion(options);
  windows(options);
  memories(options);
  caches(options);
  ranks(options);
  notes(options);
  levels(options);
  scale(options);
  programs(options);
  stages(options);
  pictures(options);
  against_peers(options);
  drainage(options);
  std::filesystem::remove_all(options.folder);
  return 0;
}

}  // namespace
}  // namespace terrawright::bench

int main(int argc, char** argv) {
  try {
    return terrawright::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
