// SPDX-License-Identifier: Apache-2.0
#include "engine/execution.hpp"

#include <new>
#include <utility>

#include "report/diagnostic.hpp"
#include "system/memory.hpp"

namespace terrawright::engine {
namespace {

// Each thread's share of the heap stays with it. A resolve or a file may need as much for another one's.
void give_back_free_heap() {
  constexpr std::size_t worth_it = std::size_t{16} << 20;
  system::give_back_free_heap(worth_it);
}

}  // namespace

Execution::Execution(const graph::Graph& graph, const std::vector<Sink>& sinks, const Options& options, int threads,
                     Observer& observer, report::Diagnostics& diagnostics, const std::vector<graph::Link>* of_run)
    : graph_(graph),
      sinks_(sinks),
      reporter_(graph, observer, diagnostics),
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
        std::make_unique<NodeRun>(node, around_, graph::world_for(node.stage(), *graph.world), reporter_.listener(n)));
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

void Execution::share(const Options& options) {
  sharing_.emplace(*options.ranks, *options.store, graph_, order_, runs_);
  around_.shares = &sharing_->shares();
  around_.rank = options.ranks->rank();
  reporter_.with(*options.ranks);
}

Outcome Execution::go(const Options& options) {
  return ended_by(options, [&] {
    rest();
    if (sharing_) write_together();
  });
}

Outcome Execution::resolve(const Options& options, const std::vector<graph::Link>& links) {
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

bool Execution::make(std::size_t n, const Rect& area, const std::function<bool()>& stops) {
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
    reporter_.fails(failure.node, failure.said);
  } catch (const std::bad_alloc&) {
    reporter_.fails(n, {"", report::no_memory(), -1, -1});
  }
  return false;
}

template <class Rest>
Outcome Execution::ended_by(const Options& options, const Rest& rest) {
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
    ended_with(FailedTile{std::min(at_, graph_.nodes.size() - 1), {}, {"", report::no_memory(), -1, -1}});
  } catch (...) {  // ours, not a stage's: no file may be left writing while this unwinds
    abandon_ = true;
    background_.wait();
    throw;
  }
  background_.wait();
  for (std::size_t s = 0; s < sinks_.size(); ++s) {
    outcome_.lost = outcome_.lost || writings_[s].lost;
    if (writings_[s].finished || writings_[s].of_another) continue;
    outcome_.done = false;
    if (!writings_[s].failed.empty()) {
      outcome_.failed_sinks.emplace_back(sinks_[s].name, writings_[s].failed);
    } else if (!abandon_ && !writings_[s].lost) {
      outcome_.interrupted = true;
    }
  }
  outcome_.done = outcome_.done && !outcome_.interrupted;
  outcome_.lost = outcome_.lost || (cache_ && cache_->lost());
  if (outcome_.done && cache_ && paints_all()) keep_costs();
  outcome_.peak_memory = around_.memory->peak();
  return std::move(outcome_);
}

void Execution::ended_with(const std::optional<FailedTile>& failure) {
  const auto of_all = sharing_ ? sharing_->group().end(failure) : failure;
  abandon_ = abandon_ || of_all;
  if (of_all) reporter_.fails(of_all->node, of_all->said);
  outcome_.interrupted = !of_all;
}

void Execution::step(std::size_t n) {
  if (eviction_) eviction_->now_at(n);
  at_ = n;
  NodeRun& run = *runs_[n];
  const schedule::Doing doing = outcome_.doing[n];
  if (doing != schedule::Doing::cached) complete(unknown(order_.steps[n].complete_before));
  try {
    run.begin(inputs_of(n));
    if (doing == schedule::Doing::paints_again) {
      if (!reads_verdicts_late()) cache_->recall_verdict(n, run);
      if (paints_all()) cache_->begin(n, run, outcome_.doing);
    }
    if (doing == schedule::Doing::runs) {
      if (cache_ && !sharing_) cache_->begin(n, run, outcome_.doing);
      if (run.resolves()) {
        reporter_.begins(n);
        rounds(n);
      }
    }
  } catch (const StageFailed& said) {
    throw FailedTile{n, {}, said};
  } catch (const std::bad_alloc&) {
    throw FailedTile{n, {}, {"", report::no_memory(), -1, -1}};
  }
  for (std::uint32_t i = 0; i < run.inputs().size(); ++i) {
    if (run.surveys() && run.inputs()[i].layer) run.inputs()[i].layer->release();
  }
  nodes_[n].resolved = true;
  passes_->resolved(n);
  settle();
  if (order_.steps[n].paint_at_once) complete({n});
}

