// SPDX-License-Identifier: Apache-2.0
// Two processes of one thread beside one process of two, which keeps the same layers in the same store.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "parts.hpp"
#include "process.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

struct Manner {
  const char* name;
  std::vector<std::string> before;  // the program
  const char* threads;
  bool keeps;
  Cost cost{};
};

void measure(const std::string& world, std::int64_t side, const Options& options) {
  namespace fs = std::filesystem;
  const std::vector<std::string> mpirun = {"mpirun", "--oversubscribe", "--bind-to", "none", "-np"};
  const auto processes = [&](const char* count) {
    auto command = mpirun;
    command.emplace_back(count);
    return command;
  };
  std::vector<Manner> manners = {{"two threads, in memory", {}, "2", false},
                                 {"two threads, layers kept", processes("1"), "2", true},
                                 {"two processes", processes("2"), "1", true}};
  std::string manifest;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    for (Manner& manner : manners) {
      const std::string out = options.folder + "/built", cache = options.folder + "/cache",
                        cells = std::to_string(side);
      std::vector<std::string> command = manner.before;
      command.insert(command.end(),
                     {TERRAWRIGHT_PROGRAM, "build", TERRAWRIGHT_ROOT "/configs/" + world + ".yaml", "--quiet", "--set",
                      "world.size=[" + cells + "," + cells + "]", "--threads", manner.threads, "--out", out,
                      "--cache-size", "100GB", "--cache", manner.keeps ? cache : "off"});
      const Cost cost = run_process(command, "/");
      const std::string made = text_of_file(out + "/" + world + "-42.manifest.json");
      if (manifest.empty()) manifest = made;
      if (made != manifest) throw std::runtime_error("the manifests differ");
      manner.cost = i == 0 ? cost : best_of(manner.cost, cost);
      fs::remove_all(out);
      fs::remove_all(cache);
    }
  }
  for (const Manner& manner : manners) {
    std::printf("%-10s %5ld  %-26s %9.2f %9.2f %9lu %11.2f\n", world.c_str(), static_cast<long>(side), manner.name,
                manner.cost.wall, manner.cost.processor, static_cast<unsigned long>(manner.cost.peak / 1000000),
                manners[1].cost.wall / manner.cost.wall);
  }
  std::fflush(stdout);
}

}  // namespace

void ranks(const Options& options) {
  if (!options.wants("ranks")) return;
  if (!is_installed("mpirun")) {
    std::printf("\nranks: mpirun is not installed\n");
    return;
  }
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  }
  std::printf(
      "\nProcesses under mpirun, all files written; efficiency against two threads of one process under mpirun, which "
      "keeps\nthe same layers in the same store. MB of the largest process.\n%-10s %5s  %-26s %9s %9s %9s %11s\n",
      "world", "side", "who", "wall s", "cpu s", "peak MB", "efficiency");
  for (const std::int64_t side : options.sizes) {
    for (const char* world : {"island", "realistic"}) measure(world, side, options);
  }
}

}  // namespace terrawright::bench
