// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace terrawright::metrics {

// Rain of a land in a west wind.
struct ShoreRain {
  double land, sea;      // medians, mm/yr
  double shore, inland;  // means on windward land, 0 to 1 km and 6 to 8 km from the sea
  double speckle;        // rms of rain less its mean over 3 km, on land, over the mean
};
ShoreRain shore_rain_of(const std::vector<float>& rain, const std::vector<std::uint8_t>& land, int side, double cell);

}  // namespace terrawright::metrics
