// SPDX-License-Identifier: Apache-2.0
// sea_furniture.hpp: title, legend and scale of maps that have them in the sea. First all get their places, so that
// names keep off them; what fits nowhere is left out. Only where no sea has room for anything they stand on the land.
#pragma once
#include <optional>

#include "band.hpp"
#include "free_places.hpp"

namespace terrawright::map {

struct SeaFurniture {
  std::optional<Box> title, legend, bar, globe, rose;
  double title_scale = 1, legend_scale = 1, rose_scale = 1;
  // With so much room around each, 1/100 mm.
  std::vector<Box> boxes(std::int32_t around) const {
    std::vector<Box> all;
    for (const auto& box : {title, legend, bar, globe, rose}) {
      if (box) all.push_back({box->left - around, box->top - around, box->right + around, box->bottom + around});
    }
    return all;
  }
};

SeaFurniture placed_furniture(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style,
                              const Lines& coast, const Parallel& parallel);
void draw_furniture(const SeaFurniture& furniture, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                    const SheetText& text, const Style& style, DisplayList& list);

}  // namespace terrawright::map
