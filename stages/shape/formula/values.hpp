// SPDX-License-Identifier: Apache-2.0
// Evaluation in float64: each operation rounds once, in the written order. True is 1 and false 0; all but 0 is true.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "program.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/numbers.hpp"
#include "terrawright/processors.h"

namespace terrawright::shape::formula {

// Cells that are evaluated together: short enough for their values to stay in the cache.
inline constexpr std::size_t stretch = 256;

inline double truth(bool yes) { return yes ? 1.0 : 0.0; }
// Beyond what float32 holds on both sides, as `terrawright_exp` ends there.
inline double exponential(double x) {
  return x != x ? x : terrawright_exp(x < -600.0 ? -600.0 : x > 600.0 ? 600.0 : x);
}
inline double smooth(double t) {
  t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
  return t * t * (3.0 - 2.0 * t);
}

namespace {

template <class One>
[[gnu::always_inline]] inline void each(std::size_t count, double* __restrict into, const double* a, One one) {
  for (std::size_t i = 0; i < count; ++i) into[i] = one(a[i]);
}
template <class Two>
[[gnu::always_inline]] inline void each(std::size_t count, double* __restrict into, const double* a, const double* b,
                                        Two two) {
  for (std::size_t i = 0; i < count; ++i) into[i] = two(a[i], b[i]);
}
template <class Three>
[[gnu::always_inline]] inline void each(std::size_t count, double* __restrict into, const double* a, const double* b,
                                        const double* c, Three three) {
  for (std::size_t i = 0; i < count; ++i) into[i] = three(a[i], b[i], c[i]);
}

// Result of an operation on the operands a, b, c at so many cells.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void operate(Operation operation, std::size_t count, double* __restrict into, const double* a, const double* b,
             const double* c) {
  switch (operation) {
    case Operation::add:
      return each(count, into, a, b, [](double x, double y) { return x + y; });
    case Operation::subtract:
      return each(count, into, a, b, [](double x, double y) { return x - y; });
    case Operation::multiply:
      return each(count, into, a, b, [](double x, double y) { return x * y; });
    case Operation::divide:
      return each(count, into, a, b, [](double x, double y) { return x / y; });
    case Operation::negate:
      return each(count, into, a, [](double x) { return -x; });
    case Operation::less:
      return each(count, into, a, b, [](double x, double y) { return truth(x < y); });
    case Operation::at_most:
      return each(count, into, a, b, [](double x, double y) { return truth(x <= y); });
    case Operation::greater:
      return each(count, into, a, b, [](double x, double y) { return truth(x > y); });
    case Operation::at_least:
      return each(count, into, a, b, [](double x, double y) { return truth(x >= y); });
    case Operation::equal:
      return each(count, into, a, b, [](double x, double y) { return truth(x == y); });
    case Operation::unequal:
      return each(count, into, a, b, [](double x, double y) { return truth(x != y); });
    case Operation::both:
      return each(count, into, a, b, [](double x, double y) { return truth(x != 0.0 && y != 0.0); });
    case Operation::either:
      return each(count, into, a, b, [](double x, double y) { return truth(x != 0.0 || y != 0.0); });
    case Operation::inverse:
      return each(count, into, a, [](double x) { return truth(x == 0.0); });
    case Operation::minimum:
      return each(count, into, a, b, [](double x, double y) { return y < x ? y : x; });
    case Operation::maximum:
      return each(count, into, a, b, [](double x, double y) { return y > x ? y : x; });
    case Operation::absolute:
      return each(count, into, a, [](double x) { return std::fabs(x); });
    case Operation::root:
      return each(count, into, a, [](double x) { return std::sqrt(x); });
    case Operation::floor:
      return each(count, into, a, [](double x) { return std::floor(x); });
    case Operation::exponential:
      return each(count, into, a, [](double x) { return exponential(x); });
    case Operation::clamp:
      return each(count, into, a, b, c, [](double x, double low, double high) {
        return x < low ? low : x > high ? high : x;
      });
    case Operation::select:
      return each(count, into, a, b, c, [](double x, double yes, double no) { return x != 0.0 ? yes : no; });
    case Operation::mix:
      return each(count, into, a, b, c,
                  [](double from, double to, double share) { return from + (to - from) * share; });
    case Operation::smooth:
      return each(count, into, a, b, c,
                  [](double from, double to, double x) { return smooth((x - from) / (to - from)); });
    default:  // a value without operands, or the end of a statement
      return;
  }
}

template <class Cell>
[[gnu::always_inline]] inline void widen(const Cell* from, std::size_t count, double* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void as_values(const float* from, std::size_t count, double* to) { widen(from, count, to); }
TERRAWRIGHT_FOR_EACH_PROCESSOR
void as_values(const std::uint8_t* from, std::size_t count, double* to) { widen(from, count, to); }

// False: not all are finite and from `low` to `high`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool as_cells(const double* from, std::size_t count, float low, float high, float* __restrict to) {
  std::uint32_t bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float cell = static_cast<float>(from[i]);
    to[i] = cell;
    bad |= static_cast<std::uint32_t>(!(cell >= low && cell <= high));
  }
  return bad == 0;
}

}  // namespace

