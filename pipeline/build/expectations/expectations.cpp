// SPDX-License-Identifier: Apache-2.0
#include "build/expectations/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "config/quantity.hpp"
#include "engine/tables/stored_table.hpp"
#include "graph/graph.hpp"
#include "graph/sha256.hpp"
#include "report/diagnostic.hpp"
#include "report/json.hpp"

namespace terrawright::build {
namespace {

using graph::Statistic;
using report::quote;

// True if the measure is of the whole world, of which a window is a part.
bool is_of_whole(const graph::Graph& graph, const graph::Measured& measured) {
  return graph.flow(measured.from).kind == TERRAWRIGHT_KIND_NUMBER;
}

std::string list_of_numbers(const std::vector<Judged::Number>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + numbers[i].of + " is " + numbers[i].text;
  return text;
}

}  // namespace

report::Diagnostics problems_of(const std::vector<Judged>& judged) {
  report::Diagnostics problems;
  for (const Judged& one : judged) {
    if (one.holds.value_or(true)) continue;
    std::vector<report::Related> related;
    for (const config::Term& term : one.written->terms) {
      const bool is_known = std::any_of(related.begin(), related.end(), [&](const report::Related& other) {
        return other.position.line == term.value.line && other.position.column == term.value.column;
      });
      if (term.value && !is_known) related.push_back({term.value, "the knob"});
    }
    problems.add({one.written->warn ? report::Severity::warning : report::Severity::error, one.position, one.message,
                  one.hint, std::move(related)});
  }
  return problems;
}

Tally tally_of(const std::vector<Judged>& judged) {
  Tally tally;
  for (const Judged& one : judged) {
    if (one.implied) continue;
    ++tally.of;
    tally.hold += one.holds.value_or(false) ? 1 : 0;
  }
  return tally;
}

Expectations::Expectations(const Plan& plan, std::shared_ptr<store::Store> store, double cells)
    : plan_(plan), store_(std::move(store)), cells_(cells) {}

std::string Expectations::name(const graph::Measured& measured) const {
  return plan_.graph.name(measured.from) + "\n" + measured.column + "\n" + std::to_string(measured.parts);
}
std::string Expectations::key(const graph::Measured& measured) const {
  const graph::Link& from = measured.from;
  return graph::sha256("terrawright contents 2\n" + plan_.graph.nodes[from.node].keys[from.port] + "\n" +
                       measured.column + "\n" + std::to_string(measured.parts) + "\n");
}
const Contents* Expectations::find(const graph::Measured& measured) const {
  const auto found = contents_.find(name(measured));
  return found == contents_.end() ? nullptr : &found->second;
}

std::vector<engine::Sink> Expectations::sinks() {
  std::vector<engine::Sink> sinks;
  contents_.clear();
  if (plan_.window) return sinks;
  std::map<std::string, graph::Measured> all;
  for (const graph::Expectation& expectation : plan_.graph.expectations) {
    for (const graph::Measured& measured : expectation.measured) {
      if (graph::reads_contents(measured)) all.emplace(name(measured), measured);
    }
  }
  for (const auto& [name, measured] : all) {
    if (store_) {
      const auto known = store_->find(key(measured));
      const auto contents = known ? contents_from(*known) : std::nullopt;
      if (contents) contents_.emplace(name, *contents);
      if (contents) continue;
    }
    engine::Sink sink;
    sink.name = "expectations of " + plan_.graph.name(measured.from);
    sink.needs = {measured.from};
    sink.take = [this, name = name, of = measured, parts = measured.parts](const std::vector<engine::Product>& made) {
      const Contents contents = made[0].layer ? contents_of(*made[0].layer, parts)
                                              : contents_of(made[0], of.column, parts, plan_.graph.name(of.from));
      if (store_) store_->keep(key(of), bytes_of(contents));
      const std::lock_guard lock(mutex_);
      contents_[name] = contents;
    };
    sinks.push_back(std::move(sink));
  }
  return sinks;
}

std::map<std::string, std::string> Expectations::read() const {
  std::map<std::string, std::string> all;
  for (const auto& [name, contents] : contents_) all.emplace(name, bytes_of(contents));
  return all;
}

void Expectations::hear(const std::map<std::string, std::string>& read) {
  for (const auto& [name, bytes] : read) {
    if (const auto contents = contents_from(bytes)) contents_.emplace(name, *contents);
  }
}

std::optional<double> Expectations::value(const graph::Measured& measured, const engine::Outcome& outcome) const {
  const engine::PortRecord& record = outcome.records[measured.from.node][measured.from.port];
  if (graph::reads_contents(measured)) {
    const Contents* contents = find(measured);
    if (contents == nullptr || !contents->problem.empty()) return std::nullopt;
    const auto count = static_cast<double>(contents->values);
    if (measured.statistic == Statistic::sum) return measured.column.empty() ? contents->sum * cells_ : contents->sum;
    if (contents->values == 0) return std::nullopt;
    if (measured.statistic == Statistic::minimum) return contents->minimum;
    if (measured.statistic == Statistic::maximum) return contents->maximum;
    if (measured.statistic == Statistic::percentile) return contents->percentile;
    return contents->sum / count;
  }
  const auto finite = [](double number) { return std::isfinite(number) ? std::optional(number) : std::nullopt; };
  std::uint64_t cells = 0, all = 0;
  for (const auto& [code, count] : record.classes) {
    const auto has = [&](int other) {
      return std::find(measured.codes.begin(), measured.codes.end(), other) != measured.codes.end();
    };
    if (has(code)) cells += count;
    if (record.kind != TERRAWRIGHT_KIND_MASK || has(code | 1)) all += count;  // of the frame alone, or of all
  }
  switch (measured.statistic) {
    case Statistic::number:
      return finite(record.number);
    case Statistic::minimum:
      return finite(record.statistics.minimum);
    case Statistic::maximum:
      return finite(record.statistics.maximum);
    case Statistic::nans:
      return static_cast<double>(record.statistics.nans) * cells_;
    case Statistic::cells:
      return static_cast<double>(cells) * cells_;
    case Statistic::share:
      return all == 0 ? 0.0 : static_cast<double>(cells) / static_cast<double>(all);
    case Statistic::rows:
      return static_cast<double>(record.rows);
    case Statistic::mean:
    case Statistic::sum:
    case Statistic::percentile:
      break;
  }
  return std::nullopt;
}

Judged Expectations::judge(const graph::Expectation& expectation, const engine::Outcome& outcome) const {
  const config::Expectation& written = *expectation.written;
  Judged judged;
  judged.written = &written;
  judged.position = written.that_position;
  judged.hint = written.reason;
  std::vector<graph::MeasuredUnit> units = graph::units_of(plan_.graph, expectation);
  std::vector<double> values;
  const auto fails = [&](const report::Position& position, const std::string& message, const std::string& hint) {
    judged.holds = false;
    judged.miss = std::numeric_limits<double>::infinity();
    judged.position = position;
    judged.message = "the expectation " + quote(written.name) + " cannot be met: " + message;
    judged.hint = hint;
    return judged;
  };
  for (std::size_t i = 0; i < expectation.measured.size(); ++i) {
    const graph::Measured& measured = expectation.measured[i];
    if (plan_.window && !is_of_whole(plan_.graph, measured)) {
      judged.message =
          "not checked: a window is written, and " + quote(written.measures[i].text) + " is of the whole world";
      return judged;
    }
    const Contents* contents = measured.column.empty() ? nullptr : find(measured);
    if (contents != nullptr && !contents->problem.empty())
      return fails(written.measures[i].column_position, contents->problem, contents->hint);
    if (contents != nullptr) units[i].unit = contents->unit;
  }
  report::Diagnostics misfits;  // of columns, whose units are known now
  const graph::Claim claim(written, units, misfits);
  if (misfits.has_errors()) {
    const report::Diagnostic first = misfits.sorted().front();
    return fails(first.position, first.message, first.hint);
  }
  std::optional<std::size_t> nothing;
  for (std::size_t i = 0; i < expectation.measured.size(); ++i) {
    const auto number = value(expectation.measured[i], outcome);
    const config::Measure& of = written.measures[i];
    if (!number) nothing = i;
    values.push_back(number.value_or(0.0));
    const bool said = std::any_of(judged.numbers.begin(), judged.numbers.end(),
                                  [&](const Judged::Number& other) { return other.of == of.text; });
    if (!said)
      judged.numbers.push_back(
          {of.text, number, units[i].unit.value_or("1"), number ? claim.text(*number, i) : "nothing"});
  }
  if (nothing) {
    judged.hint = "expect how many there are in another one, as count(table) >= 1";
    return fails(written.measures[*nothing].position, quote(written.measures[*nothing].text) + " is of no value at all",
                 judged.hint);
  }
  const auto holds = claim.holds(values);
  judged.holds = holds.value_or(false);
  judged.miss = claim.miss(values);
  if (holds && written.relation == config::Relation::none) {
    const double number = claim.number(values);
    judged.rank = {expectation.least ? -number : number, number, claim.unit(), config::with_unit(number, claim.unit())};
  }
  if (*judged.holds) {
    judged.hint.clear();
    return judged;
  }
  judged.message = "the expectation " + quote(written.name) + " is not met: " + list_of_numbers(judged.numbers) +
                   (holds ? "" : ", which makes no number") + "; expected " + written.that;
  if (judged.hint.empty())
    judged.hint = report::remedy("find seeds that meet it: terrawright search CONFIG --want 1",
                                 "another seed may meet it: \"Other seeds\" shows twelve");
  return judged;
}

std::vector<Judged> Expectations::judge(const engine::Outcome& outcome) const {
  std::vector<Judged> all;
  for (const graph::Expectation& expectation : plan_.graph.expectations) all.push_back(judge(expectation, outcome));
  for (const graph::Implied& implied : graph::implied_expectations(plan_.graph)) {
    Judged judged = judge(implied.expectation, outcome);
    if (judged.holds.value_or(true)) continue;
    judged.message = implied.failure + ": " + list_of_numbers(judged.numbers);
    judged.implied = implied.written;
    all.push_back(std::move(judged));
  }
  return all;
}

}  // namespace terrawright::build
