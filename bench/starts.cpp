// SPDX-License-Identifier: Apache-2.0
// From the start of a program to its end where next to nothing is to be done: what somebody who types waits for.
#include <cstdio>
#include <filesystem>

#include "parts.hpp"
#include "process.hpp"

namespace terrawright::bench {
namespace {

constexpr double target = 0.03;  // seconds of the processor

struct Start {
  const char* name;
  std::vector<std::string> command;
  bool is_ours = true;
};

// A process that does nothing, an interpreter, and a program that binds many libraries before it says who it is.
const std::vector<Start> starts_of_all = {
    {"--version", {TERRAWRIGHT_PROGRAM, "--version"}},
    {"describe sea.level", {TERRAWRIGHT_PROGRAM, "describe", "sea.level"}},
    {"validate island.yaml", {TERRAWRIGHT_PROGRAM, "validate", "configs/island.yaml"}},
    {"plan island.yaml", {TERRAWRIGHT_PROGRAM, "plan", "configs/island.yaml"}},
    {"validate realistic.yaml", {TERRAWRIGHT_PROGRAM, "validate", "configs/realistic.yaml"}},
    {"plan realistic.yaml", {TERRAWRIGHT_PROGRAM, "plan", "configs/realistic.yaml"}},
    {"peer: true", {"/usr/bin/true"}, false},
    {"peer: python3 -c pass", {"/usr/bin/python3", "-c", "pass"}, false},
    {"peer: gdalinfo --version", {"/usr/bin/gdalinfo", "--version"}, false}};

}  // namespace

void starts(const Options& options) {
  if (!options.wants("start")) return;
  std::vector<Start> all;
  for (const Start& start : starts_of_all) {
    if (start.is_ours || std::filesystem::exists(start.command.front()))
      all.push_back(start);
    else
      std::printf("\n%s is not measured: it is not on this machine.", start.name);
  }
  // In turn and often: so little time is soon disturbed.
  std::vector<Cost> best(all.size(), Cost{1e9, 1e9, 0});
  const int times = 10 * options.repeat;
  for (int i = 0; i < times; ++i) {
    for (std::size_t s = 0; s < all.size(); ++s) {
      best[s] = best_of(best[s], run_process(all[s].command, TERRAWRIGHT_ROOT));
    }
  }
  std::printf(
      "\nFrom start to end, minima of %d: ms of the processor, system included, and on the wall; times each peer"
      "'s processor time.\n%-26s %8s %8s",
      times, "start", "cpu ms", "wall ms");
  for (const Start& peer : all) {
    if (!peer.is_ours) std::printf(" x %-8s", std::filesystem::path(peer.command.front()).filename().c_str());
  }
  std::printf("\n");
  for (std::size_t s = 0; s < all.size(); ++s) {
    std::printf("%-26s %8.1f %8.1f", all[s].name, best[s].processor * 1e3, best[s].wall * 1e3);
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (!all[p].is_ours) std::printf(" %10.2f", best[s].processor / best[p].processor);
    }
    std::printf("%s\n", all[s].is_ours && best[s].processor > target ? "  (short of the target)" : "");
  }
  std::fflush(stdout);
}

}  // namespace terrawright::bench
