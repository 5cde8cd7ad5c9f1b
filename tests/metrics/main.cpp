// SPDX-License-Identifier: Apache-2.0
// metrics: measured value, expected range and source of every row, over an ensemble of seeds; 1 if one is out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "row.hpp"
#include "world_table.hpp"

namespace {

using namespace terrawright::metrics;

// Is every line within its range?
bool print(const Row& row, const Scope& scope) {
  std::printf("\n%d  %s\n    %s\n    source: %s\n", row.number, row.name.c_str(), row.formula.c_str(),
              row.source.c_str());
  bool all_ok = true;
  for (const Line& line : row.measure(scope)) {
    all_ok = all_ok && line.ok();
    const char* found = line.fault ? line.ok() ? "found" : "NOT FOUND" : line.ok() ? "ok" : "OUT";
    std::printf("    %-46s %10.5g +- %-9.3g n=%-5zu %s%-20s %s%s%s\n", line.variant.c_str(), line.mean(),
                line.deviation(), line.values.size(), line.fault ? "not " : "", text_of(line.expected).c_str(),
                line.each ? "each " : "", found, line.ours ? " (change detector)" : "");
  }
  std::fflush(stdout);
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures heights, coasts and random numbers against theory and nature.");
  std::vector<int> wanted;
  int seeds = 0;
  bool quick = false;
  app.add_option("--rows", wanted, "Numbers of rows, 1,2,8; all if left out.")->delimiter(',');
  app.add_option("--seeds", seeds, "Worlds of each ensemble; as many as each row wants if left out.")
      ->check(CLI::Range(1, 100000));
  WorldScope scope_of_worlds;
  bool lands = false, faulty_worlds = false;
  app.add_flag("--lands", lands, "The table of shipped lands, alone or with --faults.");
  app.add_flag("--faults", faulty_worlds, "The table of worlds with faults, alone or with --lands.");
  app.add_option("--from", scope_of_worlds.first_seed, "The first seed of these two tables.");
  app.add_option("--worlds", scope_of_worlds.only, "Names of shipped lands in their table; all if left out.")
      ->delimiter(',');
  app.add_flag("--quick", quick, "Small ensembles, and only the rows that a small one decides; tables of one seed.");
  CLI11_PARSE(app, argc, argv);

  const std::vector<Row> all = rows();
  for (const int number : wanted) {
    if (std::none_of(all.begin(), all.end(), [&](const Row& row) { return row.number == number; })) {
      std::fprintf(stderr, "metrics: there is no row %d\n", number);
      return 2;
    }
  }
  bool all_ok = true;
  for (const Row& row : all) {
    if (lands || faulty_worlds) break;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), row.number) == wanted.end()) continue;
    if (quick && row.quick_seeds == 0) continue;
    const Scope scope{seeds > 0 || !quick ? seeds : row.quick_seeds};
    all_ok = print(row, scope) && all_ok;
  }
  if (quick) scope_of_worlds.seeds = scope_of_worlds.faulty_seeds = 1, scope_of_worlds.slack = 0.15;
  if (quick && app.count("--from") == 0) scope_of_worlds.first_seed = 0;
  if (seeds > 0) scope_of_worlds.seeds = scope_of_worlds.faulty_seeds = seeds;
  const bool all_tables = wanted.empty() && !quick && !lands && !faulty_worlds;
  if (lands || all_tables) all_ok = lands_hold(scope_of_worlds) && all_ok;
  if (faulty_worlds || all_tables) all_ok = faults_are_caught(scope_of_worlds) && all_ok;
  std::printf("\n%s\n", all_ok ? "All within their ranges."
                               : "OUT: at least one line is out of its range, or a fault was not found.");
  return all_ok ? 0 : 1;
}
