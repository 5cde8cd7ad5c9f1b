// SPDX-License-Identifier: Apache-2.0
#include "check/trial/trying.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <thread>

#include "build/run.hpp"
#include "check/trial/elsewhere.hpp"
#include "check/trial_world.hpp"
#include "check/watch.hpp"

namespace terrawright::check {
namespace {

constexpr char blame[] = "its code is wrong: ";
std::string without_blame(const std::string& text) {
  return text.compare(0, sizeof blame - 1, blame) == 0 ? text.substr(sizeof blame - 1) : text;
}

// Messages that are never a stage's own words.
bool is_fault(const std::string& message) {
  // The last ones are of the C++ library: nobody says them of a parameter.
  for (const char* words : {"_M_range_check", "basic_string:", "map::at", "vector::", "array::at", "bad_function_call",
                            "bad_variant_access", "bad optional access", "no std::exception", "stoi", "stod", blame,
                            "it failed without saying why", "refused without a reason",
                            "it stopped although nobody asked it to", "it did not give its output"}) {
    if (message.find(words) != std::string::npos) return true;
  }
  return false;
}

std::string cell_text(const Difference& difference, const std::string& output) {
  if (!difference.has_cell) return "in '" + output + "'";
  return "at cell (" + std::to_string(difference.x) + ", " + std::to_string(difference.y) + ") of '" + output + "'";
}

bool all_are(const std::vector<unsigned char>& bytes, unsigned char value) {
  return std::all_of(bytes.begin(), bytes.end(), [value](unsigned char byte) { return byte == value; });
}

// Sets `stop` after so many seconds, if it lives so long.
class Alarm {
 public:
  Alarm(double seconds, std::atomic<bool>& stop) {
    if (seconds > 0.0) {
      thread_ = std::thread([this, seconds, &stop] {
        std::unique_lock lock(mutex_);
        if (!over_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return is_over_; })) stop = true;
      });
    }
  }
  ~Alarm() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace

Trying::Trying(const Trial& trial, const Snapshot& snapshot, const Surroundings& around, Shown& shown, Answer& answer)
    : trial_(trial),
      snapshot_(snapshot),
      around_(around),
      answer_(answer),
      watch_(
          shown,
          [this](const std::string& node, const std::string& stage, const std::string& what,
                 const std::string& details) { found(stage, node, what, details); },
          [this](const std::string& node, const std::string& stage, const std::string& what,
                 const std::string& details) {
            answer_.line({"remark", stage, node, what, details});
          }) {
  const auto all = around.catalogue.all();
  const bool has_workers = std::any_of(all.begin(), all.end(), [](const graph::Offer* offer) {
    return offer->description && offer->description->has_workers();
  });
  // A filter would stay in force in a worker, which has none of what it needs to answer it.
  const std::string why =
      has_workers ? "stages in Python run in a process of their own" : system::watch_system_calls(asked_hooks);
  if (!why.empty()) answer_.line({"unwatched", why});
}

void Trying::found(const std::string& stage, const std::string& node, const std::string& symptom,
                   const std::string& details) {
  const std::lock_guard lock(reporting_);
  if (told_.insert(node + '\n' + symptom).second) answer_.line({"found", stage, node, symptom, details});
}

std::string Trying::stage_of(const graph::Graph& graph, const std::string& node) {
  for (const graph::Node& one : graph.nodes) {
    if (one.name == node) return graph::Catalogue::name(one.stage());
  }
  return "a stage";
}

void Trying::refused(const report::Diagnostics& diagnostics) {
  for (const report::Diagnostic& problem : diagnostics.sorted()) {
    if (problem.severity != report::Severity::error) continue;
    answer_.line({"refused", problem.message});
    return;
  }
}

std::optional<graph::Graph> Trying::assembled(const std::vector<std::string>& set,
                                              report::Diagnostics& diagnostics) const {
  static const MadeUpFiles made_up;
  std::vector<std::string> all = trial_.trial_world->set;
  all.insert(all.end(), set.begin(), set.end());
  const graph::InputFileOpener* opener = &made_up;
  if (trial_.trial_world->reads_files) opener = around_.opener;
  return build::graph_of(trial_.trial_world->source, all, around_.catalogue, diagnostics, opener);
}

std::string Trying::node_in(const graph::Graph& graph) const {
  return trial_.trial_world->node.empty() ? graph.nodes.back().name : trial_.trial_world->node;
}

std::optional<std::vector<engine::Product>> Trying::made(const graph::Graph& graph, const Way& way) {
  engine::Observer silent;
  return made(graph, way, silent);
}

std::optional<std::vector<engine::Product>> Trying::made(const graph::Graph& graph, const Way& way,
                                                         engine::Observer& observer) {
  engine::Checking checking;
  checking.around = way.around;
  checking.unwritten = way.unwritten;
  checking.tile_order = way.tile_order;
  checking.merge_order = way.merge_order;
  checking.found = [&](const engine::Checking::Broken& broken) {
    found(stage_of(graph, broken.node), broken.node, broken.what, "");
  };
  build::Run run{graph};
  run.options.tile = way.tile;
  run.options.threads = way.threads;
  run.options.levels = way.levels;
  run.options.stop = &stop_;
  run.options.memory = memory_;
  if (way.watched) run.options.checking = &checking;
  report::Diagnostics diagnostics;
  build::Kept kept = build::keep(run, build::outputs_made(graph), observer, diagnostics);
  if (kept.outcome.done) return std::move(kept.made);
  const bool stops = trial_.stops_in && stop_;
  for (const report::Diagnostic& problem : diagnostics.sorted()) {
    if (problem.severity != report::Severity::error) continue;
    // "'node' failed: text"
    const std::size_t end = problem.message.find("' failed: ");
    if (end == std::string::npos || (!is_fault(problem.message) && !stops)) continue;
    const std::string node = problem.message.substr(1, end - 1), text = problem.message.substr(end + 10);
    found(stage_of(graph, node), node, stops ? "asked to stop, it fails: " + text : without_blame(text), "");
  }
  refused(diagnostics);
  return std::nullopt;
}

bool Trying::make_and_compare(const graph::Graph& graph, const Way& way) {
  const auto products = made(graph, way);
  if (!products) return false;
  compare(graph, way, *products);
  if (way.judges_values && !differs_) judge(graph, *products);
  return true;
}

// Finds the difference of the last way that is the cause.
void Trying::go_apart(const graph::Graph& graph) {
  for (const Way& way : trial_.apart) {
    if (differs_ || !go(graph, way)) return;
  }
}

void Trying::compare(const graph::Graph& graph, const Way& way, const std::vector<engine::Product>& made) {
  if (!snapshot_.is_taken()) return snapshot_.take(made);
  const auto difference = differs_ ? std::nullopt : snapshot_.difference(made);
  if (!difference) return;
  const bool is_last = &way == &trial_.ways.back();
  if (is_last) go_apart(graph);
  if (differs_) return;
  differs_ = true;
  const graph::Link output = build::outputs_made(graph)[difference->output];
  const graph::Node& node = graph.nodes[output.node];
  const std::string cell = cell_text(*difference, node.stage().ports[output.port]->name);
  const bool unwritten = difference->has_cell && all_are(difference->before, Way{}.unwritten) &&
                         all_are(difference->now, way.unwritten) && way.unwritten != Way{}.unwritten;
  const bool combined = way.levels > 1 && node.offer->description->combine() != nullptr;
  found(graph::Catalogue::name(node.stage()), node.name,
        unwritten  ? "a cell was not written"
        : combined ? "notes combined level by level give another result"
                   : way.differs,
        cell);
}

void Trying::judge(const graph::Graph& graph, const std::vector<engine::Product>& made) {
  const std::vector<graph::Link> outputs = build::outputs_made(graph);
  const auto finite = [&](const graph::Link& link) {
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (outputs[k].node == link.node && outputs[k].port == link.port)
        return !made[k].layer || is_finite(*made[k].layer);
    }
    return true;
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!made[i].layer) continue;
    const graph::Node& node = graph.nodes[outputs[i].node];
    const bool inputs_are_finite = std::all_of(node.inputs.begin(), node.inputs.end(),
                                               [&](const auto& input) { return !input || finite(*input); });
    const auto bad = bad_cell(*made[i].layer, inputs_are_finite);
    const terrawright_port& port = *node.stage().ports[outputs[i].port];
    if (!bad || (port.flags & TERRAWRIGHT_PORT_NODATA)) continue;
    found(graph::Catalogue::name(node.stage()), node.name, bad->symptom,
          "at cell (" + std::to_string(bad->x) + ", " + std::to_string(bad->y) + ") of '" + port.name +
              "': " + bad->value +
              (bad->value == "NaN" ? "; give it a value, or say in its port that NaN is no value (nodata)" : ""));
  }
}

