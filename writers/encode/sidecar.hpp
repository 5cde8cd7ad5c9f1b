// SPDX-License-Identifier: Apache-2.0
// Facts for GDAL, and with it QGIS, that a picture's format cannot hold: a file beside it, as GDAL itself writes them
// (PAM, "persistent auxiliary metadata").
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "encode/class_shares.hpp"
#include "encode/grey.hpp"
#include "encode/raster_place.hpp"

namespace terrawright::encode {

// "heights.png.aux.xml" of "heights.png".
inline std::string sidecar_name(const std::string& picture) { return picture + ".aux.xml"; }

// `place`: EPSG:4326 and the transform, of a file that does not hold its place itself. `band`: what there is to say of
// its first band, as one of those below; "": nothing.
std::string sidecar_of(const std::optional<RasterPlace>& place, const std::string& band);

// For greys of 16 bits: scale and offset of their values.
std::string band_of_greys(const std::string& layer, const std::string& unit, const Range& range);
std::string band_of_mask(const std::string& layer);
// For codes: names of classes as categories and, with colours and cells, as an attribute table.
std::string band_of_classes(const std::vector<LegendEntry>& legend, const ClassCounts& cells);

}  // namespace terrawright::encode
