// SPDX-License-Identifier: Apache-2.0
#include "map/labels/ground.hpp"

namespace terrawright::map::labels {
namespace {

constexpr std::int32_t margin = 100;  // labels keep off the frame
constexpr std::int32_t spacing = 36;  // of the points at which what lies below is looked at

std::int32_t points_along(PaperPoint a, PaperPoint b) {
  const double l = length(vector_of(b) - vector_of(a));
  return std::clamp(static_cast<std::int32_t>(l / spacing) + 1, 1, 1000);
}

}  // namespace

Ground::Ground(const LabelInput& input)
    : input_(input),
      inside_{input.frame.left + margin, input.frame.top + margin, input.frame.right - margin,
              input.frame.bottom - margin},
      forbidden_(input.frame) {
  for (const PaperBox& box : input.taken) forbidden_.add(0, box_of(box));
  for (const PaperBox& box : input.marks) forbidden_.add(0, box_of(box));
}

bool Ground::inside_frame(PaperPoint p) const {
  const PaperBox& f = input_.frame;
  return p.x >= f.left && p.x < f.right && p.y >= f.top && p.y < f.bottom;
}

bool Ground::allows(const std::vector<LabelBox>& boxes) const {
  for (const LabelBox& box : boxes) {
    const PaperBox b = bounds(box);
    if (b.left < inside_.left || b.top < inside_.top || b.right > inside_.right || b.bottom > inside_.bottom) {
      return false;
    }
  }
  return std::none_of(boxes.begin(), boxes.end(), [&](const LabelBox& b) { return forbidden_.any_overlap(b); });
}

Covered Ground::under(const std::vector<LabelBox>& boxes) const {
  std::int64_t points = 0, land = 0, lake = 0, ink = 0;
  for (const LabelBox& box : boxes) {
    const PaperPoint &begin = box.corner[0], &right = box.corner[1], &down = box.corner[3];
    const std::int64_t n = points_along(begin, right), m = points_along(begin, down);
    const std::int64_t ax = right.x - begin.x, ay = right.y - begin.y, bx = down.x - begin.x, by = down.y - begin.y;
    for (std::int64_t j = 0; j < m; ++j) {
      for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t a = (2 * i + 1) * m, b = (2 * j + 1) * n, whole = 2 * n * m;
        const auto x = static_cast<std::int32_t>(begin.x + (ax * a + bx * b) / whole);
        const auto y = static_cast<std::int32_t>(begin.y + (ay * a + by * b) / whole);
        land += value_at(input_.land, x, y) != 0 ? 1 : 0;
        lake += value_at(input_.lakes, x, y) != 0 ? 1 : 0;
        ink += value_at(input_.ink, x, y);
      }
    }
    points += n * m;
  }
  if (points == 0) return {0, 0, 0};
  const auto thousandths = [&](std::int64_t sum, std::int64_t full) {
    return static_cast<std::int32_t>((sum * 1000 + full * points / 2) / (full * points));
  };
  // A single point of a lake is told, whatever the label's size.
  const std::int32_t of_lake = thousandths(lake, 1);
  return {thousandths(land, 1), lake > 0 && of_lake == 0 ? 1 : of_lake, thousandths(ink, 255)};
}

}  // namespace terrawright::map::labels
