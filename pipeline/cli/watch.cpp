// SPDX-License-Identifier: Apache-2.0
// The server, or the worker that it has started: this program again, with the same words.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/session.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "live/serve.hpp"
#include "plugins/plugins.hpp"
#include "report/amount.hpp"
#include "system/process.hpp"
#include "system/terminal.hpp"

namespace terrawright::cli {
namespace {

bool is_pipe(int stream) {
  const auto facts = system::facts_of(stream);
  return facts && (facts->type == system::Type::pipe || facts->type == system::Type::socket);
}

std::string text_of(const live::Json& problem) {
  std::string text;
  if (problem.contains("file"))
    text = problem["file"].get<std::string>() + ":" + std::to_string(problem["line"].get<std::size_t>()) + ":" +
           std::to_string(problem["column"].get<std::size_t>()) + ": ";
  text += problem["severity"].get<std::string>() + ": " + problem["message"].get<std::string>() + "\n";
  if (problem.contains("excerpt")) text += problem["excerpt"].get<std::string>();
  if (const std::string hint = problem["hint"]; !hint.empty()) text += "       = " + hint + "\n";
  text.pop_back();
  return text;
}

// "build/fog.so", or of several that changed at once all of them.
std::string libraries_text(const live::Json& libraries) {
  std::vector<std::string> names;
  for (const live::Json& library : libraries) names.push_back(library.get<std::string>());
  return (names.size() == 1 ? "library " : "libraries ") + report::join(names);
}

void tell_of_library(const live::Json& event) {
  if (event["event"] == "reloaded") {
    std::string text;
    for (const live::Json& layer : event["layers"]) {
      if (layer["differ"] == 0) continue;
      text += "; " + std::to_string(layer["differ"].get<std::int64_t>()) + " of " +
              std::to_string(layer["cells"].get<std::int64_t>()) + " cells of layer " +
              layer["layer"].get<std::string>() + " differ";
    }
    return say(libraries_text(event["libraries"]) + " changed: reloaded" + (text.empty() ? "; no cell differs" : text));
  }
  for (const live::Json& finding : event["findings"]) warn("check: " + finding.get<std::string>());
  std::vector<std::string> stages;
  for (const live::Json& stage : event["stages"]) stages.push_back(stage.get<std::string>());
  say("check of " + event["library"].get<std::string>() + (event["passed"] == true ? " passed" : " failed") +
      (stages.empty() ? "" : ": " + report::join(stages)));
}

void tell_event(const live::Json& event) {
  if (json_lines()) {
    live::Json members = event;
    members.erase("event");
    return print_event(event["event"].get<std::string>(), members);
  }
  if (event["event"] != "built") return tell_of_library(event);
  for (const live::Json& problem : event["problems"])
    problem["severity"] == "error" ? complain(text_of(problem)) : warn(text_of(problem));
  if (event["ending"] != "done") return say("the page keeps the last world");
  const live::Json& nodes = event["nodes"];
  say("built in " + report::seconds_text(event["seconds"]) + ": " +
      std::to_string(nodes["ran"].get<int>() + nodes["painted_again"].get<int>()) + " nodes ran, " +
      std::to_string(nodes["cached"].get<int>()) + " were cached");
}

void tell_address(const std::string& config, const std::string& address) {
  if (json_lines()) return print_event("watching", {{"config", config}, {"address", address}});
  print(address + "\n");
  std::fflush(stdout);  // whoever reads it waits for it
  say("shows " + config + " and follows it; Ctrl-C ends it");
}

// As a worker would find them.
std::set<std::string> libraries_of(const std::vector<std::string>& named) {
  std::set<std::string> files;
  for (const plugins::PathEntry& place : plugins::search_path(named)) {
    std::error_code error;
    if (!std::filesystem::is_directory(place.path, error)) files.insert(place.path);
    for (const auto& entry : std::filesystem::directory_iterator(place.path, error)) {
      if (entry.path().extension() == ".so") files.insert(entry.path().string());
    }
  }
  return files;
}

Exit work(const Arguments& arguments, const char* channel) {
  const int descriptor = std::atoi(channel);
  system::set_variable(live::worker_variable, nullptr);
  set_format(Format::text);  // what is said goes to the page
  const graph::Catalogue catalogue = load_catalogue(arguments);
  report::Diagnostics problems;
  build::Request request = request_of(arguments, problems);
  request.own_folder = true;
  live::work(request, catalogue, descriptor);
}

}  // namespace

Exit watch(const Arguments& arguments) {
  if (const char* channel = std::getenv(live::worker_variable)) return work(arguments, channel);
  report::Diagnostics problems;
  request_of(arguments, problems);
  if (arguments.seeds.size() > 1)
    problems.error({}, "watch shows one world, and several seeds are given", "give one; the page shows others");
  const auto facts = system::facts_of(arguments.config);
  if (!facts || !facts->is_file())
    problems.error({}, "there is no file " + report::quote(arguments.config), "name the YAML file of a world");
  show_or_end(problems);
  const Stoppable stoppable = Stoppable::by_several();
  live::Settings settings;
  settings.config = arguments.config;
  settings.arguments = arguments.words_of_start;
  settings.libraries = [&] { return libraries_of(arguments.plugins); };
  settings.stop = &stop_asked();
  settings.ends_with_input = is_pipe(system::standard_input);
  settings.tell = tell_event;
  live::serve({arguments.address, arguments.port}, std::move(settings),
              [&](const std::string& address) { tell_address(arguments.config, address); });
  return stop_asked() ? interrupted : done;
}

}  // namespace terrawright::cli
