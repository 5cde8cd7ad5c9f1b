// SPDX-License-Identifier: Apache-2.0
#include "build/build.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

#include "cli/build/build_messages.hpp"
#include "cli/build/input_files.hpp"
#include "cli/build/reports.hpp"
#include "cli/lock/lock.hpp"
#include "cli/session.hpp"
#include "cli/terminal/event_log.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "images/delivery.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "schedule/stage_cost.hpp"

namespace terrawright::cli {
namespace {

class BuildWatcher : public build::Observer {
 public:
  BuildWatcher(Progress& progress, const graph::Graph& graph, bool gives_events)
      : progress_(progress), graph_(graph), gives_events_(gives_events) {}
  void node_begins(std::size_t node) override {
    progress_.begin(node);
    if (logs_) log_event("node_begun", {{"node", graph_.nodes[node].name}});
  }
  void progress(std::size_t node, std::size_t tiles_done, std::size_t tiles) override {
    progress_.update(node, tiles_done, tiles);
    if (!logs_) return;
    const std::size_t percent = tiles == 0 ? 100 : tiles_done * 100 / tiles;
    if (percent == std::exchange(percents_[node], percent)) return;
    log_event("progress", {{"node", graph_.nodes[node].name}, {"percent", percent}});
  }
  void node_ends(std::size_t node, const engine::Spent& spent) override {
    progress_.end(node, spent.wall);
    if (!logs_ && !gives_events_) return;
    const Json event = {{"node", graph_.nodes[node].name},
                        {"stage", graph::Catalogue::name(graph_.nodes[node].stage())},
                        {"number", node + 1},
                        {"of", graph_.nodes.size()},
                        {"seconds", spent.wall},
                        {"processor", spent.processor}};
    log_event("node_ended", event);
    if (gives_events_) print_event("node", event);
  }
  void says(std::size_t node, const std::string& line) override {
    log_line(node, "info", line);
    progress_.aside([&] { show_line(graph_.nodes[node].name + ": " + line); });
  }
  void details(std::size_t node, const std::string& line) override { log_line(node, "detail", line); }
  void sink_ends(const std::string& name, const engine::Spent& spent) override {
    files.emplace_back(name, spent);
    const Json event = {{"file", name}, {"seconds", spent.wall}, {"processor", spent.processor}};
    log_event("file_ended", event);
    if (gives_events_) print_event("file_ended", event);
  }
  void found(const report::Diagnostics& problems) override {
    progress_.aside([&] { show(problems, Rule::build); });
  }
  void tells(const std::string& line) override {
    if (!json_lines()) progress_.aside([&] { say(line); });
  }

  std::vector<std::pair<std::string, engine::Spent>> files;

