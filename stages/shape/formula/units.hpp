// SPDX-License-Identifier: Apache-2.0
// The unit of a formula's result. Sums, comparisons, min and the like want one unit; plain numbers take any there,
// and have none in products. Products of two units have no name here.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "program.hpp"

namespace terrawright::shape::formula {

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
      case Operation::exponential:
        result = none();
        break;
      case Operation::mix:
        result = common(operand(0), operand(1), i.at);
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
