// SPDX-License-Identifier: Apache-2.0
// ramp.hpp: colours between stops, in whole numbers, so that any machine mixes the same ones.
//
// With T = floor(65536 t) between the stops (T0, c0) and (T1, c1), each channel is
// (c0 (T1 - T) + c1 (T - T0) + (T1 - T0) div 2) div (T1 - T0). Source: algorithms 3.4.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::view {

// A row of a table of stops.
struct ColourStop {
  double at = 0;
  Colour colour = rgb(0x000000);
  static void describe(Parameters<ColourStop>& p) {
    p.parameter(&ColourStop::at, "at", "Position of the stop on the ramp: 0 is its start, 1 its end.").range(0, 1);
    p.parameter(&ColourStop::colour, "colour", "Colour of the ramp at the stop.");
  }
};

class Ramp {
 public:
  Ramp() = default;
  // Throws Failure{parameter} where the stops do not ascend. Two at the same place make a hard edge.
  Ramp(const std::vector<ColourStop>& stops, const char* parameter) {
    if (stops.empty()) throw Failure(parameter, "a ramp needs at least one stop");
    for (const ColourStop& stop : stops) {
      const auto place = static_cast<std::int64_t>(std::floor(65536.0 * stop.at));
      if (!stops_.empty() && place < stops_.back().place)
        throw Failure(parameter, "the stops of a ramp must ascend: `at` is less than at the stop before");
      stops_.push_back({place, stop.colour});
    }
  }

  // t in 0..1. Before the first stop its colour, likewise after the last.
  Colour at(double t) const {
    const auto place = static_cast<std::int64_t>(std::floor(65536.0 * t));
    const auto above =
        std::find_if(stops_.begin(), stops_.end(), [place](const Stop& stop) { return stop.place > place; });
    if (above == stops_.begin()) return stops_.front().colour;
    if (above == stops_.end()) return stops_.back().colour;
    const Stop &low = *(above - 1), &high = *above;
    const std::int64_t run = high.place - low.place, from = high.place - place, to = place - low.place;
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>((a * from + b * to + run / 2) / run);
    };
    return {mix(low.colour.red, high.colour.red), mix(low.colour.green, high.colour.green),
            mix(low.colour.blue, high.colour.blue), 255};
  }

 private:
  struct Stop {
    std::int64_t place;
    Colour colour;
  };
  std::vector<Stop> stops_;
};

}  // namespace terrawright::view
