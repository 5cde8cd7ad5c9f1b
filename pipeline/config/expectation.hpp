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
#include <string>
#include <vector>

#include "reference.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::config {

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

}  // namespace terrawright::config
