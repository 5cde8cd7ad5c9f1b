// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "config/decimal.hpp"
#include "config/quantity.hpp"
#include "graph/graph.hpp"

namespace terrawright::graph {
namespace {

using config::Term;
using report::quote;

bool is_none(const std::string& unit) { return unit.empty() || unit == "1"; }

// A number of cells is a plain number, too.
bool is_plain(const std::string& unit) { return is_none(unit) || unit == "cells"; }

// A share as a percentage or back, in its digits.
double shifted(double number, int places) {
  config::Decimal decimal = config::scan_decimal(config::canonical(number)).number;
  decimal.exponent += places;
  return decimal.to_double().value_or(number);
}

// A number of one unit in another that measures the same.
bool fits(const std::string& from, const std::string& to) {
  if (from == to || (is_plain(from) && is_plain(to))) return true;
  if ((from == "%" && is_none(to)) || (to == "%" && is_none(from))) return true;
  return !is_none(from) && !is_none(to) && config::unit_fits(from, to);
}
double converted(double number, const std::string& from, const std::string& to) {
  if (from == to || (is_plain(from) && is_plain(to)) || !std::isfinite(number)) return number;
  if (from == "%" && is_none(to)) return shifted(number, -2);
  if (to == "%" && is_none(from)) return shifted(number, 2);
  return config::in_unit(number, from, to).value_or(number);
}

// Reads a literal; `10 %` is 0.1 of a quantity without unit.
config::Reading<double> read(const std::string& text, const std::string& unit) {
  if (!is_none(unit) || config::unit_of(text) != "%") return config::read_real(text, unit);
  config::Reading<double> percent = config::read_real(text, "%");
  if (percent) percent.value = shifted(*percent.value, -2);
  return percent;
}

std::string spoken(const std::string& unit) { return is_none(unit) ? "without a unit" : "in " + unit; }

}  // namespace

Claim::Claim(const config::Expectation& expectation, std::vector<MeasuredUnit> units, report::Diagnostics& diagnostics)
    : expectation_(expectation),
      given_(std::move(units)),
      diagnostics_(diagnostics),
      inferred_(expectation.terms.size()),
      wanted_(expectation.terms.size()),
      literals_(expectation.terms.size(), 0.0) {
  for (const Term& term : expectation.terms)
    speaks_of_shares_ = speaks_of_shares_ || (term.is == Term::Is::literal && config::unit_of(term.literal) == "%");
  for (std::size_t t = 0; t < expectation.terms.size(); ++t) inferred_[t] = infer(t);
  std::vector<std::size_t> sides = {expectation.left};
  if (expectation.relation != config::Relation::none) sides.push_back(expectation.right);
  if (expectation.relation == config::Relation::within) sides.push_back(expectation.high);
  std::size_t of = expectation.left;  // the side whose unit all are in
  for (const std::size_t side : sides) {
    if (!inferred_[of].hard && inferred_[side].hard) of = side;
  }
  Unit unit = inferred_[of];
  for (const std::size_t side : sides) {
    unit.known = unit.known && inferred_[side].known;
    unit.share = unit.share || inferred_[side].share;
  }
  for (const std::size_t side : sides) push(side, unit);
}

Claim::Unit Claim::joined(std::size_t left, std::size_t right) {
  Unit unit = inferred_[left].hard || !inferred_[right].hard ? inferred_[left] : inferred_[right];
  if (!unit.name) unit = inferred_[right].name ? inferred_[right] : unit;
  unit.known = inferred_[left].known && inferred_[right].known;
  unit.share = inferred_[left].share || inferred_[right].share;
  return unit;
}

// Terms that others are made of come before them.
Claim::Unit Claim::infer(std::size_t t) {
  const Term& term = expectation_.terms[t];
  const auto is_factor = [&](const Unit& unit) {
    return unit.known && (!unit.name || is_none(*unit.name) || (!unit.hard && *unit.name == "%"));
  };
  switch (term.is) {
    case Term::Is::literal: {
      const std::string unit = config::unit_of(term.literal);
      return unit.empty() ? Unit{} : Unit{unit};
    }
    case Term::Is::measure: {
      const MeasuredUnit& of = given_[term.left];
      return {of.unit, true, of.unit.has_value(), of.is_share};
    }
    case Term::Is::negative:
      return inferred_[term.left];
    case Term::Is::sum:
    case Term::Is::difference:
      return joined(term.left, term.right);
    case Term::Is::product:
    case Term::Is::quotient:
      break;
  }
  const Unit &left = inferred_[term.left], &right = inferred_[term.right];
  if (!left.known || !right.known) return {std::nullopt, true, false};
  const bool is_product = term.is == Term::Is::product;
  // Among two plain numbers the measured one gives the name.
  if (is_product && is_factor(left) && (!is_factor(right) || right.hard)) return {right.name, right.hard, true};
  if (is_factor(right)) return {left.name, left.hard, true};
  if (!is_product && !is_factor(left) && fits(*right.name, *left.name)) return {"1", true, true};
  const std::string of_left = left.name.value_or("1"), of_right = right.name.value_or("1");
  diagnostics_.error(term.position,
                     std::string("a number ") + spoken(of_left) + " cannot be " +
                         (is_product ? "multiplied" : "divided") + " by one " + spoken(of_right),
                     is_product ? "write one of the two as a plain number"
                                : "write a plain number below the line, or two of the same unit");
  return {std::nullopt, true, false};
}

void Claim::push(std::size_t t, const Unit& unit) {
  const Term& term = expectation_.terms[t];
  if (!unit.known) return;
  const std::string target = unit.name.value_or("1");
  wanted_[t] = target;
  const Unit none{"1"};
  const auto same = [&](std::size_t of) {
    Unit wanted = unit;
    wanted.name = target;
    push(of, wanted);
  };
  switch (term.is) {
    case Term::Is::literal:
      return push_literal(t, unit);
    case Term::Is::measure: {
      const std::string& own = *inferred_[t].name;
      if (fits(own, target)) return;
      diagnostics_.error(term.position,
                         quote(expectation_.measures[term.left].text) + " is " + spoken(own) +
                             ", and is compared with what is " + spoken(target),
                         "compare what measures the same");
      return;
    }
    case Term::Is::negative:
      return same(term.left);
    case Term::Is::sum:
    case Term::Is::difference:
      same(term.left);
      return same(term.right);
    case Term::Is::product:
    case Term::Is::quotient:
      break;
  }
  const Unit &left = inferred_[term.left], &right = inferred_[term.right];
  const auto has_unit = [](const Unit& of) { return of.name && !is_none(*of.name); };
  if (term.is == Term::Is::quotient && has_unit(left) && has_unit(right) && !(*right.name == "%" && !right.hard)) {
    // A ratio.
    push(term.left, left);
    push(term.right, left);
    if (!fits("1", target))
      diagnostics_.error(term.position, "a ratio has no unit, and is compared with what is " + spoken(target),
                         "compare it with a plain number");
    return;
  }
  const auto carries = [&](const Unit& of) { return has_unit(of) && (of.hard || *of.name != "%"); };
  const bool right_carries =
      term.is == Term::Is::product && !carries(left) && (carries(right) || (has_unit(right) && !left.name));
  if (right_carries) {
    push(term.left, none);
    return same(term.right);
  }
  same(term.left);
  push(term.right, none);
}

void Claim::push_literal(std::size_t t, const Unit& unit) {
  const Term& term = expectation_.terms[t];
  const std::string target = unit.name.value_or("1");
  const auto number = read(term.literal, target);
  std::vector<report::Related> related;
  if (term.value) related.push_back({term.value, "the knob"});
  if (!number) {
    diagnostics_.error(term.position, number.problem, number.hint, std::move(related));
    return;
  }
  literals_[t] = *number.value;
  const bool bare = config::unit_of(term.literal).empty();
  if (unit.share && bare && std::fabs(*number.value) > 1.0) {
    diagnostics_.error(term.position, term.literal + " is more than the whole, which is 1 or 100 %",
                       "write " + term.literal + " %", std::move(related));
    return;
  }
  if (const auto taken = config::taken_as(term.literal, target))
    diagnostics_.warning(term.position, taken->warning, taken->hint, std::move(related));
}

double Claim::value(std::size_t t, const std::vector<double>& measured) const {
  const Term& term = expectation_.terms[t];
  switch (term.is) {
    case Term::Is::literal:
      return literals_[t];
    case Term::Is::measure:
      return converted(measured[term.left], *inferred_[t].name, wanted_[t]);
    case Term::Is::negative:
      return -value(term.left, measured);
    case Term::Is::sum:
      return value(term.left, measured) + value(term.right, measured);
    case Term::Is::difference:
      return value(term.left, measured) - value(term.right, measured);
    case Term::Is::product:
      return value(term.left, measured) * value(term.right, measured);
    case Term::Is::quotient:
      break;
  }
  const double ratio = value(term.left, measured) / value(term.right, measured);
  const bool is_ratio = wanted_[term.left] == wanted_[term.right] && !is_none(wanted_[term.left]);
  return is_ratio ? converted(ratio, "1", wanted_[t]) : ratio;
}

std::optional<bool> Claim::holds(const std::vector<double>& measured) const {
  const double left = value(expectation_.left, measured);
  if (expectation_.relation == config::Relation::none) return std::isfinite(left) ? std::optional(true) : std::nullopt;
  const double right = value(expectation_.right, measured);
  const bool within = expectation_.relation == config::Relation::within;
  const double high = within ? value(expectation_.high, measured) : right;
  if (!std::isfinite(left) || !std::isfinite(right) || !std::isfinite(high)) return std::nullopt;
  switch (expectation_.relation) {
    case config::Relation::none:
      return true;
    case config::Relation::within:
      return left >= right && left <= high;
    case config::Relation::less:
      return left < right;
    case config::Relation::at_most:
      return left <= right;
    case config::Relation::greater:
      return left > right;
    case config::Relation::at_least:
      return left >= right;
    case config::Relation::equal:
      return left == right;
    case config::Relation::unequal:
      return left != right;
  }
  return std::nullopt;
}

double Claim::miss(const std::vector<double>& measured) const {
  const auto held = holds(measured);
  if (!held) return std::numeric_limits<double>::infinity();
  if (*held) return 0.0;
  const double left = value(expectation_.left, measured), right = value(expectation_.right, measured);
  double apart = std::fabs(left - right), largest = std::max(std::fabs(left), std::fabs(right));
  if (expectation_.relation == config::Relation::within) {
    const double high = value(expectation_.high, measured);
    apart = std::min(apart, std::fabs(left - high));
    largest = std::max(largest, std::fabs(high));
  }
  return largest > 0.0 ? apart / largest : 0.0;
}

std::string Claim::text(double number, std::size_t measure) const {
  const std::string unit = given_[measure].unit.value_or("1");
  if (speaks_of_shares_ && is_none(unit) && std::isfinite(number) && std::fabs(number) <= 1.0)
    return config::with_unit(shifted(number, 2), "%");
  return config::with_unit(number, unit);
}

namespace {

// A land mask is a mask output named `land` that something uses, and that no other land mask is made from; where
// nothing uses it, the number `land_share` of its node tells of it. The frame may not cut it if its stage also counts
// `islands`, and no file is behind it: the land of a DEM ends where the DEM does.

// The output of that name, which may have one kind alone.
std::optional<std::uint32_t> named_output(const Node& node, const char* name, std::uint32_t kind) {
  const terrawright_stage& stage = node.stage();
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction == TERRAWRIGHT_PORT_OUTPUT && port.kinds == 1u << kind && std::strcmp(port.name, name) == 0)
      return i;
  }
  return std::nullopt;
}

