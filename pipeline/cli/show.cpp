// SPDX-License-Identifier: Apache-2.0
#include "cli/show.hpp"

#include <nlohmann/json.hpp>

#include "report/log.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

using Json = nlohmann::ordered_json;

Format shown_as = Format::text;

const char* name(report::Severity severity) { return severity == report::Severity::error ? "error" : "warning"; }

void add_place(Json& json, const report::Position& position) {
  if (!position) return;
  json["file"] = report::printable(position.source->name);
  json["line"] = position.line;
  json["column"] = position.column;
  json["length"] = position.length;
}

// What a workflow command cannot hold as it is; properties end at commas and colons as well.
std::string escaped(const std::string& text, bool property) {
  std::string safe;
  for (const char c : text) {
    if (c == '%') {
      safe += "%25";
    } else if (c == '\r') {
      safe += "%0D";
    } else if (c == '\n') {
      safe += "%0A";
    } else if (property && c == ':') {
      safe += "%3A";
    } else if (property && c == ',') {
      safe += "%2C";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string shown(const report::Diagnostics& diagnostics) {
  switch (shown_as) {
    case Format::json:
      return as_json(diagnostics);
    case Format::github:
      return as_annotations(diagnostics);
    case Format::text:
      break;
  }
  return diagnostics.text();
}

}  // namespace

void set_format(Format format) { shown_as = format; }

std::string as_json(const report::Diagnostics& diagnostics) {
  Json problems = Json::array();
  for (const report::Diagnostic& d : diagnostics.sorted()) {
    Json problem = {{"severity", name(d.severity)}};
    add_place(problem, d.position);
    problem["message"] = d.message;
    if (!d.hint.empty()) problem["hint"] = d.hint;
    for (const report::Related& related : d.related) {
      Json place;
      add_place(place, related.position);
      place["message"] = related.text;
      problem["related"].push_back(place);
    }
    problems.push_back(problem);
  }
  // Texts of the user may be broken UTF-8.
  return Json{{"problems", problems}}.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string as_annotations(const report::Diagnostics& diagnostics) {
  std::string lines;
  for (const report::Diagnostic& d : diagnostics.sorted()) {
    lines += std::string("::") + name(d.severity);
    if (d.position) {
      lines += " file=" + escaped(report::printable(d.position.source->name), true) +
               ",line=" + std::to_string(d.position.line) + ",col=" + std::to_string(d.position.column);
    }
    lines += "::" + escaped(d.message + (d.hint.empty() ? "" : "\n" + d.hint), false) + "\n";
  }
  return lines;
}

void show(const report::Diagnostics& diagnostics) {
  if (diagnostics.sorted().empty()) return;
  std::string text = shown(diagnostics);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (diagnostics.has_errors()) {
    report::complain(text);
  } else {
    report::warn(text);
  }
}

void show_error(const std::string& message, const std::string& hint) {
  report::Diagnostics one;
  one.error({}, message, hint);
  show(one);
}

void show_warning(const std::string& message, const std::string& hint) {
  report::Diagnostics one;
  one.warning({}, message, hint);
  show(one);
}

}  // namespace terrawright::cli
