// SPDX-License-Identifier: Apache-2.0
#include "sign_ground.hpp"

#include <algorithm>
#include <cmath>

#include "coverage.hpp"
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

}  // namespace terrawright::map
