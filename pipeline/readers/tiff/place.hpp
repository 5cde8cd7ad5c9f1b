// SPDX-License-Identifier: Apache-2.0
// Position of a GeoTIFF and distance of its samples; scale, offset and missing samples as GDAL writes them.
#pragma once
#include <limits>
#include <optional>

#include "readers/tiff/handle.hpp"

namespace terrawright::readers {

struct TiffPlace {
  bool is_geotiff = false;
  bool is_unplaced = false;                                    // it has steps, and no system that is known
  double cell_width = 0, cell_height = 0;                      // metres; 0: the file does not say
  double latitude = std::numeric_limits<double>::quiet_NaN();  // degrees, of the middle
  double metres = 0;                                           // length of the vertical unit; 0: the file does not say
};

// Throws std::runtime_error where rows do not run from west to east, northern ones first.
TiffPlace place_of(TiffHandle& tiff, std::int64_t height);

struct TiffScale {
  double scale = 1, offset = 0;
  double metres = 0;  // length of the samples' unit; 0: the file does not say
  std::optional<double> nodata;
  bool scaled() const { return scale != 1 || offset != 0; }
};

// "feet", "US survey feet", "units of 0.9144 m".
std::string unit_of_length(double metres);

// Scale of this channel. Throws std::runtime_error where they are no numbers.
TiffScale scale_of(const TiffHandle& tiff, int channel);

}  // namespace terrawright::readers
