// SPDX-License-Identifier: Apache-2.0
// Cost against cells for sides of 2^10 to 2^20: bytes as they are planned, notes and resolves as they are measured
// where the sides were run, and worked out from the largest of these beyond.
#include <algorithm>
#include <cstdio>
#include <map>

#include "parts.hpp"
#include "phases.hpp"
#include "schedule/bytes.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

constexpr double machine_bytes = 24e9;  // of memory

// Cost of one node.
struct Cost {
  double notes = 0, told = 0;   // bytes: of its largest round
  double resolve = 0, all = 0;  // processor seconds
  double resolve_bytes = 0;     // that resolve took at the highest, beside the notes
};
constexpr double Cost::*parts[] = {&Cost::notes, &Cost::told, &Cost::resolve, &Cost::all, &Cost::resolve_bytes};

struct Measured {
  double cells = 0;
  std::map<std::string, Cost> nodes;
};

Measured measured(const std::string& yaml, const std::string& path, std::int64_t side) {
  Phases phases;
  const std::string text = std::to_string(side);
  const Ran ran = run_world(yaml, {"world.size=[" + text + "," + text + "]"}, 1, path);
  Measured all;
  all.cells = static_cast<double>(side) * static_cast<double>(side);
  for (const NodeCost& node : ran.nodes) {
    Cost& cost = all.nodes[node.name];
    for (const engine::Round& round : node.rounds) {
      cost.notes = std::max(cost.notes, static_cast<double>(round.notes));
      cost.told = std::max(cost.told, static_cast<double>(round.own));
    }
    const PhaseCost& phase = phases.of(node.name);
    for (const double seconds : phase.seconds) cost.all += seconds;
    cost.resolve = phase.seconds[TERRAWRIGHT_PHASE_RESOLVE];
    cost.resolve_bytes = static_cast<double>(phase.resolve_bytes);
  }
  return all;
}

// On the line through the two largest that were measured: what does not grow with the cells stays as it is.
Measured at(const std::vector<Measured>& known, double cells) {
  if (known.empty()) return {};
  Measured all = known.back();
  if (known.size() == 1 || cells <= all.cells) return all;
  const Measured& before = known[known.size() - 2];
  for (auto& [node, cost] : all.nodes) {
    for (const auto part : parts) {
      const double slope = (cost.*part - before.nodes.at(node).*part) / (all.cells - before.cells);
      cost.*part += std::max(0.0, slope) * (cells - all.cells);
    }
  }
  return all;
}

std::string bytes(double count) {
  char text[32];
  const char* const units[] = {"MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (count /= 1e6; count >= 999.5 && unit < 3; ++unit) count /= 1e3;
  std::snprintf(text, sizeof text, count < 9.95 ? "%.1f %s" : "%.0f %s", count, units[unit]);
  return text;
}

std::string time(double seconds) {
  char text[32];
  if (seconds < 120) {
    std::snprintf(text, sizeof text, seconds < 9.95 ? "%.2g s" : "%.0f s", seconds);
  } else if (seconds < 7200) {
    std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
  } else {
    std::snprintf(text, sizeof text, "%.0f h", seconds / 3600);
  }
  return text;
}

// Nodes that need more memory than there is, the largest first; or the largest one.
std::string breaks(const graph::Graph& graph, const schedule::Schedule& plan, int threads) {
  std::vector<std::pair<double, std::string>> needs;
  for (const graph::Node& node : graph.nodes) {
    const std::string stage = graph::Catalogue::name(node.stage());
    const std::uint64_t resolve = schedule::resolve_bytes(graph, node, schedule::chunk_side);
    const std::uint64_t calls = schedule::calls_bytes(graph, node, schedule::chunk_side, threads);
    const bool whole = (node.stage().flags & TERRAWRIGHT_STAGE_WHOLE) != 0;
    needs.emplace_back(static_cast<double>(schedule::sum(resolve, calls)),
                       "`" + stage.substr(0, stage.find('@')) + "`" + (whole ? " whole" : ""));
  }
  std::sort(needs.begin(), needs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  needs.erase(
      std::unique(needs.begin(), needs.end(), [](const auto& a, const auto& b) { return a.second == b.second; }),
      needs.end());
  std::string text;
  for (const auto& [need, stage] : needs) {
    if (need <= machine_bytes) break;
    text += (text.empty() ? "" : ", ") + stage + " " + bytes(need);
  }
  if (!text.empty()) return text;
  if (static_cast<double>(plan.least) > machine_bytes) return "nothing by itself, all together";
  return "nothing; most is " + needs.front().second + " " + bytes(needs.front().first);
}

void table(const Options& options, const std::string& name) {
  const std::string path = TERRAWRIGHT_ROOT "/tests/worlds/earlier/" + name + ".yaml", yaml = text_of_file(path);
  std::printf(
      "\n### %s\n\n| side | | made | stored | moved | least memory | notes | told | resolve | its memory | all calls | "
      "over 24 GB |\n| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
      name.c_str());
  std::vector<Measured> known;
  for (int power = 10; power <= 20; ++power) {
    const std::int64_t side = (std::int64_t{1} << power) + 1;
    const double cells = static_cast<double>(side) * static_cast<double>(side);
    const bool runs = std::find(options.sizes.begin(), options.sizes.end(), side) != options.sizes.end();
    if (runs) known.push_back(measured(yaml, path, side));
    Cost sum;
    double most = 0;
    std::string whose = "-";
    for (const auto& [node, cost] : at(known, cells).nodes) {
      for (const auto part : parts) sum.*part += cost.*part;
      if (cost.resolve_bytes > most) whose = node;
      most = std::max(most, cost.resolve_bytes);
    }
    const std::string text = std::to_string(side);
    const auto graph = assembled(yaml, {"world.size=[" + text + "," + text + "]"}, path);
    schedule::Machine machine;
    machine.threads = all_threads();
    const schedule::Schedule plan = schedule::schedule_of(*graph, machine);
    std::printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", text.c_str(),
                runs ? "measured" : "computed", bytes(static_cast<double>(plan.made)).c_str(),
                bytes(static_cast<double>(plan.stored)).c_str(), bytes(static_cast<double>(plan.moved)).c_str(),
                bytes(static_cast<double>(plan.least)).c_str(), bytes(sum.notes).c_str(), bytes(sum.told).c_str(),
                time(sum.resolve).c_str(), (bytes(most) + " " + whose).c_str(), time(sum.all).c_str(),
                breaks(*graph, plan, machine.threads).c_str());
    std::fflush(stdout);
  }
}

}  // namespace

void scale(const Options& options) {
  if (!options.wants("scale")) return;
  std::printf(
      "\nCost against cells, tiles of 512, two threads planned, one run. Sides of --size from 1025 on are measured, "
      "the "
      "others\ncomputed from the largest measured one, cell by cell.\n");
  for (const char* name : {"island", "realistic"}) table(options, name);
}

}  // namespace terrawright::bench
