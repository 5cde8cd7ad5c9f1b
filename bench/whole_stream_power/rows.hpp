// SPDX-License-Identifier: Apache-2.0
// rows.hpp: what a cell needs of its neighbours or of itself alone, for a row of cells at once.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "neighbours.hpp"
#include "terrawright/processors.h"

namespace terrawright::erosion {
namespace {

// Direction of each cell's steepest descent, or nowhere. `codes`: room for a row.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void steepest_of_row(const double* level, std::ptrdiff_t up, std::ptrdiff_t down, const std::uint8_t* outlet,
                     double* __restrict codes, std::uint8_t* __restrict to, std::int64_t count) {
  constexpr auto none = static_cast<double>(nowhere);
  for (std::int64_t i = 0; i < count; ++i) {
    const double* const at = level + i;
    double slope = 0, code = none;
    const auto see = [&](double steep, Direction direction) {
      const bool steeper = steep > slope;
      slope = steeper ? steep : slope;
      code = steeper ? static_cast<double>(direction) : code;
    };
    see(*at - at[1], east);
    see(*at - at[up], north);
    see(*at - at[-1], west);
    see(*at - at[down], south);
    see((*at - at[up + 1]) * root_of_a_half, north_east);
    see((*at - at[up - 1]) * root_of_a_half, north_west);
    see((*at - at[down - 1]) * root_of_a_half, south_west);
    see((*at - at[down + 1]) * root_of_a_half, south_east);
    codes[i] = code;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const auto code = static_cast<std::uint8_t>(static_cast<std::int32_t>(codes[i]));
    to[i] = outlet[i] != 0 ? nowhere : code;
  }
}

// Number of neighbours that drain into each cell; for outlets `not_counted`, which never falls to 0.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void donors_of_row(const std::uint8_t* direction, std::ptrdiff_t up, std::ptrdiff_t down, std::uint8_t not_counted,
                   std::uint8_t* __restrict to, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint8_t* const at = direction + i;
    unsigned n = 0;
    n += at[1] == west ? 1u : 0u;
    n += at[up] == south ? 1u : 0u;
    n += at[-1] == east ? 1u : 0u;
    n += at[down] == north ? 1u : 0u;
    n += at[up + 1] == south_west ? 1u : 0u;
    n += at[up - 1] == south_east ? 1u : 0u;
    n += at[down - 1] == north_east ? 1u : 0u;
    n += at[down + 1] == north_west ? 1u : 0u;
    to[i] = *at == nowhere ? not_counted : static_cast<std::uint8_t>(n);
  }
}

// K A^0.5 dt / length of each cell, in the place of what drains through it: `cells` holds numbers below 2^52, each a
// multiple of `area` m2, and then float64.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void factors_of_row(std::int64_t* __restrict cells, const std::uint8_t* direction, const double* erodibility,
                    double area_of_one, double ones, double least_area, double step, double cell, std::int64_t count) {
  constexpr std::int64_t two_to_52_as_bits = 0x4330000000000000;
  constexpr double two_to_52 = 4503599627370496.0;
  const double straight = cell * length_of(east), diagonal = cell * length_of(north_east);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t bits = cells[i] | two_to_52_as_bits;
    double load;
    std::memcpy(&load, &bits, sizeof load);
    const double drained = area_of_one * ((load - two_to_52) / ones);
    const double area = drained < least_area ? least_area : drained;
    const double length = direction[i] < north_east ? straight : diagonal;
    const double factor = erodibility[i] * std::sqrt(area) * step / length;
    std::memcpy(&cells[i], &factor, sizeof factor);
  }
}

}  // namespace
}  // namespace terrawright::erosion
