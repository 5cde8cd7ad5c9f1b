// SPDX-License-Identifier: Apache-2.0
// The way of what drains from tile to tile, over the edge cells of all tiles, or of the parts of a union: what enters
// each of them, and what all of them together would tell.
#pragma once
#include <cstdint>
#include <vector>

#include "flow_tile.hpp"

namespace terrawright::water {

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

}  // namespace terrawright::water
