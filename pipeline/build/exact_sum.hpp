// SPDX-License-Identifier: Apache-2.0
// Sums that lose nothing on the way: correctly rounded, so that they are the same in any order.
// J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

namespace terrawright::build {

class ExactSum {
 public:
  void add(double number) {
    if (!std::isfinite(number)) {
      beyond_ += number;
      return;
    }
    std::size_t kept = 0;
    for (double part : parts_) {
      if (std::fabs(number) < std::fabs(part)) std::swap(number, part);
      const double sum = number + part, rest = part - (sum - number);
      if (rest != 0.0) parts_[kept++] = rest;
      number = sum;
    }
    parts_.resize(kept);
    parts_.push_back(number);
  }
  void add(std::int64_t number) {
    constexpr std::int64_t half = std::int64_t{1} << 32;
    const std::int64_t halves = number / half, rest = number % half;
    add(static_cast<double>(halves) * static_cast<double>(half));
    add(static_cast<double>(rest));
  }
  double value() const {
    if (beyond_ != 0.0) return beyond_;  // not a number, too
    std::size_t n = parts_.size();
    if (n == 0) return 0.0;
    double sum = parts_[--n], rest = 0.0;
    while (n > 0 && rest == 0.0) {
      const double before = sum, part = parts_[--n];
      sum = before + part;
      rest = part - (sum - before);
    }
    // Half way between two numbers, what is left below decides.
    if (n > 0 && ((rest < 0.0 && parts_[n - 1] < 0.0) || (rest > 0.0 && parts_[n - 1] > 0.0))) {
      const double twice = rest * 2.0, other = sum + twice;
      if (twice == other - sum) sum = other;
    }
    return sum;
  }

 private:
  std::vector<double> parts_;  // without overlap, the smallest first
  double beyond_ = 0.0;        // of what is not finite
};

}  // namespace terrawright::build
