// SPDX-License-Identifier: Apache-2.0
// The units and numbers of an expression: each part in one unit, literals converted to that of what they are compared
// with, and the two sides once what is measured is known.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "config/expectation.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::graph {

// The unit of what is measured; nothing where only the build will know it, as of a table's column.
struct MeasuredUnit {
  std::optional<std::string> unit;
  bool is_share = false;  // 0 to 1, for which 10 is a likely slip
};

class Claim {
 public:
  // A unit for each of the measures. Reports what does not fit; what is wrong says nothing of the world then.
  Claim(const config::Expectation& expectation, std::vector<MeasuredUnit> units, report::Diagnostics& diagnostics);

  // The measured values, in the units above. Nothing where a side is not a number.
  std::optional<bool> holds(const std::vector<double>& measured) const;
  // Distance from holding: the difference of one side from its bound, as a part of the larger one. 0 where it holds.
  double miss(const std::vector<double>& measured) const;
  // The left side, and the unit it is in: of what has no other.
  double number(const std::vector<double>& measured) const { return value(expectation_.left, measured); }
  const std::string& unit() const { return wanted_[expectation_.left]; }
  // A number that was measured, for a person: a share as a percentage where the expression speaks of those.
  std::string text(double number, std::size_t measure) const;

 private:
  struct Unit {
    std::optional<std::string> name;  // nothing: of bare numbers
    bool hard = false;                // of what is measured
    bool known = true;
    bool share = false;
  };
  Unit infer(std::size_t term);
  Unit joined(std::size_t left, std::size_t right);
  void push(std::size_t term, const Unit& unit);
  void push_literal(std::size_t term, const Unit& unit);
  double value(std::size_t term, const std::vector<double>& measured) const;

  const config::Expectation& expectation_;
  const std::vector<MeasuredUnit> given_;
  report::Diagnostics& diagnostics_;
  std::vector<Unit> inferred_;       // of terms
  std::vector<std::string> wanted_;  // of terms, that their values are given in
  std::vector<double> literals_;     // of terms
  bool speaks_of_shares_ = false;
};

}  // namespace terrawright::graph
