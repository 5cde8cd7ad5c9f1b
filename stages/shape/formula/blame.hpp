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
  if (culprit.operation == Operation::root) text = "this takes the root of " + text_of(operands[0]);
  return {culprit.at, text};
}

// `variables` are their finite values at the cell. The program's value there must not be a finite float.
inline Problem blame(const Program& program, const std::vector<double>& variables) {
  std::vector<Traced> stack;
  std::vector<std::array<double, stretch>> cells(3);
  std::vector<std::pair<const Instruction*, Problem>> complaints;
  for (const Instruction& i : program) {
    const std::size_t taken = operands(i.operation), first = stack.size() - taken;
    Traced result{i.constant, nullptr};
    if (i.operation == Operation::variable) result.value = variables[i.index];
    if (taken > 0) {
      std::vector<double> values;
      for (std::size_t n = 0; n < taken; ++n) {
        cells[n].fill(stack[first + n].value);
        values.push_back(stack[first + n].value);
      }
      operate(i.operation, cells[0].data(), cells[1].data(), cells[2].data());
      result.value = cells[0][0];
      if (!std::isfinite(result.value)) {
        // Passed on, by select from the side that it took, or made here.
        for (std::size_t n = taken; n-- > 0;) {
          const bool passed = i.operation != Operation::select || n == (values[0] != 0.0 ? 1 : 2);
          if (passed && stack[first + n].culprit != nullptr) result.culprit = stack[first + n].culprit;
        }
        if (result.culprit == nullptr) {
          result.culprit = &i;
          complaints.emplace_back(&i, complaint(i, values));
        }
      }
    }
    stack.resize(first);
    stack.push_back(result);
  }
  for (const auto& [instruction, problem] : complaints) {
    if (instruction == stack.back().culprit) return problem;
  }
  return {program.back().at, "the value, " + text_of(stack.back().value) + ", is too large for float32 cells"};
}

}  // namespace terrawright::shape::formula
