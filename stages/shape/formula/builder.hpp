// SPDX-License-Identifier: Apache-2.0
// Collects the parsed grammar, as instructions.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "program.hpp"
#include "terrawright/numbers.hpp"

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
    {"exp", "exp(value)", Operation::exponential, 1, 1},
    {"mix", "mix(from, to, share)", Operation::mix, 3, 3},
    {"smooth", "smooth(from, to, value)", Operation::smooth, 3, 3},
};
inline const Function* function_of(std::string_view name) {
  for (const Function& f : functions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

// The names that a formula may use.
struct Vocabulary {
  std::vector<std::string> variables, results;    // in the order of their indices
  std::vector<std::string> with_neighbours = {};  // of the variables
};
inline constexpr std::int64_t farthest = 64;  // cells from a cell to a neighbour, along each axis

class Builder {
 public:
  explicit Builder(Vocabulary vocabulary)
      : variables_(std::move(vocabulary.variables)),
        results_(std::move(vocabulary.results)),
        with_neighbours_(std::move(vocabulary.with_neighbours)),
        given_(results_.size() + 1, false) {}

  void number(std::string_view text, std::size_t at) {
    double value = 0;
    const auto read = read_number(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{}) throw Problem{at, "the number '" + std::string(text) + "' is too large or too small"};
    add(Operation::constant, at).constant = value;
  }
  void operation(Operation operation, std::size_t at) { add(operation, at); }

  // ---- statements ------------------------------------------------------------------------------------------

  void let(std::string_view name, std::size_t at) {
    const std::string text(name);
    const auto refuse = [&](const std::string& why) { throw Problem{at, text + " " + why + "; choose another name"}; };
    if (index_of(variables_, name) < variables_.size()) refuse("is a value already");
    if (index_of(lets_, name) < lets_.size()) refuse("has been given a value before");
    if (index_of(results_, name) < results_.size()) refuse("is an output");
    if (function_of(name) != nullptr) refuse("is a function");
    naming_ = text;
    name_at_ = at;
  }
  void keep() {
    add(Operation::keep, name_at_).index = lets_.size();
    lets_.push_back(naming_);
  }
  void target(std::string_view name, std::size_t at) {
    target_ = index_of(results_, name);
    name_at_ = at;
    if (target_ == results_.size()) {
      throw Problem{at, std::string(name) + " is no output; there are " + listed(results_) +
                            "; equal is written ==, and a value gets a name by let NAME = ..."};
    }
    if (given_[target_]) throw Problem{at, "the output " + results_[target_] + " has been given before"};
  }
  void give() {
    add(Operation::give, name_at_).index = target_;
    given_[target_] = true;
  }
  void give_unnamed() {
    target_ = results_.size();
    name_at_ = program_.back().at;
    if (given_[target_]) {
      throw Problem{name_at_, "the formula has two results; name them, as in height = a; mask = b > 0"};
    }
    give();
  }

  // ---- values ----------------------------------------------------------------------------------------------

  // A name opens a call, or it is a variable or the name of a value.
  void name(std::string_view text, std::size_t at) { calls_.push_back({std::string(text), at, nullptr, 0}); }
  void variable() {
    const Call call = take();
    if (const std::size_t i = index_of(variables_, call.name); i < variables_.size()) {
      add(Operation::variable, call.at).index = i;
    } else if (const std::size_t k = index_of(lets_, call.name); k < lets_.size()) {
      add(Operation::kept, call.at).index = k;
    } else {
      unknown(call);
    }
  }
  void offset(std::string_view text, std::size_t at) {
    std::int64_t cells = 0;
    const bool plus = text.front() == '+';
    const auto read = std::from_chars(text.data() + plus, text.data() + text.size(), cells);
    if (read.ec != std::errc{} || cells > farthest || cells < -farthest) {
      throw Problem{at, "a neighbour is at most " + std::to_string(farthest) + " cells away along each axis"};
    }
    offsets_[0] = offsets_[1];
    offsets_[1] = cells;
  }
  void neighbour() {
    const Call call = take();
    const std::size_t i = index_of(variables_, call.name);
    if (i == variables_.size() && index_of(lets_, call.name) == lets_.size()) unknown(call);
    if (index_of(with_neighbours_, call.name) == with_neighbours_.size()) {
      const std::string have =
          with_neighbours_.empty() ? "no value has" : "only these have: " + listed(with_neighbours_);
      throw Problem{call.at, call.name + " has no neighbours; " + have};
    }
    Instruction& added = add(Operation::variable, call.at);
    added.index = i;
    added.right = offsets_[0];
    added.down = offsets_[1];
  }
  void open() {
    Call& call = calls_.back();
    call.function = function_of(call.name);
    if (call.function != nullptr) return;
    std::vector<std::string_view> all;
    for (const Function& f : functions) all.push_back(f.name);
    throw Problem{call.at, "there is no function '" + call.name + "'; there are " + listed(all)};
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

  // `end` is where the text ends.
  Program program(std::size_t end) && {
    if (std::find(given_.begin(), given_.end(), true) == given_.end())
      throw Problem{end, "the formula gives no result; end it with a value, as in let s = a * 2; s + 1"};
    return std::move(program_);
  }

 private:
  struct Call {
    std::string name;
    std::size_t at;
    const Function* function;
    std::size_t arguments;
  };
  Instruction& add(Operation operation, std::size_t at) {
    Instruction& added = program_.emplace_back();
    added.operation = operation;
    added.at = at;
    return added;
  }
  Call take() {
    Call call = calls_.back();
    calls_.pop_back();
    return call;
  }
  [[noreturn]] void unknown(const Call& call) const {
    if (const Function* f = function_of(call.name)) {
      throw Problem{call.at, call.name + " is a function: " + std::string(f->arguments)};
    }
    std::vector<std::string> all = variables_;
    all.insert(all.end(), lets_.begin(), lets_.end());
    throw Problem{call.at, "there is no '" + call.name + "'; its values are " + listed(all)};
  }

  std::vector<std::string> variables_, results_, with_neighbours_, lets_;
  std::vector<bool> given_;  // which results; the last is that without a name
  Program program_;
  std::vector<Call> calls_;
  std::string naming_;
  std::size_t name_at_ = 0, target_ = 0;
  std::int64_t offsets_[2] = {0, 0};
};

}  // namespace terrawright::shape::formula
