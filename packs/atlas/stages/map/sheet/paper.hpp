// SPDX-License-Identifier: Apache-2.0
// paper.hpp: sheets of paper by their names.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "layout.hpp"
#include "style.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::map {

enum class PaperName { a0, a1, a2, a3, a4, a5, letter, legal, tabloid };

constexpr double least_paper = 50, most_paper = 2000;  // mm

inline PaperFacts paper_facts(PaperName name, const std::vector<double>& size, Orientation orientation,
                              const std::optional<double>& scale, const Style& style) {
  struct Sides {
    std::int32_t shorter, longer;  // 1/100 mm
  };
  static constexpr Sides named[] = {{84100, 118900}, {59400, 84100}, {42000, 59400}, {29700, 42000}, {21000, 29700},
                                    {14800, 21000},  {21590, 27940}, {21590, 35560}, {27940, 43180}};
  PaperFacts facts;
  facts.shorter = named[static_cast<int>(name)].shorter;
  facts.longer = named[static_cast<int>(name)].longer;
  facts.orientation = orientation;
  if (!size.empty()) {
    if (size.size() != 2)
      throw Failure("size",
                    "a paper has a width and a height, and this is " + std::to_string(size.size()) + " numbers");
    for (const double side : size) {
      if (!(side >= least_paper && side <= most_paper))
        throw Failure("size",
                      "the sides of a paper are 50 to 2000 mm; on less there is no room for a map with its frame");
    }
    facts.shorter = rounded(std::min(size[0], size[1]) * 100);
    facts.longer = rounded(std::max(size[0], size[1]) * 100);
    // Its sides say which way it lies.
    if (orientation == Orientation::automatic && size[0] != size[1])
      facts.orientation = size[0] > size[1] ? Orientation::landscape : Orientation::portrait;
  }
  facts.denominator = scale;
  facts.any_scale = style.any_scale();
  facts.band = style.band();
  facts.trimmed = style.name == StyleName::antique;
  return facts;
}

}  // namespace terrawright::map