std::vector<std::size_t> Execution::unknown(std::vector<std::size_t> nodes) const {
  const auto is_known = [&](std::size_t n) { return outcome_.doing[n] != schedule::Doing::runs; };
  nodes.erase(std::remove_if(nodes.begin(), nodes.end(), is_known), nodes.end());
  return nodes;
}

void Execution::rounds(std::size_t n) {
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
    reporter_.round_ends(n, round, spent);
  }
  if (cache_ && is_first()) cache_->keep_verdict(n, *runs_[n]);
}

void Execution::complete(const std::vector<std::size_t>& nodes) {
  const bool all = std::all_of(nodes.begin(), nodes.end(), [&](std::size_t n) { return passes_->is_complete(n); });
  if (all) return settle();
  passes_->complete(nodes, all_);
  end_of_pass();
}

void Execution::end_of_pass() {
  give_back_free_heap();
  if (sharing_) in_common([&] { sharing_->end_of_pass(*passes_); });
  settle();
}

void Execution::rest() {
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
    reporter_.node_ends(n);
  }
}

bool Execution::is_for_sink(std::size_t n) const {
  return std::any_of(sinks_.begin(), sinks_.end(), [&](const Sink& sink) {
    return std::any_of(sink.needs.begin(), sink.needs.end(), [&](const auto& need) { return need.node == n; });
  });
}

void Execution::settle() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].ended || !nodes_[n].resolved || !passes_->is_complete(n)) continue;
    try {
      runs_[n]->end();
    } catch (const StageFailed& said) {
      throw FailedTile{n, {}, said};
    }
    nodes_[n].ended = true;
    reporter_.begins(n);
    if (outcome_.doing[n] == schedule::Doing::runs) {
      record_all(n);
      if (is_first()) warn_of_nan(n);
      if (cache_ && is_first()) cache_->keep_outcome(n, *runs_[n], outcome_.records[n]);
    } else if (cache_) {
      cache_->keep_layers(n, *runs_[n]);
    }
    reporter_.node_ends(n);
  }
  begin_sinks();
}

void Execution::warn_of_nan(std::size_t n) {
  const auto has_nan = [](const Product& product) { return product.layer && product.layer->statistics().nans != 0; };
  const std::vector<Product>&inputs = runs_[n]->inputs(), &made = runs_[n]->products();
  if (std::any_of(inputs.begin(), inputs.end(), has_nan)) return;
  for (std::size_t port = 0; port < made.size(); ++port) {
    const terrawright_port& about = *graph_.nodes[n].stage().ports[port];
    if (!has_nan(made[port]) || (about.flags & TERRAWRIGHT_PORT_NODATA) != 0) continue;
    const auto [x, y] = made[port].layer->first_nan().value_or(std::pair<std::int64_t, std::int64_t>(-1, -1));
    reporter_.warns(
        n, {about.name,
            "it makes NaN of inputs that have none, in " + std::to_string(made[port].layer->statistics().nans) +
                " cells of '" + about.name + "', the first",
            x, y});
  }
}

std::vector<Product> Execution::inputs_of(std::size_t n) const {
  const graph::Node& node = graph_.nodes[n];
  std::vector<Product> inputs(node.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs[i]) inputs[i] = runs_[node.inputs[i]->node]->products()[node.inputs[i]->port];
  }
  return inputs;
}

void Execution::set_lifetimes(bool all_stay) {
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

void Execution::expect_readers() {
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

void Execution::may_go_to_files(const std::filesystem::path& folder) {
  eviction_.emplace(order_, folder, [this] { return passes_->row(); });
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const auto& products = runs_[n]->products();
    for (std::uint32_t i = 0; i < products.size(); ++i) {
      if (products[i].layer) eviction_->add({n, i}, products[i].layer);
    }
  }
  around_.memory->on_pressure([this] { return eviction_->make_room(); });
}

void Execution::called(std::size_t n, std::uint32_t phase, const Spent& spent) {
  const Spent share{spent.wall / static_cast<double>(threads_), spent.processor};
  (phase == TERRAWRIGHT_PHASE_SURVEY ? took_[n].rounds : took_[n].painting) += nanoseconds(spent);
  if (phase == TERRAWRIGHT_PHASE_SURVEY) {
    reporter_.progress(n, ++surveyed_[n], runs_[n]->visited(), share);
  } else {
    const std::size_t all = runs_[n]->tiles().size();
    reporter_.progress(n, all - passes_->unpainted(n), all, share);
    ++painted_;
  }
}

void Execution::record_all(std::size_t n) {
  auto& records = outcome_.records[n];
  for (const Product& product : runs_[n]->products())
    records.push_back(record_of(graph_.nodes[n].flows[records.size()].kind, product));
}

}  // namespace terrawright::engine
