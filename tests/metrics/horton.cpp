// SPDX-License-Identifier: Apache-2.0
// Row 11: how many fewer, longer and larger the streams of each higher order are.
#include <algorithm>
#include <cmath>

#include "drainage.hpp"
#include "field.hpp"

namespace terrawright::metrics {
namespace {

struct OfOrder {
  double streams = 0, length = 0, area = 0;  // sums
};

// By Strahler's order, from 1. A stream is all that hangs together of one order, as long as the way from its first cell
// to where it joins another, and drains what its last cell drains.
std::vector<OfOrder> streams(const Drainage& d) {
  constexpr std::int64_t channel = 16;  // cells upstream
  std::vector<std::size_t> order(d.below.size(), 0), joined(d.below.size(), 0);
  std::vector<OfOrder> all;
  for (const std::size_t c : d.downstream) {
    if (d.ocean[c] || d.ends(c) || d.area[c] < channel) continue;
    order[c] = std::max<std::size_t>(order[c], 1) + (joined[c] > 1 ? 1 : 0);
    const std::size_t to = d.below[c];
    if (order[c] > order[to]) joined[to] = 0;
    order[to] = std::max(order[to], order[c]);
    if (order[to] == order[c]) ++joined[to];
  }
  for (const std::size_t c : d.downstream) {
    if (d.ocean[c] || d.ends(c) || d.area[c] < channel) continue;
    if (all.size() < order[c]) all.resize(order[c]);
    OfOrder& own = all[order[c] - 1];
    own.length += d.step(c);
    if (!d.ocean[d.below[c]] && order[d.below[c]] == order[c]) continue;
    ++own.streams;
    own.area += static_cast<double>(d.area[c]);
  }
  return all;
}

// Ratio of the next order to this one: by least squares of the logarithms, the highest order left out.
template <class Value>
double ratio(const Drainage& d, Value value) {
  std::vector<double> order, logarithm;
  const auto all = streams(d);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    order.push_back(static_cast<double>(i));
    logarithm.push_back(std::log2(value(all[i])));
  }
  return std::exp2(slope(order, logarithm));
}

double of_number(const Drainage& d) {
  return 1 / ratio(d, [](const OfOrder& o) { return o.streams; });
}
double of_length(const Drainage& d) {
  return ratio(d, [](const OfOrder& o) { return o.length / o.streams; });
}
double of_area(const Drainage& d) {
  return ratio(d, [](const OfOrder& o) { return o.area / o.streams; });
}

}  // namespace

Horton horton_ratios_of(const Drainage& drainage) {
  return {of_number(drainage), of_length(drainage), of_area(drainage)};
}

Row horton_ratios() {
  return {
      11,
      "Horton ratios",
      "fewer, longer and larger streams an order, Strahler's, channels from 16 cells, top order left out, 257 cells",
      "nature 3-5, 1.5-3.5, 3-6: Horton 1945; random 4: Shreve 1966; Werner 1970; noise that no river has seen (raw) "
      "comes near by chance",
      4,
      [](const Scope& scope) {
        const int seeds = scope.of(24);
        std::vector<Line> lines;
        for (const Terrain terrain : {Terrain::raw, Terrain::eroded}) {
          lines.push_back(ensemble(terrain, ", R_B of their number", seeds, {3, 5}, of_number));
          lines.push_back(ensemble(terrain, ", R_L of their length", seeds, {1.5, 3.5}, of_length));
          lines.push_back(ensemble(terrain, ", R_A of their area", seeds, {3, 6}, of_area));
        }
        const Drainage tree = binary_tree();
        lines.push_back(faulty({"a perfect binary tree, R_B", {of_number(tree)}, {3, 5}}));
        lines.push_back(faulty({"a perfect binary tree, R_L", {of_length(tree)}, {1.5, 3.5}}));
        lines.push_back(faulty({"a perfect binary tree, R_A", {of_area(tree)}, {3, 6}}));
        return lines;
      }};
}

}  // namespace terrawright::metrics
