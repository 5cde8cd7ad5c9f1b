// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "border/kind.hpp"
#include "cli/build_messages.hpp"
#include "cli/manifest.hpp"
#include "cli/session.hpp"
#include "cli/show.hpp"
#include "cli/signals.hpp"
#include "cli/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/quantity.hpp"
#include "engine/engine.hpp"
#include "graph/sha256.hpp"
#include "images/commit.hpp"
#include "images/csv.hpp"
#include "images/encoder.hpp"
#include "images/temporary.hpp"
#include "images/write.hpp"
#include "report/log.hpp"
#include "report/progress.hpp"

namespace terrawright::cli {
namespace {

// Before anything runs: a folder that can be made and written to.
void check_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string why = error ? error.message() : access(folder.c_str(), W_OK) != 0 ? std::strerror(errno) : "";
  if (why.empty()) return;
  show_error("the output folder " + report::quote(folder) + " cannot be written to: " + why,
             "name another one with --out");
  throw Ended{refused};
}

// All files of a build are open until they get their names.
void allow_many_files() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

class Watcher : public engine::Observer {
 public:
  Watcher(report::Progress& progress, const graph::Graph& graph, bool tells)
      : progress_(progress), graph_(graph), tells_(tells) {}
  void node_begins(std::size_t node) override { progress_.begin(node); }
  void progress(std::size_t node, std::size_t tiles_done, std::size_t tiles) override {
    progress_.update(node, tiles_done, tiles);
  }
  void node_ends(std::size_t node, double seconds) override {
    progress_.end(node, seconds);
    if (tells_) print_event("node", node_event(graph_, node, seconds));
  }
  void says(std::size_t node, const std::string& line) override { show_line(graph_.nodes[node].name + ": " + line); }
  void sink_ends(const std::string& name, double seconds) override { files.emplace_back(name, seconds); }

  std::vector<std::pair<std::string, double>> files;

 private:
  report::Progress& progress_;
  const graph::Graph& graph_;
  const bool tells_;  // events
};

// SHA-256 of the raw little-endian cells, row by row.
std::string sha256_of(const engine::Layer& layer) {
  std::vector<unsigned char> row(static_cast<std::size_t>(layer.facts().width) * layer.cell_bytes());
  graph::Sha256 hash;
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    layer.read({0, y, layer.facts().width, 1}, row.data(), layer.facts().width);
    hash.add(row.data(), row.size());
  }
  return hash.hex();
}

class Building {
 public:
  explicit Building(const Arguments& arguments)
      : arguments_(arguments), catalogue_(load_catalogue(arguments)), session_(load_session(arguments, catalogue_)) {}

  Exit run() {
    const Stoppable stoppable;
    for (const images::Picture& picture : session_.files) images::load_encoder_of(picture.file);
    check_folder(session_.folder);
    allow_many_files();
    remove_leftovers();
    report::Progress progress(steps_of(session_.graph), arguments_.quiet || json_lines());
    Watcher watcher(progress, session_.graph, json_lines() && !arguments_.quiet);
    report::Diagnostics diagnostics;
    engine::Options options;
    options.tile = session_.tile;
    options.threads = session_.threads;
    options.stop = &stop_asked();
    const auto outcome = engine::run(session_.graph, sinks(), options, watcher, diagnostics);
    progress.clear();
    show(diagnostics);
    for (const auto& [file, reason] : outcome.failed_sinks) show_error(reason);
    if (stop_asked()) {
      show_stopped();
      return interrupted;
    }
    if (!outcome.done) return failed;
    commit(outcome);
    tell(outcome, progress, watcher);
    return done;
  }

 private:
  // What killed builds left in the folders of our files.
  void remove_leftovers() const {
    std::set<std::filesystem::path> folders{session_.folder};
    for (const images::Picture& picture : session_.files) {
      if (!picture.file.empty()) folders.insert(picture.file.parent_path());
    }
    images::Leftovers all;
    for (const auto& folder : folders) {
      const images::Leftovers removed = images::remove_leftovers(folder);
      all.count += removed.count;
      all.bytes += removed.bytes;
    }
    if (all.count == 0 || json_lines()) return;
    report::say("removed " + report::bytes_text(static_cast<double>(all.bytes)) + " in " + std::to_string(all.count) +
                " temporary files of builds that did not end");
  }

