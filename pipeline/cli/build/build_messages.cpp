// SPDX-License-Identifier: Apache-2.0
#include "cli/build/build_messages.hpp"

#include <cstdio>

#include "cli/terminal/log.hpp"
#include "cli/terminal/standard_output.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {

Json node_event(const graph::Graph& graph, std::size_t node, const engine::Spent& spent) {
  return {{"node", graph.nodes[node].name},
          {"stage", graph::Catalogue::name(graph.nodes[node].stage())},
          {"number", node + 1},
          {"of", graph.nodes.size()},
          {"seconds", spent.wall},
          {"processor", spent.processor}};
}

Json file_event(const std::string& name, const engine::Spent& spent) {
  return {{"file", name}, {"seconds", spent.wall}, {"processor", spent.processor}};
}

Exit exit_of(const build::Built& built) {
  using build::Ending;
  if (built.ending == Ending::stopped) show_stopped();
  return built.ending == Ending::done      ? done
         : built.ending == Ending::refused ? refused
         : built.ending == Ending::unlike  ? unlike
         : built.ending == Ending::stopped ? interrupted
                                           : failed;
}

void print_text(const build::Text& text) {
  if (json_lines()) {
    print_event("text", {{"layer", text.layer}, {"text", text.text}});
  } else {
    print(text.text);
  }
}

void print_file(const images::Written& file) {
  if (json_lines()) {
    print_event("file", {{"path", file.path().string()}, {"bytes", file.bytes}, {"clipped", file.clipped}});
  } else {
    print(report::printable(file.path().string()) + "  " + report::bytes_text(file.bytes) + "\n");
  }
}

void print_tiles(const images::Picture& picture, const images::Written* files, std::size_t count) {
  if (json_lines()) {
    for (std::size_t i = 0; i < count; ++i) print_file(files[i]);
    return;
  }
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) bytes += files[i].bytes;
  print(report::printable(picture.file.string()) + "  " + encode::tiles_text(*picture.tiles) + ", " +
        report::bytes_text(bytes) + "\n");
}

void print_sha256(const std::string& name, const std::string& value) {
  if (json_lines()) {
    print_event("sha256", {{"layer", name}, {"sha256", value}});
  } else {
    print("sha256 " + value + " " + name + "\n");
  }
}

void print_digest(const std::string& world, const std::string& value) {
  if (json_lines()) {
    print_event("digest", {{"world", world}, {"digest", value}});
  } else {
    print("digest " + value + " " + world + "\n");
  }
}

void say_times(const engine::Outcome& outcome, const Progress& progress,
               const std::vector<std::pair<std::string, engine::Spent>>& files) {
  say("time per node");
  std::string table = progress.table();
  for (const auto& [file, spent] : files) {
    char line[96];
    std::snprintf(line, sizeof line, "  %10s         ", report::seconds_text(spent.wall).c_str());
    table += line + file + "\n";
  }
  if (!table.empty()) table.pop_back();
  say(table);
  say("layers took " + report::bytes_text(outcome.peak_memory) + " at most");
}

}  // namespace terrawright::cli
