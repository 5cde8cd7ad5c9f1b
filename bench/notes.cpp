// SPDX-License-Identifier: Apache-2.0
// Bytes of notes, verdicts and layers of a world: the load of a world larger than memory, or one on many machines.
#include <algorithm>
#include <cstdio>

#include "parts.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

constexpr double target = 0.03;  // bytes a cell of all notes of a round

void print(const NodeCost& node, std::int64_t side) {
  const double cells = static_cast<double>(side) * static_cast<double>(side);
  engine::Round most;
  double seconds = 0;
  for (const engine::Round& round : node.rounds) {
    most.notes = std::max(most.notes, round.notes);
    most.own = std::max(most.own, round.own);
    most.everybody = std::max(most.everybody, round.everybody);
    seconds += round.seconds;
  }
  const double told = static_cast<double>(most.notes) / cells;
  std::printf("%-24s %-22s %5ld %7zu %9.4f %9.4f %10.0f %9.3f%s\n", node.name.c_str(), node.stage.c_str(),
              static_cast<long>(side), node.rounds.size(), told, static_cast<double>(most.own) / cells,
              static_cast<double>(most.everybody), seconds * 1e3, told > target ? "  (short of the target)" : "");
}

}  // namespace

void notes(const Options& options) {
  const std::string path = TERRAWRIGHT_ROOT "/configs/island.yaml", island = text_of_file(path);
  if (options.wants("notes")) {
    std::printf(
        "\nThe kept island at tiles of 512: bytes a cell of all notes of a round, and of what tiles are told each by "
        "itself;\nbytes that every tile is told; ms of all of its resolves.\n%-24s %-22s %5s %7s %9s %9s %10s %9s\n",
        "node", "stage", "side", "rounds", "notes", "own", "everybody", "resolve");
    for (const std::int64_t side : options.sizes) {
      const std::string cells = std::to_string(side);
      const Ran ran = run_world(island, {"world.size=[" + cells + "," + cells + "]"}, options.threads, path);
      for (const NodeCost& node : ran.nodes) {
        if (!node.rounds.empty()) print(node, side);
      }
    }
  }
  if (options.wants("bytes")) {
    std::printf(
        "\nBytes a cell of the layers of the kept worlds, as planned: of all of them, of those that are stored from "
        "pass to\npass, and of all that is painted, read, stored and fetched.\n%-24s %5s %7s %7s %7s\n",
        "world", "side", "made", "stored", "moved");
    for (const char* world : {"configs/island.yaml", "configs/realistic.yaml"}) {
      const std::string file = std::string(TERRAWRIGHT_ROOT "/") + world;
      for (const std::int64_t side : options.sizes) {
        const std::string cells = std::to_string(side);
        const auto plan = planned(text_of_file(file), {"world.size=[" + cells + "," + cells + "]"}, file, {});
        const auto a_cell = [&](std::uint64_t bytes) {
          return static_cast<double>(bytes) / (static_cast<double>(side) * static_cast<double>(side));
        };
        std::printf("%-24s %5ld %7.1f %7.1f %7.1f\n", world, static_cast<long>(side), a_cell(plan.made),
                    a_cell(plan.stored), a_cell(plan.moved));
      }
    }
  }
}

}  // namespace terrawright::bench
