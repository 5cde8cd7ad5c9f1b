// SPDX-License-Identifier: Apache-2.0
// Narrow parts of a mask, as inlets are of the sea: what hangs together by blocks around which little of the mask lies.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "row_sums.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::feature {

class NarrowParts {
 public:
  // `share`: around each block of a part, within `radius` metres, less of the mask lies. All live as long as this.
  NarrowParts(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid, const RowSums& sums, double radius,
              Percentage share)
      : mask_(mask),
        grid_(grid),
        sums_(sums),
        disk_(radius / grid.metres(), grid),
        share_(share),
        taken_(mask.size()) {}

  // Takes the part that a block is in; false: it is taken. A block in no part is free for each.
  bool take(std::uint32_t block) {
    if (taken_[block]) return false;
    std::vector<std::uint32_t> open = {block};
    while (!open.empty()) {
      const std::uint32_t here = open.back();
      open.pop_back();
      if (taken_[here] || !is_narrow(here)) continue;
      taken_[here] = 1;
      const std::int64_t x = grid_.x(here), y = grid_.y(here);
      for (const auto& [i, j] : {std::pair(x - 1, y), std::pair(x + 1, y), std::pair(x, y - 1), std::pair(x, y + 1)}) {
        if (grid_.has(i, j) && mask_[grid_.at(i, j)]) open.push_back(static_cast<std::uint32_t>(grid_.at(i, j)));
      }
    }
    return true;
  }

 private:
  bool is_narrow(std::uint32_t block) const {
    std::int64_t all = 0;
    const std::int64_t inside = sums_.count(grid_.x(block), grid_.y(block), disk_, all);
    return inside * 1000000 < all * share_.parts_per_million;
  }

  const std::vector<std::uint8_t>& mask_;
  const FeatureGrid& grid_;
  const RowSums& sums_;
  Disk disk_;
  Percentage share_;
  std::vector<std::uint8_t> taken_;
};

}  // namespace terrawright::feature