class Finder {
 public:
  explicit Finder(const Graph& graph) : graph_(graph), frame_(frame_codes(graph)) {}

  std::vector<Implied> all() const {
    const std::size_t n_nodes = graph_.nodes.size();
    std::vector<bool> of_file(n_nodes), feeds_land(n_nodes);
    for (std::size_t n = 0; n < n_nodes; ++n) {
      of_file[n] = !graph_.nodes[n].files.empty();
      for (const auto& input : graph_.nodes[n].inputs) of_file[n] = of_file[n] || (input && of_file[input->node]);
    }
    std::vector<Implied> made;
    for (std::size_t n = n_nodes; n-- > 0;) {
      const Node& node = graph_.nodes[n];
      const auto port = named_output(node, "land", TERRAWRIGHT_KIND_MASK);
      const bool has_land = port && node.flows.size() > *port && node.flows[*port].kind == TERRAWRIGHT_KIND_MASK;
      const auto number = named_output(node, "land_share", TERRAWRIGHT_KIND_NUMBER);
      if (port && !has_land && number && !feeds_land[n]) add({n, *number}, false, made);
      if (has_land && !feeds_land[n]) {
        const Link land{n, *port};
        add(land, false, made);
        const bool has_islands = named_output(node, "islands", TERRAWRIGHT_KIND_NUMBER).has_value();
        if (!frame_.empty() && has_islands && !of_file[n]) add(land, true, made);
      }
      if (!has_land && !feeds_land[n]) continue;
      for (const auto& input : node.inputs) {
        if (input) feeds_land[input->node] = true;
      }
    }
    return made;
  }

