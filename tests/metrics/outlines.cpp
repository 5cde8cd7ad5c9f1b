// SPDX-License-Identifier: Apache-2.0
// Row 27: the outlines of the shipped islands beside those of real ones.
#include "outline.hpp"
#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

// Lower and upper tenth of the 29 islands.
constexpr Range elongation{1.40, 4.91}, solidity{0.56, 0.92}, off_middle{0.23, 1.04};

struct Medians {
  double elongation, solidity, compactness, off_middle;
};

Medians medians(const test::Shipped& world, int seeds) {
  std::vector<double> values[4];
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto built = layers(world, static_cast<std::uint64_t>(seed), "l: land.land, h: " + heights_of(world));
    const Outline of =
        outline(built.cells<std::uint8_t>("land.land"), built.cells<float>(world.heights()), shipped_side);
    values[0].push_back(of.elongation);
    values[1].push_back(of.solidity);
    values[2].push_back(of.compactness);
    values[3].push_back(of.off_middle);
  }
  return {quantile(values[0], 0.5), quantile(values[1], 0.5), quantile(values[2], 0.5), quantile(values[3], 0.5)};
}

}  // namespace

Row outlines() {
  return {27,
          "outlines of the shipped islands, and their summits (medians)",
          "elongation, solidity, compactness 4 pi A / P^2 on outlines of 96 cells; summit to centroid / sqrt(A / pi)",
          "tenths of 29 islands, Natural Earth 1:10 million: 1.40-4.91, 0.56-0.92, 0.23-1.04; compactness is reported, "
          "as the "
          "perimeter of those outlines was taken in a way that is not known",
          0,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            std::vector<Line> lines;
            for (const char* name : {"realistic", "long_island", "two_massifs", "fjords"}) {
              const Medians of = medians({name}, seeds);
              lines.push_back({std::string(name) + ", elongation", {of.elongation}, elongation});
              // Coasts that are all fjords, or long and bent, have hulls of water.
              const bool is_usual = std::string(name) == "realistic" || std::string(name) == "two_massifs";
              lines.push_back({std::string(name) + ", solidity", {of.solidity}, is_usual ? solidity : Range{}});
              lines.push_back({std::string(name) + ", compactness", {of.compactness}});
              lines.push_back({std::string(name) + ", summit",
                               {of.off_middle},
                               std::string(name) == "long_island" ? Range{} : off_middle});
            }
            // The fifth text's island is one pile in the middle of the map, and stays one.
            const Medians pile = medians({"island"}, seeds), was = medians(before("realistic"), seeds);
            lines.push_back(change_detector({"island, elongation", {pile.elongation}, around(1.2, 0.1)}));
            lines.push_back({"island, solidity", {pile.solidity}, solidity});
            lines.push_back({"island, compactness", {pile.compactness}});
            lines.push_back(change_detector({"island, summit", {pile.off_middle}, around(0.25, 0.1)}));
            lines.push_back(faulty({"realistic, before, elongation", {was.elongation}, elongation}));
            return lines;
          }};
}

}  // namespace terrawright::metrics
