// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: contours of the land and isobaths of the sea, with their figures.
#pragma once
#include <optional>

#include "line_figures.hpp"
#include "surface.hpp"

namespace terrawright::map {

struct Contours {
  double interval = 0;  // m
  Lines thin, index;
  Lines half;                       // between contours, on plains where these leave too much land without a line
  std::vector<LineFigure> figures;  // lines still run through them: cut_out() ends that
};

// The interval at which contours stay apart on all but the steepest tenth of the land; 0 on
// even ground, which has none.
double interval_of(const Surface& surface, const Parallel& parallel);
Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& figures,
                     const Occupied& occupied, const Parallel& parallel);

// All of them are thin; without letters there are no figures.
Contours isobaths_of(const Surface& surface, const std::vector<double>& depths, const Box& frame,
                     const std::optional<Lettering>& figures, const Occupied& occupied, const Parallel& parallel);

}  // namespace terrawright::map
