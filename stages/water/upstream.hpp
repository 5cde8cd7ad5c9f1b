// SPDX-License-Identifier: Apache-2.0
// A value of each cell together with those of all cells upstream of it, across tiles: their sum, their least.
//
// A tile tells what leaves it and where what enters would leave; the rest is a walk over edge cells
// (Barnes 2017, Parallel non-divergent flow accumulation for trillion cell digital elevation
// models on desktops or clusters). Combine::apply(a, b) has to be exact, associative and commutative: integers, minima.
#pragma once
#include <cstdint>
#include <vector>

#include "flow_tile.hpp"

namespace terrawright::water {

// The way of what drains from tile to tile, over the edge cells of all tiles, or of the parts of a union: what enters
// each of them, and what all of them together would tell.
template <class Combine>
class UpstreamAcross {
 public:
  using Value = typename Combine::Value;

  // A note: what leaves at an edge cell, and for each edge cell that is entered the exit that this comes to.
  struct Exit {
    Value value;
    std::uint32_t edge;
    Receiver receiver;
  };
  struct Entry {
    std::uint32_t edge, exit;
  };
  // A verdict.
  struct Inflow {
    Value value;
    std::uint32_t edge;
  };

  // `running`: Resolving, Combining or Splitting.
  template <class Running>
  UpstreamAcross(const Running& running, const Notes<Blob>& notes) : tiles_(running), notes_(notes) {
    const std::size_t size = tiles_.size();
    entry_at_.resize(size);
    entered_.resize(size);
    first_.assign(size + 1, 0);
    for (std::size_t t = 0; t < size; ++t) {
      const auto entries = notes[t].items<Entry>(1);
      if (!entries.empty()) entry_at_[t].assign(Perimeter(tiles_[t]).size(), no_exit);
      for (std::uint32_t e = 0; e < entries.size(); ++e) entry_at_[t][entries[e].edge] = e;
      entered_[t].assign(entries.size(), Combine::nothing);
      first_[t + 1] = first_[t] + notes[t].items<Exit>(0).size();
    }
    steps_.reserve(first_.back());
    for (std::size_t t = 0; t < size; ++t) add_steps(t);
    for (const Step& step : steps_) {
      if (step.next < steps_.size()) ++steps_[step.next].waits;
    }
  }

  // In all tiles of the world together nothing leads out.
  void require_inside() const {
    for (std::size_t t = 0, i = 0; t < tiles_.size(); ++t) {
      for (const Exit& exit : notes_[t].template items<Exit>(0)) {
        if (steps_[i++].tile != outside) continue;
        const auto [x, y] = Perimeter(tiles_[t]).cell(exit.edge);
        throw Failure("receivers", "water leaves the map here: connect a node of water.receivers", x, y);
      }
    }
  }

  // Before the walk: what enters the union `area` of the parts.
  void enter(const Rect& area, const Items<Inflow>& inflows) {
    for (const Inflow& inflow : inflows) {
      const auto [x, y] = Perimeter(area).cell(inflow.edge);
      const EdgeCell cell = tiles_.at(x, y);
      const std::uint32_t entry = entry_at_[cell.tile][cell.number];
      Value& in = entered_[cell.tile][entry];
      in = Combine::apply(in, inflow.value);
      const std::uint32_t exit = notes_[cell.tile].template items<Entry>(1)[entry].exit;
      if (exit == no_exit) continue;
      Value& leaves = steps_[first_[cell.tile] + exit].value;
      leaves = Combine::apply(leaves, inflow.value);
    }
  }

  // All exits, each after those that come to it.
  void walk() {
    walk([](std::size_t) {});
  }

  // Inflow of each tile, after the walk.
  template <class Running>
  void tell(const Running& running) const {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      if (entered_[t].empty()) continue;
      std::vector<Inflow> inflows;
      const auto entries = notes_[t].template items<Entry>(1);
      for (std::size_t e = 0; e < entries.size(); ++e) inflows.push_back({entered_[t][e], entries[e].edge});
      Blob own;
      own.add(inflows);
      running.tell(t, own);
    }
  }

