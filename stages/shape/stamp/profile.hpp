// SPDX-License-Identifier: Apache-2.0
// The shape of a stamp over its distance from the centre, by control points or by a formula.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "shape/curve/monotone_curve.hpp"
#include "shape/formula/blame.hpp"
#include "shape/formula/grammar.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::shape {

struct ProfilePoint {
  double at = 0, value = 0;
  static void describe(Parameters<ProfilePoint>& row) {
    row.parameter(&ProfilePoint::at, "at", "Distance from the stamp's centre as a share of its radius.").range(0, 1);
    row.parameter(&ProfilePoint::value, "value", "The shape there: 1 is the stamp's height.").range(-1000, 1000);
  }
};

inline MonotoneCurve curve_of(const std::vector<ProfilePoint>& points) {
  if (points.size() < 2) throw Failure("profile", "a profile needs at least two points");
  std::vector<Knot> knots;
  for (const ProfilePoint& p : points) {
    if (!knots.empty() && p.at <= knots.back().x)
      throw Failure("profile[" + std::to_string(knots.size()) + "].at",
                    "it does not lie beyond the point before it: `at` must ascend");
    knots.push_back({p.at, p.value});
  }
  return MonotoneCurve(std::move(knots));
}

// Variables r, x and y of a formula: distance and place in radii.
inline formula::Program program_of(const std::string& text) {
  try {
    return formula::parse(text, {{"r", "x", "y"}, {}});
  } catch (const formula::Problem& problem) {
    throw Failure("formula", problem.placed());
  }
}

}  // namespace terrawright::shape
