// SPDX-License-Identifier: Apache-2.0
// A value of each cell together with those of all cells upstream of it, across tiles: their sum, their least.
//
// A tile tells what leaves it and where what enters would leave; the rest is a walk over edge cells (Barnes 2017,
// Parallel non-divergent flow accumulation for trillion cell digital elevation models on desktops or clusters).
// Combine::apply(a, b) has to be exact, associative and commutative: integers, minima.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "flow_tile.hpp"

namespace terrawright::water {

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
 public:
  using Value = typename Combine::Value;

  // What a tile tells. `receivers` reaches one cell beyond it; own(y, x, n, to) writes the values of n cells of row y
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

  // Tells each tile what enters it.
  static void resolve(const Resolving& resolving, const Notes<Blob>& notes) {
    const TileGrid tiles(resolving);
    // Entries of all tiles by tile and edge number, then the exits one after the other.
    std::vector<std::vector<std::uint32_t>> entry_at(tiles.size());
    std::vector<std::vector<Value>> entered(tiles.size());
    std::vector<std::size_t> first(tiles.size() + 1, 0);
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      const auto entries = notes[t].items<Entry>(1);
      if (!entries.empty()) entry_at[t].assign(Perimeter(tiles[t]).size(), no_exit);
      for (std::uint32_t e = 0; e < entries.size(); ++e) entry_at[t][entries[e].edge] = e;
      entered[t].assign(entries.size(), Combine::nothing);
      first[t + 1] = first[t] + notes[t].items<Exit>(0).size();
    }
    struct Step {
      std::size_t tile, next;  // where it enters; the exit that it comes to then, or the number of all: none
      std::uint32_t entry;
      std::uint32_t waits;  // exits that come to this one
      Value value;
    };
    std::vector<Step> steps;
    steps.reserve(first.back());
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      std::vector<std::pair<std::int64_t, std::int64_t>> cells;
      if (notes[t].items<Exit>(0).empty()) continue;
      Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t) { cells.emplace_back(x, y); });
      for (const Exit& exit : notes[t].items<Exit>(0)) {
        const auto [x, y] = cells[exit.edge];
        const Direction& to = direction(exit.receiver);
        if (!tiles.has(x + to.dx, y + to.dy))
          throw Failure("receivers", "water leaves the map here: connect a node of water.receivers", x, y);
        const EdgeCell cell = tiles.at(x + to.dx, y + to.dy);
        const std::uint32_t entry = entry_at[cell.tile][cell.number];
        const std::uint32_t next = notes[cell.tile].items<Entry>(1)[entry].exit;
        steps.push_back({cell.tile, next == no_exit ? first.back() : first[cell.tile] + next, entry, 0, exit.value});
      }
    }
    for (const Step& step : steps) {
      if (step.next < steps.size()) ++steps[step.next].waits;
    }
    std::size_t taken = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (std::size_t at = i; at < steps.size() && steps[at].waits == 0; at = steps[at].next) {
        Step& step = steps[at];
        step.waits = UINT32_MAX;
        ++taken;
        Value& in = entered[step.tile][step.entry];
        in = Combine::apply(in, step.value);
        if (step.next == steps.size()) break;
        Step& next = steps[step.next];
        next.value = Combine::apply(next.value, step.value);
        --next.waits;
      }
    }
    if (taken != steps.size())
      throw Failure("receivers", "the water goes round in a circle: connect a node of water.receivers");
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (entered[t].empty()) continue;
      std::vector<Inflow> inflows;
      const auto entries = notes[t].items<Entry>(1);
      for (std::size_t e = 0; e < entries.size(); ++e) inflows.push_back({entered[t][e], entries[e].edge});
      Blob own;
      own.add(inflows);
      resolving.tell(t, own);
    }
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

 private:
  struct Exit {
    Value value;
    std::uint32_t edge;
    Receiver receiver;
  };
  struct Entry {
    std::uint32_t edge, exit;
  };
  struct Inflow {
    Value value;
    std::uint32_t edge;
  };
};

}  // namespace terrawright::water
