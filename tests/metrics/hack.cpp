// SPDX-License-Identifier: Apache-2.0
// Row 10: how much longer the rivers of larger basins are.
#include <algorithm>
#include <cmath>
#include <map>

#include "drainage.hpp"
#include "field.hpp"

namespace terrawright::metrics {

double hack_exponent_of(const Drainage& d) {
  std::vector<double> longest(d.below.size(), 0);
  struct Bin {
    double area = 0, length = 0, cells = 0;  // sums of logarithms, and how many
  };
  std::map<int, Bin> bins;
  for (const std::size_t c : d.downstream) {
    if (d.ends(c)) continue;
    longest[d.below[c]] = std::max(longest[d.below[c]], longest[c] + d.step(c));
    if (d.area[c] < 50) continue;
    const double octaves = std::log2(static_cast<double>(d.area[c]));
    Bin& bin = bins[static_cast<int>(std::floor(2 * octaves))];
    bin.area += octaves;
    bin.length += std::log2(longest[c]);
    ++bin.cells;
  }
  std::vector<double> area, length;
  for (const auto& [number, bin] : bins) {
    area.push_back(bin.area / bin.cells);
    length.push_back(bin.length / bin.cells);
  }
  return slope(area, length);
}

Row hack_exponent() {
  return {10,
          "Hack exponent",
          "slope of log (longest way upstream) on log (area), means of half octaves, areas from 50 cells, 257 cells",
          "nature 0.57 (0.5-0.6): Hack 1957; Rigon 1996",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            return std::vector<Line>{
                ensemble(Terrain::eroded, "", seeds, {0.50, 0.60}, hack_exponent_of),
                change_detector(ensemble(Terrain::raw, "", seeds, around(0.522, 0.03), hack_exponent_of)),
                change_detector(ensemble(Terrain::breached, "", seeds, around(0.528, 0.03), hack_exponent_of)),
                faulty({"a perfect binary tree", {hack_exponent_of(binary_tree())}, {0.50, 0.60}})};
          }};
}

}  // namespace terrawright::metrics
