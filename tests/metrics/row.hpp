// SPDX-License-Identifier: Apache-2.0
// One row of the table of quality: what is measured, over which worlds, and what it ought to be.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace terrawright::metrics {

// Extent of the measurement.
struct Scope {
  int seeds = 0;  // worlds of an ensemble; 0: as many as the row wants
  int of(int wanted) const { return seeds > 0 ? seeds : wanted; }
};

// Expected range of the mean of an ensemble, both ends included.
struct Range {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool holds(double value) const { return value >= lowest && value <= highest; }
};
std::string text_of(const Range& range);
inline Range around(double value, double tolerance) { return {value - tolerance, value + tolerance}; }
inline Range exactly(double value) { return {value, value}; }

// One printed line: the values of an ensemble, one a seed.
struct Line {
  std::string variant;
  std::vector<double> values;
  Range expected = {};
  bool each = false;   // every value is to be in the range, not only their mean
  bool ours = false;   // the range is about our own values: it shows a change, and says nothing of the world
  bool fault = false;  // of a world with a fault, which must be found: outside the range
  double mean() const;
  double deviation() const;  // of a sample; 0 of one value
  bool ok() const;           // a value that is no number is out
};

struct Row {
  int number;        // in the table of quality metrics
  std::string name;  // and unit
  std::string formula;
  std::string source;  // of the expectation
  int quick_seeds;     // in every test run; 0: only in the ensemble
  std::function<std::vector<Line>(const Scope&)> measure;
};

// The range is about our own values, and not nature's or a theory's.
Line change_detector(Line line);
// For a world with a fault: a sound one's range must not hold its value.
Line faulty(Line line);

// All of them, by number.
std::vector<Row> rows();

Row spectral_slope();
Row variogram_slope();
Row anisotropy();
Row crease_index();
Row sea_border();
Row one_island();
Row land_share();
Row coast_dimension();
Row hypsometric_integral();
Row hack_exponent();
Row horton_ratios();
Row drainage_connectivity();
Row depression_share();
Row water_balance();
Row drying();
Row rain_shadow();
Row linear_theory();
Row steady_state();
Row uniformity();
Row equality();
Row island_sizes();
Row plausible_climate();
Row profile_smoothness();
Row straight_rivers();
Row massifs();
Row sea_floor();
Row outlines();
Row shore_rain();
Row sizes();
Row relief_of_lands();
Row clipped_cells();
Row known_answers();
Row natural_picture();
Row texture();

}  // namespace terrawright::metrics
