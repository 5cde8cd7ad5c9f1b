// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/show.hpp"

#include <cstring>

#include "cli/build/reports.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/standard_output.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

Format shown_as = Format::text;
std::string seed_shown;

report::Diagnostics with_seed(const report::Diagnostics& diagnostics) {
  if (seed_shown.empty()) return diagnostics;
  report::Diagnostics named;
  for (report::Diagnostic& problem : diagnostics.sorted()) {
    problem.message += " (seed " + seed_shown + ")";
    named.add(std::move(problem));
  }
  return named;
}

const char* name(report::Severity severity) { return severity == report::Severity::error ? "error" : "warning"; }

void add_place(Json& json, const report::Position& position) {
  if (!position) return;
  json["file"] = report::printable(position.source->name);
  json["line"] = position.line;
  json["column"] = position.column;
  json["length"] = position.length;
}

// Escapes for a workflow command; properties end at commas and colons as well.
std::string escaped(std::string text, bool property) {
  for (const auto& [from, to] : {std::pair("%", "%25"), std::pair("\r", "%0D"), std::pair("\n", "%0A")})
    text = report::replaced(std::move(text), from, to);
  return property ? report::replaced(report::replaced(std::move(text), ":", "%3A"), ",", "%2C") : text;
}

Json problem_json(const report::Diagnostic& d) {
  Json problem = {{"severity", name(d.severity)}};
  add_place(problem, d.position);
  problem["message"] = d.message;
  if (!d.hint.empty()) problem["hint"] = d.hint;
  if (!seed_shown.empty()) problem["seed"] = seed_shown;
  for (const report::Related& related : d.related) {
    Json place;
    add_place(place, related.position);
    place["message"] = related.text;
    problem["related"].push_back(place);
  }
  return problem;
}

// On standard error.
void complain_of(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  complain(text);
}

}  // namespace

void set_format(Format format) {
  shown_as = format;
  set_json_lines(format == Format::json);
}

bool is_in_file(const report::Position& position) { return position && position.source->name.compare(0, 2, "--") != 0; }

std::string as_annotations(const report::Diagnostics& diagnostics) {
  std::string lines;
  for (const report::Diagnostic& d : diagnostics.sorted()) {
    lines += std::string("::") + name(d.severity);
    if (is_in_file(d.position)) {
      lines += " file=" + escaped(report::printable(d.position.source->name), true) +
               ",line=" + std::to_string(d.position.line) + ",col=" + std::to_string(d.position.column);
    }
    const bool in_words = d.position && !is_in_file(d.position);
    const std::string before = in_words ? report::printable(d.position.source->name) + ": " : "";
    lines += "::" + escaped(before + d.message + (d.hint.empty() ? "" : "\n" + d.hint), false) + "\n";
  }
  return lines;
}

void show_seed(const std::string& seed) { seed_shown = seed; }

void show(const report::Diagnostics& found, Rule rule) {
  const report::Diagnostics diagnostics = with_seed(found);
  note(diagnostics, rule);
  const auto problems = diagnostics.sorted();
  if (shown_as == Format::json) {
    for (const report::Diagnostic& problem : problems) print_event("problem", problem_json(problem));
  } else if (!problems.empty()) {
    complain_of(shown_as == Format::github ? as_annotations(diagnostics) : diagnostics.text());
  }
}

void show_line(const std::string& line) {
  if (shown_as == Format::json) {
    print_event("line", {{"text", line}});
  } else {
    say(line);
  }
}

void show_error(const std::string& message, const std::string& hint) {
  report::Diagnostics one;
  one.error({}, message, hint);
  show(one, Rule::command_line);
}

void show_warning(const std::string& message, const std::string& hint) {
  report::Diagnostics one;
  one.warning({}, message, hint);
  show(one, Rule::build);
}

void show_stopped() {
  const char* text = "stopped; nothing in the output folder was changed";
  if (shown_as == Format::json) {
    print_event("stopped", {{"text", text}});
  } else {
    complain(text);
  }
}

void show_output_lost(int error) {
  report::Diagnostics one;
  one.error({}, std::string("standard output could not be written: ") + std::strerror(error),
            "make room, or write to another place; what is missing there is not said elsewhere");
  complain_of(shown_as == Format::github ? as_annotations(one) : one.text());
}

}  // namespace terrawright::cli