  std::vector<engine::Sink> sinks() {
    images::Provenance provenance;
    const config::World& world = *session_.graph.world;
    provenance.world = world.name;
    provenance.generator = "terrawright " TERRAWRIGHT_VERSION;
    provenance.seed = world.seed_text;
    provenance.metres_per_cell = world.cell;
    provenance.latitude = world.latitude;
    provenance.config_hash = config_hash(session_.graph);
    provenance.width = world.width;
    provenance.height = world.height;

    std::vector<engine::Sink> sinks;
    for (std::size_t i = 0; i < session_.files.size(); ++i) {
      engine::Sink sink;
      sink.name = session_.files[i].file.empty() ? "the terminal" : session_.files[i].file.filename().string();
      for (const graph::OutputLayer& layer : session_.graph.outputs[i].layers) sink.needs.push_back(layer.from);
      sink.take = [this, i, provenance](const std::vector<engine::Product>& made) {
        const images::Picture& picture = session_.files[i];
        if (!picture.file.empty()) {
          auto written = images::write(picture, made, provenance, stop_asked());
          if (arguments_.strict) refuse_clipped(written);
          keep(i, std::move(written));
        }
        if (session_.graph.outputs[i].written->print) keep_printed(i, made);
        if (arguments_.sha256) hash(i, made);
      };
      sinks.push_back(std::move(sink));
    }
    return sinks;
  }

  void keep(std::size_t output, std::vector<images::Written> written) {
    const std::lock_guard lock(mutex_);
    written_[output] = std::move(written);
  }
  void keep_printed(std::size_t output, const std::vector<engine::Product>& made) {
    const std::lock_guard lock(mutex_);
    const auto& parts = session_.files[output].parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      printed_[output].push_back({parts[k].name, made[k].table ? images::csv_of(*made[k].table) : *made[k].text});
    }
  }
  void hash(std::size_t output, const std::vector<engine::Product>& made) {
    for (std::size_t k = 0; k < made.size(); ++k) {
      const std::string name = session_.graph.name(session_.graph.outputs[output].layers[k].from);
      const std::string value = made[k].layer   ? sha256_of(*made[k].layer)
                                : made[k].table ? graph::sha256(images::csv_of(*made[k].table))
                                                : graph::sha256(*made[k].text);
      const std::lock_guard lock(mutex_);
      sha256_[name] = value;
    }
  }

  // All files get their names, then the manifest.
  void commit(const engine::Outcome& outcome) {
    const config::World& world = *session_.graph.world;
    std::vector<images::WholeFile*> files;
    for (const auto& [output, written] : written_) {
      for (const images::Written& one : written) files.push_back(one.file.get());
    }
    const auto path =
        std::filesystem::path(session_.folder) / (world.name + "-" + config::seed_in_files(world) + ".manifest.json");
    images::Written manifest(
        images::text_file(path, cli::manifest(session_.graph, outcome, sha256_, files, session_.folder)));
    const images::FolderLock alone(session_.folder);
    std::vector<std::filesystem::path> untrue = untrue_manifests(session_.folder, files);
    for (const auto& other : untrue) {
      if (other == path) continue;
      show_warning(other.string() + " was removed: this build replaces a file that it lists",
                   "write {seed} or {name} into the name of every file, or choose another folder with --out");
    }
    untrue.push_back(path);
    images::commit(untrue, files, manifest.file.get());
    written_[session_.files.size()].push_back(std::move(manifest));
  }

  void tell(const engine::Outcome& outcome, const report::Progress& progress, const Watcher& watcher) const {
    // The config asks for it, so it is shown even where --quiet is given.
    for (const auto& [output, texts] : printed_) {
      for (const Text& text : texts) print_text(text);
    }
    for (const auto& [output, files] : written_) {
      for (const images::Written& file : files) {
        if (file.clipped != 0) show_warning(clipped_text(file), "widen `range`");
        if (!arguments_.quiet) print_file(file);
      }
    }
    for (const auto& [name, value] : sha256_) print_sha256(name, value);
    if (arguments_.quiet) return;
    if (json_lines()) {
      print_event("done", {{"world", session_.graph.world->name},
                           {"seed", session_.graph.world->seed_text},
                           {"peak_memory", outcome.peak_memory}});
    } else {
      say_times(outcome, progress, watcher.files);
    }
  }

  const Arguments& arguments_;
  const graph::Catalogue catalogue_;
  const Session session_;
  std::mutex mutex_;
  std::map<std::size_t, std::vector<images::Written>> written_;  // in the order of the config
  std::map<std::size_t, std::vector<Text>> printed_;             // likewise
  std::map<std::string, std::string> sha256_;
};

}  // namespace

Exit build(const Arguments& arguments) {
  try {
    return Building(arguments).run();
  } catch (const images::WriteFailed& failure) {
    show_error(failure.path().string() + ": " + failure.reason(), failure.remedy());
    return failed;
  }
}

}  // namespace terrawright::cli
