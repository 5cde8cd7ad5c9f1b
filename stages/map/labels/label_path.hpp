// SPDX-License-Identifier: Apache-2.0
// A curve that letters stand on.
#pragma once
#include <cstddef>
#include <vector>

#include "label_box.hpp"

namespace terrawright::map::labels {

class LabelPath {
 public:
  explicit LabelPath(std::vector<Vector> points);

  double length() const { return at_.empty() ? 0 : at_.back(); }
  bool empty() const { return points_.size() < 2; }
  Vector point(double at) const;
  const std::vector<Vector>& points() const { return points_; }

 private:
  std::vector<Vector> points_;
  std::vector<double> at_;  // how far along each of them is
};

// Points at even distances, about `step`, from the first to the last. Values that belong to the points go along.
std::vector<Vector> evenly(const std::vector<Vector>& points, double step);
std::vector<double> evenly_beside(const std::vector<Vector>& points, const std::vector<double>& values, double step);
// Three running means; the ends stay.
void smooth(std::vector<Vector>& points, std::size_t half);
// Moved to the left of where it goes.
std::vector<Vector> beside(const std::vector<Vector>& points, const std::vector<double>& distances);

// The parabola over the main axis of points, from the left to the right (upwards where it is upright).
struct Parabola {
  Vector middle, along;  // along is a unit vector
  double begin, end;     // along the axis
  double height, slope, bend;
  Vector point(double t) const { return middle + along * t + up_of(along) * (height + slope * t + bend * t * t); }
};
// Its direction turns by at most 1.1 from end to end.
Parabola parabola_of(const std::vector<Vector>& points);

}  // namespace terrawright::map::labels
