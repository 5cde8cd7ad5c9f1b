// SPDX-License-Identifier: Apache-2.0
// Facts for GDAL, and with it QGIS, that a picture's format cannot hold: a file beside it, as GDAL itself writes them
// (PAM, "persistent auxiliary metadata").
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "encode/legend.hpp"
#include "encode/png.hpp"
#include "terrawright/writer.h"

namespace terrawright::encode {

// Position of a raster: longitude and latitude (WGS 84, EPSG:4326) as straight lines of column and row. Tables in
// degrees use the same (terrawright/degrees.hpp), so that both match exactly.

// Degrees of longitude and latitude (WGS 84).
struct GeoTransform {
  double west = 0, north = 0;   // of the outer edges of the first column and row
  double across = 0, down = 0;  // of a cell, both above 0
};

// Nothing where rows would lie beyond a pole or columns more than once around the globe: that is no position on a map.
std::optional<GeoTransform> geotransform_of(const terrawright_delivery& delivery);

// "heights.png.aux.xml" of "heights.png".
inline std::string sidecar_name(const std::string& picture) { return picture + ".aux.xml"; }

// `transform`: in EPSG:4326, of a file that does not hold it itself. `band`: what there is to say of
// its first band, as one of those below; "": nothing.
std::string sidecar_of(const std::optional<GeoTransform>& transform, const std::string& band);

// For greys of 16 bits: scale and offset of their values.
std::string band_of_greys(const std::string& layer, const std::string& unit, const Range& range);
std::string band_of_mask(const std::string& layer);
// For codes: names of classes as categories and, with colours and cells, as an attribute table.
std::string band_of_classes(const std::vector<LegendEntry>& legend, const ClassCounts& cells);

}  // namespace terrawright::encode
