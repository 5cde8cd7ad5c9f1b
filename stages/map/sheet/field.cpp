// SPDX-License-Identifier: Apache-2.0
#include "field.hpp"

#include <cmath>

namespace terrawright::map {
namespace {

std::vector<float> bell(double sigma) {
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * sigma));
  std::vector<double> weights;
  double sum = 0;
  for (std::int64_t d = -reach; d <= reach; ++d) {
    const double u = static_cast<double>(d) / sigma;
    weights.push_back(terrawright_exp(-0.5 * u * u));
    sum += weights.back();
  }
  std::vector<float> to;
  for (const double w : weights) to.push_back(static_cast<float>(w / sum));
  return to;
}

// Where samples of one axis lie among those of another, and how four of them count.
struct Taps {
  std::int64_t index[4];
  float weight[4];
};
std::vector<Taps> taps_of(double from, double from_pitch, std::int64_t samples, double to, double to_pitch,
                          std::int64_t count) {
  std::vector<Taps> all;
  for (std::int64_t n = 0; n < count; ++n) {
    const double u = (to + static_cast<double>(n) * to_pitch - from) / from_pitch;
    const double whole = std::floor(u), t = u - whole, t2 = t * t, t3 = t2 * t;
    const double w[4] = {(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2};
    Taps taps{};
    for (std::int64_t k = 0; k < 4; ++k) {
      taps.index[k] = std::clamp<std::int64_t>(static_cast<std::int64_t>(whole) - 1 + k, 0, samples - 1);
      taps.weight[k] = static_cast<float>(w[k]);
    }
    all.push_back(taps);
  }
  return all;
}

constexpr std::int64_t stretch = 64;  // rows that one thread takes at a time

}  // namespace

Field smoothed(const Field& field, double sigma, const Parallel& parallel) {
  if (sigma < 0.05 || !field) return field;
  const std::vector<float> weights = bell(sigma);
  const auto reach = static_cast<std::int64_t>(weights.size() / 2);
  const std::int64_t columns = field.place.columns, rows = field.place.rows;
  Field across(field.place), down(field.place);
  in_stretches(parallel, rows, stretch, [&](std::int64_t first, std::int64_t end) {
    std::vector<float> wide(static_cast<std::size_t>(columns + 2 * reach));
    for (std::int64_t j = first; j < end; ++j) {
      const float* from = field.row(j);
      for (std::int64_t i = 0; i < columns + 2 * reach; ++i)
        wide[static_cast<std::size_t>(i)] = from[std::clamp<std::int64_t>(i - reach, 0, columns - 1)];
      float* to = across.row(j);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const float w = weights[k];
        const float* shifted = wide.data() + k;
        for (std::int64_t i = 0; i < columns; ++i) to[i] += w * shifted[i];
      }
    }
  });
  in_stretches(parallel, rows, stretch, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t j = first; j < end; ++j) {
      float* to = down.row(j);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const float w = weights[k];
        const float* from = across.row(std::clamp<std::int64_t>(j - reach + static_cast<std::int64_t>(k), 0, rows - 1));
        for (std::int64_t i = 0; i < columns; ++i) to[i] += w * from[i];
      }
    }
  });
  return down;
}

Field taken_over(const Field& field, const GridPlace& place, const Parallel& parallel) {
  const GridPlace& from = field.place;
  const auto along = taps_of(from.x, from.pitch, from.columns, place.x, place.pitch, place.columns);
  const auto down = taps_of(from.y, from.pitch, from.rows, place.y, place.pitch, place.rows);
  Field to(place);
  in_stretches(parallel, place.rows, stretch, [&](std::int64_t first, std::int64_t end) {
    std::vector<float> row(static_cast<std::size_t>(from.columns));
    for (std::int64_t j = first; j < end; ++j) {
      const Taps& t = down[static_cast<std::size_t>(j)];
      const float* r[4];
      for (int k = 0; k < 4; ++k) r[k] = field.row(t.index[k]);
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = (t.weight[0] * r[0][i] + t.weight[1] * r[1][i]) + (t.weight[2] * r[2][i] + t.weight[3] * r[3][i]);
      float* cells = to.row(j);
      for (std::int64_t i = 0; i < place.columns; ++i) {
        const Taps& a = along[static_cast<std::size_t>(i)];
        cells[i] = (a.weight[0] * row[static_cast<std::size_t>(a.index[0])] +
                    a.weight[1] * row[static_cast<std::size_t>(a.index[1])]) +
                   (a.weight[2] * row[static_cast<std::size_t>(a.index[2])] +
                    a.weight[3] * row[static_cast<std::size_t>(a.index[3])]);
      }
    }
  });
  return to;
}

}  // namespace terrawright::map
