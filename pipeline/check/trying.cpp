// SPDX-License-Identifier: Apache-2.0
#include "check/trying.hpp"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "build/run.hpp"
#include "check/asked.hpp"
#include "check/elsewhere.hpp"
#include "check/made_up_file.hpp"
#include "check/values.hpp"
#include "config/quantity.hpp"
#include "files/reader.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::check {
namespace {

constexpr char blame[] = "its code is wrong: ";
std::string without_blame(const std::string& text) {
  return text.compare(0, sizeof blame - 1, blame) == 0 ? text.substr(sizeof blame - 1) : text;
}

// What is never said in a stage's own words.
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

// Bytes that the process has touched at most since it was asked to begin anew.
std::uint64_t highest_memory() {
  const std::string facts = files::text_of("/proc/self/status");
  const std::size_t at = facts.find("VmHWM:");
  return at == std::string::npos ? 0 : 1024 * std::strtoull(facts.c_str() + at + 6, nullptr, 10);
}
void begin_highest_memory_anew() { std::ofstream("/proc/self/clear_refs") << '5'; }

// Bytes, of malloc and of what else is mapped to be written to.
std::size_t allocated() {
  const struct mallinfo2 facts = mallinfo2();
  const std::size_t mapped = static_cast<std::size_t>(memory_of("self"));
  return facts.uordblks + facts.hblkhd +
         (mapped > facts.arena + facts.hblkhd ? mapped - facts.arena - facts.hblkhd : 0);
}

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
  const std::string why = watch_system_calls();
  if (!why.empty()) answer_.line({"unwatched", why});
}

void Trying::found(const std::string& stage, const std::string& node, const std::string& symptom,
                   const std::string& details) {
  const std::lock_guard lock(telling_);
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
  std::vector<std::string> all = trial_.feed->set;
  all.insert(all.end(), set.begin(), set.end());
  const graph::InputFileOpener* opener = &made_up;
  if (trial_.feed->reads_files) opener = around_.opener;
  return build::graph_of(trial_.feed->source, all, around_.catalogue, diagnostics, opener);
}

std::string Trying::node_in(const graph::Graph& graph) const {
  return trial_.feed->node.empty() ? graph.nodes.back().name : trial_.feed->node;
}

