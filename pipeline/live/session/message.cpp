// SPDX-License-Identifier: Apache-2.0
#include "live/session/message.hpp"

#include "report/utf8.hpp"

namespace terrawright::live {
namespace {

Json place_of(const report::Position& position) {
  if (!position) return Json::object();
  return {{"file", report::printable(position.source->name)},
          {"line", position.line},
          {"column", position.column},
          {"length", position.length},
          {"excerpt", report::excerpt(position, {})}};
}

}  // namespace

Json problem(const std::string& message, const std::string& hint) {
  return {{"severity", "error"}, {"message", message}, {"hint", hint}};
}

Json json_of(const report::Diagnostics& diagnostics) {
  Json all = Json::array();
  for (const report::Diagnostic& found : diagnostics.sorted()) {
    Json one = problem(found.message, found.hint);
    if (found.severity == report::Severity::warning) one["severity"] = "warning";
    if (!found.unread.empty()) one["unread"] = found.unread;
    one.update(place_of(found.position));
    for (const report::Related& related : found.related) {
      Json beside = place_of(related.position);
      beside["message"] = related.text;
      one["related"].push_back(beside);
    }
    all.push_back(one);
  }
  return all;
}

std::string text_of(const Json& body, const char* key) {
  return body.contains(key) && body[key].is_string() ? body[key].text() : std::string();
}

}  // namespace terrawright::live
