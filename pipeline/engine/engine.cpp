// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "border/description.hpp"
#include "engine/eviction.hpp"
#include "engine/keeping.hpp"
#include "engine/long_table.hpp"
#include "engine/node_run.hpp"
#include "engine/parts.hpp"
#include "engine/passes.hpp"
#include "engine/sharing.hpp"
#include "engine/tasks.hpp"
#include "engine/telling.hpp"
#include "engine/threads.hpp"
#include "report/diagnostic.hpp"
#include "schedule/order.hpp"
#include "system/memory.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::engine {
namespace {

// Each thread's share of the heap stays with it. A resolve or a file may need as much for another one's.
void give_back_free_heap() {
  constexpr std::size_t worth_it = std::size_t{16} << 20;
  system::give_back_free_heap(worth_it);
}

}  // namespace

class Execution {
  struct Writing;

 public:
  // `of_run`: the links that are read of a run that stays; nullptr: it ends with its sinks.
  Execution(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, int threads,
            Observer& observer, report::Diagnostics& diagnostics, const std::vector<graph::Link>* of_run = nullptr)
      : graph_(graph),
        sinks_(sinks),
        telling_(graph, observer, diagnostics),
        order_(options.schedule != nullptr ? options.schedule->order : schedule::order_of(graph, options.tile)),
        threads_(static_cast<std::size_t>(threads)),
        nodes_(graph.nodes.size()),
        surveyed_(graph.nodes.size()),
        took_(graph.nodes.size()),
        stays_(of_run != nullptr),
        writings_(sinks.size()) {
    around_.memory = options.memory                ? options.memory
                     : options.schedule != nullptr ? std::make_shared<Memory>(options.schedule->layers)
                                                   : std::make_shared<Memory>();
    around_.width = graph.world->width;
    around_.height = graph.world->height;
    around_.tile = options.tile;
    around_.threads = threads_;
    around_.wrap = graph.world->wrap;
    around_.stop = options.stop != nullptr ? options.stop : &never_;
    around_.checking = options.checking;
    around_.levels = options.levels;
    if (options.schedule != nullptr) around_.spill = std::make_shared<store::Spill>(options.folder);
    around_.folder = options.folder;
    around_.rows_in_memory = options.rows_in_memory;
    all_ = {0, 0, around_.width, around_.height};
    window_ = options.window.value_or(all_);
    outcome_.records.resize(graph.nodes.size());
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const graph::Node& node = graph.nodes[n];
      runs_.push_back(
          std::make_unique<NodeRun>(node, around_, graph::world_for(node.stage(), *graph.world), telling_.listener(n)));
      runs_.back()->connect(inputs_of(n));
    }
    outcome_.doing.assign(nodes_.size(), schedule::Doing::runs);
    if (options.ranks != nullptr) share(options);
    if (options.store) recall(options, of_run);
    set_lifetimes(of_run != nullptr);
    passes_.emplace(
        graph_, runs_, around_,
        [this](std::size_t n, std::uint32_t phase, const Spent& spent) { called(n, phase, spent); },
        [this](std::size_t n, const Rect& tile) { return is_found(n, tile); });
    expect_readers();
  }
  ~Execution() { around_.memory->on_pressure({}); }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Outcome go(const Options& options) {
    return ended_by(options, [&] {
      rest();
      if (sharing_) write_together();
    });
  }

  // For a run that stays: makes all but the cells of layers.
  Outcome resolve(const Options& options, const std::vector<graph::Link>& links) {
    return ended_by(options, [&] {
      for (const graph::Link& link : links) {
        if (!product(link).layer) complete({link.node});
      }
      settle();
      keep_parts();
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (outcome_.records[n].empty()) record_all(n);
      }
    });
  }

  const Product& product(const graph::Link& link) const { return runs_[link.node]->products()[link.port]; }
  bool is_made(std::size_t n, const Rect& area) const { return passes_->is_complete(n, area); }
  // One row of tiles after the other, so that a stop is soon heard. False as OnDemand::make has it.
  bool make(std::size_t n, const Rect& area, const std::function<bool()>& stops) {
    const std::int64_t side = runs_[n]->tiles()[0].height;
    try {
      for (std::int64_t y = area.y; y < area.y + area.height;) {
        if (stops()) return false;
        const std::int64_t end = std::min(area.y + area.height, (y / side + 1) * side);
        passes_->complete({n}, {area.x, y, area.width, end - y});
        y = end;
      }
      return true;
    } catch (const Interrupted&) {
      return false;
    } catch (const FailedTile& failure) {
      telling_.fails(failure.node, failure.said);
    } catch (const std::bad_alloc&) {
      telling_.fails(n, {"", report::no_memory, -1, -1});
    }
    return false;
  }

 private:
  // Runs all nodes, then `rest`.
  template <class Rest>
  Outcome ended_by(const Options& options, const Rest& rest) {
    try {
      if (sharing_) in_common([&] { sharing_->begin(outcome_.doing); });
      if (options.schedule != nullptr) may_go_to_files(options.folder);
      for (std::size_t n = 0; n < graph_.nodes.size(); ++n) step(n);
      if (eviction_) eviction_->now_at(graph_.nodes.size());
      rest();
      outcome_.done = true;
    } catch (const Interrupted&) {
      ended_with(std::nullopt);
    } catch (const FailedTile& failure) {
      ended_with(failure);
    } catch (const std::bad_alloc&) {
      ended_with(FailedTile{std::min(at_, graph_.nodes.size() - 1), {}, {"", report::no_memory, -1, -1}});
    } catch (...) {  // ours, not a stage's: no file may be left writing while this unwinds
      abandon_ = true;
      background_.wait();
      throw;
    }
    background_.wait();
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      outcome_.lost = outcome_.lost || writings_[s].lost;
      if (writings_[s].finished || writings_[s].of_another) continue;
      if (!writings_[s].failed.empty()) {
        outcome_.failed_sinks.emplace_back(sinks_[s].name, writings_[s].failed);
      } else if (!abandon_) {
        outcome_.interrupted = true;
      }
    }
    outcome_.done = outcome_.done && !outcome_.interrupted && outcome_.failed_sinks.empty();
    outcome_.lost = outcome_.lost || (keeping_ && keeping_->lost());
    if (outcome_.done && keeping_ && paints_all()) keep_costs();
    outcome_.peak_memory = around_.memory->peak();
    return std::move(outcome_);
  }

  // ---- nodes -------------------------------------------------------------------------------------

  // Makes the facts of node n that painting its first tile needs.
  void step(std::size_t n) {
    if (eviction_) eviction_->now_at(n);
    at_ = n;
    NodeRun& run = *runs_[n];
    const schedule::Doing doing = outcome_.doing[n];
    if (doing != schedule::Doing::cached) complete(unknown(order_.steps[n].complete_before));
    try {
      run.begin(inputs_of(n));
      if (doing == schedule::Doing::paints_again) {
        if (!reads_verdicts_late()) keeping_->recall_verdict(n, run);
        if (paints_all()) keeping_->begin(n, run, outcome_.doing);
      }
      if (doing == schedule::Doing::runs) {
        if (keeping_ && !sharing_) keeping_->begin(n, run, outcome_.doing);
        if (run.resolves()) {
          telling_.begins(n);
          rounds(n);
        }
      }
    } catch (const StageFailed& said) {
      throw FailedTile{n, {}, said};
    } catch (const std::bad_alloc&) {
      throw FailedTile{n, {}, {"", report::no_memory, -1, -1}};
    }
    for (std::uint32_t i = 0; i < run.inputs().size(); ++i) {
      if (run.surveys() && run.inputs()[i].layer) run.inputs()[i].layer->release();
    }
    nodes_[n].resolved = true;
    passes_->resolved(n);
    settle();
    if (order_.steps[n].paint_at_once) complete({n});
  }
  // Returns those of the nodes that this run will make completely for the first time.
  std::vector<std::size_t> unknown(std::vector<std::size_t> nodes) const {
    const auto is_known = [&](std::size_t n) { return outcome_.doing[n] != schedule::Doing::runs; };
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(), is_known), nodes.end());
    return nodes;
  }

  // Finds the results of earlier runs in the cache.
  void recall(const Options& options, const std::vector<graph::Link>* of_run) {
    std::vector<graph::Link> needed = of_run != nullptr ? *of_run : std::vector<graph::Link>(), for_files;
    for (const Sink& sink : sinks_) {
      if (sink.is_kept_as_layers) for_files.insert(for_files.end(), sink.needs.begin(), sink.needs.end());
      for (std::size_t i = 0; i < sink.needs.size(); ++i)
        if (sink.reads(i)) needed.push_back(sink.needs[i]);
    }
    keeping_.emplace(options.store, graph_, options.tile, std::move(for_files));
    std::vector<schedule::Kept> kept = keeping_->find();
    if (sharing_) {  // what they agree on, each has
      for (std::size_t n = 0; n < kept.size(); ++n) {
        kept[n].verdict = kept[n].verdict && keeping_->find_verdict(n);
        for (std::size_t i = 0; kept[n].outcome && i < kept[n].layers.size(); ++i)
          keeping_->find_port(n, i, schedule::Doing::cached, kept[n]);
      }
      kept = sharing_->agreed(kept);
    }
    for (bool all = false; !all;) {
      outcome_.doing = schedule::doing_of(graph_, kept, needed);
      all = finds_what_is_taken(needed, kept);
    }
    for (const schedule::Doing doing : outcome_.doing) paints_again_.push_back(doing == schedule::Doing::paints_again);
    if ((stays_ || is_window()) && !sharing_ && options.tile == schedule::chunk_side)
      parts_.emplace(options.store, graph_, runs_, outcome_.doing, needed, window_);
    for (std::size_t n = 0; n < runs_.size(); ++n) {
      if (outcome_.doing[n] == schedule::Doing::runs) continue;
      outcome_.records[n] = keeping_->recall(n, *runs_[n], outcome_.doing[n]);
      if (outcome_.doing[n] == schedule::Doing::cached) runs_[n]->never_paint();
    }
  }

  // Inputs of the nodes that do something. False where some of it is not there, as `kept` says then.
  bool finds_what_is_taken(const std::vector<graph::Link>& needed, std::vector<schedule::Kept>& kept) {
    const std::vector<schedule::Doing>& doing = outcome_.doing;
    bool all = true;
    const auto find = [&](const graph::Link& link) {
      if (doing[link.node] != schedule::Doing::runs)
        all = keeping_->find_port(link.node, link.port, doing[link.node], kept[link.node]) && all;
    };
    for (const graph::Link& link : needed) find(link);
    for (std::size_t n = 0; n < kept.size(); ++n) {
      if (doing[n] == schedule::Doing::cached) continue;
      for (const auto& input : graph_.nodes[n].inputs) {
        if (input) find(*input);
      }
      if (doing[n] != schedule::Doing::paints_again || reads_verdicts_late()) continue;
      if (!keeping_->find_verdict(n)) all = kept[n].verdict = false;
    }
    return all;
  }

  // A run of this process alone, that ends, of the whole world.
  bool paints_all() const { return !sharing_ && !stays_ && !is_window(); }
  // In a window hardly a node needs to paint.
  bool reads_verdicts_late() const { return is_window() && !sharing_; }
  bool is_found(std::size_t n, const Rect& tile) {
    if (paints_again_.empty() || !paints_again_[n]) return false;
    if (parts_ && parts_->read(n, tile)) return true;
    if (reads_verdicts_late()) keeping_->need_verdict(n, *runs_[n]);
    return false;
  }
  // For nodes of which only some tiles will be painted.
  void keep_parts() {
    for (std::size_t n = 0; parts_ && n < runs_.size(); ++n) {
      if (runs_[n]->paints() && !passes_->is_complete(n) && !runs_[n]->has_rows()) parts_->keep(n);
    }
  }

  void rounds(std::size_t n) {
    bool more = true;
    while (more) {
      if (runs_[n]->surveys()) {
        surveyed_[n] = 0;
        passes_->survey(n);
        end_of_pass();
      }
      Round round;
      const Stopwatch watch;
      if (sharing_) {
        in_common([&] { more = sharing_->resolve(n, passes_->workspace(), round); });
      } else {
        more = runs_[n]->resolve(passes_->workspace(), round);
      }
      const Spent spent = watch.spent();
      took_[n].rounds += nanoseconds(spent);
      round.seconds = spent.wall;
      give_back_free_heap();
      telling_.round_ends(n, round, spent);
    }
    if (keeping_ && is_first()) keeping_->keep_verdict(n, *runs_[n]);
  }

  void complete(const std::vector<std::size_t>& nodes) {
    const bool all = std::all_of(nodes.begin(), nodes.end(), [&](std::size_t n) { return passes_->is_complete(n); });
    if (all) return settle();
    passes_->complete(nodes, all_);
    end_of_pass();
  }
  void end_of_pass() {
    give_back_free_heap();
    if (sharing_) in_common([&] { sharing_->end_of_pass(*passes_); });
    settle();
  }

  // Runs the work that no node waited for.
  void rest() {
    keep_parts();
    std::vector<std::size_t> nodes;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const bool for_itself = !is_window() && outcome_.doing[n] == schedule::Doing::runs;
      if (!passes_->is_complete(n) && (for_itself || is_for_sink(n))) nodes.push_back(n);
    }
    // A table has rows from all tiles; what a window shows of it is cut from the whole.
    const auto by_window =
        std::partition(nodes.begin(), nodes.end(), [&](std::size_t n) { return runs_[n]->has_rows(); });
    if (is_window()) {
      passes_->complete({nodes.begin(), by_window}, all_);
      nodes.erase(nodes.begin(), by_window);
    }
    passes_->complete(nodes, window_);
    rest_is_done_ = true;
    end_of_pass();
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].ended || outcome_.doing[n] != schedule::Doing::runs) continue;  // of a window
      record_all(n);
      telling_.node_ends(n);
    }
  }
  bool is_window() const { return window_.width < all_.width || window_.height < all_.height; }
  bool is_for_sink(std::size_t n) const {
    return std::any_of(sinks_.begin(), sinks_.end(), [&](const Sink& sink) {
      return std::any_of(sink.needs.begin(), sink.needs.end(), [&](const auto& need) { return need.node == n; });
    });
  }

  // Nodes that are made from their first cell to their last, and files that can be written.
  void settle() {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].ended || !nodes_[n].resolved || !passes_->is_complete(n)) continue;
      try {
        runs_[n]->end();
      } catch (const StageFailed& said) {
        throw FailedTile{n, {}, said};
      }
      nodes_[n].ended = true;
      telling_.begins(n);
      if (outcome_.doing[n] == schedule::Doing::runs) {
        record_all(n);
        if (is_first()) warn_of_nan(n);
        if (keeping_ && is_first()) keeping_->keep_outcome(n, *runs_[n], outcome_.records[n]);
      } else if (keeping_) {
        keeping_->keep_layers(n, *runs_[n]);
      }
      telling_.node_ends(n);
    }
    begin_sinks();
  }

  // NaN of inputs that have none is hardly meant, unless the port says so.
  void warn_of_nan(std::size_t n) {
    const auto has_nan = [](const Product& product) { return product.layer && product.layer->statistics().nans != 0; };
    const std::vector<Product>&inputs = runs_[n]->inputs(), &made = runs_[n]->products();
    if (std::any_of(inputs.begin(), inputs.end(), has_nan)) return;
    for (std::size_t port = 0; port < made.size(); ++port) {
      const terrawright_port& about = *graph_.nodes[n].stage().ports[port];
      if (!has_nan(made[port]) || (about.flags & TERRAWRIGHT_PORT_NODATA) != 0) continue;
      const auto [x, y] = made[port].layer->first_nan().value_or(std::pair<std::int64_t, std::int64_t>(-1, -1));
      telling_.warns(
          n, {about.name,
              "it makes NaN of inputs that have none, in " + std::to_string(made[port].layer->statistics().nans) +
                  " cells of '" + about.name + "', the first",
              x, y});
    }
  }

  std::vector<Product> inputs_of(std::size_t n) const {
    const graph::Node& node = graph_.nodes[n];
    std::vector<Product> inputs(node.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (node.inputs[i]) inputs[i] = runs_[node.inputs[i]->node]->products()[node.inputs[i]->port];
    }
    return inputs;
  }

  // Layers are held by surveys, which may see them again and again, and by files.
  void set_lifetimes(bool all_stay) {
    for (const auto& run : runs_) {
      for (const Product& product : run->products()) {
        if (product.layer && !all_stay) product.layer->lifetimes();
      }
    }
    for (const auto& run : runs_) {
      for (const Product& input : run->inputs()) {
        if (run->surveys() && input.layer) input.layer->hold();
      }
    }
    // Several processes write files at the end, from the shared folder.
    for (const Sink& sink : sharing_ ? std::vector<Sink>() : sinks_) {
      for (std::size_t i = 0; i < sink.needs.size(); ++i) {
        const auto& layer = product(sink.needs[i]).layer;
        if (!sink.reads(i)) continue;
        if (layer && is_window()) layer->expect(window_);
        if (layer && !is_window()) layer->hold();
      }
    }
  }
  // Nodes paint all of their tiles; of a window those that nobody surveys paint what it needs.
  void expect_readers() {
    std::vector<Rect> areas(runs_.size(), all_);
    if (is_window()) {
      for (const schedule::Pass& pass : order_.passes) {
        if (pass.why == schedule::Pass::Why::rest)
          for (const std::size_t n : pass.paints)
            areas[n] = runs_[n]->has_rows() ? all_ : is_for_sink(n) ? window_ : Rect{};
      }
    }
    for (std::size_t n = runs_.size(); n-- > 0;) {
      if (!runs_[n]->paints() || areas[n].width == 0) continue;
      passes_->expect_readers(n, areas[n]);
      for (std::uint32_t i = 0; is_window() && i < runs_[n]->inputs().size(); ++i) {
        if (!runs_[n]->inputs()[i].layer) continue;
        const Rect needed = passes_->needed(n, i, areas[n]);
        Rect& area = areas[graph_.nodes[n].inputs[i]->node];
        if (needed.width > 0) area = area.width > 0 ? schedule::around(area, needed) : needed;
      }
    }
  }

  void may_go_to_files(const std::filesystem::path& folder) {
    eviction_.emplace(order_, folder, [this] { return passes_->row(); });
    for (std::size_t n = 0; n < runs_.size(); ++n) {
      const auto& products = runs_[n]->products();
      for (std::uint32_t i = 0; i < products.size(); ++i) {
        if (products[i].layer) eviction_->add({n, i}, products[i].layer);
      }
    }
    around_.memory->on_pressure([this] { return eviction_->make_room(); });
  }

  // A tile of it is done, the last call of which took so long.
  void called(std::size_t n, std::uint32_t phase, const Spent& spent) {
    const Spent share{spent.wall / static_cast<double>(threads_), spent.processor};
    (phase == TERRAWRIGHT_PHASE_SURVEY ? took_[n].rounds : took_[n].painting) += nanoseconds(spent);
    if (phase == TERRAWRIGHT_PHASE_SURVEY) {
      telling_.progress(n, ++surveyed_[n], runs_[n]->visited(), share);
    } else {
      const std::size_t all = runs_[n]->tiles().size();
      telling_.progress(n, all - passes_->unpainted(n), all, share);
      ++painted_;
    }
  }

  static std::uint64_t nanoseconds(const Spent& spent) { return static_cast<std::uint64_t>(spent.processor * 1e9); }

  // For nodes whose tiles were all painted.
  void keep_costs() {
    std::vector<Keeping::Took> took(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (outcome_.doing[n] == schedule::Doing::cached || !passes_->is_complete(n)) continue;
      took[n].painting = static_cast<double>(took_[n].painting);
      if (outcome_.doing[n] == schedule::Doing::runs)
        took[n].making = static_cast<double>(took_[n].rounds + took_[n].painting);
    }
    keeping_->keep_costs(took);
  }

  void record_all(std::size_t n) {
    auto& records = outcome_.records[n];
    for (const Product& product : runs_[n]->products())
      records.push_back(record_of(graph_.nodes[n].flows[records.size()].kind, product));
  }

  // ---- files -------------------------------------------------------------------------------------

  bool is_there(const graph::Link& link) const {
    const auto& node = graph_.nodes[link.node];
    if (!product(link).layer && !border::is_painted(*node.stage().ports[link.port], node.flows[link.port].kind))
      return nodes_[link.node].resolved;
    return nodes_[link.node].ended || (is_window() && rest_is_done_);
  }

  // Sinks whose ports are all there. Several processes share them at the end.
  void begin_sinks() {
    if (sharing_) return;
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      Writing& writing = writings_[s];
      const auto& needs = sinks_[s].needs;
      if (writing.begun || !std::all_of(needs.begin(), needs.end(), [&](const auto& need) { return is_there(need); }))
        continue;
      writing.begun = true;
      for (const graph::Link& need : needs) writing.taken.push_back(product(need));
      writing.work = [this, s] { write(sinks_[s], writings_[s]); };
      if (threads_ == 1) {
        writing.work();  // nobody else would, until all is done
      } else {
        background_.run(writing.work);
      }
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
    } catch (const Lost&) {
      writing.lost = true;
    } catch (const std::system_error& error) {
      const bool threads = error.code() == std::errc::resource_unavailable_try_again;
      writing.failed = sink.name + ": " + (threads ? no_more_threads : report::reason_of(error));
    } catch (const std::bad_alloc&) {
      writing.failed = sink.name + ": " + report::no_memory;
    } catch (const std::exception& error) {
      writing.failed = report::reason_of(error);
    }
    for (std::size_t i = 0; i < writing.taken.size(); ++i) {
      const auto& layer = writing.taken[i].layer;
      if (!layer || sink.keeps || sharing_ || !sink.reads(i)) continue;
      if (is_window()) {
        layer->was_read(window_);
      } else {
        layer->release();
      }
    }
    writing.taken.clear();
    telling_.sink_ends(sink.name, watch.spent());
  }

  // ---- several processes -------------------------------------------------------------------------

  bool is_first() const { return around_.rank == 0; }

  void share(const Options& options) {
    sharing_.emplace(*options.ranks, *options.store, graph_, order_, runs_);
    around_.shares = &sharing_->shares();
    around_.rank = options.ranks->rank();
    telling_.with(*options.ranks);
  }

  // A failure of the shared folder is reported at the current node of the run.
  template <class Body>
  void in_common(const Body& body) const {
    try {
      body();
    } catch (const std::runtime_error& error) {
      throw FailedTile{std::min(at_, graph_.nodes.size() - 1), {}, {"", error.what()}};
    }
  }

  // Each takes the largest file that nobody writes yet.
  void write_together() {
    Together& together = sharing_->together();
    together.say("");  // tickets start again
    for (const auto& run : runs_) {
      for (const Product& made : run->products()) {
        if (made.layer && made.layer->is_elsewhere()) made.layer->let_go(false);
      }
    }
    std::vector<std::size_t> order(sinks_.size());
    for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
    const auto of_first =
        std::stable_partition(order.begin(), order.end(), [&](std::size_t s) { return needs_rows(s); });
    const auto take = [&](std::size_t s) {
      for (const graph::Link& need : sinks_[s].needs) writings_[s].taken.push_back(product(need));
      write(sinks_[s], writings_[s]);
    };
    if (is_first()) std::for_each(order.begin(), of_first, take);
    order.erase(order.begin(), of_first);
    parallel(threads_, [&](std::uint64_t) {
      for (std::uint64_t i; (i = together.ranks().ticket()) < order.size();) take(order[i]);
    });
    tell_of_sinks(together);
  }
  // Tables by tile are the first one's.
  bool needs_rows(std::size_t s) const {
    const auto& needs = sinks_[s].needs;
    return std::any_of(needs.begin(), needs.end(), [&](const graph::Link& need) {
      return !product(need).layer && runs_[need.node]->tables_by_tile() > 0;
    });
  }
  std::uint64_t weight(std::size_t s) const {
    std::uint64_t bytes = 0;
    for (const graph::Link& need : sinks_[s].needs)
      bytes += product(need).layer ? product(need).layer->cell_bytes() : 0;
    return bytes;
  }

  // As "number text" a line: what became of those that this one took.
  void tell_of_sinks(Together& together) {
    std::string mine;
    for (std::size_t s = 0; s < sinks_.size(); ++s) {
      const Writing& writing = writings_[s];
      if (writing.finished || !writing.failed.empty()) mine += std::to_string(s) + " " + writing.failed + '\0';
    }
    if (around_.stop->load()) throw Interrupted{};
    const auto all = together.say(mine);
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      if (rank == together.rank()) continue;
      for (std::size_t at = 0, end; (end = all[rank].find('\0', at)) != std::string::npos; at = end + 1) {
        std::size_t digits = 0;
        Writing& writing = writings_[std::stoul(all[rank].substr(at, end - at), &digits)];
        writing.failed = all[rank].substr(at + digits + 1, end - at - digits - 1);
        writing.of_another = writing.failed.empty();
      }
    }
    for (std::size_t s = 0; s < sinks_.size(); ++s) outcome_.written_here.push_back(writings_[s].finished);
    outcome_.painted = together.say(std::to_string(painted_.load()));
  }

  void ended_with(const std::optional<FailedTile>& failure) {
    const auto of_all = sharing_ ? sharing_->together().end(failure) : failure;
    abandon_ = abandon_ || of_all;
    if (of_all) telling_.fails(of_all->node, of_all->said);
    outcome_.interrupted = !of_all;
  }

  // State of a sink.
  struct Writing {
    bool begun = false;
    bool finished = false;
    bool lost = false;  // as the sink has said
    std::function<void()> work;
    std::vector<Product> taken;
    std::string failed;       // why; empty: it did not
    bool of_another = false;  // process, who has finished it
  };
  // State of a node that is being made.
  struct NodeState {
    bool resolved = false, ended = false;
  };
  // Nanoseconds of the processor.
  struct NodeTook {
    std::atomic<std::uint64_t> rounds{0}, painting{0};
  };

  const graph::Graph& graph_;
  const std::vector<Sink>& sinks_;
  Telling telling_;
  const schedule::Order order_;
  const std::size_t threads_;
  const std::atomic<bool> never_{false};
  std::atomic<bool> abandon_{false};  // a node failed: files that are not begun are not written
  Surroundings around_;
  Rect all_{}, window_{};  // of the world; what sinks read of it
  bool rest_is_done_ = false;
  std::vector<NodeState> nodes_;
  std::vector<std::atomic<std::size_t>> surveyed_;  // tiles, in this round, by node
  std::vector<NodeTook> took_;                      // by node
  const bool stays_;                                // so that its cells can be asked for later
  std::vector<std::unique_ptr<NodeRun>> runs_;      // of the nodes
  std::optional<Sharing> sharing_;                  // of several processes
  std::optional<Keeping> keeping_;
  std::vector<bool> paints_again_;  // by node, as the outcome is gone where a run stays
  std::optional<Parts> parts_;      // of a run that paints no more than some tiles
  std::optional<Passes> passes_;
  std::optional<Eviction> eviction_;
  std::vector<Writing> writings_;        // of the sinks
  std::atomic<std::size_t> painted_{0};  // tiles, by this process
  std::size_t at_ = 0;                   // the node that the run has come to
  Outcome outcome_;
  Background background_;
};

