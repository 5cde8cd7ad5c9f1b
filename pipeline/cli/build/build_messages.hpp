// SPDX-License-Identifier: Apache-2.0
// Builds of verbs that have other messages than `build`: their progress and their exit codes.
#pragma once
#include "build/build.hpp"
#include "cli/arguments.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/show.hpp"

namespace terrawright::cli {

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
inline Exit exit_of(const build::Built& built) {
  using build::Ending;
  if (built.ending == Ending::stopped) show_stopped();
  return built.ending == Ending::done      ? done
         : built.ending == Ending::refused ? refused
         : built.ending == Ending::unlike  ? unlike
         : built.ending == Ending::stopped ? interrupted
                                           : failed;
}

}  // namespace terrawright::cli
