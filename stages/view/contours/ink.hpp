// SPDX-License-Identifier: Apache-2.0
// ink.hpp: lines over paper, or over a picture, one channel of colours at a time.
#pragma once
#include <cstddef>
#include <cstdint>

#include "terrawright/kinds.hpp"
#include "terrawright/processors.h"
#include "view/pixels.hpp"
#include "view/tint.hpp"

namespace terrawright::view {

// Shares of land, contour line and shore line in the cells of a row.
struct Covers {
  const double *land, *lines, *shore;
};
// One channel of the colours.
struct Inks {
  double sea, land, depth_line, line, shore;
};

namespace {

// Over `under`, which lies `apart` bytes from cell to cell; or over paper where that is null.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void draw_channel(const Covers& covers, const Inks& inks, const std::uint8_t* under, std::int32_t* __restrict to,
                  std::size_t count) {
  const double *land = covers.land, *lines = covers.lines, *shore = covers.shore;
  const Inks ink = inks;
  const auto byte_at = [&](std::size_t x, double paper) {
    const double line = ink.depth_line + (ink.line - ink.depth_line) * land[x];
    const double lined = paper + (line - paper) * lines[x];
    return std::int32_t{byte_of(lined + (ink.shore - lined) * shore[x])};
  };
  if (under != nullptr) {
    for (std::size_t x = 0; x < count; ++x) to[x] = byte_at(x, under[x * sizeof(Colour)] / 255.0);
  } else {
    for (std::size_t x = 0; x < count; ++x) to[x] = byte_at(x, ink.sea + (ink.land - ink.sea) * land[x]);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void join_channels(const std::int32_t* red, const std::int32_t* green, const std::int32_t* blue, Colour* __restrict to,
                   std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) write_pixel(to[x], red[x], green[x], blue[x]);
}

}  // namespace

}  // namespace terrawright::view
