// SPDX-License-Identifier: Apache-2.0
// Messages of a build about its steps, files and texts: as lines for the user, or as events.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "build/build.hpp"
#include "cli/arguments.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"

namespace terrawright::cli {

Json node_event(const graph::Graph& graph, std::size_t node, const engine::Spent& spent);
Json file_event(const std::string& name, const engine::Spent& spent);

// For verbs that make worlds beside their work.
class ProgressWatcher : public build::Observer {
 public:
  explicit ProgressWatcher(Progress& progress) : progress_(progress) {}
  void node_begins(std::size_t node) override { progress_.begin(node); }
  void progress(std::size_t node, std::size_t done, std::size_t of) override { progress_.update(node, done, of); }
  void node_ends(std::size_t node, const engine::Spent& spent) override { progress_.end(node, spent.wall); }
  void found(const report::Diagnostics& problems) override {
    progress_.aside([&] { show(problems); });
  }

 private:
  Progress& progress_;
};

// Exit code of a build; says so if the user stopped it. A build ends `unlike` by its Options::judge alone, which verify
// does not have: it compares what was made by itself.
Exit exit_of(const build::Built& built);

void print_text(const build::Text& text);
void print_file(const images::Written& file);
// The files of a picture in tiles, in one line.
void print_tiles(const images::Picture& picture, const images::Written* files, std::size_t count);
void print_sha256(const std::string& name, const std::string& value);
void print_digest(const std::string& world, const std::string& value);

// Prints times and memory; files by name with their costs.
void say_times(const engine::Outcome& outcome, const Progress& progress,
               const std::vector<std::pair<std::string, engine::Spent>>& files);

}  // namespace terrawright::cli
