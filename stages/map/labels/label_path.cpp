// SPDX-License-Identifier: Apache-2.0
#include "map/labels/label_path.hpp"

namespace terrawright::map::labels {
namespace {

std::vector<double> distances_along(const std::vector<Vector>& points) {
  std::vector<double> at;
  for (std::size_t k = 0; k < points.size(); ++k) {
    at.push_back(k == 0 ? 0 : at.back() + length(points[k] - points[k - 1]));
  }
  return at;
}

// Calls put(k, share): the sample lies `share` of the way from point k to the next.
template <class Put>
void at_even_distances(const std::vector<Vector>& points, double step, Put put) {
  const std::vector<double> at = distances_along(points);
  const auto count = std::max<std::size_t>(static_cast<std::size_t>(at.back() / step), 1);
  std::size_t k = 0;
  for (std::size_t i = 0; i <= count; ++i) {
    const double d = at.back() * static_cast<double>(i) / static_cast<double>(count);
    while (k + 2 < points.size() && at[k + 1] < d) ++k;
    const double piece = at[k + 1] - at[k];
    put(k, piece > 0 ? std::clamp((d - at[k]) / piece, 0.0, 1.0) : 0.0);
  }
}

void running_mean(std::vector<Vector>& points, std::size_t half) {
  const std::size_t n = points.size();
  std::vector<Vector> sums(n + 1, {0, 0});
  for (std::size_t k = 0; k < n; ++k) sums[k + 1] = sums[k] + points[k];
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t h = std::min({half, k, n - 1 - k});
    points[k] = (sums[k + h + 1] - sums[k - h]) * (1.0 / static_cast<double>(2 * h + 1));
  }
}

// The direction in which the points spread most, with the signs that text is read in.
Vector main_axis(const std::vector<Vector>& points, Vector middle) {
  double xx = 0, xy = 0, yy = 0;
  for (const Vector& p : points) {
    const Vector d = p - middle;
    xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
  }
  const double a = (xx - yy) / 2, r = std::sqrt(a * a + xy * xy);
  const Vector axis = unit(a >= 0 ? Vector{a + r, xy} : Vector{xy, r - a});
  return axis.x < 0 || (axis.x == 0 && axis.y > 0) ? axis * -1.0 : axis;
}

constexpr double most_turn = 1.1;

}  // namespace

LabelPath::LabelPath(std::vector<Vector> points) : points_(std::move(points)), at_(distances_along(points_)) {}

Vector LabelPath::point(double at) const {
  const auto next = std::upper_bound(at_.begin() + 1, at_.end() - 1, at) - at_.begin();
  const auto k = static_cast<std::size_t>(next - 1);
  const double piece = at_[k + 1] - at_[k];
  return piece > 0 ? points_[k] + (points_[k + 1] - points_[k]) * ((at - at_[k]) / piece) : points_[k];
}

std::vector<Vector> evenly(const std::vector<Vector>& points, double step) {
  if (points.size() < 2) return points;
  std::vector<Vector> samples;
  at_even_distances(points, step, [&](std::size_t k, double share) {
    samples.push_back(points[k] + (points[k + 1] - points[k]) * share);
  });
  return samples;
}

std::vector<double> evenly_beside(const std::vector<Vector>& points, const std::vector<double>& values, double step) {
  if (points.size() < 2) return values;
  std::vector<double> samples;
  at_even_distances(points, step, [&](std::size_t k, double share) {
    samples.push_back(values[k] + (values[k + 1] - values[k]) * share);
  });
  return samples;
}

void smooth(std::vector<Vector>& points, std::size_t half) {
  if (points.size() < 3) return;
  for (int pass = 0; pass < 3; ++pass) running_mean(points, half);
}

std::vector<Vector> beside(const std::vector<Vector>& points, const std::vector<double>& distances) {
  std::vector<Vector> moved;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vector along = unit(points[std::min(k + 1, points.size() - 1)] - points[k > 0 ? k - 1 : 0]);
    moved.push_back(points[k] + up_of(along) * distances[k]);
  }
  return moved;
}

Parabola parabola_of(const std::vector<Vector>& points) {
  const double count = static_cast<double>(points.size());
  Vector middle = {0, 0};
  for (const Vector& p : points) middle = middle + p;
  middle = middle * (1 / count);
  Parabola all = {middle, main_axis(points, middle), 0, 0, 0, 0, 0};
  // Least squares of v = height + slope t + bend t^2; the mean of t and of v is 0, and so is that of tv almost.
  double t2 = 0, t3 = 0, t4 = 0, tv = 0, t2v = 0;
  for (const Vector& p : points) {
    const double t = dot(p - middle, all.along), v = dot(p - middle, up_of(all.along));
    all.begin = std::min(all.begin, t), all.end = std::max(all.end, t);
    t2 += t * t, t3 += t * t * t, t4 += t * t * t * t, tv += t * v, t2v += t * t * v;
  }
  const double extent = all.end - all.begin;
  const double determinant = t2 * (t4 - t2 * t2 / count) - t3 * t3;
  if (!(extent > 0) || !(t2 > 0)) return all;
  if (determinant > 1e-6 * t2 * t4) all.bend = (t2 * t2v - t3 * tv) / determinant;
  all.bend = std::clamp(all.bend, -most_turn / 2 / extent, most_turn / 2 / extent);
  all.slope = (tv - all.bend * t3) / t2;
  all.height = -all.bend * t2 / count;
  return all;
}

}  // namespace terrawright::map::labels
