// SPDX-License-Identifier: Apache-2.0
#include "engine/passes.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "engine/nodes/checking.hpp"
#include "engine/threads/tasks.hpp"
#include "terrawright/random.h"

namespace terrawright::engine {
namespace {

// In the order of a run that is watched.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t order) {
  std::vector<std::size_t> tiles(count);
  std::iota(tiles.begin(), tiles.end(), std::size_t{0});
  for (std::size_t left = order == 0 ? 0 : count; left > 1; --left) {
    order = terrawright_mix64(order + 1);
    std::swap(tiles[order % left], tiles[left - 1]);
  }
  return tiles;
}

// For the tiles of a pass: the failure of the first row of them, independent of threads.
class FirstFailure {
 public:
  void add(std::int64_t row, const FailedTile& failure) {
    const std::lock_guard lock(mutex_);
    if (first_ && row > row_) return;
    if (row < row_) first_.reset();
    row_ = row;
    keep_least(first_, failure);
    in_vain_from_ = row_ + 1;
  }
  bool in_vain(std::int64_t row) const { return row >= in_vain_from_.load(std::memory_order_relaxed); }
  const std::optional<FailedTile>& first() const { return first_; }

 private:
  std::mutex mutex_;
  std::optional<FailedTile> first_;
  std::int64_t row_ = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::int64_t> in_vain_from_{std::numeric_limits<std::int64_t>::max()};
};

}  // namespace

Passes::Passes(const graph::Graph& graph, const std::vector<std::unique_ptr<NodeRun>>& runs, const Surroundings& around,
               Told told, Found found)
    : graph_(graph),
      runs_(runs),
      around_(around),
      told_(std::move(told)),
      found_(std::move(found)),
      made_(runs.size(), false),
      resolved_(runs.size(), false),
      workspaces_(slots()) {
  for (const auto& run : runs_)
    states_.push_back(std::make_unique<TileStates>(run->paints() ? run->tiles().size() : 0));
}

void Passes::expect_readers(std::size_t n, const Rect& area) {
  const NodeRun& run = *runs_[n];
  for (std::uint32_t i = 0; i < run.inputs().size(); ++i) {
    if (!run.inputs()[i].layer) continue;
    run.tiles().each_in(area, [&](std::size_t tile) {
      try {
        run.windows().each_inside(
            run.windows().area(TERRAWRIGHT_PHASE_PAINT, i, run.tiles()[tile]),
            [&](const Rect& part, std::int64_t, std::int64_t) { run.inputs()[i].layer->expect(part); });
      } catch (const std::runtime_error&) {  // told when the tile is painted
      }
    });
  }
}

Rect Passes::needed(std::size_t n, std::uint32_t port, const Rect& area) const {
  const NodeRun& run = *runs_[n];
  std::optional<Rect> all;
  run.tiles().each_in(area, [&](std::size_t tile) {
    try {
      run.windows().each_inside(
          run.windows().area(TERRAWRIGHT_PHASE_PAINT, port, run.tiles()[tile]),
          [&](const Rect& part, std::int64_t, std::int64_t) { all = all ? schedule::around(*all, part) : part; });
    } catch (const std::runtime_error&) {  // told when the tile is painted
    }
  });
  return all.value_or(Rect{});
}

Workspace& Passes::workspace() { return workspaces_[slot()]; }

void Passes::survey(std::size_t n) {
  NodeRun& run = *runs_[n];
  const auto visited = [&](std::size_t i) { return run.tiles()[run.visited(i)]; };
  over(run.visited(), visited, true, [&](const Rect& tile) {
    need_inputs(n, TERRAWRIGHT_PHASE_SURVEY, tile);
    const Stopwatch watch(around_.checking == nullptr);
    try {
      run.tiles().each_in({tile.x, tile.y, 1, 1}, [&](std::size_t i) { run.survey(i, workspace()); });
    } catch (const StageFailed& said) {
      throw FailedTile{n, tile, said};
    }
    told_(n, TERRAWRIGHT_PHASE_SURVEY, watch.spent());
  });
}

void Passes::complete(const std::vector<std::size_t>& nodes, const Rect& area) {
  bool whole = true;  // each is one tile
  for (const std::size_t n : nodes) whole = whole && runs_[n]->tiles().size() == 1;
  // Visits the tiles that touch the area.
  const schedule::Tiles all = around_.tiles(whole);
  const Rect first = all[0], last{area.x + area.width - 1, area.y + area.height - 1, 1, 1};
  const std::int64_t columns = last.x / first.width - area.x / first.width + 1;
  const std::int64_t rows = last.y / first.height - area.y / first.height + 1;
  const auto touched = [&](std::size_t i) {
    const std::int64_t row = area.y / first.height + static_cast<std::int64_t>(i) / columns;
    const std::int64_t column = area.x / first.width + static_cast<std::int64_t>(i) % columns;
    return all[static_cast<std::size_t>(row * all.columns() + column)];
  };
  over(static_cast<std::size_t>(columns * rows), touched, whole, [&](const Rect& tile) {
    std::optional<FailedTile> least;
    for (const std::size_t n : nodes) need(n, tile, least);
    if (least) throw FailedTile(*least);
  });
}

