// SPDX-License-Identifier: Apache-2.0
#include "graph/graph.hpp"

#include <charconv>

#include "border/description.hpp"
#include "config/quantity.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {
namespace {

using report::quote;

const std::vector<std::string> functions = {"min", "max", "mean", "sum", "percentile", "count", "share", "nans"};

bool has_order(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT ||
         kind == TERRAWRIGHT_KIND_COUNT;
}

class MeasureBinder {
 public:
  // `ranks`: it is all that worlds are ranked by.
  MeasureBinder(const Graph& graph, const config::Measure& written, const Link& from, bool ranks,
                report::Diagnostics& diagnostics)
      : written_(written),
        ranks_(ranks),
        frame_(frame_codes(graph)),
        flow_(graph.flow(from)),
        diagnostics_(diagnostics),
        name_(name_of(written)) {
    made_.from = from;
  }

  std::optional<Measured> read() {
    const std::string& function = written_.function;
    if (!written_.column.empty() && flow_.kind != TERRAWRIGHT_KIND_TABLE)
      return refuse(
          written_.column_position,
          quote(name_) + " is a " + border::kind_name(flow_.kind) + " and has no column " + quote(written_.column),
          "write the column of a table, as lakes.table.area");
    if (function.empty()) return number();
    if (function == "percentile") return percentile();
    if (function != "share" && function != "count" && !written_.classes.empty())
      return refuse(written_.classes.front().position, quote(function) + " takes one thing",
                    "classes are for share(" + name_ + ", class) and count(" + name_ + ", class)");
    if (function == "share") return classes(Statistic::share);
    if (function == "count") {
      if (flow_.kind != TERRAWRIGHT_KIND_TABLE) return classes(Statistic::cells);
      if (!written_.classes.empty())
        return refuse(written_.classes.front().position, "a table has rows, and no classes",
                      "write count(" + name_ + ")");
      if (!written_.column.empty())
        return refuse(written_.column_position, "a column has as many values as its table has rows",
                      "write count(" + name_ + ")");
      return made(Statistic::rows);
    }
    if (function == "nans") {
      if (has_order(flow_.kind) && flow_.kind != TERRAWRIGHT_KIND_COUNT) return made(Statistic::nans);
      return refuse(written_.function_position, "nans() is of layers of real numbers, and " + is(), "");
    }
    const Statistic statistics[] = {Statistic::minimum, Statistic::maximum, Statistic::mean, Statistic::sum};
    for (std::size_t i = 0; i < 4; ++i) {
      if (function == functions[i]) return statistic(statistics[i]);
    }
    return refuse(written_.function_position, "there is no function " + quote(function),
                  report::did_you_mean(function, functions, "functions are"));
  }

 private:
  static std::string name_of(const config::Measure& written) {
    return written.from.node + (written.from.port.empty() ? "" : "." + written.from.port);
  }
  std::string is() const { return quote(name_) + " is a " + border::kind_name(flow_.kind); }

  std::optional<Measured> made(Statistic statistic) {
    made_.statistic = statistic;
    made_.column = written_.column;
    return made_;
  }
  std::optional<Measured> refuse(const report::Position& position, const std::string& message,
                                 const std::string& hint) {
    return diagnostics_.no_value(position, message, hint);
  }

  std::optional<Measured> number() {
    if (!written_.column.empty())
      return refuse(written_.position, quote(written_.text) + " is a column, not a number",
                    "say what of it: max(" + written_.text + "), min, mean or sum");
    if (flow_.kind == TERRAWRIGHT_KIND_NUMBER) return made(Statistic::number);
    std::string hint = "only numbers, layers and tables can be measured";
    if (has_order(flow_.kind)) hint = "say what of it: max(" + name_ + "), min, mean, sum or nans";
    if (flow_.kind == TERRAWRIGHT_KIND_MASK) hint = "say how much of it: share(" + name_ + ") or count(" + name_ + ")";
    if (flow_.kind == TERRAWRIGHT_KIND_CLASS) hint = "say how much of what: share(" + name_ + ", class)";
    if (flow_.kind == TERRAWRIGHT_KIND_TABLE)
      hint = "say what of it: count(" + name_ + "), or max(" + name_ + ".column)";
    return refuse(written_.position, is() + ", not a number", hint);
  }