  // Note of all of them, as one tile of this area.
  Blob note(const Rect& area) {
    std::vector<std::size_t> order;
    order.reserve(steps_.size());
    walk([&](std::size_t i) { order.push_back(i); });
    const Perimeter edge(area);
    std::vector<Exit> exits;
    std::vector<std::uint32_t> leads(steps_.size(), no_exit);  // to which of these
    for (std::size_t t = 0, i = 0; t < tiles_.size(); ++t) {
      for (const Exit& exit : notes_[t].template items<Exit>(0)) {
        const Step& step = steps_[i];
        if (step.tile == outside) {
          const auto [x, y] = Perimeter(tiles_[t]).cell(exit.edge);
          leads[i] = static_cast<std::uint32_t>(exits.size());
          exits.push_back({step.value, static_cast<std::uint32_t>(edge.index(x, y)), exit.receiver});
        }
        ++i;
      }
    }
    for (std::size_t k = order.size(); k-- > 0;) {
      const Step& step = steps_[order[k]];
      if (step.tile != outside && step.next != steps_.size()) leads[order[k]] = leads[step.next];
    }
    std::vector<Entry> entries;
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      for (const Entry& entry : notes_[t].template items<Entry>(1)) {
        const auto [x, y] = Perimeter(tiles_[t]).cell(entry.edge);
        if (!edge.has(x, y)) continue;
        entries.push_back({static_cast<std::uint32_t>(edge.index(x, y)),
                           entry.exit == no_exit ? no_exit : leads[first_[t] + entry.exit]});
      }
    }
    Blob blob;
    blob.add(exits);
    blob.add(entries);
    return blob;
  }

 private:
  static constexpr std::size_t outside = SIZE_MAX;
  struct Step {
    std::size_t tile, next;  // where it enters, or outside; the exit that it comes to then, or the number of all: none
    std::uint32_t entry;
    std::uint32_t waits;  // exits that come to this one
    Value value;
  };

  void add_steps(std::size_t t) {
    const auto exits = notes_[t].template items<Exit>(0);
    if (exits.empty()) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> cells;
    Perimeter(tiles_[t]).each([&](std::int64_t x, std::int64_t y, std::size_t) { cells.emplace_back(x, y); });
    for (const Exit& exit : exits) {
      const auto [x, y] = cells[exit.edge];
      const Direction& to = direction(exit.receiver);
      if (!tiles_.has(x + to.dx, y + to.dy)) {
        steps_.push_back({outside, first_.back(), 0, 0, exit.value});
        continue;
      }
      const EdgeCell cell = tiles_.at(x + to.dx, y + to.dy);
      const std::uint32_t entry = entry_at_[cell.tile][cell.number];
      const std::uint32_t next = notes_[cell.tile].template items<Entry>(1)[entry].exit;
      steps_.push_back({cell.tile, next == no_exit ? first_.back() : first_[cell.tile] + next, entry, 0, exit.value});
    }
  }

  template <class Visit>
  void walk(Visit visit) {
    std::size_t taken = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      for (std::size_t at = i; at < steps_.size() && steps_[at].waits == 0; at = steps_[at].next) {
        Step& step = steps_[at];
        step.waits = UINT32_MAX;
        ++taken;
        visit(at);
        if (step.tile == outside) break;
        Value& in = entered_[step.tile][step.entry];
        in = Combine::apply(in, step.value);
        if (step.next == steps_.size()) break;
        Step& next = steps_[step.next];
        next.value = Combine::apply(next.value, step.value);
        --next.waits;
      }
    }
    if (taken != steps_.size())
      throw Failure("receivers", "the water goes round in a circle: connect a node of water.receivers");
  }

  const TileGrid tiles_;
  const Notes<Blob>& notes_;
  std::vector<std::vector<std::uint32_t>> entry_at_;  // by tile and edge number
  std::vector<std::vector<Value>> entered_;           // by tile and entry
  std::vector<std::size_t> first_;                    // exit of each tile, of all of them one after the other
  std::vector<Step> steps_;
};

