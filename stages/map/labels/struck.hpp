// SPDX-License-Identifier: Apache-2.0
// struck.hpp: letters that a line runs through: a name beside its river is not read where the river bends into it.
#pragma once
#include "candidate.hpp"

namespace terrawright::map::labels {

// Share of the letters, in thousandths, with a point of the line from `first` to before `end` in them or nearer than
// half its width. The line's points are nearer to each other than letters are wide.
inline std::int32_t struck(const std::vector<PlacedGlyph>& letters, double em, const std::vector<Vector>& line,
                           const std::vector<double>& half_widths, std::size_t first, std::size_t end) {
  constexpr double wide = 0.42, above = 0.5, below = 0.02;  // em: small letters
  std::int32_t count = 0;
  for (const PlacedGlyph& letter : letters) {
    const Vector origin{static_cast<double>(letter.x), static_cast<double>(letter.y)};
    const Vector along = unit({static_cast<double>(letter.along_x), static_cast<double>(letter.along_y)});
    const Vector up = up_of(along);
    for (std::size_t k = first; k < end; ++k) {
      const Vector to = line[k] - origin;
      const double right = dot(to, along), high = dot(to, up);
      if (right < 0 || right > wide * em || high < -below * em - half_widths[k] || high > above * em + half_widths[k])
        continue;
      ++count;
      break;
    }
  }
  return letters.empty() ? 0 : static_cast<std::int32_t>(1000 * count / static_cast<std::int32_t>(letters.size()));
}

}  // namespace terrawright::map::labels