// The values of a program at the cells of a stretch. Constants are computed once, and repeated terms once a stretch.
class Values {
 public:
  explicit Values(const Program& program)
      : Values(
            program, [](const Instruction&) { return false; }, [](const Instruction&, std::size_t, double*) {}) {}
  // is_fixed(variable): it is the same at all cells. load(variable, count, to) fills it in at `count` cells.
  template <class IsFixed, class Load>
  Values(const Program& program, IsFixed is_fixed, Load load) {
    std::vector<Made> all;
    std::vector<std::size_t> stack, named(total_names(program));
    for (const Instruction& i : program) {
      const std::size_t taken = operands(i.operation), first = stack.size() - taken;
      const bool may_be_fixed = i.operation == Operation::variable ? is_fixed(i) : i.operation != Operation::give;
      Made made{&i, {}, 0, 0, may_be_fixed};
      for (std::size_t k = 0; k < taken; ++k) {
        made.operands[k] = stack[first + k];
        made.is_fixed = made.is_fixed && all[stack[first + k]].is_fixed;
      }
      stack.resize(first);
      if (i.operation == Operation::keep) {
        named[i.index] = made.operands[0];
      } else if (i.operation == Operation::kept) {
        stack.push_back(named[i.index]);
      } else {
        const auto same = std::find_if(all.begin(), all.end(), [&](const Made& other) { return is_same(made, other); });
        if (!ends_statement(i.operation)) stack.push_back(static_cast<std::size_t>(same - all.begin()));
        if (same == all.end()) all.push_back(made);
      }
    }
    cells_.resize(give_places(all));
    for (const Made& made : all) {
      const auto cells = [&](std::size_t k) { return cells_[all[made.operands[k]].place].data(); };
      const Step step{made.instruction, cells_[made.place].data(), cells(0), cells(1), cells(2)};
      if (made.is_fixed) {
        make(step, stretch, load);
      } else {
        steps_.push_back(step);
      }
    }
  }

  // At the first `count` cells of a stretch; give(result, values) gets what comes out.
  template <class Load, class Give>
  void evaluate(std::size_t count, Load load, Give give) const {
    for (const Step& step : steps_) {
      if (step.instruction->operation == Operation::give) {
        give(step.instruction->index, step.a);
      } else {
        make(step, count, load);
      }
    }
  }

 private:
  // A value, or a result that is given.
  struct Made {
    const Instruction* instruction;
    std::array<std::size_t, 3> operands;  // of all values
    std::size_t place, last;              // the last that needs it
    bool is_fixed;                        // the same at all cells
  };
  struct Step {
    const Instruction* instruction;
    double* to;
    const double *a, *b, *c;
  };
  struct alignas(64) Cells : std::array<double, stretch> {};

  static bool is_same(const Made& a, const Made& b) {
    const Instruction &i = *a.instruction, &k = *b.instruction;
    return i.operation == k.operation && i.operation != Operation::give && a.operands == b.operands &&
           i.constant == k.constant && i.index == k.index && i.right == k.right && i.down == k.down;
  }

