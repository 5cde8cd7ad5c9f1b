// SPDX-License-Identifier: Apache-2.0
#include "cli/sarif.hpp"

#include <filesystem>

#include "cli/json_text.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

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

std::string percent_encoded(const std::string& path) {
  constexpr char hexadecimal[] = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    const auto byte = static_cast<unsigned char>(c);
    uri += plain ? std::string(1, c) : std::string("%") + hexadecimal[byte / 16] + hexadecimal[byte % 16];
  }
  return uri;
}

// Relative to where the program runs, where it is below.
Json artifact(const std::string& file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  const std::string relative = path.lexically_relative(fs::current_path()).generic_string();
  if (!relative.empty() && relative.compare(0, 2, "..") != 0)
    return {{"uri", percent_encoded(relative)}, {"uriBaseId", root}};
  return {{"uri", "file://" + percent_encoded(path.generic_string())}};
}

bool is_in_file(const report::Position& position) {
  return position && position.source->name.compare(0, 2, "--") != 0;  // others are of the command line
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

}  // namespace

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

}  // namespace terrawright::cli
