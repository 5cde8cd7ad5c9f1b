// SPDX-License-Identifier: Apache-2.0
// labelling.hpp: which features of a sheet get a name, in which letters, and what is in their way.
#pragma once
#include "map/labels/label_input.hpp"
#include "rivers.hpp"
#include "sheet_tables.hpp"
#include "style.hpp"

namespace terrawright::map {

// Drawings under the names.
struct UnderNames {
  const Lines* coast;
  const Lines* lakes;
  const std::vector<River>* rivers;
  std::vector<Line> roads;
  std::vector<Box> figures;  // of contours
  std::vector<Box> signs;    // mountains
  std::vector<Box> summits;  // signs of summits with names, which no name hides
  std::vector<Box> furniture;
};

// Peaks that are shown, the most prominent first: none near a greater one.
PointFeatures shown_peaks(const PointFeatures& peaks, const Style& style, const Box& frame);

// `per_metre` is 1/100 mm.
LabelInput label_input(const SheetTables& tables, const PointFeatures& peaks, const UnderNames& under,
                       const Style& style, const Box& frame, double per_metre, const Parallel& parallel);

}  // namespace terrawright::map