void Trying::stop_in_the_middle(const graph::Graph& graph) {
  const std::string node = node_in(graph);
  watch_.stop_at(node, *trial_.stops_in, stop_);
  made(graph, trial_.ways.front());
  const double seconds = watch_.seconds_since_stop();
  constexpr double patience = 5.0;
  if (seconds > patience)
    found(stage_of(graph, node), node, "asked to stop, it goes on",
          "for " + std::to_string(static_cast<int>(seconds)) + " s");
  stop_ = false;
  made(graph, trial_.ways.front());  // what it left behind, as a lock that is held, shows now
}

// Units and legends are the same when create is called again.
void Trying::look_at_flows(const graph::Graph& graph) {
  report::Diagnostics unsaid;
  const auto again = assembled(trial_.set, unsaid);
  for (std::size_t n = 0; again && n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::size_t port = 0; port < node.flows.size(); ++port) {
      const graph::Flow &one = node.flows[port], &other = again->nodes[n].flows[port];
      const auto same = [](const LegendEntry& a, const LegendEntry& b) { return a.code == b.code && a.name == b.name; };
      const bool has_same_legend =
          std::equal(one.legend.begin(), one.legend.end(), other.legend.begin(), other.legend.end(), same);
      if (one.unit != other.unit || !has_same_legend)
        found(stage_of(graph, node.name), node.name, "called again, create gives another unit or legend",
              std::string("to '") + node.stage().ports[port]->name + "'");
    }
  }
}

