// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "config/knobs.hpp"
#include "config/quantity.hpp"
#include "config/sections/arithmetic.hpp"
#include "config/yaml/document.hpp"
#include "config/yaml/extends.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr std::size_t longest_calculation = 200, deepest_calculation = 16;

// A number in a unit; empty: in none.
struct Amount {
  double number = 0;
  std::string unit = {};
};

// The world's sides in metres.
struct Sides {
  double width, height;
};

// What is wrong with the text at a byte, and how to mend it.
struct Refused {
  std::size_t at;
  std::string message, hint;
};

// The operands that are read and not yet taken.
class Stack {
 public:
  static constexpr char expected[] = "a number with its unit, width, height, side, min(...) or max(...)";
  explicit Stack(const Sides& world) : world_(world) {}

  void literal(std::string_view text, std::size_t at) {
    const std::string unit = unit_of(text);
    if (const std::string known = units_in_place_of(unit); !known.empty())
      throw Refused{at, quote(std::string(text)) + " has an unknown unit", known};
    const Reading<double> number = read_real(text, unit);
    if (!number) throw Refused{at, number.problem, number.hint};
    amounts_.push_back({*number.value, unit});
  }
  void width() { amounts_.push_back({world_.width, "m"}); }
  void height() { amounts_.push_back({world_.height, "m"}); }
  void side() { amounts_.push_back({std::min(world_.width, world_.height), "m"}); }
  void negate() { amounts_.back().number = -amounts_.back().number; }
  void open() { begins_.push_back(amounts_.size()); }

  void plus(std::size_t at) { same(at, std::plus<>()); }
  void minus(std::size_t at) { same(at, std::minus<>()); }
  void times(std::size_t at) {
    Amount right = pop();
    Amount& left = amounts_.back();
    if (!left.unit.empty() && !right.unit.empty())
      throw Refused{at, "a number in " + left.unit + " cannot be multiplied by one in " + right.unit,
                    "write one of the two as a plain number, as width / 256 km"};
    left = {left.number * right.number, left.unit + right.unit};
  }
  void over(std::size_t at) {
    const Amount right = pop();
    Amount& left = amounts_.back();
    if (right.unit.empty())
      left.number /= right.number;
    else
      left = {left.number / converted(right, left.unit, at), ""};
  }
  // Of the operands since open().
  void least(std::size_t at) {
    join_all(at, [](double a, double b) { return std::min(a, b); });
  }
  void most(std::size_t at) {
    join_all(at, [](double a, double b) { return std::max(a, b); });
  }
  const Amount& result() const { return amounts_.back(); }

 private:
  // Two operands that measure the same.
  template <class Join>
  void same(std::size_t at, const Join& join) {
    const Amount right = pop();
    amounts_.back().number = join(amounts_.back().number, converted(right, amounts_.back().unit, at));
  }
  template <class Join>
  void join_all(std::size_t at, const Join& join) {
    while (amounts_.size() > begins_.back() + 1) same(at, join);
    begins_.pop_back();
  }
  Amount pop() {
    Amount last = std::move(amounts_.back());
    amounts_.pop_back();
    return last;
  }
  static double converted(const Amount& amount, const std::string& unit, std::size_t at) {
    if (amount.unit == unit) return amount.number;
    const auto spoken = [](const std::string& of) { return of.empty() ? "without a unit" : "in " + of; };
    if (!amount.unit.empty() && !unit.empty() && unit_fits(amount.unit, unit))
      return *in_unit(amount.number, amount.unit, unit);
    throw Refused{at, "a number " + spoken(unit) + " and one " + spoken(amount.unit) + " do not measure the same",
                  "give both a unit of one kind"};
  }

  const Sides world_;
  std::vector<Amount> amounts_;
  std::vector<std::size_t> begins_;
};