  std::optional<Measured> statistic(Statistic of) {
    const bool is_end = of == Statistic::minimum || of == Statistic::maximum;
    if (ranks_ && is_end && flow_.kind == TERRAWRIGHT_KIND_NUMBER) return made(Statistic::number);
    if (flow_.kind == TERRAWRIGHT_KIND_TABLE) {
      if (!written_.column.empty()) return made(of);
      return refuse(written_.position, is() + ", of which one column is measured",
                    "name it: " + written_.function + "(" + name_ + ".column)");
    }
    if (has_order(flow_.kind)) return made(of);
    std::string hint = "only heights, scalars, weights, counts and columns of tables have a " + written_.function;
    if (flow_.kind == TERRAWRIGHT_KIND_NUMBER) hint = "it is a number by itself: write " + name_;
    if (flow_.kind == TERRAWRIGHT_KIND_MASK) hint = "write share(" + name_ + ") or count(" + name_ + ")";
    if (flow_.kind == TERRAWRIGHT_KIND_CLASS) hint = "write share(" + name_ + ", class)";
    return refuse(written_.position, is() + ", which has no " + written_.function, hint);
  }

  std::optional<Measured> percentile() {
    const std::string usage =
        "write percentile(" + name_ + (written_.column.empty() ? "" : "." + written_.column) + ", 99 %)";
    if (written_.classes.size() != 1)
      return refuse(written_.position, "percentile() takes a layer or column, and one share", usage);
    const config::Measure::Class& share = written_.classes.front();
    const auto parts = config::read_percentage(share.text);
    if (!parts) return refuse(share.position, parts.problem, usage);
    if (*parts.value < 0 || *parts.value > 1000000)
      return refuse(share.position, share.text + " is not a share: it lies outside of 0 % to 100 %", usage);
    if (const auto taken = config::taken_as(share.text, "%"))
      diagnostics_.warning(share.position, taken->warning, taken->hint);
    made_.parts = *parts.value;
    return statistic(Statistic::percentile);
  }

  std::optional<Measured> classes(Statistic of) {
    if (flow_.kind == TERRAWRIGHT_KIND_MASK) {
      made_.codes = {1, 3, 5, 7};
      if (written_.classes.empty()) return made(of);
      const config::Measure::Class& part = written_.classes.front();
      if (of != Statistic::share || written_.classes.size() > 1 || part.text != "frame")
        return refuse(part.position, "a mask has no classes: its cells are 0 or 1",
                      "write " + written_.function + "(" + name_ + "), or share(" + name_ +
                          ", frame) for its share of the world's frame");
      if (frame_.empty()) return refuse(part.position, "the world wraps on both axes, so it has no frame", "");
      made_.codes = frame_;
      return made(of);
    }
    if (flow_.kind != TERRAWRIGHT_KIND_CLASS)
      return refuse(written_.position, is() + ", of which there is no " + written_.function,
                    std::string("write ") + written_.function +
                        (of == Statistic::share ? "(mask) or share(classes, class)"
                                                : "(table), count(mask) or count(classes, class)"));
    if (written_.classes.empty())
      return refuse(written_.position, is() + " layer, and no class is named",
                    "write " + written_.function + "(" + name_ + ", class)");
    bool good = true;
    for (const config::Measure::Class& written : written_.classes) {
      const auto code = code_of(written);
      if (code) made_.codes.push_back(*code);
      good = good && code;
    }
    return good ? made(of) : std::nullopt;
  }

  std::optional<std::uint16_t> code_of(const config::Measure::Class& written) {
    std::vector<std::string> names;
    for (const LegendEntry& entry : flow_.legend) {
      if (entry.name == written.text) return entry.code;
      names.push_back(entry.name);
    }
    std::uint16_t code = 0;
    const char* const end = written.text.data() + written.text.size();
    const auto read = std::from_chars(written.text.data(), end, code);
    if (read.ec == std::errc() && read.ptr == end) {
      if (flow_.legend.empty()) return code;
      for (const LegendEntry& entry : flow_.legend) {
        if (entry.code == code) return code;
      }
    }
    if (flow_.guessed) return std::nullopt;  // beside what was said
    return diagnostics_.no_value(written.position, quote(name_) + " has no class " + quote(written.text),
                                 names.empty() ? "it has no names; write the code"
                                               : report::did_you_mean(written.text, names, "its classes are"));
  }

