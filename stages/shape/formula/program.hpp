// SPDX-License-Identifier: Apache-2.0
// A formula as a list of instructions over a stack of values, in the order in which they are written. Its statements
// each end with a value that is kept under a name, or given as a result.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::shape::formula {

enum class Operation {
  constant,
  variable,
  kept,  // the value of a name
  keep,  // ends a statement: `let name = value`
  give,  // ends a statement: a result
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
  exponential,
  clamp,
  select,
  mix,
  smooth
};

struct Instruction {
  Operation operation = Operation::constant;
  std::size_t at = 0;     // where in the text, from 0
  double constant = 0;    // of a constant
  std::size_t index = 0;  // of a variable, of a name, of a result
  // For a variable: offset of its cell to the right and down.
  std::int64_t right = 0, down = 0;
};
using Program = std::vector<Instruction>;

inline bool ends_statement(Operation operation) { return operation == Operation::keep || operation == Operation::give; }

// Number of values it takes off the stack; each leaves one, but for the end of a statement.
inline std::size_t operands(Operation operation) {
  switch (operation) {
    case Operation::constant:
    case Operation::variable:
    case Operation::kept:
      return 0;
    case Operation::keep:
    case Operation::give:
    case Operation::negate:
    case Operation::inverse:
    case Operation::absolute:
    case Operation::root:
    case Operation::floor:
    case Operation::exponential:
      return 1;
    case Operation::clamp:
    case Operation::select:
    case Operation::mix:
    case Operation::smooth:
      return 3;
    default:
      return 2;
  }
}

// The highest that the stack gets.
inline std::size_t depth(const Program& program) {
  std::size_t now = 0, highest = 0;
  for (const Instruction& instruction : program) {
    now = now - operands(instruction.operation) + (ends_statement(instruction.operation) ? 0 : 1);
    highest = now > highest ? now : highest;
  }
  return highest;
}

// Names are counted from 0, although not all need stand in the program.
inline std::size_t total_names(const Program& program) {
  std::size_t count = 0;
  for (const Instruction& instruction : program) {
    if (instruction.operation == Operation::keep && instruction.index >= count) count = instruction.index + 1;
  }
  return count;
}

// The statements that give one of the results that are `wanted`, and those whose names they use.
inline Program needed(const Program& program, const std::vector<bool>& wanted) {
  std::vector<bool> used(total_names(program), false);
  Program kept;  // from the last to the first
  bool takes = false;
  for (std::size_t i = program.size(); i-- > 0;) {
    const Instruction& at = program[i];
    if (at.operation == Operation::give) takes = wanted[at.index];
    if (at.operation == Operation::keep) takes = used[at.index];
    if (takes && at.operation == Operation::kept) used[at.index] = true;
    if (takes) kept.push_back(at);
  }
  return {kept.rbegin(), kept.rend()};
}

// An error of a formula, and its place.
struct Problem {
  std::size_t at;
  std::string text;
  std::string placed() const { return text + " (character " + std::to_string(at + 1) + " of the formula)"; }
};

}  // namespace terrawright::shape::formula
