// SPDX-License-Identifier: Apache-2.0
// metrics: measured value, expected range and source of every row, over an ensemble of seeds; 1 if one is out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "row.hpp"

namespace {

using namespace terrawright::metrics;

std::string text_of(const Range& range) {
  char text[64];
  const bool below = std::isfinite(range.lowest), above = std::isfinite(range.highest);
  if (below && range.lowest == range.highest) {
    std::snprintf(text, sizeof text, "%.4g", range.lowest);
  } else if (below && above) {
    std::snprintf(text, sizeof text, "%.4g .. %.4g", range.lowest, range.highest);
  } else if (below) {
    std::snprintf(text, sizeof text, ">= %.4g", range.lowest);
  } else if (above) {
    std::snprintf(text, sizeof text, "<= %.4g", range.highest);
  } else {
    return "reported";
  }
  return text;
}

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
      ->check(CLI::Range(2, 100000));
  app.add_flag("--quick", quick, "Small ensembles, and only the rows that a small one decides.");
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
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), row.number) == wanted.end()) continue;
    if (quick && row.quick_seeds == 0) continue;
    const Scope scope{seeds > 0 || !quick ? seeds : row.quick_seeds};
    all_ok = print(row, scope) && all_ok;
  }
  std::printf("\n%s\n", all_ok ? "All within their ranges."
                               : "OUT: at least one line is out of its range, or a fault was not found.");
  return all_ok ? 0 : 1;
}
