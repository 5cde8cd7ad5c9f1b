// SPDX-License-Identifier: Apache-2.0
#include "labels.hpp"
#include "map/labels/candidate.hpp"

namespace terrawright::map {

const char* name_of(LabelKind kind) {
  constexpr const char* names[label_kinds] = {"town",  "peak", "height", "cape",   "bay",    "island", "sea",
                                              "river", "lake", "range",  "forest", "desert", "plain"};
  return names[static_cast<std::size_t>(kind)];
}

namespace labels {
namespace {

// A long river is worth more.
std::int64_t worth_of_river(const LabelFeature& river) {
  double whole = 0;
  for (std::size_t k = 1; k < river.line.size(); ++k) {
    whole += length(vector_of(river.line[k]) - vector_of(river.line[k - 1]));
  }
  return whole > 6000 ? 9600 : whole > 3500 ? 7200 : 6000;
}

std::int64_t plain_worth(const LabelFeature& feature) {
  static constexpr std::int64_t worths[label_kinds][4] = {
      // by kind and rank
      {20000, 12000, 8000, 5000}, {6000, 4000, 4000, 4000},     {4800, 3200, 3200, 3200},     {3200, 3200, 3200, 3200},
      {3600, 3600, 3600, 3600},   {4500, 4500, 4500, 4500},     {30000, 14000, 14000, 14000}, {},  // by its length
      {6000, 6000, 6000, 6000},   {11000, 11000, 11000, 11000}, {3000, 3000, 3000, 3000},     {3000, 3000, 3000, 3000},
      {3000, 3000, 3000, 3000}};
  if (feature.kind == LabelKind::river) return worth_of_river(feature);
  return worths[static_cast<std::size_t>(feature.kind)][std::clamp(feature.rank, 1, 4) - 1];
}

}  // namespace

std::int64_t worth_of(const LabelFeature& feature) {
  return std::max<std::int64_t>(plain_worth(feature) * feature.importance / 1000, 1);
}

std::pair<std::size_t, std::size_t> Site::visible() const {
  std::pair<std::size_t, std::size_t> longest = {0, 0};
  std::size_t first = 0;
  for (std::size_t k = 0; k < feature.line.size(); ++k) {
    if (!ground.inside_frame(feature.line[k])) {
      first = k + 1;
    } else if (k + 1 - first > longest.second - longest.first) {
      longest = {first, k + 1};
    }
  }
  return longest;
}

std::vector<Vector> Site::visible_line() const {
  const auto [first, end] = visible();
  std::vector<Vector> points;
  for (std::size_t k = first; k < end; ++k) points.push_back(vector_of(feature.line[k]));
  return points;
}

std::vector<Candidate> candidates_of(const Site& site) {
  static constexpr decltype(&candidates_of) by_kind[label_kinds] = {
      candidates_at_point,  candidates_at_point,  candidates_at_point,    candidates_at_cape, candidates_in_bay,
      candidates_on_island, candidates_in_sea,    candidates_along_river, candidates_in_lake, candidates_over_area,
      candidates_over_area, candidates_over_area, candidates_over_area};
  return by_kind[static_cast<std::size_t>(site.feature.kind)](site);
}

}  // namespace labels
}  // namespace terrawright::map

namespace terrawright::map::labels {
namespace {

constexpr std::int32_t margin = 100;  // labels keep off the frame and the furniture
constexpr std::int32_t spacing = 24;  // of the points at which what lies below is looked at

std::int32_t points_along(PaperPoint a, PaperPoint b) {
  const double l = length(vector_of(b) - vector_of(a));
  return std::clamp(static_cast<std::int32_t>(l / spacing) + 1, 1, 1000);
}

}  // namespace

Ground::Ground(const LabelInput& input)
    : frame_(input.frame),
      inside_{input.frame.left + margin, input.frame.top + margin, input.frame.right - margin,
              input.frame.bottom - margin},
      land_(input.land),
      lakes_(input.lakes),
      ink_(input.ink),
      forbidden_(input.frame) {
  for (const Box& b : input.taken) {
    forbidden_.add(0, box_of({b.left - margin, b.top - margin, b.right + margin, b.bottom + margin}));
  }
  for (const Box& box : input.marks) forbidden_.add(0, box_of(box));
}

bool Ground::inside_frame(PaperPoint p) const {
  return p.x >= frame_.left && p.x < frame_.right && p.y >= frame_.top && p.y < frame_.bottom;
}

bool Ground::allows(const std::vector<LabelBox>& boxes) const {
  for (const LabelBox& box : boxes) {
    const Box b = bounds(box);
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
    // The middles of n x m parts, in 1/65536 of 1/100 mm.
    const auto part = [](std::int32_t from, std::int32_t to, std::int64_t count) {
      return (std::int64_t{to} - from) * 65536 / count;
    };
    const std::int64_t ax = part(begin.x, right.x, n), ay = part(begin.y, right.y, n);
    const std::int64_t bx = part(begin.x, down.x, m), by = part(begin.y, down.y, m);
    for (std::int64_t j = 0; j < m; ++j) {
      std::int64_t at_x = std::int64_t{begin.x} * 65536 + ax / 2 + bx * j + bx / 2;
      std::int64_t at_y = std::int64_t{begin.y} * 65536 + ay / 2 + by * j + by / 2;
      for (std::int64_t i = 0; i < n; ++i, at_x += ax, at_y += ay) {
        const auto x = static_cast<std::int32_t>(at_x >> 16), y = static_cast<std::int32_t>(at_y >> 16);
        land += land_.at(x, y) != 0 ? 1 : 0;
        lake += lakes_.at(x, y) != 0 ? 1 : 0;
        ink += ink_.at(x, y);
      }
    }
    points += n * m;
  }
  if (points == 0) return {0, 0, 0};
  const auto thousandths = [&](std::int64_t sum, std::int64_t full) {
    return static_cast<std::int32_t>((sum * 1000 + full * points / 2) / (full * points));
  };
  // A single point of a lake counts, for labels of all sizes.
  const std::int32_t of_lake = thousandths(lake, 1);
  return {thousandths(land, 1), lake > 0 && of_lake == 0 ? 1 : of_lake, thousandths(ink, 255)};
}

}  // namespace terrawright::map::labels
