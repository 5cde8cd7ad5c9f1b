// SPDX-License-Identifier: Apache-2.0
#include "cli/junit.hpp"

#include <algorithm>

#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "report/xml_text.hpp"

namespace terrawright::cli {
namespace {

// In an element or an attribute. XML has no place for most control characters, however they are written.
std::string xml_text(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const report::Character character = report::character_at(text, at);
    const std::uint32_t code = character.code;
    const bool has_no_place = !character.valid || (code < 0x20 && code != '\n' && code != '\t') || code == 0xFFFE ||
                              code == 0xFFFF || (code >= 0x7F && code < 0xA0);
    if (has_no_place) {
      safe += "\xEF\xBF\xBD";
    } else if (code == '\n') {
      safe += "&#10;";
    } else {
      safe += report::xml_text(text.substr(at, character.size));
    }
    at += character.size;
  }
  return safe;
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_text(value) + "\"";
}

std::string seconds_text(double seconds) { return report::formatted("%.3f", seconds); }

std::string counts(const std::vector<const Case*>& cases) {
  const auto count = [&](Case::Result result) {
    return std::to_string(
        std::count_if(cases.begin(), cases.end(), [&](const Case* one) { return one->result == result; }));
  };
  double seconds = 0;
  for (const Case* one : cases) seconds += one->seconds;
  return attribute("tests", std::to_string(cases.size())) + attribute("failures", count(Case::Result::failed)) +
         attribute("errors", count(Case::Result::broken)) + attribute("skipped", count(Case::Result::skipped)) +
         attribute("time", seconds_text(seconds));
}

std::string case_text(const Suite& suite, const Case& one) {
  std::string text = "    <testcase" + attribute("classname", suite.name) + attribute("name", one.name) +
                     attribute("time", seconds_text(one.seconds));
  if (!one.file.empty()) text += attribute("file", one.file) + attribute("line", std::to_string(one.line));
  const char* element = one.result == Case::Result::failed    ? "failure"
                        : one.result == Case::Result::broken  ? "error"
                        : one.result == Case::Result::skipped ? "skipped"
                                                              : nullptr;
  if (element == nullptr && one.text.empty()) return text + "/>\n";
  text += ">\n";
  if (element == nullptr) {
    text += "      <system-out>" + xml_text(one.text) + "</system-out>\n";
  } else {
    text += std::string("      <") + element + attribute("message", one.message) + ">" + xml_text(one.text) + "</" +
            element + ">\n";
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string junit_text(const std::vector<Suite>& suites) {
  std::vector<const Case*> all;
  std::string inside;
  for (const Suite& suite : suites) {
    std::vector<const Case*> own;
    for (const Case& one : suite.cases) own.push_back(&one);
    all.insert(all.end(), own.begin(), own.end());
    inside += "  <testsuite" + attribute("name", suite.name) + counts(own) + ">\n    <properties>\n      <property" +
              attribute("name", "config") + attribute("value", suite.config) + "/>\n";
    if (!suite.seed.empty())
      inside += "      <property" + attribute("name", "seed") + attribute("value", suite.seed) + "/>\n";
    inside += "    </properties>\n";
    for (const Case& one : suite.cases) inside += case_text(suite, one);
    inside += "  </testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "terrawright") + counts(all) +
         ">\n" + inside + "</testsuites>\n";
}

}  // namespace terrawright::cli
