// SPDX-License-Identifier: Apache-2.0
#include "build/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "config/quantity.hpp"
#include "engine/row_readers.hpp"
#include "engine/stored_table.hpp"
#include "graph/graph.hpp"
#include "graph/sha256.hpp"
#include "report/diagnostic.hpp"
#include "report/json.hpp"
#include "report/suggest.hpp"
#include "terrawright/ordered_bits.hpp"

namespace terrawright::build {
namespace {

using report::Json, report::quote;

class Counting {
 public:
  template <class Number>
  void add(Number number) {
    const auto real = static_cast<double>(number);
    if (real != real) return;
    if constexpr (std::is_integral_v<Number>) {
      sum_.add(static_cast<std::int64_t>(number));
    } else {
      sum_.add(real);
    }
    // Adding zero makes -0 and +0 one value.
    all_.minimum = all_.values == 0 ? real + 0.0 : std::min(all_.minimum, real + 0.0);
    all_.maximum = all_.values == 0 ? real + 0.0 : std::max(all_.maximum, real + 0.0);
    ++all_.values;
  }
  Contents result() {
    all_.sum = sum_.value();
    all_.percentile = all_.minimum;
    return all_;
  }

 private:
  Contents all_;
  ExactSum sum_;
};

// Numbers as integers in the same order, digits of 16 bits.
constexpr std::uint64_t sign = std::uint64_t{1} << 63;
std::uint64_t key_of(float number) { return ordered_bits(number); }
std::uint64_t key_of(double number) {
  std::uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits & sign ? sign - (bits & ~sign) : sign + bits;
}
std::uint64_t key_of(std::int64_t number) { return key_of(static_cast<double>(number)); }
double number_of(std::uint64_t key, int digits) {
  if (digits == 2) return static_cast<double>(of_ordered_bits(static_cast<std::uint32_t>(key)));
  const std::uint64_t bits = key >= sign ? key - sign : sign | (sign - key);
  double number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// `each` gives all numbers to its argument, as often as it is asked. A percentile is found digit by digit: a pass
// counts the numbers that have the digits found so far by their next digit. Counts do not depend on any order.
template <class Each>
Contents counted(const Each& each, std::int64_t parts, int digits) {
  constexpr std::uint64_t million = 1000000;
  Counting counting;
  each([&](auto number) { counting.add(number); });
  Contents all = counting.result();
  if (parts == 0 || all.values == 0) return all;
  const auto share = static_cast<std::uint64_t>(parts);
  std::uint64_t rank = all.values / million * share + (all.values % million * share + million - 1) / million, key = 0;
  std::vector<std::uint64_t> counts(65536);
  for (int digit = digits; digit-- > 0;) {
    std::fill(counts.begin(), counts.end(), 0);
    each([&](auto number) {
      if (number != number) return;
      const std::uint64_t bits = key_of(number) >> (16 * digit);
      if (bits >> 16 == key) ++counts[bits & 65535];
    });
    std::uint64_t next = 0;
    while (rank > counts[next]) rank -= counts[next++];
    key = key << 16 | next;
  }
  all.percentile = number_of(key, digits);
  return all;
}

template <class Cell>
Contents of_cells(const engine::Layer& layer, std::int64_t parts) {
  std::vector<Cell> cells(static_cast<std::size_t>(layer.facts().width));
  const auto each = [&](const auto& take) {
    engine::LayerRows rows(layer);
    for (std::int64_t y = 0; y < layer.facts().height; ++y) {
      rows.read(y, 1, cells.data());
      for (const Cell cell : cells) take(cell);
    }
  };
  return counted(each, parts, sizeof(Cell) / 2);
}

}  // namespace

Contents contents_of(const engine::Layer& layer, std::int64_t parts) {
  return layer.facts().kind == TERRAWRIGHT_KIND_COUNT ? of_cells<std::int64_t>(layer, parts)
                                                      : of_cells<float>(layer, parts);
}

Contents contents_of(const engine::Product& table, const std::string& column, std::int64_t parts,
                     const std::string& name) {
  Contents all;
  std::vector<std::string> names;
  bool found = false;
  for (const engine::StoredTable::Column& one : engine::head_of(table).columns) {
    names.push_back(one.name);
    if (one.name != column) continue;
    found = true;
    all.unit = one.unit;
    if (std::holds_alternative<std::vector<std::string>>(one.values)) {
      all.problem = quote(name + "." + column) + " is a column of texts";
      all.hint = "only numbers can be measured";
      return all;
    }
  }
  if (!found) {
    all.problem = quote(name) + " has no column " + quote(column);
    all.hint = report::did_you_mean(column, names, "its columns are");
    return all;
  }
  const auto each = [&](const auto& take) {
    engine::each_part(table, [&](const engine::StoredTable& part) {
      for (const engine::StoredTable::Column& one : part.columns) {
        if (one.name != column) continue;
        if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&one.values)) {
          for (const std::int64_t number : *integers) take(number);
        } else if (const auto* reals = std::get_if<std::vector<double>>(&one.values)) {
          for (const double number : *reals) {
            if (std::isfinite(number)) take(number);  // others are no value
          }
        }
      }
    });
  };
  Contents numbers = counted(each, parts, 4);
  numbers.unit = std::move(all.unit);
  return numbers;
}

std::string bytes_of(const Contents& contents) {
  return Json::array({contents.values, contents.sum, contents.minimum, contents.maximum, contents.percentile,
                      contents.unit, contents.problem, contents.hint})
      .to_cbor();
}

std::optional<Contents> contents_from(const std::string& bytes) {
  try {
    const Json json = Json::from_cbor(bytes);
    return Contents{json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5), json.at(6), json.at(7)};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

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
  if (judged.hint.empty()) judged.hint = "find seeds that meet it: terrawright search CONFIG --want 1";
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
