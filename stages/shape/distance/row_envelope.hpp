// SPDX-License-Identifier: Apache-2.0
// The least squared distances of the cells of a row: the lower envelope, at the cells, of one parabola a column.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrawright::shape {

class RowEnvelope {
 public:
  explicit RowEnvelope(std::size_t most) : parabolas_(most) {}

  // For the cells from `first` to `last`.
  void start(std::int64_t first, std::int64_t last) {
    count_ = 0;
    first_ = first;
    last_ = last;
  }
  // In ascending order of columns, which may lie outside. `squared`: the squared distance to the site in that column.
  void add(std::int64_t column, double squared) {
    const auto place = static_cast<double>(column);
    std::int64_t begin = first_;
    while (count_ > 0) {
      const Parabola& last = parabolas_[count_ - 1];
      if (last.at(last.begin) < value(place, squared, last.begin)) {
        // Whole numbers below 2^44 through one below 2^23: the quotient is never rounded up to a whole one.
        const double over =
            ((place * place + squared) - (last.place * last.place + last.squared)) / (2.0 * (place - last.place));
        if (over >= static_cast<double>(last_)) return;
        begin = static_cast<std::int64_t>(std::floor(over)) + 1;
        break;
      }
      --count_;
    }
    parabolas_[count_++] = {place, squared, begin};
  }
  // Into `to`, which begins at `first`; false if there is no site.
  bool write(double* to) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const Parabola& here = parabolas_[i];
      const std::int64_t end = i + 1 < count_ ? parabolas_[i + 1].begin : last_ + 1;
      for (std::int64_t x = here.begin; x < end; ++x) to[x - first_] = here.at(x);
    }
    return count_ > 0;
  }

 private:
  static double value(double place, double squared, std::int64_t x) {
    const double away = static_cast<double>(x) - place;
    return away * away + squared;
  }
  struct Parabola {
    double place, squared;
    std::int64_t begin;  // the first cell where it is the lowest
    double at(std::int64_t x) const { return value(place, squared, x); }
  };

  std::vector<Parabola> parabolas_;
  std::size_t count_ = 0;
  std::int64_t first_ = 0, last_ = 0;
};

}  // namespace terrawright::shape