 private:
  void log_line(std::size_t node, const char* level, const std::string& line) const {
    log_event("said", {{"node", graph_.nodes[node].name}, {"level", level}, {"line", line}});
  }
  Progress& progress_;
  const graph::Graph& graph_;
  const bool gives_events_, logs_ = has_event_log();
  std::map<std::size_t, std::size_t> percents_;  // told last, by node
};

std::size_t count(const build::Built& built, schedule::Doing what) {
  const auto& doing = built.outcome.doing;
  return static_cast<std::size_t>(std::count(doing.begin(), doing.end(), what));
}

void print_file(const images::Written& file) {
  print("file", {{"path", file.path().string()}, {"bytes", file.bytes}, {"clipped", file.clipped}},
        report::printable(file.path().string()) + "  " + report::bytes_text(file.bytes) + "\n");
}

void tell_file(const images::Written& file, const std::string& remedy, bool quiet) {
  if (file.clipped != 0) show_warning(build::clipped_text(file), remedy);
  if (!quiet) print_file(file);
}

// For tiles all together.
void tell_tiles(const images::Picture& picture, const images::Written* files, std::size_t count, bool quiet) {
  std::size_t clipped = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    clipped += files[i].clipped != 0 ? 1 : 0;
    bytes += files[i].bytes;
  }
  if (clipped != 0) {
    const auto* const first = std::find_if(files, files + count, [](const auto& file) { return file.clipped != 0; });
    show_warning(build::clipped_text(*first) +
                     (clipped > 1 ? ", and of " + std::to_string(clipped - 1) + " other tiles" : std::string()),
                 picture.writer->clip_remedy());
  }
  if (quiet) return;
  if (json_lines()) {
    std::for_each(files, files + count, print_file);
    return;
  }
  print(report::printable(picture.file.string()) + "  " + encode::tiles_text(*picture.tiles) + ", " +
        report::bytes_text(bytes) + "\n");
}

void tell_files(const Session& session, const build::Built& built, bool quiet) {
  std::size_t next = 0;
  for (const images::Picture& picture : session.files) {
    const std::size_t count = images::files_of(picture).size();
    if (picture.tiles) {
      tell_tiles(picture, &built.files[next], count, quiet);
    } else {
      for (std::size_t i = next; i < next + count; ++i) tell_file(built.files[i], picture.writer->clip_remedy(), quiet);
    }
    next += count;
  }
  for (; next < built.files.size(); ++next) tell_file(built.files[next], "", quiet);  // the manifest
}

void tell(const Session& session, const build::Built& built, bool quiet) {
  // The config asks for it, so it is shown even where --quiet is given.
  for (const build::Text& text : built.printed) print("text", {{"layer", text.layer}, {"text", text.text}}, text.text);
  tell_files(session, built, quiet);
  for (const auto& [name, value] : built.sha256)
    print("sha256", {{"layer", name}, {"sha256", value}}, "sha256 " + value + " " + name + "\n");
  if (quiet || !json_lines()) return;
  Json event = {{"world", session.graph.world->name},
                {"seed", session.graph.world->seed_text},
                {"peak_memory", built.outcome.peak_memory},
                {"nodes",
                 {{"ran", count(built, schedule::Doing::runs)},
                  {"painted_again", count(built, schedule::Doing::paints_again)},
                  {"cached", count(built, schedule::Doing::cached)}}}};
  for (const std::string& tiles : built.outcome.painted) event["painted"].push_back(std::stoull(tiles));
  if (session.window) event["window"] = images::window_text(*session.window);
  print_event("done", event);
}

// Times, memory, and with several processes the work of each; files by name with their costs.
void tell_costs(const build::Built& built, const Progress& progress,
                const std::vector<std::pair<std::string, engine::Spent>>& files) {
  std::string table = "time per node\n" + progress.table();
  for (const auto& [file, spent] : files) {
    char line[96];
    std::snprintf(line, sizeof line, "  %10s         ", report::seconds_text(spent.wall).c_str());
    table += line + file + "\n";
  }
  table.pop_back();
  say(table);
  say("layers took " + report::bytes_text(built.outcome.peak_memory) + " at most");
  say("of " + std::to_string(built.outcome.doing.size()) + " nodes " +
      std::to_string(count(built, schedule::Doing::runs)) + " ran, " +
      std::to_string(count(built, schedule::Doing::paints_again)) + " were painted again and " +
      std::to_string(count(built, schedule::Doing::cached)) + " were cached");
  for (std::size_t rank = 0; rank < built.outcome.painted.size(); ++rank)
    say("process " + std::to_string(rank) + " painted " + built.outcome.painted[rank] + " tiles");
}

std::filesystem::path sums_of(const Arguments& arguments, const Session& session) {
  const std::string name = report::replaced(arguments.sums, "{seed}", config::seed_in_files(*session.graph.world));
  return report::replaced(name, "{name}", session.graph.world->name);
}

Json expectation_event(const build::Judged& judged) {
  Json event = {{"name", judged.written->name}, {"that", judged.written->that}};
  event["holds"] = judged.holds ? Json(*judged.holds) : Json();
  if (!judged.message.empty()) event["message"] = judged.message;
  if (!judged.written->reason.empty()) event["reason"] = judged.written->reason;
  if (judged.written->warn) event["warn"] = true;
  event["measured"] = Json::array();
  for (const build::Judged::Number& number : judged.numbers) {
    event["measured"].push_back({{"of", number.of},
                                 {"value", number.value ? Json(*number.value) : Json()},
                                 {"unit", number.unit},
                                 {"text", number.text}});
  }
  return event;
}

Case case_of(const build::Judged& judged, bool strict) {
  Case one;
  one.name = judged.written->name;
  one.message = judged.message;
  one.file = judged.position ? judged.position.source->name : "";
  one.line = judged.position.line;
  if (!judged.holds) one.result = Case::Result::skipped;
  if (judged.holds.value_or(true)) return one;
  if (strict || !judged.written->warn) one.result = Case::Result::failed;
  one.text = build::problems_of({judged}).text();
  return one;
}

// Prints the results of the config's expectations. False where that fails the build.
bool tell_expectations(const Session& session, const build::Built& built, const Arguments& arguments, double seconds) {
  const config::World& world = *session.graph.world;
  Suite suite{world.name + " " + world.seed_text, arguments.config, world.seed_text, {}};
  suite.cases.emplace_back();
  suite.cases.back().name = "world";
  suite.cases.back().seconds = seconds;
  report::Diagnostics problems = build::problems_of(built.expectations);
  if (arguments.strict) problems.warnings_are_errors();
  for (const build::Judged& judged : built.expectations) {
    suite.cases.push_back(case_of(judged, arguments.strict));
    if (json_lines() && !arguments.quiet) print_event("expectation", expectation_event(judged));
    log_event("expectation", expectation_event(judged));
    if (!judged.holds && !json_lines()) say(report::quote(judged.written->name) + ": " + judged.message);
  }
  note(std::move(suite));
  const build::Tally tally = build::tally_of(built.expectations);
  if (tally.of > 0 && !json_lines() && !arguments.quiet)
    say("of " + std::to_string(tally.of) + " expectations " + std::to_string(tally.hold) + " hold");
  show(problems, Rule::expectation);
  return !problems.has_errors();
}

std::function<void(const build::Built&, report::Diagnostics&)> held_to(const LockedWorld& locked,
                                                                       const Session& session,
                                                                       const Arguments& arguments) {
  return [&](const build::Built& made, report::Diagnostics& problems) {
    const Asked asked = asked_of(arguments);
    check_results(locked, lock_of(session, asked, &made), session.graph,
                  lock_command(arguments, arguments.config, asked), problems);
    if (arguments.strict) problems.warnings_are_errors();
  };
}

// False where it could not be; then that was said.
bool write_lock(const Session& session, const build::Built& built, const Arguments& arguments) {
  const std::filesystem::path path = lock_path(arguments.config);
  report::Diagnostics problems;
  add_to_lock(path, lock_of(session, asked_of(arguments), &built), problems);
  show(problems);
  if (problems.has_errors()) return false;
  const std::string& seed = session.graph.world->seed_text;
  if (json_lines() || !arguments.quiet)
    print("lock", {{"path", path.string()}, {"seed", seed}},
          report::printable(path.string()) + "  " + asked_text(seed, arguments.set) + "\n");
  return true;
}

}  // namespace

