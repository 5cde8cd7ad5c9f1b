// SPDX-License-Identifier: Apache-2.0
// A formula as a list of instructions over a stack of values, in the order in which they are written. Its statements
// each end with a value that is kept under a name, or given as a result.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::shape::formula {

// The names that a formula reads and those that it gives.

// Inputs, then what is known of every cell.
inline constexpr std::array<const char*, 14> names = {"a", "b", "c", "d",    "mask",  "level",  "x",
                                                      "y", "u", "v", "cell", "width", "height", "side"};
inline constexpr std::size_t n_fields = 4, mask_index = 4, level_index = 5, n_inputs = 6;
inline constexpr std::size_t x_index = 6, y_index = 7, u_index = 8, v_index = 9, cell_index = 10, width_index = 11,
                             height_index = 12;

// Outputs. The unnamed result of a formula goes to all outputs that it does not name.
inline constexpr std::array<const char*, 11> output_names = {
    "field",         "height",       "scalar", "second_scalar", "third_scalar", "weight",
    "second_weight", "third_weight", "mask",   "second_mask",   "third_mask"};
inline constexpr std::size_t unnamed = output_names.size();

// The index of a name, or the size of the list.
template <class List>
std::size_t index_of(const List& list, std::string_view name) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), name) - list.begin());
}

template <class List>
std::string listed(const List& list) {
  std::string text;
  for (const auto& name : list) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

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

// The unit of a formula's result. Sums, comparisons, min and the like want one unit; plain numbers take any there,
// and have none in products. Products of two units have no name here.

struct Unit {
  enum { plain, named, nameless } is = plain;  // plain: a number in the text
  std::string name;                            // of a named one; "1": none
};

// A layer that names no unit has none.
inline std::string known(std::string_view unit) { return unit.empty() ? "1" : std::string(unit); }
inline Unit none() { return {Unit::named, "1"}; }

// One unit for two values that are added or compared.
inline Unit common(const Unit& a, const Unit& b, std::size_t at) {
  if (a.is == Unit::plain) return b;
  if (b.is == Unit::plain) return a;
  if (a.is == Unit::nameless || b.is == Unit::nameless) return {Unit::nameless, ""};
  if (a.name != b.name) {
    throw Problem{at, "this puts " + a.name + " and " + b.name + " together; set `unit` to do so all the same"};
  }
  return a;
}

inline Unit product(const Unit& a, const Unit& b) {
  if (a.is == Unit::plain || (a.is == Unit::named && a.name == "1")) return b.is == Unit::plain ? a : b;
  if (b.is == Unit::plain || (b.is == Unit::named && b.name == "1")) return a;
  return {Unit::nameless, ""};
}

inline Unit quotient(const Unit& a, const Unit& b) {
  if (b.is == Unit::plain || (b.is == Unit::named && b.name == "1")) return a.is == Unit::plain ? b : a;
  if (a.is == Unit::named && b.is == Unit::named && a.name == b.name) return none();
  return {Unit::nameless, ""};
}

// Unit of the values at the ends of the statements that give the result `wanted`. Throws Problem. `variables` are the
// units of the variables.
inline Unit unit_of(const Program& program, const std::vector<std::string>& variables, std::size_t wanted) {
  std::vector<Unit> stack, named(total_names(program));
  Unit found;
  for (const Instruction& i : program) {
    const std::size_t first = stack.size() - operands(i.operation);
    const auto operand = [&](std::size_t n) -> const Unit& { return stack[first + n]; };
    Unit result;
    switch (i.operation) {
      case Operation::constant:
        break;
      case Operation::variable:
        result = {Unit::named, variables[i.index]};
        break;
      case Operation::kept:
        result = named[i.index];
        break;
      case Operation::keep:
        named[i.index] = operand(0);
        break;
      case Operation::give:
        if (i.index == wanted) found = operand(0);
        break;
      case Operation::add:
      case Operation::subtract:
      case Operation::minimum:
      case Operation::maximum:
      case Operation::mix:
        result = common(operand(0), operand(1), i.at);
        break;
      case Operation::multiply:
        result = product(operand(0), operand(1));
        break;
      case Operation::divide:
        result = quotient(operand(0), operand(1));
        break;
      case Operation::negate:
      case Operation::absolute:
      case Operation::floor:
        result = operand(0);
        break;
      case Operation::less:
      case Operation::at_most:
      case Operation::greater:
      case Operation::at_least:
      case Operation::equal:
      case Operation::unequal:
        common(operand(0), operand(1), i.at);
        result = none();
        break;
      case Operation::both:
      case Operation::either:
      case Operation::inverse:
      case Operation::exponential:
        result = none();
        break;
      case Operation::root:
        result = operand(0).is == Unit::named && operand(0).name != "1" ? Unit{Unit::nameless, ""} : operand(0);
        break;
      case Operation::clamp:
        result = common(common(operand(0), operand(1), i.at), operand(2), i.at);
        break;
      case Operation::select:
        result = common(operand(1), operand(2), i.at);
        break;
      case Operation::smooth:
        common(common(operand(0), operand(1), i.at), operand(2), i.at);
        result = none();
        break;
    }
    stack.resize(first);
    if (!ends_statement(i.operation)) stack.push_back(result);
  }
  return found;
}

// Place of the value of a result.
inline std::size_t place_of_result(const Program& program, std::size_t wanted) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < program.size(); ++i) {
    if (program[i].operation == Operation::give && program[i].index == wanted) at = program[i - 1].at;
  }
  return at;
}

// As text; a plain number is in `usual`. Throws Problem where the unit has no name.
inline std::string unit_name(const Program& program, const std::vector<std::string>& variables, std::size_t wanted,
                             const std::string& usual) {
  const Unit unit = unit_of(program, variables, wanted);
  if (unit.is == Unit::nameless) {
    throw Problem{place_of_result(program, wanted),
                  "the unit of the result has no name of its own; name it with `unit`"};
  }
  return unit.is == Unit::plain ? usual : unit.name;
}

}  // namespace terrawright::shape::formula