// The world again, after another one was run. The other's instance is destroyed as this one's is made, which so gets
// its address: what is remembered of the one is taken for the other's.
std::optional<graph::Graph> Trying::assembled_after(std::optional<graph::Graph> graph) {
  report::Diagnostics unsaid;
  const std::string name = node_in(*graph);
  graph.reset();
  auto before = assembled(trial_.before, unsaid);
  if (before) made(*before, trial_.ways.front());
  for (std::size_t n = 0; before && n < before->nodes.size(); ++n) {
    graph::Node& node = before->nodes[n];
    const bool is_serial = static_cast<bool>(node.offer->description->turn());  // one call inside another would wait
    if (node.name == name && !is_serial) watch_.at_create(name, [&node] { node.instance = {}; });
  }
  graph = assembled(trial_.set, unsaid);
  watch_.at_create("", nullptr);  // where it was not
  return graph;
}

void Trying::run() {
  report::Diagnostics diagnostics;
  auto graph = trial_.leaks ? std::nullopt : assembled(trial_.set, diagnostics);
  if (trial_.leaks) return look_for_leaks();
  if (!graph) {
    for (const report::Diagnostic& problem : diagnostics.sorted()) {
      const std::size_t colon = problem.message.find(": ");
      if (!is_fault(problem.message) || colon == std::string::npos) continue;
      const std::string symptom = without_blame(problem.message.substr(colon + 2));
      const bool says_where = symptom.find(" in create") != std::string::npos;
      found(problem.message.substr(0, colon), trial_.trial_world->node, symptom, says_where ? "" : "in create");
    }
    return refused(diagnostics);
  }
  look_at_memory(*graph);
  if (trial_.ways.size() > 4) look_at_flows(*graph);
  if (trial_.stops_in) return stop_in_the_middle(*graph);
  if (trial_.measures) return measure(*graph);
  const Alarm alarm(trial_.gives_up_after, stop_);
  const auto begin = std::chrono::steady_clock::now();
  const auto ran = [&](const Way& way) {
    const bool is_done = go(*graph, way);
    if (!is_done && stop_) answer_.line({"slow"});
    return is_done;
  };
  if (trial_.first && !snapshot_.is_taken() && !ran(*trial_.first)) return;
  if (!trial_.before.empty()) graph = assembled_after(std::move(graph));
  if (!graph) return;
  std::optional<graph::Graph> beside;
  if (!trial_.beside.empty()) {
    report::Diagnostics unsaid;
    beside = assembled(trial_.beside, unsaid);
  }
  if (trial_.is_elsewhere) go_elsewhere();
  if (trial_.environment != 0) round_as_in(trial_.environment);
  for (const Way& way : trial_.ways) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (seconds > trial_.patience && &way != &trial_.ways.back()) continue;
    if (!ran(way)) return;
  }
  if (trial_.tells_what_it_made) answer_.line({"made", snapshot_.digest()});
  answer_.line({"ran"});
}

}  // namespace terrawright::check
