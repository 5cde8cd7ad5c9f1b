// SPDX-License-Identifier: Apache-2.0
#include "sign_ground.hpp"

#include <algorithm>
#include <cmath>

#include "free_places.hpp"
#include "sign_drawing.hpp"
#include "tones.hpp"

namespace terrawright::map {
namespace {

constexpr std::int32_t cell = 40;  // 1/100 mm

}  // namespace

SignRoom::SignRoom(const SignGround& ground, const Off& off) : ground_(ground) {
  const Box& f = ground.frame;
  columns_ = f.width() / cell + 2, rows_ = f.height() / cell + 2;
  const GridPlace place{static_cast<double>(f.left), static_cast<double>(f.top), cell, columns_, rows_};
  const Parallel here = [](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
    for (std::uint64_t i = 0; i < n; ++i) body(i);
  };
  taken_ = covered(*ground.lakes, place, 1, here).values;
  const auto along = [&](const Line& line, std::size_t i, double around) {
    const Spot &a = line.spots[i - 1], &b = line.spots[i];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const int steps = static_cast<int>(std::sqrt(dx * dx + dy * dy) / cell) + 1;
    for (int k = 0; k <= steps; ++k) take({a.x + dx * k / steps, a.y + dy * k / steps}, around);
  };
  // Shores too, so that no narrow inlet is lost between samples.
  for (const Lines* shores : {ground.coast, ground.lakes}) {
    for (Line shore : *shores) {
      if (!shore.spots.empty()) shore.spots.push_back(shore.spots.front());
      for (std::size_t i = 1; i < shore.spots.size(); ++i) along(shore, i, 20);
    }
  }
  for (const River& river : *ground.rivers) {
    for (std::size_t i = 1; i < river.line.spots.size(); ++i) {
      if (river.widths[i] >= off.least_river) along(river.line, i, off.river + river.widths[i] / 2);
    }
  }
  for (const auto& road : *ground.roads) {
    for (std::size_t i = 1; i < road.second.spots.size(); ++i) along(road.second, i, off.road);
  }
}

void SignRoom::take(const Spot& s, double around) {
  const auto index = [](double at) { return static_cast<std::int64_t>(std::floor(at / cell)); };
  const double x = s.x - ground_.frame.left, y = s.y - ground_.frame.top;
  for (std::int64_t j = std::max<std::int64_t>(index(y - around), 0); j <= std::min(index(y + around), rows_ - 1);
       ++j) {
    for (std::int64_t i = std::max<std::int64_t>(index(x - around), 0); i <= std::min(index(x + around), columns_ - 1);
         ++i)
      taken_[static_cast<std::size_t>(j * columns_ + i)] = 255;
  }
}

bool SignRoom::free(const Spot& s, double off_shore) const {
  if (s.x < ground_.frame.left || s.y < ground_.frame.top) return false;
  if (static_cast<double>(between(*ground_.from_coast, s.x, s.y)) < off_shore) return false;
  const auto i = static_cast<std::int64_t>((s.x - ground_.frame.left) / cell);
  const auto j = static_cast<std::int64_t>((s.y - ground_.frame.top) / cell);
  return i < columns_ && j < rows_ && taken_[static_cast<std::size_t>(j * columns_ + i)] == 0;
}

Colour ground_colour(const Surface& surface, const Style& style, const Spot& s) {
  const Colour& paper = style.heights.front().colour;
  const auto share = [&](const Field& field) {
    return field ? std::clamp(between(field, s.x, s.y), 0.0f, 1.0f) : 0.0f;
  };
  const float forest = share(surface.forest), ice = share(surface.ice), desert = 0.8f * share(surface.desert);
  const auto one = [&](std::uint8_t ground, std::uint8_t sand, std::uint8_t snow, std::uint8_t wood) {
    auto v = static_cast<float>(ground);
    v += (static_cast<float>(sand) - v) * desert;
    v += (static_cast<float>(snow) - v) * ice;
    return v * (1.0f + (static_cast<float>(wood) / 255.0f - 1.0f) * forest);
  };
  const Tone flat{one(paper.red, style.desert.red, style.ice.red, style.forest.red),
                  one(paper.green, style.desert.green, style.ice.green, style.forest.green),
                  one(paper.blue, style.desert.blue, style.ice.blue, style.forest.blue)};
  const float high = between(surface.height, s.x, s.y) / std::max(surface.highest, 1.0f);
  // In the light that falls around it.
  float lit = 0;
  for (const double x : {-150.0, 0.0, 150.0}) lit += between(surface.tone, s.x + x, s.y) / 3.0f;
  const Tone tone = Light(style).on(on_high_ground(flat, high), lit, high);
  const auto byte = [](float v) { return static_cast<std::uint8_t>(v + 0.5f); };
  return {byte(tone.red), byte(tone.green), byte(tone.blue), 255};
}

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
