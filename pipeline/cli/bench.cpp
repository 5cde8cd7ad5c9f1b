// SPDX-License-Identifier: Apache-2.0
// Measures the cost of a stage: time and memory for each cell, the gain of threads, and both before its code changed.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

#include "build/run.hpp"
#include "check/check.hpp"
#include "check/trial_world.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "files/private_folder.hpp"
#include "graph/sha256.hpp"
#include "report/amount.hpp"
#include "store/store.hpp"
#include "system/memory.hpp"

namespace terrawright::cli {
namespace {

constexpr int least_runs = 5, most_runs = 50;  // of which the shortest counts: what disturbs a run makes it longer
constexpr double long_enough = 0.1, most_of_all = 2.0;  // seconds of a run, and of all runs
constexpr std::int64_t least_side = 128, most_side = 2048;
constexpr std::size_t most_kept = 8;  // revisions

// Seconds that one node takes, of its calls alone.
class Stopwatch final : public engine::Observer {
 public:
  explicit Stopwatch(std::size_t node) : node_(node) {}
  void node_ends(std::size_t node, const engine::Spent& spent) override {
    if (node == node_) seconds_ += spent.wall;
  }
  double seconds() const { return seconds_; }

 private:
  const std::size_t node_;
  double seconds_ = 0;
};

struct Cost {
  std::int64_t side = 0;
  double nanoseconds = 0, bytes = 0;  // for each cell of the world, on one thread; the bytes of the whole run
  double gain = 0;                    // how many times as fast it is on all threads
  int threads = 0;
};

class Bench {
 public:
  Bench(const Arguments& arguments, const graph::Catalogue& catalogue, const graph::Offer& offer)
      : arguments_(arguments), catalogue_(catalogue) {
    const std::string example = example_of(offer);
    for (const check::TrialWorld& trial_world : check::trial_worlds(*offer.stage, example, folder_.path().string())) {
      if (!graph_of(trial_world, least_side)) continue;
      trial_world_ = trial_world;
      return;
    }
    refuse(report::quote(graph::Catalogue::name(*offer.stage)) + " runs neither in an example nor with made-up inputs" +
               (why_.empty() ? "" : ": " + why_),
           "give it an example, a small world that uses it: s.example(...)");
  }
  const std::string& trial_world() const { return trial_world_.name; }

  // `side`: of a world that it was measured in before; 0: as large as a run takes its time.
  Cost cost(std::int64_t side) {
    Cost cost;
    seconds(least_side / 4, 1);  // what the first run alone takes
    const double before = static_cast<double>(system::highest_memory());
    cost.side = side != 0 ? side : least_side;
    while (side == 0 && cost.side < most_side && seconds(cost.side, 1) < long_enough &&
           graph_of(trial_world_, 2 * cost.side))
      cost.side *= 2;
    const double cells = static_cast<double>(cost.side) * static_cast<double>(cost.side);
    const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    cost.threads = arguments_.threads != 0 ? arguments_.threads : machine;
    const double alone = shortest(cost.side, 1);
    cost.bytes = std::max(0.0, static_cast<double>(system::highest_memory()) - before) / cells;
    cost.nanoseconds = 1e9 * alone / cells;
    cost.gain = cost.threads > 1 ? alone / shortest(cost.side, cost.threads) : 1;
    return cost;
  }

 private:
  std::optional<graph::Graph> graph_of(const check::TrialWorld& trial_world, std::int64_t side) {
    const std::string text = std::to_string(side);
    std::vector<std::string> set = trial_world.set;
    set.push_back("world.size=[" + text + ", " + text + "]");
    report::Diagnostics problems;
    auto graph = build::graph_of(trial_world.source, set, catalogue_, problems, &files_);
    for (const report::Diagnostic& problem : problems.sorted())
      if (why_.empty() && problem.severity == report::Severity::error) why_ = problem.message;
    return problems.has_errors() ? std::nullopt : std::move(graph);
  }

  double shortest(std::int64_t side, int threads) {
    double least = std::numeric_limits<double>::infinity(), all = 0;
    for (int run = 0; all < (run < least_runs ? most_of_all : long_enough * least_runs) && run < most_runs; ++run) {
      const double now = seconds(side, threads);
      least = std::min(least, now);
      all += now;
    }
    return least;
  }

  double seconds(std::int64_t side, int threads) {
    const auto graph = graph_of(trial_world_, side);
    std::size_t node = 0;
    for (std::size_t n = 0; graph && n < graph->nodes.size(); ++n)
      if (graph->nodes[n].name == trial_world_.node) node = n;
    if (!graph) return long_enough;
    build::Run run{*graph};
    run.options.threads = threads;
    run.options.stop = &stop_asked();
    Stopwatch watch(node);
    report::Diagnostics problems;
    const build::Kept kept = build::keep(run, build::outputs_made(*graph), watch, problems);
    if (stop_asked()) throw Ended{interrupted};
    if (kept.outcome.done) return watch.seconds();
    show(problems);
    throw Ended{failed};
  }