PortRecord record_of(std::uint32_t kind, const Product& product) {
  PortRecord record;
  record.kind = kind;
  record.number = product.number.value_or(0.0);
  if (product.table) record.rows = product.table->rows;
  if (product.long_table) record.rows = product.long_table->rows();
  if (product.layer && !product.layer->is_finished()) return record;
  if (product.layer) record.statistics = product.layer->statistics();
  if (product.layer) record.classes = product.layer->classes();
  record.digest = digest_of(product);
  return record;
}

namespace {

// Threads of a run; where the machine has not so many, that is said, and there is none.
std::optional<int> threads_of(const Options& options, report::Diagnostics& diagnostics) {
  const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // 0 where nobody knows
  const int threads = options.threads > 0 ? options.threads : machine;
  const std::string lacking = lacking_threads(threads - 1);
  if (lacking.empty()) return threads;
  diagnostics.error({}, lacking, "ask for fewer with --threads, 1 needs none; or raise the limit (ulimit -u)");
  return std::nullopt;
}

}  // namespace

Outcome run(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, Observer& observer,
            report::Diagnostics& diagnostics) {
  Outcome outcome;
  const auto threads = threads_of(options, diagnostics);
  if (!threads) return outcome;
  // Work in one process for which others wait, a resolve or a large file, may use their threads too.
  const int lent = options.ranks != nullptr ? static_cast<int>(options.ranks->count_here()) : 1;
  with_threads(*threads * lent, [&] {
    try {
      outcome = Execution(graph, sinks, options, *threads, observer, diagnostics).go(options);
    } catch (const Together::Apart& error) {
      diagnostics.error({}, error.what(), "name a folder that all machines see and may write: --cache DIR");
    }
  });
  return outcome;
}