  const config::Measure& written_;
  const bool ranks_;
  const std::vector<std::uint16_t> frame_;
  const Flow& flow_;
  report::Diagnostics& diagnostics_;
  const std::string name_;
  Measured made_;
};

// For "rules[2].code" the place of that cell, or of its holder; for "bounds[2]" of that item.
const config::Value* find_cell(const config::Node& written, const terrawright_stage& stage, const std::string& where) {
  const std::size_t bracket = where.find('['), end = where.find(']', bracket);
  if (end == std::string::npos) return nullptr;
  const std::string name = where.substr(0, bracket), column = where.substr(std::min(end + 2, where.size()));
  const config::Value* at = nullptr;
  for (const config::Entry& entry : written.parameters)
    if (entry.key == name) at = &entry.value;
  std::size_t row = 0;
  std::from_chars(where.data() + bracket + 1, where.data() + end, row);
  if (at == nullptr || row >= at->items.size()) return at;
  at = &at->items[row];
  if (const config::Entry* entry = at->find(column)) return &entry->value;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& declared = *stage.parameters[i];
    for (std::uint64_t c = 0; declared.name == name && c < declared.n_columns; ++c)
      if (declared.columns[c]->name == column && c < at->items.size()) return &at->items[c];
  }
  return at;
}

}  // namespace

bool reads_contents(const Measured& measured) {
  const Statistic of = measured.statistic;
  return !measured.column.empty() || of == Statistic::mean || of == Statistic::sum || of == Statistic::percentile;
}

std::vector<Link> read_by_expectations(const Graph& graph) {
  std::vector<Link> links;
  for (const Expectation& expectation : graph.expectations) {
    for (const Measured& measured : expectation.measured) {
      if (reads_contents(measured)) links.push_back(measured.from);
    }
  }
  return links;
}

std::vector<MeasuredUnit> units_of(const Graph& graph, const Expectation& expectation) {
  std::vector<MeasuredUnit> units;
  for (const Measured& measured : expectation.measured) {
    switch (measured.statistic) {
      case Statistic::rows:
        units.push_back({"1", false});
        break;
      case Statistic::cells:
      case Statistic::nans:
        units.push_back({"cells", false});
        break;
      case Statistic::share:
        units.push_back({"1", true});
        break;
      default:
        units.push_back(
            {measured.column.empty() ? std::optional(graph.flow(measured.from).unit) : std::nullopt, false});
    }
  }
  return units;
}

void check_expectations(Graph& graph, report::Diagnostics& diagnostics) {
  for (Expectation& expectation : graph.expectations) {
    bool known = !expectation.links.empty();
    const config::Expectation& written = *expectation.written;
    const bool ranks = written.relation == config::Relation::none && written.terms.size() == 1;
    for (std::size_t i = 0; i < expectation.links.size(); ++i) {
      const auto& link = expectation.links[i];
      const bool there = link && graph.flow(*link).kind != 0;
      const auto measured =
          there ? MeasureBinder(graph, written.measures[i], *link, ranks, diagnostics).read() : std::nullopt;
      known = known && measured && !graph.flow(*link).guessed;
      if (measured) expectation.measured.push_back(*measured);
      if (measured && measured->statistic == Statistic::number)
        expectation.least = written.measures[i].function == "min";
    }
    if (!known) continue;  // said
    const Claim checked(*expectation.written, units_of(graph, expectation), diagnostics);
  }
}

report::Position Node::position(const std::string& parameter_or_port) const {
  if (const config::Value* cell = find_cell(*written, stage(), parameter_or_port)) return cell->position;
  for (const config::Input& input : written->inputs) {
    if (input.port == parameter_or_port) return input.from.position;
  }
  for (const auto& parameter : parameters.all()) {
    if (parameter.name == parameter_or_port && parameter.given) return parameter.position;
  }
  return written->use_position;
}

}  // namespace terrawright::graph
