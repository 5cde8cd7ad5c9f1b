// SPDX-License-Identifier: Apache-2.0
// Whole builds in the memory they are given: what the process had at the highest beside what `plan` says, and the time
// beside a build that may take what it likes.
#include <cstdio>
#include <filesystem>

#include "parts.hpp"
#include "process.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

constexpr const char* island = TERRAWRIGHT_ROOT "/configs/island.yaml";

struct Given {
  std::int64_t side;
  const char* memory;  // as --memory has it
  std::uint64_t bytes;
};

// The manifest names the hash of every layer.
std::string hashes_in(const std::string& folder) { return text_of_file(folder + "/island-42.manifest.json"); }

void measure(const Given& given, const Options& options) {
  const std::string side = std::to_string(given.side), size = "world.size=[" + side + "," + side + "]";
  const std::string folder = options.folder + "/memory";
  Cost without;
  std::string hashes;
  for (const bool bounded : {false, true}) {
    std::vector<std::string> command = {TERRAWRIGHT_PROGRAM, "build", island,   "--set", size, "--out", folder,
                                        "--cache",           "off",   "--quiet"};
    schedule::Machine machine;
    machine.threads = all_threads();
    command.insert(command.end(), {"--threads", std::to_string(machine.threads)});
    if (bounded) {
      command.insert(command.end(), {"--memory", given.memory});
      machine.memory = given.bytes;
    }
    const schedule::Schedule plan = planned(text_of_file(island), {size}, island, machine);
    const Cost cost = run_process(command, "/");
    if (!bounded) without = cost;
    if (!bounded) hashes = hashes_in(folder);
    std::printf("%5s %8s %9.0f %9.0f %9.0f %9.2f %9.2f %9.2f  %s\n", side.c_str(), bounded ? given.memory : "any",
                static_cast<double>(plan.peak) / 1e6, static_cast<double>(cost.peak) / 1e6,
                static_cast<double>(plan.to_files) / 1e6, cost.wall, cost.processor, cost.wall / without.wall,
                hashes_in(folder) == hashes ? "the same hashes" : "OTHER HASHES");
    if (cost.peak > plan.peak) std::printf("      it took more than planned\n");
    std::fflush(stdout);
    std::filesystem::remove_all(folder);
  }
}

}  // namespace

void memories(const Options& options) {
  if (!options.wants("memory")) return;
  std::printf(
      "\nThe kept island with all files, on all threads, within --memory: MB as planned, of the process at the highest,"
      "\nand of layers that wait in files; seconds on the wall and of the processor; times the wall without a bound.\n"
      "%5s %8s %9s %9s %9s %9s %9s %9s\n",
      "side", "memory", "planned", "peak", "in files", "wall s", "cpu s", "times");
  for (const Given& given : {Given{4097, "400MB", 400000000},

                             {8193, "1500MB", 1500000000},
                             {16385, "4GB", 4000000000}}) {
    measure(given, options);
  }
}

}  // namespace terrawright::bench
