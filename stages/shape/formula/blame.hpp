// SPDX-License-Identifier: Apache-2.0
// Why a formula's value at a cell is no finite number: the operation that made it so, and of what.
#pragma once
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "values.hpp"

namespace terrawright::shape::formula {

// Shortest text that reads back as the same value.
inline std::string text_of(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

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
