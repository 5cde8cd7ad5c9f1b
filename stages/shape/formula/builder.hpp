// SPDX-License-Identifier: Apache-2.0
// What the grammar has read so far, as instructions.
#pragma once
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "program.hpp"

namespace terrawright::shape::formula {

struct Function {
  std::string_view name, arguments;
  Operation operation;
  std::size_t fewest, most;
};
inline constexpr std::size_t any_number = SIZE_MAX;
inline constexpr Function functions[] = {
    {"min", "min(a, b, ...)", Operation::minimum, 2, any_number},
    {"max", "max(a, b, ...)", Operation::maximum, 2, any_number},
    {"clamp", "clamp(value, low, high)", Operation::clamp, 3, 3},
    {"threshold", "threshold(value, limit)", Operation::greater, 2, 2},
    {"select", "select(condition, if_so, if_not)", Operation::select, 3, 3},
    {"abs", "abs(value)", Operation::absolute, 1, 1},
    {"sqrt", "sqrt(value)", Operation::root, 1, 1},
    {"floor", "floor(value)", Operation::floor, 1, 1},
};

class Builder {
 public:
  // `variables` are the names that stand for values, in the order of their indices.
  explicit Builder(std::vector<std::string> variables) : variables_(std::move(variables)) {}

  void number(std::string_view text, std::size_t at) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{}) throw Problem{at, "the number '" + std::string(text) + "' is too large or too small"};
    program_.push_back({Operation::constant, at, value, 0});
  }
  void operation(Operation operation, std::size_t at) { program_.push_back({operation, at, 0, 0}); }

  // A name opens a call, or it is a variable.
  void name(std::string_view text, std::size_t at) { calls_.push_back({std::string(text), at, nullptr, 0}); }
  void variable() {
    const Call call = take();
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (variables_[i] == call.name) {
        program_.push_back({Operation::variable, call.at, 0, i});
        return;
      }
    }
    for (const Function& f : functions) {
      if (f.name == call.name) throw Problem{call.at, call.name + " is a function: " + std::string(f.arguments)};
    }
    throw Problem{call.at, "there is no '" + call.name + "'; its values are " + listed(variables_)};
  }
  void open() {
    Call& call = calls_.back();
    for (const Function& f : functions) {
      if (f.name == call.name) call.function = &f;
    }
    if (call.function != nullptr) return;
    std::vector<std::string> names;
    for (const Function& f : functions) names.emplace_back(f.name);
    throw Problem{call.at, "there is no function '" + call.name + "'; there are " + listed(names)};
  }
  void argument() {
    Call& call = calls_.back();
    // min and max fold from the left, as their arguments come.
    if (++call.arguments >= 2 && call.function->most == any_number) operation(call.function->operation, call.at);
  }
  void close() {
    const Call call = take();
    const Function& f = *call.function;
    if (call.arguments < f.fewest || call.arguments > f.most) {
      throw Problem{call.at, call.name + " takes " + std::string(f.arguments) + ", and gets " +
                                 std::to_string(call.arguments) + (call.arguments == 1 ? " value" : " values")};
    }
    if (f.most != any_number) operation(f.operation, call.at);
  }

  Program program() && { return std::move(program_); }

 private:
  struct Call {
    std::string name;
    std::size_t at;
    const Function* function;
    std::size_t arguments;
  };
  Call take() {
    Call call = calls_.back();
    calls_.pop_back();
    return call;
  }
  static std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
  }

  std::vector<std::string> variables_;
  Program program_;
  std::vector<Call> calls_;
};

}  // namespace terrawright::shape::formula
