// SPDX-License-Identifier: Apache-2.0
// Rain on hills after Smith & Barstad 2004, A linear theory of orographic precipitation: by Fourier transform, and in
// closed forms for a long ridge. An oracle: it owes nothing to the stages.
#pragma once
#include <vector>

namespace terrawright::metrics {

struct Air {
  double wind = 15;            // m/s, towards +x
  double sensitivity = 0.004;  // C_w, kg/m3
  double vapour_scale = 2500;  // H_w, m; 0: no wave dynamics
  double stability = 0.005;    // N_m, 1/s
  double cloud_delay = 1000;   // s
  double fall_delay = 1000;    // s
  bool hydrostatic = false;
};

// mm/h before it is cut off at 0. Heights in m, periodic: rows of 2^n cells of `spacing` m.
std::vector<double> linear_rain(const std::vector<double>& height, int width, int rows, double spacing, const Air& air);

// Over h = peak exp(-x^2 / 2 s^2), mm/h.
struct Ridge {
  double peak = 500, s = 15000;  // m
  double height(double x) const;
  double upslope(double x, const Air& air) const;  // (a): no delays, no waves
  double delayed(double x, const Air& air) const;  // (b): equal delays, no waves
  double waves(double x, const Air& air) const;    // (c): hydrostatic waves, no delays
};

}  // namespace terrawright::metrics