 private:
  bool is_written(const Link& land, bool frame) const {
    const auto land_share = named_output(graph_.nodes[land.node], "land_share", TERRAWRIGHT_KIND_NUMBER);
    const auto same = [&](const Measured& other) {
      if (other.from.node != land.node) return false;
      if (other.from.port != land.port || land.port == land_share) return !frame && other.from.port == land_share;
      return frame == (other.codes == frame_);
    };
    return std::any_of(graph_.expectations.begin(), graph_.expectations.end(), [&](const Expectation& expectation) {
      // An upper bound for land holds without land, too.
      const config::Relation relation = expectation.written->relation;
      if (!frame && (relation == config::Relation::less || relation == config::Relation::at_most)) return false;
      return std::any_of(expectation.measured.begin(), expectation.measured.end(), same);
    });
  }

  void add(const Link& land, bool frame, std::vector<Implied>& to) const {
    if (is_written(land, frame)) return;
    const Node& node = graph_.nodes[land.node];
    const std::string name = graph_.name(land);
    auto written = std::make_shared<config::Expectation>();
    config::Term share, none;
    share.is = config::Term::Is::measure;
    none.literal = "0 %";
    config::Measure measure;
    const bool is_number = graph_.flow(land).kind == TERRAWRIGHT_KIND_NUMBER;
    measure.text = is_number ? name : "share(" + name + (frame ? ", frame)" : ")");
    written->position = written->that_position = measure.position = share.position = node.position("land");
    written->name = (frame ? "land within the frame: " : "land: ") + name;
    written->that = measure.text + (frame ? " == 0 %" : " > 0 %");
    written->measures = {measure};
    written->terms = {share, none};
    written->relation = frame ? config::Relation::equal : config::Relation::greater;
    written->right = 1;
    written->warn = true;
    const std::string meant = is_number        ? name
                              : node.is_part() ? "share(LAND" + std::string(frame ? ", frame)" : ")")
                                               : measure.text;
    written->reason = std::string(frame ? "make the land smaller or the world larger"
                                        : "lower the sea, or make the cells or the world larger") +
                      "; if it is meant, add an expectation: that: \"" + meant + (frame ? " <= 100 %\"" : " == 0 %\"") +
                      (node.is_part() ? ", where LAND is this output of the composite" : "");
    Measured measured;
    measured.statistic = is_number ? Statistic::number : Statistic::share;
    measured.from = land;
    if (!is_number) measured.codes = frame ? frame_ : std::vector<std::uint16_t>{1, 3, 5, 7};
    Implied implied{written, {}, frame ? "the frame cuts the land" : "the world has no land"};
    implied.expectation.written = written.get();
    implied.expectation.links = {land};
    implied.expectation.measured = {measured};
    to.push_back(std::move(implied));
  }

  const Graph& graph_;
  const std::vector<std::uint16_t> frame_;
};

}  // namespace

std::vector<std::uint16_t> frame_codes(const Graph& graph) {
  const std::uint32_t wrap = graph.world->wrap;
  std::vector<std::uint16_t> codes;
  for (const std::uint16_t code : {std::uint16_t{3}, std::uint16_t{5}, std::uint16_t{7}}) {
    if ((code & 2 && !(wrap & TERRAWRIGHT_WRAP_X)) || (code & 4 && !(wrap & TERRAWRIGHT_WRAP_Y))) codes.push_back(code);
  }
  return codes;
}

std::vector<Implied> implied_expectations(const Graph& graph) { return Finder(graph).all(); }

}  // namespace terrawright::graph
