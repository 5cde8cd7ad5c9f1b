// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>

#include "border/kind.hpp"
#include "engine/node_run.hpp"
#include "engine/tasks.hpp"
#include "engine/threads.hpp"
#include "schedule/schedule.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::engine {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

// A node failed and was reported.
struct Failed {};

// What a sink was given, and what became of it.
struct Writing {
  bool begun = false;
  bool finished = false;
  std::function<void()> work;
  std::vector<Product> taken;
  std::string failed;  // why; empty: it did not
};

class Run {
 public:
  Run(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, Observer& observer,
      report::Diagnostics& diagnostics)
      : graph_(graph),
        sinks_(sinks),
        observer_(observer),
        diagnostics_(diagnostics),
        releases_(schedule::releases_of(graph)) {
    around_.memory = options.memory ? options.memory : std::make_shared<Memory>();
    around_.width = graph.world->width;
    around_.height = graph.world->height;
    around_.tile = options.tile;
    around_.wrap = graph.world->wrap;
    around_.stop = options.stop != nullptr ? options.stop : &never_;
    around_.checking = options.checking;
    products_.resize(graph.nodes.size());
    outcome_.records.resize(graph.nodes.size());
    writings_.resize(sinks.size());
  }

  Outcome go() {
    try {
      for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
        node(n);
        begin_sinks(n);
        release(n);
      }
      outcome_.done = true;
    } catch (const Interrupted&) {
      outcome_.interrupted = true;
    } catch (const Failed&) {
      abandon_ = true;
    } catch (...) {  // ours, not a stage's: no file may be left writing while this unwinds
      abandon_ = true;
      background_.wait();
      throw;
    }
    background_.wait();
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      if (writings_[s].finished) continue;
      if (!writings_[s].failed.empty()) {
        outcome_.failed_sinks.emplace_back(sinks_[s].name, writings_[s].failed);
      } else if (!abandon_) {
        outcome_.interrupted = true;
      }
    }
    outcome_.done = outcome_.done && !outcome_.interrupted && outcome_.failed_sinks.empty();
    outcome_.peak_memory = around_.memory->peak();
    return std::move(outcome_);
  }

 private:
  void node(std::size_t n) {
    const graph::Node& node = graph_.nodes[n];
    std::vector<Product> inputs(node.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (node.inputs[i]) inputs[i] = products_[node.inputs[i]->node][node.inputs[i]->port];
    }
    around_.progress = [&](std::size_t done, std::size_t all) {
      const std::lock_guard lock(observing_);
      observer_.progress(n, done, all);
    };
    around_.share = [&](double share) {
      const std::lock_guard lock(observing_);
      observer_.progress(n, static_cast<std::size_t>(share * 100.0), 100);
    };
    around_.line = [&](const std::string& line) {
      const std::lock_guard lock(observing_);
      observer_.says(n, line);
    };
    around_.warning = [&](const border::Message& said) {
      const std::lock_guard lock(observing_);
      diagnostics_.warning(node.position(said.where), "'" + node.name + "': " + with_cell(said),
                           "the stage is " + graph::Catalogue::name(node.stage()));
    };
    {
      const std::lock_guard lock(observing_);
      observer_.node_begins(n);
    }
    const Stopwatch watch;
    try {
      products_[n] = run_node(node, inputs, around_, graph::world_for(node.stage(), *graph_.world));
    } catch (const StageFailed& failure) {
      report(node, failure);
      throw Failed{};
    } catch (const std::bad_alloc&) {
      report(node, {"", "there is not enough memory", -1, -1});
      throw Failed{};
    }
    for (const Product& product : products_[n]) record(n, product);
    const std::lock_guard lock(observing_);
    observer_.node_ends(n, watch.seconds());
  }

  void report(const graph::Node& node, const StageFailed& failure) {
    diagnostics_.error(node.position(failure.where), "'" + node.name + "' failed: " + with_cell(failure),
                       "the stage is " + graph::Catalogue::name(node.stage()));
  }
  static std::string with_cell(const border::Message& said) {
    if (said.x < 0) return said.text;
    return said.text + " at cell (" + std::to_string(said.x) + ", " + std::to_string(said.y) + ")";
  }

  void record(std::size_t n, const Product& product) {
    PortRecord record;
    record.kind = graph_.nodes[n].flows[outcome_.records[n].size()].kind;
    if (product.layer) {
      record.statistics = product.layer->statistics();
      record.classes = product.layer->classes();
    }
    record.number = product.number.value_or(0.0);
    if (product.table) record.rows = product.table->rows;
    record.digest = digest_of(product);
    outcome_.records[n].push_back(record);
  }

  // Sinks whose ports are all there.
  void begin_sinks(std::size_t finished) {
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      Writing& writing = writings_[s];
      if (writing.begun) continue;
      std::vector<Product> taken;
      for (const graph::Link& need : sinks_[s].needs) {
        if (need.node <= finished) taken.push_back(products_[need.node][need.port]);
      }
      if (taken.size() != sinks_[s].needs.size()) continue;
      writing.begun = true;
      writing.taken = std::move(taken);
      writing.work = [this, s] { write(sinks_[s], writings_[s]); };
      background_.run(writing.work);
    }
  }

  void write(const Sink& sink, Writing& writing) {
    const Stopwatch watch;
    try {
      if (!abandon_ && !around_.stop->load()) {
        sink.take(writing.taken);
        writing.finished = true;
      }
    } catch (const Stopped&) {  // as the nodes do, once `stop` is set
    } catch (const std::system_error& error) {
      const bool threads = error.code() == std::errc::resource_unavailable_try_again;
      writing.failed = sink.name + ": " + (threads ? no_more_threads : error.what());
    } catch (const std::exception& error) {
      writing.failed = error.what();
    }
    writing.taken.clear();
    const std::lock_guard lock(observing_);
    observer_.sink_ends(sink.name, watch.seconds());
  }

  // What node n was the last to read. Sinks that wait for more still need theirs.
  void release(std::size_t n) {
    alive_.insert(alive_.end(), releases_[n].begin(), releases_[n].end());
    const auto gone = [&](std::size_t before) {
      if (awaited(before)) return false;
      products_[before].clear();
      return true;
    };
    alive_.erase(std::remove_if(alive_.begin(), alive_.end(), gone), alive_.end());
  }
  bool awaited(std::size_t node) const {
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      for (const graph::Link& need : sinks_[s].needs) {
        if (!writings_[s].begun && need.node == node) return true;
      }
    }
    return false;
  }

  const graph::Graph& graph_;
  const std::vector<Sink>& sinks_;
  Observer& observer_;
  report::Diagnostics& diagnostics_;
  const std::vector<std::vector<std::size_t>> releases_;  // by the last node that reads them
  const std::atomic<bool> never_{false};
  std::atomic<bool> abandon_{false};  // a node failed: files that are not begun are not written
  Surroundings around_;
  std::vector<std::vector<Product>> products_;
  std::vector<std::size_t> alive_;  // nodes whose layers only sinks wait for
  std::vector<Writing> writings_;   // of the sinks
  std::mutex observing_;
  Outcome outcome_;
  Background background_;
};

}  // namespace

Outcome run(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, Observer& observer,
            report::Diagnostics& diagnostics) {
  const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // 0 where nobody knows
  const int threads = options.threads > 0 ? options.threads : machine;
  Outcome outcome;
  if (const std::string lacking = lacking_threads(threads - 1); !lacking.empty()) {
    diagnostics.error({}, lacking, "ask for fewer with --threads, 1 needs none; or raise the limit (ulimit -u)");
    return outcome;
  }
  with_threads(threads, [&] { outcome = Run(graph, sinks, options, observer, diagnostics).go(); });
  return outcome;
}

}  // namespace terrawright::engine