std::optional<std::vector<engine::Product>> Trying::made(const graph::Graph& graph, const Way& way) {
  engine::Observer silent;
  const std::size_t before = allocated();
  auto products = made(graph, way, silent);
  const std::size_t now = allocated();
  const auto cells = static_cast<std::size_t>(graph.world->width * graph.world->height);
  const std::size_t most = (std::size_t{1} << 27) + 1024 * cells;
  if (now > before + most) grows(graph, static_cast<double>(now - before));
  return products;
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

void Trying::compare(const graph::Graph& graph, const Way& way, const std::vector<engine::Product>& made) {
  if (!snapshot_.is_taken()) return snapshot_.take(made);
  const auto difference = differs_ ? std::nullopt : snapshot_.difference(made);
  if (!difference) return;
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

void Trying::look_for_leaks() {
  mallopt(M_ARENA_MAX, 1);  // else it depends on threads where memory goes to
  Way way;
  way.tile = 7;
  way.watched = false;
  // Bytes by which each of so many runs has grown; nothing where they do not come to their end.
  std::size_t before = 0;
  const auto grown_in = [&](int runs) -> std::optional<double> {
    for (int i = 0; i < runs; ++i) {
      report::Diagnostics unsaid;
      const auto graph = assembled(trial_.set, unsaid);
      if (!graph || !made(*graph, way)) return std::nullopt;
    }
    const std::size_t now = allocated();
    const double grown = (static_cast<double>(now) - static_cast<double>(before)) / runs;
    before = now;
    return grown;
  };
  report::Diagnostics unsaid;
  const auto graph = assembled(trial_.set, unsaid);
  if (!graph || !grown_in(3)) return;
  // A cache grows more and more slowly, a leak by the same each time. What is below `least` may be a thread's; of what
  // is above `much` few runs are enough, and many too much.
  constexpr double least = 256.0, much = 1 << 24;
  const auto is_like = [](double first, double grown) { return grown >= 0.95 * first && grown <= 1.05 * first; };
  const auto one = grown_in(1), another = grown_in(1);
  if (!one || !another) return;
  if (*one > much && is_like(*one, *another)) return grows(*graph, *another);
  double first = 0.0, now = 0.0;
  for (const int runs : {4, 4, 12}) {
    const auto grown = grown_in(runs);
    if (!grown || *grown < least) return;
    if (first == 0.0) first = *grown;
    if (!is_like(first, *grown)) return;
    now = *grown;
  }
  grows(*graph, now);
}

void Trying::grows(const graph::Graph& graph, double bytes) {
  const std::string node = node_in(graph);
  found(stage_of(graph, node), node, "its memory grows from run to run",
        "by " + std::to_string(static_cast<std::int64_t>(bytes)) + " bytes in each");
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

void Trying::look_at_memory(const graph::Graph& graph) {
  const auto cells = static_cast<std::uint64_t>(graph.world->width * graph.world->height);
  const std::uint64_t most = (std::uint64_t{1} << 30) + 4096 * cells;
  for (const graph::Node& node : graph.nodes) {
    if (node.memory <= most) continue;
    found(stage_of(graph, node.name), node.name,
          "it says that it needs " + std::to_string(node.memory) + " bytes of memory",
          "in create, for a world of " + std::to_string(cells) + " cells");
  }
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

void Trying::measure(const graph::Graph& graph) {
  class Clock final : public engine::Observer {
   public:
    explicit Clock(std::size_t node) : node_(node) {}
    double seconds = 0.0;
    void node_ends(std::size_t node, const engine::Spent& spent) override {
      if (node == node_) seconds = spent.processor;
    }

   private:
    const std::size_t node_;
  };
  std::size_t node = 0;
  while (graph.nodes[node].name != node_in(graph)) ++node;
  Way way;
  way.tile = schedule::whole_world;
  way.watched = false;
  Cost cost;
  cost.cells = graph.world->width * graph.world->height;
  begin_highest_memory_anew();
  const std::uint64_t before = highest_memory();
  for (int run = 0; run < 3 && (run == 0 || cost.seconds < 0.2); ++run) {
    Clock clock(node);
    if (!made(graph, way, clock)) return;
    cost.seconds = run == 0 ? clock.seconds : std::min(cost.seconds, clock.seconds);
  }
  cost.memory = highest_memory() - before;
  answer_.line({"cost", config::canonical(cost.seconds), std::to_string(cost.cells), std::to_string(cost.memory)});
  answer_.line({"ran"});
}

void Trying::run() {
  report::Diagnostics diagnostics;
  const auto graph = trial_.leaks ? std::nullopt : assembled(trial_.set, diagnostics);
  if (trial_.leaks) return look_for_leaks();
  if (!graph) {
    for (const report::Diagnostic& problem : diagnostics.sorted()) {
      const std::size_t colon = problem.message.find(": ");
      if (!is_fault(problem.message) || colon == std::string::npos) continue;
      const std::string symptom = without_blame(problem.message.substr(colon + 2));
      const bool says_where = symptom.find(" in create") != std::string::npos;
      found(problem.message.substr(0, colon), trial_.feed->node, symptom, says_where ? "" : "in create");
    }
    return refused(diagnostics);
  }
  look_at_memory(*graph);
  if (trial_.ways.size() > 4) look_at_flows(*graph);
  if (trial_.stops_in) return stop_in_the_middle(*graph);
  if (trial_.measures) return measure(*graph);
  const Alarm alarm(trial_.gives_up_after, stop_);
  const auto begin = std::chrono::steady_clock::now();
  if (trial_.first && !snapshot_.is_taken()) {
    const auto products = made(*graph, *trial_.first);
    if (!products) return;
    compare(*graph, *trial_.first, *products);
  }
  if (!trial_.before.empty()) {
    report::Diagnostics unsaid;
    const auto before = assembled(trial_.before, unsaid);
    if (before) made(*before, trial_.ways.front());
  }
  std::optional<graph::Graph> beside;
  if (!trial_.beside.empty()) {
    report::Diagnostics unsaid;
    beside = assembled(trial_.beside, unsaid);
  }
  if (trial_.is_elsewhere) go_elsewhere();
  for (const Way& way : trial_.ways) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (seconds > trial_.patience && &way != &trial_.ways.back()) continue;
    const auto products = made(*graph, way);
    if (!products) return;
    compare(*graph, way, *products);
    if (way.judges_values && !differs_) judge(*graph, *products);
  }
  if (trial_.is_elsewhere) answer_.line({"made", snapshot_.digest()});
  answer_.line({"ran"});
}

}  // namespace terrawright::check
