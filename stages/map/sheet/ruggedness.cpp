// SPDX-License-Identifier: Apache-2.0
#include "ruggedness.hpp"

#include <algorithm>

#include "chance.hpp"

namespace terrawright::map {
namespace {

// Highest minus lowest of heights in a window, along rows and then columns.
Field rough_of(const Field& height, std::int64_t reach) {
  const GridPlace& p = height.place;
  const auto over = [&](const Field& from, bool down, bool greatest) {
    Field to(p);
    for (std::int64_t j = 0; j < p.rows; ++j) {
      for (std::int64_t i = 0; i < p.columns; ++i) {
        float best = from.at(i, j);
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const float v = down ? from.at(i, j + k) : from.at(i + k, j);
          best = greatest ? std::max(best, v) : std::min(best, v);
        }
        to.row(j)[i] = best;
      }
    }
    return to;
  };
  Field high = over(over(height, false, true), true, true);
  const Field low = over(over(height, false, false), true, false);
  for (std::size_t n = 0; n < high.values.size(); ++n) high.values[n] -= low.values[n];
  return high;
}

float quantile(std::vector<float> values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

bool is_top(const Field& height, std::int64_t i, std::int64_t j) {
  for (std::int64_t dj = -1; dj <= 1; ++dj) {
    for (std::int64_t di = -1; di <= 1; ++di) {
      if (height.row(j + dj)[i + di] > height.row(j)[i]) return false;
    }
  }
  return true;
}

constexpr std::int64_t crest_square = 6;  // samples: crests are looked for once in each square

}  // namespace

std::vector<MountainPlace> mountain_places(const SignGround& ground, const std::vector<Spot>& named,
                                           const Parallel& parallel) {
  // On a grid of 0.5 mm.
  const Box& f = ground.frame;
  const GridPlace place{static_cast<double>(f.left), static_cast<double>(f.top), 50, f.width() / 50 + 1,
                        f.height() / 50 + 1};
  const Field height =
      taken_over(smoothed(ground.surface->height, 40 / ground.surface->place.pitch, parallel), place, parallel);
  const Field rough = smoothed(rough_of(height, 5), 2, parallel), broad = smoothed(height, 6, parallel);
  std::vector<float> of_land;
  for (std::size_t n = 0; n < rough.values.size(); ++n) {
    if (height.values[n] > 0.5f) of_land.push_back(rough.values[n]);
  }
  if (of_land.empty()) return {};
  const float steep = std::max(quantile(of_land, 0.985), 1.0f),
              mountain_from = std::max(quantile(of_land, 0.60), 0.42f * steep);
  const float hill_from = std::max(0.2f * steep, quantile(of_land, 0.25));
  const float highest = std::max(ground.surface->highest, 1.0f);

  struct Candidate {
    float v;
    std::int64_t i, j;
    int order;  // 0 tops, 1 crests, 2 hills
  };
  std::vector<Candidate> candidates;
  const auto greatness = [&](std::int64_t i, std::int64_t j) {
    return 0.6f * std::min(rough.row(j)[i] / steep, 1.0f) + 0.4f * height.row(j)[i] / highest;
  };
  for (std::int64_t j = 2; j + 2 < place.rows; ++j) {
    for (std::int64_t i = 2; i + 2 < place.columns; ++i) {
      if (height.row(j)[i] < 0.5f || rough.row(j)[i] < hill_from || !is_top(height, i, j)) continue;
      candidates.push_back({greatness(i, j), i, j, rough.row(j)[i] < mountain_from ? 2 : 0});
    }
  }
  // The highest sample of each square, where it is a crest: well above what lies around it.
  for (std::int64_t y = 2; y + crest_square + 2 < place.rows; y += crest_square) {
    for (std::int64_t x = 2; x + crest_square + 2 < place.columns; x += crest_square) {
      std::int64_t bi = x, bj = y;
      for (std::int64_t j = y; j < y + crest_square; ++j) {
        for (std::int64_t i = x; i < x + crest_square; ++i) {
          if (height.row(j)[i] > height.row(bj)[bi]) bi = i, bj = j;
        }
      }
      if (height.row(bj)[bi] < 0.5f || rough.row(bj)[bi] < mountain_from) continue;
      if (height.row(bj)[bi] < broad.row(bj)[bi] + 0.14f * rough.row(bj)[bi]) continue;
      candidates.push_back({0.85f * greatness(bi, bj), bi, bj, 1});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.order != b.order) return a.order < b.order;
    return a.v != b.v ? a.v > b.v : a.j != b.j ? a.j < b.j : a.i < b.i;
  });
  std::vector<MountainPlace> places;
  for (const Candidate& c : candidates)
    places.push_back(
        {{place.x + static_cast<double>(c.i) * place.pitch, place.y + static_cast<double>(c.j) * place.pitch},
         static_cast<double>(c.v),
         c.order == 2,
         c.order == 1,
         word_at_place(c.i, c.j)});
  std::vector<MountainPlace> with_names;
  for (const Spot& top : named) {
    double greatest = 0.3;
    for (const MountainPlace& other : places) {
      if (apart(other.top, top) < near_named) greatest = std::max(greatest, other.greatness);
    }
    with_names.push_back({top, greatest, false, false,
                          word_at_place(static_cast<std::int64_t>(top.x), static_cast<std::int64_t>(top.y)), true});
  }
  places.insert(places.begin(), with_names.begin(), with_names.end());
  return places;
}

}  // namespace terrawright::map
