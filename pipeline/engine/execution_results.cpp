// SPDX-License-Identifier: Apache-2.0
// The results of a run: found in the cache, and written to files, by one process or several.
#include <new>
#include <system_error>
#include <utility>

#include "border/description.hpp"
#include "engine/execution.hpp"
#include "engine/threads/threads.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::engine {

void Execution::recall(const Options& options, const std::vector<graph::Link>* of_run) {
  std::vector<graph::Link> needed = of_run != nullptr ? *of_run : std::vector<graph::Link>(), for_files;
  for (const Sink& sink : sinks_) {
    if (sink.is_kept_as_layers) for_files.insert(for_files.end(), sink.needs.begin(), sink.needs.end());
    for (std::size_t i = 0; i < sink.needs.size(); ++i)
      if (sink.reads(i)) needed.push_back(sink.needs[i]);
  }
  cache_.emplace(options.store, graph_, options.tile, std::move(for_files));
  std::vector<schedule::Kept> kept = cache_->find();
  if (sharing_) {  // what they agree on, each has
    for (std::size_t n = 0; n < kept.size(); ++n) {
      kept[n].verdict = kept[n].verdict && cache_->find_verdict(n);
      for (std::size_t i = 0; kept[n].outcome && i < kept[n].layers.size(); ++i)
        cache_->find_port(n, i, schedule::Doing::cached, kept[n]);
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
    outcome_.records[n] = cache_->recall(n, *runs_[n], outcome_.doing[n]);
    if (outcome_.doing[n] == schedule::Doing::cached) runs_[n]->never_paint();
  }
}

bool Execution::finds_what_is_taken(const std::vector<graph::Link>& needed, std::vector<schedule::Kept>& kept) {
  const std::vector<schedule::Doing>& doing = outcome_.doing;
  bool all = true;
  const auto find = [&](const graph::Link& link) {
    if (doing[link.node] != schedule::Doing::runs)
      all = cache_->find_port(link.node, link.port, doing[link.node], kept[link.node]) && all;
  };
  for (const graph::Link& link : needed) find(link);
  for (std::size_t n = 0; n < kept.size(); ++n) {
    if (doing[n] == schedule::Doing::cached) continue;
    for (const auto& input : graph_.nodes[n].inputs) {
      if (input) find(*input);
    }
    if (doing[n] != schedule::Doing::paints_again || reads_verdicts_late()) continue;
    if (!cache_->find_verdict(n)) all = kept[n].verdict = false;
  }
  return all;
}

bool Execution::is_found(std::size_t n, const Rect& tile) {
  if (paints_again_.empty() || !paints_again_[n]) return false;
  if (parts_ && parts_->read(n, tile)) return true;
  if (reads_verdicts_late()) cache_->need_verdict(n, *runs_[n]);
  return false;
}

void Execution::keep_parts() {
  for (std::size_t n = 0; parts_ && n < runs_.size(); ++n) {
    if (runs_[n]->paints() && !passes_->is_complete(n) && !runs_[n]->has_rows()) parts_->keep(n);
  }
}

void Execution::keep_costs() {
  std::vector<CacheUse::Took> took(nodes_.size());
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (outcome_.doing[n] == schedule::Doing::cached || !passes_->is_complete(n)) continue;
    took[n].painting = static_cast<double>(took_[n].painting);
    if (outcome_.doing[n] == schedule::Doing::runs)
      took[n].making = static_cast<double>(took_[n].rounds + took_[n].painting);
  }
  cache_->keep_costs(took);
}

bool Execution::is_there(const graph::Link& link) const {
  const auto& node = graph_.nodes[link.node];
  if (!product(link).layer && !border::is_painted(*node.stage().ports[link.port], node.flows[link.port].kind))
    return nodes_[link.node].resolved;
  return nodes_[link.node].ended || (is_window() && rest_is_done_);
}

void Execution::begin_sinks() {
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

void Execution::write(const Sink& sink, Writing& writing) {
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
    writing.failed = sink.name + ": " + report::no_memory();
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
  reporter_.sink_ends(sink.name, watch.spent());
}

void Execution::write_together() {
  ProcessGroup& group = sharing_->group();
  group.say("");  // tickets start again
  for (const auto& run : runs_) {
    for (const Product& made : run->products()) {
      if (made.layer && made.layer->is_elsewhere()) made.layer->let_go(false);
    }
  }
  std::vector<std::size_t> order(sinks_.size());
  for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  const auto of_first = std::stable_partition(order.begin(), order.end(), [&](std::size_t s) { return needs_rows(s); });
  const auto take = [&](std::size_t s) {
    for (const graph::Link& need : sinks_[s].needs) writings_[s].taken.push_back(product(need));
    write(sinks_[s], writings_[s]);
  };
  if (is_first()) std::for_each(order.begin(), of_first, take);
  order.erase(order.begin(), of_first);
  parallel(threads_, [&](std::uint64_t) {
    for (std::uint64_t i; (i = group.ranks().ticket()) < order.size();) take(order[i]);
  });
  tell_of_sinks(group);
}

bool Execution::needs_rows(std::size_t s) const {
  const auto& needs = sinks_[s].needs;
  return std::any_of(needs.begin(), needs.end(), [&](const graph::Link& need) {
    return !product(need).layer && runs_[need.node]->tables_by_tile() > 0;
  });
}

std::uint64_t Execution::weight(std::size_t s) const {
  std::uint64_t bytes = 0;
  for (const graph::Link& need : sinks_[s].needs) bytes += product(need).layer ? product(need).layer->cell_bytes() : 0;
  return bytes;
}

void Execution::tell_of_sinks(ProcessGroup& group) {
  std::string mine;
  for (std::size_t s = 0; s < sinks_.size(); ++s) {
    const Writing& writing = writings_[s];
    if (writing.finished || !writing.failed.empty()) mine += std::to_string(s) + " " + writing.failed + '\0';
  }
  if (around_.stop->load()) throw Interrupted{};
  const auto all = group.say(mine);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == group.rank()) continue;
    for (std::size_t at = 0, end; (end = all[rank].find('\0', at)) != std::string::npos; at = end + 1) {
      std::size_t digits = 0;
      Writing& writing = writings_[std::stoul(all[rank].substr(at, end - at), &digits)];
      writing.failed = all[rank].substr(at + digits + 1, end - at - digits - 1);
      writing.of_another = writing.failed.empty();
    }
  }
  for (std::size_t s = 0; s < sinks_.size(); ++s) outcome_.written_here.push_back(writings_[s].finished);
  outcome_.painted = group.say(std::to_string(painted_.load()));
}

}  // namespace terrawright::engine
