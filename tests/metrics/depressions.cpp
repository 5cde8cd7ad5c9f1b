// SPDX-License-Identifier: Apache-2.0
// Rows 12 and 13: whether all water gets to the sea, and what stands in its way.
#include <cmath>

#include "drainage.hpp"

namespace terrawright::metrics {
namespace {

// Land cells from which the way down ends in the ocean.
double reaching(const Drainage& d) {
  std::vector<bool> reaches(d.below.size());
  double land = 0, reaching = 0;
  for (auto c = d.downstream.rbegin(); c != d.downstream.rend(); ++c) {
    reaches[*c] = d.ends(*c) ? d.ocean[*c] != 0 : reaches[d.below[*c]];
    if (d.ocean[*c]) continue;
    ++land;
    if (reaches[*c]) ++reaching;
  }
  return reaching / land;
}

// Inflow of the ocean, less all rain, in 1/1024 mm; every cell's sum by itself once more.
double mass(const Drainage& d) {
  std::vector<std::int64_t> all = d.runoff;
  std::int64_t fell = 0, arrived = 0, differing = 0;
  for (const std::size_t c : d.downstream) {
    fell += d.runoff[c];
    if (!d.ends(c)) all[d.below[c]] += all[c];
    if (d.ends(c) && d.ocean[c]) arrived += d.all[c];
    if (all[c] != d.all[c]) ++differing;
  }
  return fell > 0 && differing == 0 ? static_cast<double>(arrived - fell) : NAN;
}

double share(const Drainage& d) {
  double land = 0, below = 0;
  for (std::size_t c = 0; c < d.height.size(); ++c) {
    if (d.ocean[c]) continue;
    ++land;
    if (d.filled[c] > d.height[c]) ++below;
  }
  return below / land;
}

}  // namespace

Row drainage_connectivity() {
  return {
      12,
      "drainage connectivity",
      "land cells that drain to the ocean / land cells; runoff that arrives there - runoff, in 1/1024 mm, 257 cells",
      "by construction: receivers are acyclic, sums are of integers",
      4,
      [](const Scope& scope) {
        std::vector<Line> lines;
        for (const Terrain terrain : {Terrain::raw, Terrain::eroded, Terrain::breached}) {
          lines.push_back(ensemble(terrain, ", land that drains to the ocean", scope.of(24), exactly(1), reaching));
          lines.push_back(ensemble(terrain, ", mass that is lost", scope.of(24), exactly(0), mass));
        }
        for (Line& line : lines) line.each = true;
        lines.push_back(faulty({"rivers that end in no sea", {reaching(binary_tree())}, exactly(1)}));
        return lines;
      }};
}

Row depression_share() {
  return {13,
          "depressions (share of land)",
          "land cells below the level at which their water leaves / land cells, 257 cells",
          "rivers that cut for ever drain all; nature: lakes 1.8-3.7 % of land: Messager 2016; Verpoorter 2014",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            return std::vector<Line>{
                ensemble(Terrain::eroded, "", seeds, exactly(0), share),
                change_detector(ensemble(Terrain::raw, "", seeds, around(0.215, 0.05), share)),
                change_detector(ensemble(Terrain::breached, "", seeds, around(0.019, 0.019), share)),
                faulty(ensemble(Terrain::raw, ", for the lakes of a land", std::min(seeds, 4), {0, 0.037}, share))};
          }};
}

}  // namespace terrawright::metrics
