// SPDX-License-Identifier: Apache-2.0
#include "engine/layers/statistics.hpp"

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
[[gnu::always_inline]] inline terrawright_statistics of_integers(const Cell* cells, std::int64_t count) {
  Cell low = cells[0], high = cells[0];
  for (std::int64_t i = 0; i < count; ++i) {
    low = cells[i] < low ? cells[i] : low;
    high = cells[i] > high ? cells[i] : high;
  }
  return {static_cast<double>(low), static_cast<double>(high), 0};
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
terrawright_statistics of_masks(const std::uint8_t* cells, std::int64_t count) { return of_integers(cells, count); }

TERRAWRIGHT_FOR_EACH_PROCESSOR
terrawright_statistics of_classes(const std::uint16_t* cells, std::int64_t count) { return of_integers(cells, count); }

TERRAWRIGHT_FOR_EACH_PROCESSOR
terrawright_statistics of_counts(const std::int64_t* cells, std::int64_t count) { return of_integers(cells, count); }

}  // namespace

terrawright_statistics no_statistics() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {infinity, -infinity, 0};
}

terrawright_statistics merged(const terrawright_statistics& a, const terrawright_statistics& b) {
  return {std::min(a.minimum, b.minimum), std::max(a.maximum, b.maximum), a.nans + b.nans};
}

void CountsOf::add(const std::uint16_t* cells, std::int64_t count) {
  if (count == 0) return;
  if (cells[0] < 256 && std::equal(cells + 1, cells + count, cells)) {  // as rows of a sea are
    small_[0][cells[0]] += static_cast<std::uint64_t>(count);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (cells[i] < 256) {
      ++small_[static_cast<std::size_t>(i % 4)][cells[i]];
    } else {
      ++large_[cells[i]];
    }
  }
}

ClassCounts CountsOf::result() const {
  ClassCounts all = large_;
  for (std::uint16_t code = 0; code < 256; ++code) {
    const std::uint64_t cells = small_[0][code] + small_[1][code] + small_[2][code] + small_[3][code];
    if (cells != 0) all[code] = cells;
  }
  return all;
}

void StatisticsOf::add(const void* cells, std::int64_t count) {
  if (count == 0) return;
  switch (kind_) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
    case TERRAWRIGHT_KIND_WEIGHT:
      so_far_ = merged(so_far_, of_floats(static_cast<const float*>(cells), count));
      break;
    case TERRAWRIGHT_KIND_VECTOR:  // both components together: enough to see a NaN
      so_far_ = merged(so_far_, of_floats(static_cast<const float*>(cells), 2 * count));
      break;
    case TERRAWRIGHT_KIND_MASK:
      so_far_ = merged(so_far_, of_masks(static_cast<const std::uint8_t*>(cells), count));
      break;
    case TERRAWRIGHT_KIND_CLASS:
      so_far_ = merged(so_far_, of_classes(static_cast<const std::uint16_t*>(cells), count));
      break;
    case TERRAWRIGHT_KIND_COUNT:
      so_far_ = merged(so_far_, of_counts(static_cast<const std::int64_t*>(cells), count));
      break;
    default:
      break;
  }
}

}  // namespace terrawright::engine