Exit build(const Arguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Session session = load_session(arguments, catalogue);
  if (arguments.lock || arguments.locked || arguments.digest) demand_whole(arguments);
  if (arguments.lock) look_at_lock(arguments);
  if (!arguments.depfile.empty()) {
    std::vector<std::string> names = dependencies_of(session.graph, arguments.config);
    names.push_back(arguments.made.empty() ? session.folder : arguments.made);
    look_at_names(names);
  }
  std::optional<LockedWorld> locked;
  if (arguments.locked) locked = locked_or_end(arguments, session);
  const Stoppable stoppable;
  const bool silent = others() != nullptr && others()->rank() > 0;
  Progress progress(schedule::steps_of(session.graph), silent || arguments.quiet || json_lines());
  BuildWatcher watcher(progress, session.graph, json_lines() && !arguments.quiet);
  log_event("begun", {{"config", arguments.config},
                      {"world", session.graph.world->name},
                      {"seed", session.graph.world->seed_text},
                      {"nodes", session.graph.nodes.size()}});
  build::Options options{stop_asked(), arguments.sha256, arguments.strict, sums_of(arguments, session), others()};
  if (locked) options.judge = held_to(*locked, session, arguments);
  options.statement = arguments.provenance;
  const build::Built built = build::build(session, options, watcher);
  progress.clear();
  log_event("ended", {{"done", built.ending == build::Ending::done}, {"peak_of_layers", built.outcome.peak_memory}});
  if (const Exit exit = exit_of(built); exit != done) return exit;
  nothing_is_left_to_stop(true);
  log_nodes(session.graph, built.outcome);
  for (const images::Written& file : built.files)
    log_event("file", {{"path", file.path().string()}, {"bytes", file.bytes}, {"sha256", file.sha256()}});
  if (!arguments.depfile.empty())
    note_dependencies(dependencies_of(session.graph, arguments.config), built.files.back().path().string());
  if (!arguments.provenance.empty()) note(stated(arguments, session, built));
  tell(session, built, arguments.quiet);
  if (arguments.digest) {
    const std::string& world = session.graph.world->name;
    const std::string digest = build::digest_of(session.graph, built.outcome);
    print("digest", {{"world", world}, {"digest", digest}}, "digest " + digest + " " + world + "\n");
  }
  if (arguments.lock && !write_lock(session, built, arguments)) return failed;
  if (!arguments.quiet && !json_lines()) tell_costs(built, progress, watcher.files);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return tell_expectations(session, built, arguments, seconds) ? done : unmet;
}

}  // namespace terrawright::cli
