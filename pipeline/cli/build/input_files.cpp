// SPDX-License-Identifier: Apache-2.0
#include "cli/build/input_files.hpp"

#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "build/manifest/manifest.hpp"
#include "build/outputs/outputs.hpp"
#include "graph/sha256.hpp"
#include "packs/atlas/drawing_process.hpp"
#include "report/program_file.hpp"

namespace terrawright::cli {
namespace {

using Files = std::map<std::string, std::string>;  // SHA-256 by name

void add(const report::Position& position, Files& files) {
  if (!position.source) return;
  const std::string& name = position.source->name;
  if (name.compare(0, 2, "--") == 0 || files.count(name) != 0) return;  // those are overrides
  files[name] = graph::sha256(position.source->text);
}

void add(const config::Value& value, Files& files) {
  add(value.position, files);
  for (const config::Value& item : value.items) add(item, files);
  for (const config::Entry& entry : value.entries) add(entry.value, files);
}

}  // namespace

std::map<std::string, std::string> sha256_of_inputs(const graph::Graph& graph) {
  Files files;
  add(graph.world->document, files);
  for (const config::Node& node : graph.world->nodes) {
    for (const config::Entry& parameter : node.parameters) add(parameter.value, files);
  }
  for (const graph::Node& node : graph.nodes) {
    for (const auto& file : node.files) {
      if (!file->path().empty()) files[std::filesystem::proximate(file->path()).generic_string()] = file->digest();
    }
  }
  return files;
}

std::vector<std::string> input_files(const graph::Graph& graph) {
  std::vector<std::string> names;
  for (const auto& [name, sha256] : sha256_of_inputs(graph)) names.push_back(name);
  return names;
}

namespace {

namespace fs = std::filesystem;

// As GCC writes names, which Ninja and CMake read too.
std::string escaped_name(const std::string& name) {
  std::string safe;
  std::size_t backslashes = 0;
  for (const char c : name) {
    if (c == ' ' || c == '\t') {
      safe += std::string(backslashes + 1, '\\');
    } else if (c == '#') {
      safe += '\\';
    } else if (c == '$') {
      safe += '$';
    }
    safe += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return safe;
}

}  // namespace

std::vector<std::string> dependencies_of(const graph::Graph& graph, const std::string& config) {
  std::set<std::string> files;
  const bool whole = fs::path(config).is_absolute();
  const auto add = [&](const std::string& file) {
    files.insert(whole ? fs::absolute(file).lexically_normal().generic_string() : file);
  };
  for (const std::string& file : input_files(graph)) add(file);
  for (const auto& [file, library] : build::libraries_of(graph)) add(file);
  return {files.begin(), files.end()};
}

void look_at_names(const std::vector<std::string>& names) {
  report::Diagnostics problems;
  for (const std::string& name : names) {
    if (name.find_first_of("\r\n") == std::string::npos) continue;
    problems.error({}, "--depfile cannot name " + report::quote(name) + ": no rule of Make takes a line feed in a name",
                   "rename it, or leave out --depfile");
  }
  show_or_end(problems, Rule::command_line);
}

std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies) {
  std::string text = escaped_name(target) + ":";
  for (const std::string& file : dependencies) text += " \\\n " + escaped_name(file);
  text += "\n";
  for (const std::string& file : dependencies) text += "\n" + escaped_name(file) + ":\n";
  return text;
}

namespace {

Json descriptor(const std::string& name, const std::string& sha256, Json annotations) {
  return {{"name", name}, {"digest", {{"sha256", sha256}}}, {"annotations", std::move(annotations)}};
}

// RFC 3339, as the tools that make builds repeatable agree to give a time; empty: none is given.
std::string time_of_source() {
  const char* const given = std::getenv("SOURCE_DATE_EPOCH");
  const std::string text = given != nullptr ? given : "";
  std::time_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool read = !text.empty() && error == std::errc() && end == text.data() + text.size() && seconds >= 0;
  const std::tm* const parts = read ? std::gmtime(&seconds) : nullptr;  // nobody else here asks it
  if (parts == nullptr || parts->tm_year + 1900 > 9999) return {};
  char written[32];
  std::strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%SZ", parts);
  return written;
}

}  // namespace

StatedWorld stated(const Arguments& arguments, const Session& session, const build::Built& built) {
  const graph::Graph& graph = session.graph;
  StatedWorld world;
  world.files = build::sha256_of_files(built.files, arguments.provenance);
  world.asked = {{"config", arguments.config}};
  if (arguments.seed) world.asked["seed"] = *arguments.seed;
  if (!arguments.set.empty()) world.asked["set"] = arguments.set;
  if (session.window) world.asked["window"] = images::window_text(*session.window);
  world.resolved = {{"name", graph.world->name},
                    {"seed", graph.world->seed_text},
                    {"config_hash", build::config_hash(graph)},
                    {"config", Json::parse(build::resolved_config(graph))}};
  for (const auto& [name, sha256] : sha256_of_inputs(graph))
    world.made_of[name] = descriptor(name, sha256, {{"kind", name == arguments.config ? "config" : "input"}});
  for (const auto& [file, library] : build::libraries_of(graph))
    world.made_of[file] = descriptor(file, library.sha256,
                                     {{"kind", "plugin"}, {"plugin", library.plugin}, {"version", library.version}});
  return world;
}

std::string statement_text(const std::vector<StatedWorld>& worlds) {
  std::map<std::string, std::string> files;
  std::map<std::string, Json> made_of;
  Json asked = Json::array(), resolved = Json::array();
  for (const StatedWorld& world : worlds) {
    for (const auto& [name, sha256] : world.files) files[name] = sha256;
    made_of.insert(world.made_of.begin(), world.made_of.end());
    asked.push_back(world.asked);
    resolved.push_back(world.resolved);
  }
  Json statement = {{"_type", "https://in-toto.io/Statement/v1"}};
  statement["subject"] = Json::array();
  for (const auto& [name, sha256] : files)
    statement["subject"].push_back({{"name", name}, {"digest", {{"sha256", sha256}}}});
  statement["predicateType"] = "https://slsa.dev/provenance/v1";
  Json definition = {{"buildType", "urn:terrawright:build:1"}, {"externalParameters", {{"worlds", asked}}}};
  definition["internalParameters"] = {{"worlds", resolved}, {"libraries", images::libraries_of_files()}};
  Json& dependencies = definition["resolvedDependencies"] = Json::array();
  Json program = {{"kind", "program"}, {"version", TERRAWRIGHT_VERSION}};
  if (const std::string id = report::program_build_id(); !id.empty()) program["build_id"] = id;
  dependencies.push_back(descriptor("terrawright", graph::sha256_of_file(report::program_file()), std::move(program)));
  for (const auto& [name, file] : made_of) dependencies.push_back(file);
  Json details = {
      {"builder", {{"id", "urn:terrawright:program"}, {"version", {{"terrawright", TERRAWRIGHT_VERSION}}}}}};
  if (const std::string time = time_of_source(); !time.empty())
    details["metadata"] = {{"startedOn", time}, {"finishedOn", time}};
  statement["predicate"] = {{"buildDefinition", definition}, {"runDetails", details}};
  return statement.dump(2) + "\n";
}

}  // namespace terrawright::cli
