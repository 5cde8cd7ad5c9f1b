// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: contours of the land with their figures, and isobaths of the sea.
#pragma once
#include "letters.hpp"
#include "surface.hpp"

namespace terrawright::map {

struct ContourFigure {
  Word word;
  Spot middle;
  double along_x, along_y, half;
};
struct Contours {
  double interval = 0;  // m
  Lines thin, index;
  std::vector<ContourFigure> figures;
};

// The interval at which contours stay apart on all but the steepest tenth of the land; 0 on
// even ground, which has none.
double interval_of(const Surface& surface, const Parallel& parallel);
Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& figures,
                     const Parallel& parallel);

Lines isobaths_of(const Surface& surface, const std::vector<double>& depths, const Parallel& parallel);

}  // namespace terrawright::map
