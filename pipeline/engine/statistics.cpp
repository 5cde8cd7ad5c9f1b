// SPDX-License-Identifier: Apache-2.0
#include "engine/statistics.hpp"

#include <algorithm>
#include <limits>

#include "terrawright/processors.h"

namespace terrawright::engine {
namespace {

// Sixteen lanes, so that the compiler needs no licence to reorder the minimum.
TERRAWRIGHT_FOR_EACH_PROCESSOR
terrawright_statistics of_floats(const float* cells, std::int64_t count) {
  constexpr int lanes = 16;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  float low[lanes], high[lanes];
  std::uint32_t nans[lanes] = {};
  std::fill(low, low + lanes, infinity);
  std::fill(high, high + lanes, -infinity);
  const auto take = [&](int lane, float cell) {
    low[lane] = cell < low[lane] ? cell : low[lane];
    high[lane] = cell > high[lane] ? cell : high[lane];
    nans[lane] += cell != cell ? 1u : 0u;
  };
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (int lane = 0; lane < lanes; ++lane) take(lane, cells[i + lane]);
  }
  for (; i < count; ++i) take(0, cells[i]);

  terrawright_statistics all = no_statistics();
  for (int lane = 0; lane < lanes; ++lane) {
    // Adding zero makes -0 and +0 one value, whichever came first.
    all = merged(all, {static_cast<double>(low[lane]) + 0.0, static_cast<double>(high[lane]) + 0.0, nans[lane]});
  }
  return all;
}

template <class Cell>
terrawright_statistics of_integers(const Cell* cells, std::int64_t count) {
  const auto [low, high] = std::minmax_element(cells, cells + count);
  return {static_cast<double>(*low), static_cast<double>(*high), 0};
}

}  // namespace

terrawright_statistics no_statistics() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, -infinity, 0};
}

terrawright_statistics merged(const terrawright_statistics& a, const terrawright_statistics& b) {
  return {std::min(a.minimum, b.minimum), std::max(a.maximum, b.maximum), a.nans + b.nans};
}

void StatisticsOf::add(const void* cells, std::int64_t count) {
  if (count == 0) return;
  switch (kind_) {
    case TERRAWRIGHT_HEIGHT:
    case TERRAWRIGHT_SCALAR:
    case TERRAWRIGHT_WEIGHT:
      so_far_ = merged(so_far_, of_floats(static_cast<const float*>(cells), count));
      break;
    case TERRAWRIGHT_VECTOR:  // both components together: enough to see a NaN
      so_far_ = merged(so_far_, of_floats(static_cast<const float*>(cells), 2 * count));
      break;
    case TERRAWRIGHT_MASK:
      so_far_ = merged(so_far_, of_integers(static_cast<const std::uint8_t*>(cells), count));
      break;
    case TERRAWRIGHT_CLASS:
      so_far_ = merged(so_far_, of_integers(static_cast<const std::uint16_t*>(cells), count));
      break;
    case TERRAWRIGHT_COUNT:
      so_far_ = merged(so_far_, of_integers(static_cast<const std::int64_t*>(cells), count));
      break;
    default:
      break;
  }
}

}  // namespace terrawright::engine