struct Sum {
  using Value = std::int64_t;
  static constexpr Value nothing = 0;
  static Value apply(Value a, Value b) { return a + b; }
};
struct Least {
  using Value = float;
  static constexpr Value nothing = std::numeric_limits<float>::infinity();
  static Value apply(Value a, Value b) { return a < b ? a : b; }
};

template <class Combine>
class Upstream {
  using Across = UpstreamAcross<Combine>;
  using Exit = typename Across::Exit;
  using Entry = typename Across::Entry;
  using Inflow = typename Across::Inflow;

 public:
  using Value = typename Combine::Value;

  // Note of a tile. `receivers` reaches one cell beyond it; own(y, x, n, to) writes the values of n cells of row y
  // themselves, from column x on.
  template <class Own>
  static Blob note(const View<const Receiver>& receivers, const Rect& area, Own own) {
    const FlowTile flow(receivers, area, area.width);
    Scratch<Value> value;
    value.resize(flow.size());
    if (!flow.still()) all(flow, {}, own, value.data());
    std::vector<Exit> exits;
    for (const FlowTile::Leaving& leaving : flow.leaving()) {
      exits.push_back({value[leaving.place], leaving.edge, leaving.receiver});
    }
    Scratch<std::uint32_t> known;
    if (!exits.empty()) known.assign(flow.size(), FlowTile::no_walk);
    for (std::uint32_t i = 0; i < exits.size(); ++i) known[flow.leaving()[i].place] = i;
    std::vector<Entry> entries;
    Perimeter(area).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (!enters(receivers, area, x, y)) return;
      const std::uint32_t exit = exits.empty() ? no_exit : flow.exit(flow.place(x, y), known);
      entries.push_back({static_cast<std::uint32_t>(number), exit});
    });
    Blob blob;
    blob.add(exits);
    blob.add(entries);
    return blob;
  }

  // Tells each tile what enters it; there is no verdict beside.
  static Next<Nothing> resolve(const Resolving& resolving, const Notes<Blob>& notes) {
    Across across(resolving, notes);
    across.require_inside();
    across.walk();
    across.tell(resolving);
    return done(Nothing{});
  }
  // The note of a union as one tile would have it, but for entries that nobody beyond its edge may use.
  static Blob combine(const Combining& parts, const Notes<Blob>& notes) {
    Across across(parts, notes);
    return across.note(parts.area());
  }
  // Inflow of a union, and flows between its parts.
  static void split(const Splitting& parts, const Notes<Blob>& notes) {
    Across across(parts, notes);
    if (const auto inflows = parts.template own<Blob>()) across.enter(parts.area(), inflows.template items<Inflow>(0));
    across.walk();
    across.tell(parts);
  }

  // The value of each cell with all upstream of it, by FlowTile::place.
  template <class Own>
  static void all(const FlowTile& flow, const BlobView& inflows, Own own, Value* values) {
    const Rect& area = flow.tile();
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      own(y, area.x, area.width, values + flow.place(area.x, y));
    }
    if (inflows) {
      std::vector<std::size_t> places;
      Perimeter(area).each([&](std::int64_t x, std::int64_t y, std::size_t) { places.push_back(flow.place(x, y)); });
      for (const Inflow& inflow : inflows.items<Inflow>(0)) {
        Value& at = values[places[inflow.edge]];
        at = Combine::apply(at, inflow.value);
      }
    }
    if (flow.still()) return;
    flow.downstream([=](std::size_t from, std::size_t to) { values[to] = Combine::apply(values[to], values[from]); });
  }
};

}  // namespace terrawright::water
