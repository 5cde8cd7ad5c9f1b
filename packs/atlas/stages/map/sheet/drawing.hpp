// SPDX-License-Identifier: Apache-2.0
// drawing.hpp: all of a sheet, drawn in order.
#pragma once
#include <string>

#include "blocks.hpp"
#include "legend.hpp"
#include "rivers.hpp"
#include "sheet_tables.hpp"
#include "style.hpp"
#include "surface.hpp"

namespace terrawright::map {

struct SheetWishes {
  const Style* style = nullptr;
  double ground_pixel = 10;  // 1/100 mm
  SheetText text;
};

struct SheetContent {
  WorldFacts world;
  Layout layout;
  Ground ground;
  ClassWords classes;
  SheetTables tables;
};

struct DrawnSheet {
  DisplayList list;
  std::int64_t wanted = 0, placed = 0;  // names
  std::vector<std::string> kinds;
  std::vector<std::int64_t> wanted_by_kind, placed_by_kind;
};

DrawnSheet drawn_sheet(const SheetContent& content, const SheetWishes& wishes, const Parallel& parallel);

}  // namespace terrawright::map
