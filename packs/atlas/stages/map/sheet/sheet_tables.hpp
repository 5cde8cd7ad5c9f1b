// SPDX-License-Identifier: Apache-2.0
// sheet_tables.hpp: the features that a sheet shows, on the paper, and its rivers.
#pragma once
#include <string>
#include <vector>

#include "map/margin/layout.hpp"
#include "plane.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::map {

// Rivers that grow from a hair to the width of their water.
struct Reach {
  std::vector<Spot> spots;  // on the paper, downstream
  double discharge = 0;     // m3/s
  std::int64_t next = -1;   // the reach that it flows into
};
struct River {
  Line line;                   // downstream
  std::vector<double> widths;  // 1/100 mm, at each of its spots
};

// Width of a river with so many m3/s, 1/100 mm.
double river_width(double discharge);
// One river each from source to mouth: at a confluence the branch with more water goes on. Ends within `beside` of the
// shore of a lake go on into it.
std::vector<River> rivers_of(const std::vector<Reach>& reaches, const Lines& lakes, double beside);
void draw(const std::vector<River>& rivers, Colour colour, DisplayList& list);

struct PointFeature {
  Spot at{0, 0};
  std::string name;
  double height = 0, prominence = 0;    // of peaks, m
  double radius = 0;                    // 1/100 mm: of capes, bays, seas; inside of islands
  double towards_x = 0, towards_y = 0;  // of capes and bays
  double radius_km = 0;
  std::int64_t rank = 0;  // of places
  bool harbour = false;
};
struct LineFeature {
  std::vector<Spot> line;
  Spot pole{0, 0};
  std::string name;
  double area = 0;        // km2
  double radius = 0;      // 1/100 mm, inside
  double discharge = 0;   // m3/s
  std::int64_t rank = 2;  // of roads
};
using PointFeatures = std::vector<PointFeature>;
using LineFeatures = std::vector<LineFeature>;

struct SheetTables {
  PointFeatures peaks, capes, bays, islands, mainland, seas, places;
  LineFeatures ranges, forests, deserts, plains, lakes, courses, roads;
  std::vector<Reach> reaches;
};

// Columns that a table lacks are left at nothing, so that tables of other makers do.
PointFeatures point_features(const TableView& table, const Layout& layout, double cell);
LineFeatures line_features(const TableView& table, const Layout& layout, double cell);
std::vector<Reach> reaches_of(const TableView& table, const Layout& layout);

}  // namespace terrawright::map
