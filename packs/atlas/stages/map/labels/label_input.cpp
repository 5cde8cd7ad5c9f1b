// SPDX-License-Identifier: Apache-2.0
#include "label_input.hpp"

#include "map/labels/candidates_of.hpp"

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
  const std::int32_t rank = feature.rank;
  switch (feature.kind) {
    case LabelKind::town:
      return rank <= 1 ? 20000 : rank == 2 ? 12000 : rank == 3 ? 8000 : 5000;
    case LabelKind::peak:
      return rank <= 1 ? 6000 : 4000;
    case LabelKind::height:
      return rank <= 1 ? 4800 : 3200;
    case LabelKind::cape:
      return 3200;
    case LabelKind::bay:
      return 3600;
    case LabelKind::island:
      return 4500;
    case LabelKind::sea:
      return rank <= 1 ? 30000 : 14000;
    case LabelKind::river:
      return worth_of_river(feature);
    case LabelKind::lake:
      return 6000;
    case LabelKind::range:
      return 11000;
    case LabelKind::forest:
    case LabelKind::desert:
    case LabelKind::plain:
      return 3000;
  }
  return 1000;
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
  switch (site.feature.kind) {
    case LabelKind::town:
    case LabelKind::peak:
    case LabelKind::height:
      return candidates_at_point(site);
    case LabelKind::cape:
      return candidates_at_cape(site);
    case LabelKind::bay:
      return candidates_in_bay(site);
    case LabelKind::island:
      return candidates_on_island(site);
    case LabelKind::sea:
      return candidates_in_sea(site);
    case LabelKind::river:
      return candidates_along_river(site);
    case LabelKind::lake:
      return candidates_in_lake(site);
    case LabelKind::range:
    case LabelKind::forest:
    case LabelKind::desert:
    case LabelKind::plain:
      return candidates_over_area(site);
  }
  return {};
}

}  // namespace labels
}  // namespace terrawright::map