  // Places are used again behind the last that needs their value, and none is that of an operand. Returns their number.
  static std::size_t give_places(std::vector<Made>& all) {
    for (std::size_t n = 0; n < all.size(); ++n) {
      for (std::size_t k = 0; k < operands(all[n].instruction->operation); ++k) all[all[n].operands[k]].last = n;
    }
    std::size_t count = 0;
    std::vector<std::size_t> open;
    for (std::size_t n = 0; n < all.size(); ++n) {
      Made& made = all[n];
      if (made.is_fixed || open.empty()) {
        made.place = count++;
      } else if (made.instruction->operation != Operation::give) {
        made.place = open.back();
        open.pop_back();
      }
      for (std::size_t k = 0; k < operands(made.instruction->operation); ++k) {
        Made& operand = all[made.operands[k]];
        if (operand.is_fixed || operand.last != n) continue;
        open.push_back(operand.place);
        operand.last = all.size();
      }
    }
    return count;
  }

  template <class Load>
  static void make(const Step& step, std::size_t count, Load load) {
    const Instruction& i = *step.instruction;
    if (i.operation == Operation::constant) {
      std::fill_n(step.to, count, i.constant);
    } else if (i.operation == Operation::variable) {
      load(i, count, step.to);
    } else {
      operate(i.operation, count, step.to, step.a, step.b, step.c);
    }
  }

  std::vector<Cells> cells_;
  std::vector<Step> steps_;
};

// Why a formula's value at a cell is no finite number: the operation that made it so, and of what.

// Shortest text that reads back as the same value.
inline std::string text_of(double value) { return number_text(value); }

struct Traced {
  double value;
  const Instruction* culprit;  // none as long as it is finite
};

inline Problem complaint(const Instruction& culprit, const std::vector<double>& operands) {
  std::string text = "the value is too large";
  if (culprit.operation == Operation::divide) {
    text = "this divides " + text_of(operands[0]) + " by " + text_of(operands[1]);
    if (operands[1] == 0.0) text += "; guard it, as in select(b != 0, a / b, 0)";
  }
  if (culprit.operation == Operation::smooth) text = "this goes from " + text_of(operands[0]) + " to the same";
  if (culprit.operation == Operation::root) text = "this takes the root of " + text_of(operands[0]);
  return {culprit.at, text};
}

// `variables` are the finite values that each instruction reads at the cell. The program's `result` there must not be a
// finite float.
inline Problem blame(const Program& program, const std::vector<double>& variables, std::size_t result_index) {
  std::vector<Traced> stack, named(total_names(program), Traced{0, nullptr});
  std::vector<std::pair<const Instruction*, Problem>> complaints;
  Traced given{0, nullptr};
  std::size_t at = 0;  // where the result is made
  for (std::size_t n = 0; n < program.size(); ++n) {
    const Instruction& i = program[n];
    const std::size_t taken = operands(i.operation), first = stack.size() - taken;
    Traced result{i.constant, nullptr};
    if (i.operation == Operation::variable) result.value = variables[n];
    if (i.operation == Operation::kept) result = named[i.index];
    if (i.operation == Operation::keep) named[i.index] = stack.back();
    if (i.operation == Operation::give && i.index == result_index) {
      given = stack.back();
      at = program[n - 1].at;
    }
    if (taken > 0 && !ends_statement(i.operation)) {
      std::vector<double> values(3);
      for (std::size_t k = 0; k < taken; ++k) values[k] = stack[first + k].value;
      const double* const operand = values.data();
      operate(i.operation, 1, &result.value, operand, operand + 1, operand + 2);
      if (!std::isfinite(result.value)) {
        // Passed on, by select from the side that it took, or made here.
        for (std::size_t k = taken; k-- > 0;) {
          const bool passed = i.operation != Operation::select || k == (values[0] != 0.0 ? 1 : 2);
          if (passed && stack[first + k].culprit != nullptr) result.culprit = stack[first + k].culprit;
        }
        if (result.culprit == nullptr) {
          result.culprit = &i;
          complaints.emplace_back(&i, complaint(i, values));
        }
      }
    }
    stack.resize(first);
    if (!ends_statement(i.operation)) stack.push_back(result);
  }
  for (const auto& [instruction, problem] : complaints) {
    if (instruction == given.culprit) return problem;
  }
  return {at, "the value, " + text_of(given.value) + ", is too large for float32 cells"};
}

}  // namespace terrawright::shape::formula