  const Arguments& arguments_;
  const graph::Catalogue& catalogue_;
  const files::ScratchFolder folder_;
  const check::MadeUpFiles files_;
  check::TrialWorld trial_world_;
  std::string why_;
};

Json cost_json(const Cost& cost) {
  return {{"side", cost.side},
          {"ns_per_cell", cost.nanoseconds},
          {"bytes_per_cell", cost.bytes},
          {"threads", cost.threads},
          {"gain", cost.gain}};
}

// Earlier measurements of a stage, the newest last: {build, ...}. It is kept as the cache keeps numbers of layers.
class Past {
 public:
  Past(const Arguments& arguments, const std::string& stage) : key_(graph::sha256("bench\n" + stage)) {
    if (arguments.cache == "off") return;
    const std::filesystem::path folder =
        arguments.cache.empty() ? store::Store::usual_folder() : std::filesystem::path(arguments.cache);
    try {
      if (!folder.empty()) store_ = store::Store::open(folder, arguments.cache_size);
    } catch (const store::Refused& refusal) {
      if (arguments.cache.empty()) return;
      refuse(refusal.what(), refusal.remedy);
    }
    const auto bytes = store_ ? store_->find(key_) : std::nullopt;
    if (bytes) all_ = report::json_or_none(*bytes);
    if (!all_.is_array()) all_ = Json::array();
  }
  // The newest of other code, measured on as many threads; null: there is none.
  Json before(const std::string& build) const {
    Json found;
    for (const Json& one : all_)
      if (one["build"] != build) found = one;
    return found;
  }
  void keep(const std::string& build, const Cost& cost) {
    if (!store_) return;
    Json now = Json::array();
    for (const Json& one : all_)
      if (one["build"] != build) now.push_back(one);
    now.push_back(cost_json(cost));
    now.back()["build"] = build;
    Json last = Json::array();
    for (std::size_t i = now.size() > most_kept ? now.size() - most_kept : 0; i < now.size(); ++i)
      last.push_back(now[i]);
    store_->keep(key_, last.dump());
  }

 private:
  const std::string key_;
  std::shared_ptr<store::Store> store_;
  Json all_ = Json::array();
};

std::string figure(double value) { return report::formatted(value < 10 ? "%.2f" : "%.0f", value); }

void tell_cost(const std::string& stage, const std::string& trial_world, const Cost& cost, const Json& before) {
  const Json ratios = before.is_null() ? Json(nullptr)
                                       : Json{{"build", before["build"]},
                                              {"time", cost.nanoseconds / before["ns_per_cell"].get<double>()},
                                              {"bytes", before["bytes_per_cell"].get<double>() > 0
                                                            ? Json(cost.bytes / before["bytes_per_cell"].get<double>())
                                                            : Json(nullptr)}};
  if (json_lines()) {
    Json members = {{"stage", stage}, {"inputs", trial_world}};
    members.update(cost_json(cost));
    members["before"] = ratios;
    return print_event("bench", members);
  }
  const std::string side = std::to_string(cost.side);
  std::string text = stage + " with " + trial_world + ", " + side + " x " + side + " cells\n  time    " +
                     figure(cost.nanoseconds) + " ns a cell on one thread";
  if (cost.threads > 1)
    text += "; " + figure(cost.gain) + " times as fast on " + std::to_string(cost.threads) + " threads";
  text += "\n  memory  " + figure(cost.bytes) + " bytes a cell, with its inputs and outputs\n";
  if (before.is_null()) {
    text += "  before  nothing is known of other code of it\n";
  } else {
    text += "  before  " + figure(before["ns_per_cell"].get<double>()) + " ns and " +
            figure(before["bytes_per_cell"].get<double>()) + " bytes a cell; now " +
            figure(ratios["time"].get<double>()) + " times the time" +
            (ratios["bytes"].is_null() ? "" : ", " + figure(ratios["bytes"].get<double>()) + " times the memory") +
            "\n";
  }
  print(text);
}

}  // namespace

Exit bench(const Arguments& arguments) {
  graph::Catalogue catalogue = load_whole_catalogue(arguments);
  stage_named(arguments.stage, catalogue);  // before the sources of check are there
  check::add_sources(catalogue);
  const graph::Offer* const offer = &stage_named(arguments.stage, catalogue);
  if (graph::is_composite(*offer->stage))
    refuse(report::quote(arguments.stage) + " is a composite, whose parts cost what they cost",
           "name one of its parts: terrawright describe " + arguments.stage);
  const Stoppable stoppable;
  const std::string stage = graph::Catalogue::name(*offer->stage);
  Past past(arguments, stage);
  const Json before = past.before(offer->build);
  Bench bench(arguments, catalogue, *offer);
  const Cost cost = bench.cost(before.is_null() ? 0 : before["side"].get<std::int64_t>());
  past.keep(offer->build, cost);
  tell_cost(stage, bench.trial_world(), cost, before);
  return done;
}

}  // namespace terrawright::cli
