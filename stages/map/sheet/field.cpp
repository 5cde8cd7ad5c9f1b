// SPDX-License-Identifier: Apache-2.0
#include "field.hpp"

#include <cmath>

#include "terrawright/processors.h"

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

// Positions of one axis' samples among those of another, and the weights of four of them.
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

TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_times(float* __restrict to, const float* from, std::int64_t count, float by) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += by * from[i];
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_four(float* __restrict to, const float* const* rows, const float* weights, std::int64_t count) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  const float wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
  for (std::int64_t i = 0; i < count; ++i) to[i] = (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i]);
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
      for (std::size_t k = 0; k < weights.size(); ++k) add_times(to, wide.data() + k, columns, weights[k]);
    }
  });
  in_stretches(parallel, rows, stretch, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t j = first; j < end; ++j) {
      float* to = down.row(j);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto from = std::clamp<std::int64_t>(j - reach + static_cast<std::int64_t>(k), 0, rows - 1);
        add_times(to, across.row(from), columns, weights[k]);
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
      add_four(row.data(), r, t.weight, from.columns);
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
