// SPDX-License-Identifier: Apache-2.0
// Expectations of a config for the world that will be made:
//
//   expect:
//     - name: enough land
//       that: land.land_share in 30 % .. 40 %
//       reason: the map is sold by its land
//       warn: true
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/diagnostic.hpp"

namespace terrawright::config {

// The name by which a config refers to an output of a node: `node` or `node.port`.
struct Reference {
  std::string node, port;  // node empty: it could not be read; port empty: the node's only main output
  report::Position position;
  bool outer = false;  // `$name`, inside a composite: its input, by its name in `port`
};

// `land.land_share`, `max(rivers.table.length)`, `share(biomes, desert)`.
struct Measure {
  struct Class {
    std::string text;  // a name, a code, "frame" or the share of a percentile
    report::Position position;
  };

  std::string function;  // empty: a number as it is
  report::Position function_position;
  Reference from;
  std::string column;  // of a table; empty: none
  report::Position column_position;
  std::vector<Class> classes;
  std::string text;  // as written
  report::Position position;
};

// A part of an expression: a tree, whose terms come before those that are made of them.
struct Term {
  enum class Is { literal, measure, negative, sum, difference, product, quotient };
  Is is = Is::literal;
  std::size_t left = 0, right = 0;  // terms; of a measure, left is its place in Expectation::measures
  std::string literal;              // "40 km", of a knob its value
  report::Position position;
  report::Position value;  // of a knob: where its value stands
};

// `none`: of a number alone, by which worlds are ranked (--best).
enum class Relation { none, within, less, at_most, greater, at_least, equal, unequal };

struct Expectation {
  std::string name;
  report::Position position;  // of the name
  std::string that;           // as written
  report::Position that_position;
  std::vector<Measure> measures;
  std::vector<Term> terms;
  Relation relation = Relation::equal;
  std::size_t left = 0, right = 0, high = 0;  // terms; of `within`, right is the lower end
  std::string reason;                         // may be empty
  bool warn = false;                          // does not fail a build
};

// The terms of one expression, as its grammar finds them.

class ClaimBuilder {
 public:
  static constexpr char expected[] = "a number, a knob or what is measured, as max(heights)";
  using Locate = std::function<report::Position(std::size_t offset, std::size_t bytes)>;
  // Resolves "$name"; reports errors of the knob.
  using Knob = std::function<Term(std::string_view name, const report::Position& position)>;

  ClaimBuilder(Expectation& into, Locate locate, Knob knob)
      : into_(into), locate_(std::move(locate)), knob_(std::move(knob)) {}

  void literal(std::string_view text, std::size_t at) {
    Term term;
    term.literal = std::string(text);
    push(std::move(term), at, at + text.size());
  }
  void knob(std::string_view text, std::size_t at) {
    Term term = knob_(text, locate_(at, text.size()));
    push(std::move(term), at, at + text.size());
  }
  void function(std::string_view text, std::size_t at) {
    measure_ = {};
    measure_.function = std::string(text);
    measure_.function_position = locate_(at, text.size());
  }
  // `node`, `node.port`, `node.port.column`.
  void reference(std::string_view text, std::size_t at) {
    const std::size_t dot = text.find('.'), second = dot == npos ? npos : text.find('.', dot + 1);
    const std::string_view whole = text.substr(0, second);
    measure_.from.node = std::string(text.substr(0, dot));
    measure_.from.port = dot == npos ? "" : std::string(whole.substr(dot + 1));
    measure_.from.position = locate_(at, whole.size());
    if (second == npos) return;
    measure_.column = std::string(text.substr(second + 1));
    measure_.column_position = locate_(at + second + 1, measure_.column.size());
  }
  void alone(std::string_view text, std::size_t at) {
    measure_ = {};
    reference(text, at);
  }
  void class_name(std::string_view text, std::size_t at) {
    const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'');
    if (quoted) text = text.substr(1, text.size() - 2), ++at;
    while (!quoted && !text.empty() && text.back() == ' ') text.remove_suffix(1);
    const report::Position position = locate_(at, text.size());
    const bool is_knob = measure_.function == "percentile" && !quoted && text.substr(0, 1) == "$";
    measure_.classes.push_back({is_knob ? knob_(text, position).literal : std::string(text), position});
  }
  void measure(std::string_view text, std::size_t at) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
    measure_.text = std::string(text);
    measure_.position = locate_(at, text.size());
    Term term;
    term.is = Term::Is::measure;
    term.left = into_.measures.size();
    into_.measures.push_back(std::move(measure_));
    push(std::move(term), at, at + text.size());
  }
  void negate() {
    Term term;
    term.is = Term::Is::negative;
    const Open of = pop();
    term.left = of.term;
    push(std::move(term), of.begin, of.end);
  }
  void join(Term::Is is) {
    Term term;
    term.is = is;
    const Open right = pop(), left = pop();
    term.left = left.term;
    term.right = right.term;
    push(std::move(term), left.begin, right.end);
  }
  void relate(Relation relation) {
    into_.relation = relation;
    if (relation == Relation::within) into_.high = pop().term;
    if (relation != Relation::none) into_.right = pop().term;
    into_.left = pop().term;
  }

 private:
  struct Open {
    std::size_t term, begin, end;
  };
  static constexpr std::size_t npos = std::string_view::npos;

  void push(Term term, std::size_t begin, std::size_t end) {
    term.position = locate_(begin, end - begin);
    open_.push_back({into_.terms.size(), begin, end});
    into_.terms.push_back(std::move(term));
  }
  Open pop() {
    const Open last = open_.back();
    open_.pop_back();
    return last;
  }

  Expectation& into_;
  const Locate locate_;
  const Knob knob_;
  Measure measure_;
  std::vector<Open> open_;
};

}  // namespace terrawright::config