OnDemand::OnDemand(const graph::Graph& graph, const Options& options, Observer& observer)
    : graph_(graph), options_(options), observer_(observer) {}
OnDemand::~OnDemand() = default;

Outcome OnDemand::resolve(const std::vector<graph::Link>& links, report::Diagnostics& problems) {
  Outcome outcome;
  const auto threads = threads_of(options_, problems);
  if (!threads) return outcome;
  threads_ = *threads;
  with_threads(threads_, [&] {
    execution_ = std::make_unique<Execution>(graph_, no_sinks_, options_, threads_, observer_, said_, &links);
    outcome = execution_->resolve(options_, links);
  });
  tell(problems);
  return outcome;
}

const Product& OnDemand::product(const graph::Link& link) const { return execution_->product(link); }

bool OnDemand::make(const graph::Link& link, const Rect& area, const std::function<bool()>& stops,
                    report::Diagnostics& problems) {
  if (execution_->is_made(link.node, area)) return true;
  const std::lock_guard lock(painting_);
  bool made = false;
  with_threads(threads_, [&] { made = execution_->make(link.node, area, stops); });
  tell(problems);
  return made;
}

void OnDemand::tell(report::Diagnostics& problems) {
  for (const report::Diagnostic& problem : said_.sorted()) problems.add(problem);
  said_ = report::Diagnostics();
}

}  // namespace terrawright::engine