namespace calculation {

using namespace arithmetic;

struct unit : sor<one<'%'>, string<'1', '/', 'y', 'r'>, seq<unit_word, opt<one<'/'>, unit_word>>> {};
struct figures : seq<plus<digit>, opt<one<'.'>, plus<digit>>> {};
struct literal : seq<figures, opt<blank, unit>> {};
struct width : keyword<'w', 'i', 'd', 't', 'h'> {};
struct height : keyword<'h', 'e', 'i', 'g', 'h', 't'> {};
struct side : keyword<'s', 'i', 'd', 'e'> {};
struct operand;
using Sum = Sums<operand>;
struct opening : token<one<'('>> {};
struct comma : token<one<','>> {};
struct choice : seq<opening, Sum::sum, star<if_must<comma, Sum::sum>>, must<closing>> {};
struct least : seq<string<'m', 'i', 'n'>, blank, choice> {};
struct most : seq<string<'m', 'a', 'x'>, blank, choice> {};
struct operand
    : sor<token<least>, token<most>, token<width>, token<height>, token<side>, token<literal>, Sum::grouped> {};
struct end : eof {
  static constexpr char expected[] = "+, -, *, / or the end";
};
struct whole : must<blank, Sum::sum, end> {};

template <class Rule>
struct Act {};
// clang-format off
template <> struct Act<literal> : Call<&Stack::literal> {};
template <> struct Act<width> : Call<&Stack::width> {};
template <> struct Act<height> : Call<&Stack::height> {};
template <> struct Act<side> : Call<&Stack::side> {};
template <> struct Act<opening> : Call<&Stack::open> {};
template <> struct Act<Sum::negation> : Call<&Stack::negate> {};
template <> struct Act<Sum::times> : Call<&Stack::times> {};
template <> struct Act<Sum::over> : Call<&Stack::over> {};
template <> struct Act<Sum::plus_term> : Call<&Stack::plus> {};
template <> struct Act<Sum::minus_term> : Call<&Stack::minus> {};
template <> struct Act<least> : Call<&Stack::least> {};
template <> struct Act<most> : Call<&Stack::most> {};
// clang-format on

}  // namespace calculation

// What a value says that a world is made of: itself, or that of the knob it names.
const Value* knob_behind(const Value& document, const Value* value) {
  if (!value || !value->is_scalar() || value->quoted || value->text.substr(0, 1) != "$") return value;
  const Entry* knobs = document.find("knobs");
  const Entry* knob = knobs ? knobs->value.find(value->text.substr(1)) : nullptr;
  return knob ? value_of_knob(knob->value) : nullptr;
}

std::optional<Sides> sides_of(const Value& document) {
  const Entry* world = document.find("world");
  const Entry* written = world ? world->value.find("size") : nullptr;
  const Value* size = knob_behind(document, written ? &written->value : nullptr);
  if (!size || size->items.size() != 2) return std::nullopt;
  const Entry* side = world->value.find("cell");
  const Value* cell = knob_behind(document, side ? &side->value : nullptr);
  const auto cells = [&](const Value& written_cells) {
    const Value* of = knob_behind(document, &written_cells);
    return of ? read_integer(of->text, "cells") : Reading<std::int64_t>{};
  };
  const auto columns = cells(size->items[0]), rows = cells(size->items[1]);
  const auto metres = side ? read_real(cell ? cell->text : "", "m") : Reading<double>{1000.0, "", ""};
  if (!columns || !rows || !metres) return std::nullopt;
  return Sides{static_cast<double>(*columns.value) * *metres.value, static_cast<double>(*rows.value) * *metres.value};
}

class Calculator {
 public:
  Calculator(std::optional<Sides> world, const Check& check) : world_(world), check_(check) {}

  void calculate(Value& value) {
    for (Value& item : value.items) calculate(item);
    for (Entry& entry : value.entries)
      if (entry.key != "doc") calculate(entry.value);
    if (!value.is_scalar() || value.text.substr(0, 2) != "= ") return;
    const std::optional<std::string> result = result_of(value);
    value.quoted = false;
    if (result) {
      value.text = *result;
      value.calculated = true;
    } else {
      // What stands here was reported; nothing is to complain of it again.
      value.reference = value.position;
      value.type = Value::Type::null;
    }
  }

 private:
  std::optional<std::string> result_of(const Value& value) {
    if (!world_) return std::nullopt;
    const std::string text = value.text.substr(2);
    try {
      if (text.size() > longest_calculation ||
          std::count(text.begin(), text.end(), '(') > static_cast<std::int64_t>(deepest_calculation))
        throw Refused{0, "this is too long to be calculated", "shorten it"};
      Stack stack(*world_);
      tao::pegtl::memory_input input(text, "value");
      tao::pegtl::parse<calculation::whole, calculation::Act, arithmetic::Control>(input, stack);
      const Amount& amount = stack.result();
      if (!std::isfinite(amount.number)) throw Refused{0, "this divides by 0, or is too large", ""};
      return canonical(amount.number) + (amount.unit.empty() ? "" : " " + amount.unit);
    } catch (const Unexpected& problem) {
      const bool is_knob = problem.rest.substr(0, 1) == "$";
      return check_.no_value(inside_.at(value, problem.at + 2, 1), problem.message,
                             is_knob ? "a knob cannot be calculated with; write its value" : "");
    } catch (const Refused& refused) {
      return check_.no_value(inside_.at(value, refused.at + 2, 1), refused.message, refused.hint);
    }
  }

  const std::optional<Sides> world_;
  const Check& check_;
  Inside inside_;
};

}  // namespace

void calculate(Value& document, const Check& check) {
  Calculator calculator(sides_of(document), check);
  for (Entry& entry : document.entries)
    if (entry.key != "world" && entry.key != "expect" && entry.key != "name") calculator.calculate(entry.value);
}

}  // namespace terrawright::config
