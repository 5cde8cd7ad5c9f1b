// SPDX-License-Identifier: Apache-2.0
// A formula as a list of instructions over a stack of values, in the order in which they are written.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace terrawright::shape::formula {

enum class Operation {
  constant,
  variable,
  add,
  subtract,
  multiply,
  divide,
  negate,
  less,
  at_most,
  greater,
  at_least,
  equal,
  unequal,
  both,
  either,
  inverse,
  minimum,
  maximum,
  absolute,
  root,
  floor,
  clamp,
  select
};

struct Instruction {
  Operation operation;
  std::size_t at;         // where in the text, from 0
  double constant = 0;    // of a constant
  std::size_t index = 0;  // of a variable
};
using Program = std::vector<Instruction>;

// How many values it takes off the stack; each leaves one.
inline std::size_t operands(Operation operation) {
  switch (operation) {
    case Operation::constant:
    case Operation::variable:
      return 0;
    case Operation::negate:
    case Operation::inverse:
    case Operation::absolute:
    case Operation::root:
    case Operation::floor:
      return 1;
    case Operation::clamp:
    case Operation::select:
      return 3;
    default:
      return 2;
  }
}

// The highest that the stack gets.
inline std::size_t depth(const Program& program) {
  std::size_t now = 0, highest = 0;
  for (const Instruction& instruction : program) {
    now = now + 1 - operands(instruction.operation);
    highest = now > highest ? now : highest;
  }
  return highest;
}

// What is wrong with a formula, and where.
struct Problem {
  std::size_t at;
  std::string text;
  std::string placed() const { return text + " (character " + std::to_string(at + 1) + " of the formula)"; }
};

}  // namespace terrawright::shape::formula