bool Passes::is_complete(std::size_t n, const Rect& area) const {
  bool all = true;
  if (!is_complete(n)) runs_[n]->tiles().each_in(area, [&](std::size_t i) { all = all && states_[n]->is_painted(i); });
  return all;
}

void Passes::is_made(std::size_t n, bool elsewhere) {
  made_[n] = true;
  states_[n] = std::make_unique<TileStates>(elsewhere ? 0 : states_[n]->tiles());
}

// A tile that is surveyed is one process's; what others need of it each paints for itself.
bool Passes::is_of_others(const Rect& tile, bool by_first_cell) const {
  if (around_.shares == nullptr) return false;
  return by_first_cell ? around_.shares->of_cell(tile.x, tile.y) != around_.rank
                       : !around_.shares->touch(tile, around_.rank);
}

// each(tile_at(i)) of the tiles of this process, i from 0 to `count` - 1, in this order, on all threads.
template <class TileAt, class Each>
void Passes::over(std::size_t count, const TileAt& tile_at, bool by_first_cell, const Each& each) {
  const std::vector<std::size_t> order =
      around_.checking != nullptr ? shuffled(count, around_.checking->tile_order) : std::vector<std::size_t>();
  FirstFailure failures;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < count;) {
      if (around_.stop->load(std::memory_order_relaxed)) return;
      const Rect tile = tile_at(order.empty() ? i : order[i]);
      if (failures.in_vain(tile.y) || is_of_others(tile, by_first_cell)) continue;
      row_.store(tile.y, std::memory_order_relaxed);
      try {
        each(tile);
      } catch (const FailedTile& failure) {
        failures.add(tile.y, failure);
      } catch (const Interrupted&) {
        return;
      }
    }
  };
  if (count == 1) {
    work();  // which may then give work away itself
  } else {
    parallel(around_.threads, [&](std::uint64_t) { work(); });
  }
  if (around_.stop->load()) throw Interrupted{};
  if (failures.first()) throw FailedTile(*failures.first());
}

// Makes the inputs that a phase of node `n` reads for a tile. If several fail, the least failure is thrown.
void Passes::need_inputs(std::size_t n, std::uint32_t phase, const Rect& tile) {
  const NodeRun& run = *runs_[n];
  std::optional<FailedTile> least;
  for (std::uint32_t i = 0; i < run.inputs().size(); ++i) {
    if (!run.inputs()[i].layer) continue;
    const std::size_t from = graph_.nodes[n].inputs[i]->node;
    if (states_[from]->unpainted() == 0) continue;
    try {
      run.windows().each_inside(run.windows().area(phase, i, tile),
                                [&](const Rect& part, std::int64_t, std::int64_t) { need(from, part, least); });
    } catch (const std::runtime_error& error) {
      keep_least(least, {n, tile, {"", error.what()}});
    }
  }
  if (least) throw FailedTile(*least);
}

// It waits for tiles that others paint only if there is nothing left to paint.
void Passes::need(std::size_t n, const Rect& area, std::optional<FailedTile>& least) {
  TileStates& states = *states_[n];
  if (states.unpainted() == 0) return;
  std::vector<std::size_t> of_others;
  runs_[n]->tiles().each_in(area, [&](std::size_t tile) {
    switch (states.claim(tile)) {
      case TileStates::State::absent:
        try {
          paint(n, tile);
        } catch (const FailedTile& failure) {
          keep_least(least, failure);
        }
        break;
      case TileStates::State::painted:
        break;
      default:
        of_others.push_back(tile);
    }
  });
  for (const std::size_t tile : of_others) {
    const TileStates::State state = states.wait(tile);
    if (state == TileStates::State::failed) keep_least(least, states.failure(tile));
    if (state == TileStates::State::given_up) throw Interrupted{};
  }
}

void Passes::paint(std::size_t n, std::size_t tile) {
  NodeRun& run = *runs_[n];
  try {
    if (found_(n, run.tiles()[tile])) {
      was_painted(n, run.tiles()[tile]);
      return states_[n]->painted(tile);
    }
    need_inputs(n, TERRAWRIGHT_PHASE_PAINT, run.tiles()[tile]);
    const Stopwatch watch(around_.checking == nullptr);
    run.paint(tile, workspace());
    was_painted(n, run.tiles()[tile]);
    states_[n]->painted(tile);
    told_(n, TERRAWRIGHT_PHASE_PAINT, watch.spent());
  } catch (const FailedTile& failure) {
    states_[n]->failed(tile, failure);
    throw;
  } catch (const StageFailed& said) {
    const FailedTile failure{n, run.tiles()[tile], said};
    states_[n]->failed(tile, failure);
    throw failure;
  } catch (...) {
    states_[n]->give_up(tile);
    throw;
  }
}

// Its inputs have a reader less.
void Passes::was_painted(std::size_t n, const Rect& tile) {
  const NodeRun& run = *runs_[n];
  for (std::uint32_t i = 0; i < run.inputs().size(); ++i) {
    if (!run.inputs()[i].layer) continue;
    const Rect area = run.windows().area(TERRAWRIGHT_PHASE_PAINT, i, tile);
    run.windows().each_inside(
        area, [&](const Rect& part, std::int64_t, std::int64_t) { run.inputs()[i].layer->was_read(part); });
  }
}

}  // namespace terrawright::engine
