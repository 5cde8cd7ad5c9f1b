// SPDX-License-Identifier: Apache-2.0
#include "cli/build/reports.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cli/build/input_files.hpp"
#include "cli/session.hpp"
#include "cli/terminal/event_log.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "images/commit.hpp"
#include "images/whole_file.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"

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

namespace {

namespace fs = std::filesystem;

// Problems as SARIF 2.1.0, which GitHub and editors show beside the lines.
struct Shown {
  report::Diagnostic problem;
  Rule rule;
  std::string config;  // where a problem is shown that stands nowhere; empty: nowhere
};

constexpr char root[] = "%SRCROOT%";  // as GitHub calls the folder that all paths are relative to

struct RuleWords {
  Rule rule;
  const char *id, *text;
};
constexpr RuleWords rules[] = {
    {Rule::config, "config", "A config says what cannot be built."},
    {Rule::command_line, "command-line", "The program cannot do what it was asked for."},
    {Rule::plugin, "plugin", "A library of stages is of no use."},
    {Rule::build, "build", "A stage, the world or a file failed."},
    {Rule::expectation, "expectation", "A world is not as its config expects."},
};

std::size_t rule_index(Rule rule) {
  std::size_t place = 0;
  while (rules[place].rule != rule) ++place;
  return place;
}

// Relative to where the program runs, where it is below.
Json artifact(const std::string& file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  const std::string relative = path.lexically_relative(fs::current_path()).generic_string();
  if (!relative.empty() && relative.compare(0, 2, "..") != 0)
    return {{"uri", report::percent_encoded(relative)}, {"uriBaseId", root}};
  return {{"uri", "file://" + report::percent_encoded(path.generic_string())}};
}
Json location(const report::Position& position, const std::string& config) {
  Json place;
  place["artifactLocation"] = artifact(is_in_file(position) ? position.source->name : config);
  if (is_in_file(position)) {
    place["region"] = {{"startLine", position.line},
                       {"startColumn", position.column},
                       {"endLine", position.line},
                       {"endColumn", position.column + position.length}};
  }
  return {{"physicalLocation", place}};
}

Json result_of(const Shown& shown) {
  const report::Diagnostic& problem = shown.problem;
  Json result = {{"ruleId", rules[rule_index(shown.rule)].id},
                 {"ruleIndex", rule_index(shown.rule)},
                 {"level", problem.severity == report::Severity::error ? "error" : "warning"},
                 {"message", {{"text", problem.message + (problem.hint.empty() ? "" : "\n" + problem.hint)}}}};
  if (is_in_file(problem.position) || !shown.config.empty())
    result["locations"] = Json::array({location(problem.position, shown.config)});
  int id = 0;
  for (const report::Related& related : problem.related) {
    if (!is_in_file(related.position)) continue;
    Json place = location(related.position, shown.config);
    place["id"] = ++id;
    place["message"] = {{"text", related.text}};
    result["relatedLocations"].push_back(std::move(place));
  }
  return result;
}

std::string sarif_text(const std::vector<Shown>& problems, int exit_code) {
  Json driver = {{"name", "Terrawright"}, {"version", TERRAWRIGHT_VERSION}, {"rules", Json::array()}};
  for (const RuleWords& rule : rules) {
    driver["rules"].push_back(
        {{"id", rule.id}, {"shortDescription", {{"text", rule.text}}}, {"defaultConfiguration", {{"level", "error"}}}});
  }
  Json run = {{"tool", {{"driver", driver}}}};
  run["invocations"] = Json::array({{{"executionSuccessful", exit_code == 0}, {"exitCode", exit_code}}});
  run["originalUriBaseIds"][root] = {{"description", {{"text", "The folder that the program ran in."}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Shown& problem : problems) run["results"].push_back(result_of(problem));
  const Json log = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return log.dump(2) + "\n";
}

struct Collected {
  std::vector<Shown> problems;
  std::string config;  // at hand
  std::set<std::string> dependencies;
  std::string manifest;  // the first
  std::vector<Suite> suites;
  std::vector<StatedWorld> stated;
};
Collected& collected() {
  static Collected all;
  return all;
}

struct Named {
  const char* option;
  const std::string& file;
};
std::vector<Named> files_of(const Arguments& arguments) {
  std::vector<Named> files;
  if (!arguments.junit.empty()) files.push_back({"--junit", arguments.junit});
  if (!arguments.sarif.empty()) files.push_back({"--sarif", arguments.sarif});
  if (!arguments.provenance.empty()) files.push_back({"--provenance", arguments.provenance});
  if (!arguments.depfile.empty()) files.push_back({"--depfile", arguments.depfile});
  return files;
}

// For problems shown since.
void add_broken_suite(const Arguments& arguments, std::size_t first, Exit code) {
  const std::string seed = arguments.seed.value_or("");
  Suite suite{
      fs::path(arguments.config).stem().string() + (seed.empty() ? "" : " " + seed), arguments.config, seed, {}};
  Case one;
  one.name = "world";
  one.result = Case::Result::broken;
  report::Diagnostics problems;
  for (std::size_t i = first; i < collected().problems.size(); ++i) problems.add(collected().problems[i].problem);
  for (const report::Diagnostic& problem : problems.sorted()) {
    if (!one.message.empty() || problem.severity != report::Severity::error) continue;
    one.message = problem.message;
    if (!is_in_file(problem.position)) continue;
    one.file = problem.position.source->name;
    one.line = problem.position.line;
  }
  if (one.message.empty()) one.message = code == interrupted ? "stopped" : "not built";
  one.text = problems.text();
  suite.cases.push_back(one);
  note(std::move(suite));
}

}  // namespace

void note(const report::Diagnostics& problems, Rule rule) {
  for (report::Diagnostic& problem : problems.sorted())
    collected().problems.push_back({std::move(problem), rule, collected().config});
}
void note(StatedWorld world) { collected().stated.push_back(std::move(world)); }
void note(Suite suite) { collected().suites.push_back(std::move(suite)); }
void note_dependencies(const std::vector<std::string>& files, const std::string& manifest) {
  collected().dependencies.insert(files.begin(), files.end());
  if (collected().manifest.empty()) collected().manifest = manifest;
}
void report_on(const std::string& config) { collected().config = config; }

bool can_report(const Arguments& arguments) {
  report_on(arguments.config);
  report::Diagnostics problems;
  for (const Named& named : files_of(arguments))
    images::check_writable(named.file,
                           std::string("the file of ") + named.option + ", " + report::quote(named.file) + ",",
                           named.option, problems);
  show(problems, Rule::command_line);
  if (problems.has_errors()) return false;
  return arguments.log.empty() || (others() != nullptr && others()->rank() > 0) || open_event_log(arguments.log);
}

Exit reported(const Arguments& arguments, Exit (*verb)(const Arguments&)) {
  const std::size_t suites = collected().suites.size(), first = collected().problems.size();
  const auto end = [&](Exit code) {
    if (code != done && collected().suites.size() == suites) add_broken_suite(arguments, first, code);
  };
  nothing_is_left_to_stop(false);
  try {
    const Exit code = verb(arguments);
    end(code);
    return code;
  } catch (const Ended& ended) {
    end(ended.code);
    throw;
  }
}

Exit write_reports(const Arguments& arguments, Exit code) {
  if (others() != nullptr && others()->rank() > 0) return code;
  try {
    if (!arguments.junit.empty()) images::commit_text(arguments.junit, junit_text(collected().suites));
    if (!arguments.sarif.empty()) images::commit_text(arguments.sarif, sarif_text(collected().problems, code));
    // Worlds that were not made need no entry, and their old entries are still true.
    if (!arguments.depfile.empty() && (code == done || code == unmet)) {
      const auto& files = collected().dependencies;
      images::commit_text(
          arguments.depfile,
          depfile_text(arguments.made.empty() ? collected().manifest : arguments.made, {files.begin(), files.end()}));
    }
    if (!arguments.provenance.empty() && (code == done || code == unmet))
      images::commit_text(arguments.provenance, statement_text(collected().stated));
  } catch (const files::WriteFailed& failure) {
    show_error(failure.path().string() + ": " + failure.reason(), failure.remedy());
    return code == done ? failed : code;
  }
  return close_event_log() || code != done ? code : failed;
}

}  // namespace terrawright::cli
