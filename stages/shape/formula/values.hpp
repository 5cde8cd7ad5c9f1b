// SPDX-License-Identifier: Apache-2.0
// Evaluation in float64: each operation rounds once, in the written order. True is 1 and false 0; all but 0 is true.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "program.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::shape::formula {

// Cells that are evaluated together: short enough for the stack of values to stay in the cache.
inline constexpr std::size_t stretch = 256;

template <class One>
void each(double* a, One one) {
  for (std::size_t i = 0; i < stretch; ++i) a[i] = one(a[i]);
}
template <class Two>
void each(double* a, const double* b, Two two) {
  for (std::size_t i = 0; i < stretch; ++i) a[i] = two(a[i], b[i]);
}
template <class Three>
void each(double* a, const double* b, const double* c, Three three) {
  for (std::size_t i = 0; i < stretch; ++i) a[i] = three(a[i], b[i], c[i]);
}

inline double truth(bool yes) { return yes ? 1.0 : 0.0; }
// Beyond what float32 holds on both sides, as `terrawright_exp` ends there.
inline double exponential(double x) {
  return x != x ? x : terrawright_exp(x < -600.0 ? -600.0 : x > 600.0 ? 600.0 : x);
}
inline double smooth(double t) {
  t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
  return t * t * (3.0 - 2.0 * t);
}

// What an operation makes of the operands a, b, c of a stretch; the result replaces a.
inline void operate(Operation operation, double* a, const double* b, const double* c) {
  switch (operation) {
    case Operation::constant:
    case Operation::variable:
    case Operation::kept:
    case Operation::keep:
    case Operation::give:
      return;
    case Operation::add:
      return each(a, b, [](double x, double y) { return x + y; });
    case Operation::subtract:
      return each(a, b, [](double x, double y) { return x - y; });
    case Operation::multiply:
      return each(a, b, [](double x, double y) { return x * y; });
    case Operation::divide:
      return each(a, b, [](double x, double y) { return x / y; });
    case Operation::negate:
      return each(a, [](double x) { return -x; });
    case Operation::less:
      return each(a, b, [](double x, double y) { return truth(x < y); });
    case Operation::at_most:
      return each(a, b, [](double x, double y) { return truth(x <= y); });
    case Operation::greater:
      return each(a, b, [](double x, double y) { return truth(x > y); });
    case Operation::at_least:
      return each(a, b, [](double x, double y) { return truth(x >= y); });
    case Operation::equal:
      return each(a, b, [](double x, double y) { return truth(x == y); });
    case Operation::unequal:
      return each(a, b, [](double x, double y) { return truth(x != y); });
    case Operation::both:
      return each(a, b, [](double x, double y) { return truth(x != 0.0 && y != 0.0); });
    case Operation::either:
      return each(a, b, [](double x, double y) { return truth(x != 0.0 || y != 0.0); });
    case Operation::inverse:
      return each(a, [](double x) { return truth(x == 0.0); });
    case Operation::minimum:
      return each(a, b, [](double x, double y) { return y < x ? y : x; });
    case Operation::maximum:
      return each(a, b, [](double x, double y) { return y > x ? y : x; });
    case Operation::absolute:
      return each(a, [](double x) { return std::fabs(x); });
    case Operation::root:
      return each(a, [](double x) { return std::sqrt(x); });
    case Operation::floor:
      return each(a, [](double x) { return std::floor(x); });
    case Operation::exponential:
      return each(a, [](double x) { return exponential(x); });
    case Operation::clamp:
      return each(a, b, c, [](double x, double low, double high) { return x < low ? low : x > high ? high : x; });
    case Operation::select:
      return each(a, b, c, [](double x, double yes, double no) { return x != 0.0 ? yes : no; });
    case Operation::mix:
      return each(a, b, c, [](double from, double to, double share) { return from + (to - from) * share; });
    case Operation::smooth:
      return each(a, b, c, [](double from, double to, double x) { return smooth((x - from) / (to - from)); });
  }
}

// The stack of values of one stretch, and those with names. `load(instruction, values)` fills in a variable, and
// `give(result, values)` gets the results.
class Values {
 public:
  explicit Values(const Program& program)
      : program_(program), cells_(depth(program) * stretch), kept_(total_names(program) * stretch) {}

  template <class Load, class Give>
  void evaluate(Load load, Give give) {
    double* top = cells_.data();
    for (const Instruction& i : program_) {
      double* a = top - operands(i.operation) * stretch;
      if (i.operation == Operation::constant) {
        std::fill(a, a + stretch, i.constant);
      } else if (i.operation == Operation::variable) {
        load(i, a);
      } else if (i.operation == Operation::kept) {
        std::copy_n(kept_.data() + i.index * stretch, stretch, a);
      } else if (i.operation == Operation::keep) {
        std::copy_n(a, stretch, kept_.data() + i.index * stretch);
      } else if (i.operation == Operation::give) {
        give(i.index, static_cast<const double*>(a));
      } else {
        operate(i.operation, a, a + stretch, a + 2 * stretch);
      }
      top = ends_statement(i.operation) ? a : a + stretch;
    }
  }

 private:
  const Program& program_;
  std::vector<double> cells_, kept_;
};

}  // namespace terrawright::shape::formula
