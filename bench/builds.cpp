// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>

#include "engine/layers/layer.hpp"
#include "graph/sha256.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "process.hpp"
#include "report/json.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

// As they ship, with all of their files: tests/shipped_in_bench.py.
constexpr const char* worlds[] = {"configs/island.yaml", "configs/realistic.yaml"};

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
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("%-24s %5ld %7d %9.2f %9.2f %9.1f %9.1f %9.0f\n", world, static_cast<long>(size), threads, best.wall,
              best.processor, best.processor * 1e9 / cells,
              best.processor / seconds_of_streaming_write(bytes, options.repeat), static_cast<double>(best.peak) / 1e6);
  std::fflush(stdout);
  std::filesystem::remove_all(folder);
}

// Nanoseconds a byte.
double of_a_byte(int repeat, const std::function<void(const std::vector<char>&)>& work) {
  const std::vector<char> bytes(std::size_t{64} << 20, 1);
  double best = 1e9;
  for (int i = 0; i < repeat; ++i) best = std::min(best, seconds_of(1, [&] { work(bytes); }));
  return best * 1e9 / static_cast<double>(bytes.size());
}

// Attributes the time of a build, by its own log; the cost of hashing by that of a byte here. Hashing and the system,
// whose time is that of page faults most of all, are part of the others.
void where_it_goes(const char* world, std::int64_t size, const Options& options) {
  const std::string folder = options.folder + "/build", log = options.folder + "/log";
  const Cost whole = build(world, size, 1, folder, {"--log", log});
  std::map<std::string, double> by_stage, by_file;
  std::uint64_t hashed = 0, summed = 0;
  std::istringstream lines(text_of_file(log));
  for (std::string line; std::getline(lines, line);) {
    const auto event = report::Json::parse(line);
    const std::string what = event["event"];
    if (what == "node_ended") by_stage[event["stage"]] += event["processor"].get<double>();
    if (what == "file_ended") by_file[event["file"]] += event["processor"].get<double>();
    if (what == "file") summed += event["bytes"].get<std::uint64_t>();
    if (what != "node_made") continue;
    for (const auto& port : event["ports"]) hashed += port.value("bytes", std::uint64_t{0});
  }
  std::filesystem::remove_all(folder);
  const double cells = static_cast<double>(size) * static_cast<double>(size);
  std::printf("\n%s at %ld cells a side on one thread: %.2f s of the processor, %.1f ns a cell.\n%-34s %9s %9s\n",
              world, static_cast<long>(size), whole.processor, whole.processor * 1e9 / cells, "what", "ns/cell",
              "share, %");
  const auto tell = [&](const std::string& name, double seconds) {
    std::printf("%-34s %9.1f %9.1f\n", name.c_str(), seconds * 1e9 / cells, seconds / whole.processor * 100);
  };
  double rest = whole.processor;
  for (const auto* parts : {&by_stage, &by_file}) {
    std::vector<std::pair<std::string, double>> sorted(parts->begin(), parts->end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, seconds] : sorted) {
      tell(name, seconds);
      rest -= seconds;
    }
  }
  const Cost start = run_process({TERRAWRIGHT_PROGRAM, "--version"}, "/");
  tell("start, --version", start.processor);
  tell("the rest", rest - start.processor);
  const double of_digest = of_a_byte(options.repeat, [](const std::vector<char>& bytes) {
    engine::digest_of(std::string_view(bytes.data(), bytes.size()));
  });
  const double of_sha256 = of_a_byte(options.repeat, [](const std::vector<char>& bytes) {
    graph::Sha256 hash;
    hash.add(bytes.data(), bytes.size());
    hash.hex();
  });
  tell("in these: hashing of layers", static_cast<double>(hashed) * of_digest * 1e-9);
  tell("in these: hashing of files", static_cast<double>(summed) * of_sha256 * 1e-9);
  tell("in these: system, " + std::to_string(whole.faults) + " page faults", whole.system);
  std::fflush(stdout);
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
  for (const char* world : worlds) {
    for (const std::int64_t size : options.sizes) where_it_goes(world, size, options);
  }
}

// For the whole and the cold window nothing is cached from an earlier build. The others find what the whole has left,
// and windows before them; the first of each is run once, as the next one finds its chunks.
void windows(const Options& options) {
  if (!options.wants("window")) return;
  const std::int64_t size = *std::max_element(options.sizes.begin(), options.sizes.end());
  const std::int64_t side = std::min<std::int64_t>(256, size / 4), first = (size - side) / 2;
  const auto window = [&](std::int64_t x) {
    const std::string cells = std::to_string(side) + "x" + std::to_string(side);
    return std::vector<std::string>{"--window", std::to_string(x) + "," + std::to_string(first) + "," + cells};
  };
  std::printf(
      "\nA window of %ld x %ld cells in the middle of a world of %ld a side, beside the whole; images included:\n"
      "seconds on the wall and of the processor, highest memory. Known: after a build of the whole; beside: the next "
      "one; again: nothing is left to paint.\n"
      "%-28s %-12s %9s %9s %9s\n",
      static_cast<long>(side), static_cast<long>(side), static_cast<long>(size), "world", "part", "wall s", "cpu s",
      "peak MB");
  const std::string folder = options.folder + "/window", cache = options.folder + "/kept";
  const std::vector<std::string> cut = window(first), beside = window(first + side), kept = {"--cache", cache};
  struct Part {
    const char* name;
    std::vector<std::string> more;
    bool remembers, once;
  };
  for (const char* world : worlds) {
    for (const Part& part :
         {Part{"whole", {}, false, false}, Part{"window", cut, false, false}, Part{"whole, kept", {}, true, true},
          Part{"known", cut, true, true}, Part{"beside", beside, true, true}, Part{"again", cut, true, false}}) {
      std::vector<std::string> more = part.more;
      if (part.remembers) more.insert(more.end(), kept.begin(), kept.end());
      Cost best = build(world, size, all_threads(), folder, more);
      for (int i = 1; i < std::min(options.repeat, 3) && !part.once; ++i)
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
